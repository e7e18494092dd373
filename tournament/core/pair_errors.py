"""Errors about the pairs of an event (``tournament.regulation.pairs``)."""

from __future__ import annotations

from tournament.core.errors import ServiceRefused
from tournament.regulation.translatable import gettext_noop


class PairsIncomplete(ServiceRefused):
    """Round 1 is drawn among pairs: everybody present has a partner who is present. Params: players."""

    code = "PAIRS_INCOMPLETE"
    message = gettext_noop(
        "Without a partner who is present: {players}. Make the pairs in the list of the entries, or undo the check-in "
        "of whoever does not play."
    )


class NotInPairs(ServiceRefused):
    """Partners exist in an event in pairs only."""

    code = "NOT_IN_PAIRS"
    message = gettext_noop("This event is not played in pairs: that is an option of an event of Megalomania.")


class PairTaken(ServiceRefused):
    """A player has one partner. Params: player, partner."""

    code = "PAIR_TAKEN"
    message = gettext_noop("{player} already plays with {partner}: undo that pair first.")


class PairWithSelf(ServiceRefused):
    """A pair is of two players of the same event. Params: player."""

    code = "PAIR_WITH_SELF"
    message = gettext_noop("A pair is two different players of this event: choose a partner for {player}.")
