"""Errors about a draw that was made, annulled, or made by hand."""

from __future__ import annotations

from typing import Any

from games.findings import Finding
from tournament.core.errors import ServiceRefused
from tournament.regulation.translatable import gettext_noop


class DrawByHandWrong(ServiceRefused):
    """A manual draw with an outcome that no draw can give. Params: reasons; ``findings`` holds all of them."""

    code = "DRAW_BY_HAND_WRONG"
    message = gettext_noop("The draw made by hand is not possible: {reasons}")

    def __init__(self, *, findings: list[Finding], **params: Any) -> None:
        super().__init__(**params)
        self.findings = findings


class DrawAlreadyMade(ServiceRefused):
    """The draw has already been made. Params: scope."""

    code = "DRAW_ALREADY_MADE"
    message = gettext_noop("The draw “{scope}” has already been made: nothing is drawn twice.")


class DrawAnnulled(ServiceRefused):
    """An annulled draw is kept as evidence and cannot be used. Params: scope."""

    code = "DRAW_ANNULLED"
    message = gettext_noop("The draw “{scope}” was annulled: it stays as evidence only.")


class CeremonyOpen(ServiceRefused):
    """An event has at most one open ceremony. Params: none."""

    code = "CEREMONY_OPEN"
    message = gettext_noop("The draw is open already.")


class CeremonyGone(ServiceRefused):
    """The attempt ended, or was never opened. Params: none."""

    code = "CEREMONY_GONE"
    message = gettext_noop("This attempt of the draw is over.")


class ChainUsedUp(ServiceRefused):
    """All seeds committed to for the event are used up. Params: none."""

    code = "CHAIN_USED_UP"
    message = gettext_noop("The seeds promised for this event are used up: draw by hand, with a second person.")


class ListClosed(ServiceRefused):
    """The list of commitments is fixed. Params: none."""

    code = "LIST_CLOSED"
    message = gettext_noop("The list is closed: this phone has no part in this attempt.")


class PartRefused(ServiceRefused):
    """Only a player who is present, and failed no attempt of this step, puts in one part. Params: player."""

    code = "PART_REFUSED"
    message = gettext_noop("{player} cannot put a part into this draw.")


class NonceWrong(ServiceRefused):
    """The revealed nonce is not the one committed to, or the commitment is not written as a hash. Params: player."""

    code = "NONCE_WRONG"
    message = gettext_noop("What the phone of {player} sent is not what it promised.")


class WitnessesWrong(ServiceRefused):
    """A sequence is read out by two different players who are present. Params: none."""

    code = "WITNESSES_WRONG"
    message = gettext_noop(
        "Name two different players who are present, other than yourself: they read the sequence out."
    )


class BeaconWrong(ServiceRefused):
    """The beacon did not answer with the round, or its signature is not the beacon's. Params: round."""

    code = "BEACON_WRONG"
    message = gettext_noop("Round {round} of the beacon is not what the beacon signs.")


class SecondPersonNeeded(ServiceRefused):
    """After an attempt that failed, a draw without the phones is a repetition: somebody else agrees. Params: none."""

    code = "SECOND_PERSON_NEEDED"
    message = gettext_noop(
        "The draw failed before: open it to the phones again, or ask somebody else to agree to the word alone."
    )
