"""Errors about the requests to undo or record a draw, and about who agrees to them."""

from __future__ import annotations

from tournament.core.errors import ServiceRefused
from tournament.regulation.translatable import gettext_noop


class DrawRequestOpen(ServiceRefused):
    """An event has at most one open request about a draw. Params: what."""

    code = "DRAW_REQUEST_OPEN"
    message = gettext_noop("A request is open already (“{what}”): wait until it is agreed to, or withdraw it.")


class DrawRequestGone(ServiceRefused):
    """The request was withdrawn, or the event has moved on. Params: what."""

    code = "DRAW_REQUEST_GONE"
    message = gettext_noop("The request “{what}” is no longer open: it was withdrawn, or the event has gone on.")


class NoShowInPairs(ServiceRefused):
    """A pair cannot play without one of its players (AMB-45). Params: player."""

    code = "NO_SHOW_IN_PAIRS"
    message = gettext_noop(
        "{player} plays in a pair, and nobody plays on alone: on the sheet of the table, record that the player "
        "dropped out, which counts for both."
    )


class PairApart(ServiceRefused):
    """Tables drawn by hand keep a pair together. Params: player, table."""

    code = "PAIR_APART"
    message = gettext_noop("{player} is at table {table} without the partner: a pair is drawn to one table.")


class PairNotOpposite(ServiceRefused):
    """Seats drawn by hand put partners opposite each other. Params: table."""

    code = "PAIR_NOT_OPPOSITE"
    message = gettext_noop(
        "At table {table} the partners do not sit opposite each other: the first player of each pair sits at seats 1 "
        "and 2, the second at seats 3 and 4, in the same order."
    )


class NoShowInFinal(ServiceRefused):
    """Nobody is taken off the final (AMB-45). Params: player."""

    code = "NO_SHOW_IN_FINAL"
    message = gettext_noop(
        "{player} plays the final: nobody is replaced there. On the sheet of the table, record that the player dropped "
        "out."
    )


class NoShowHasSheet(ServiceRefused):
    """The table has delivered a sheet, so it has played. Params: player, table."""

    code = "NO_SHOW_HAS_SHEET"
    message = gettext_noop(
        "Table {table} has delivered a sheet with {player}: record there that the player dropped out."
    )


class AgreementOwn(ServiceRefused):
    """The user who made a request cannot agree to it. Params: none."""

    code = "AGREEMENT_OWN"
    message = gettext_noop(
        "Whoever made the request cannot agree to it as well: it takes another account of the event, or two players "
        "on their own pages."
    )


class AgreementNotYours(ServiceRefused):
    """Only a player who is present, and did not make the request, can agree. Params: player."""

    code = "AGREEMENT_NOT_YOURS"
    message = gettext_noop(
        "{player} cannot agree to this request: it takes a player who is present and did not make it."
    )


class AgreementOfWitnesses(ServiceRefused):
    """To a sequence of dice or cards only those agree who read it out. Params: none."""

    code = "AGREEMENT_OF_WITNESSES"
    message = gettext_noop("Only the two players who read the sequence out can agree to it, on their own pages.")
