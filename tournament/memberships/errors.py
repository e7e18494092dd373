"""Errors raised by memberships.

The tree::

    RuleError
        MembershipRefused
            MemberElsewhere, MemberAlready, CardGiven, OutsideSeasonDays
"""

from __future__ import annotations

from tournament.regulation.errors import RuleError
from tournament.regulation.translatable import gettext_noop


class MembershipRefused(RuleError):
    """Base of the errors of memberships. Nothing was written."""

    article = ""


class MemberElsewhere(MembershipRefused):
    """A player is a member of one club a season; which other club it is, is not said. Params: player, season."""

    code = "MEMBER_ELSEWHERE"
    message = gettext_noop(
        "{player} is a member of another club in “{season}”: that membership has to be removed there first, or by the "
        "National Referent."
    )


class MemberAlready(MembershipRefused):
    """The player is a member of this club already. Params: player, season, card_number."""

    code = "MEMBER_ALREADY"
    message = gettext_noop("{player} is a member in “{season}” already, with card {card_number}.")


class CardGiven(MembershipRefused):
    """Another member of the season has this card number. Params: card_number, season."""

    code = "CARD_GIVEN"
    message = gettext_noop("Card {card_number} is somebody else’s in “{season}”.")


class OutsideSeasonDays(MembershipRefused):
    """No day of the card lies in the season. Params: season, season_first, season_last."""

    code = "MEMBERSHIP_OUTSIDE_SEASON"
    message = gettext_noop(
        "The card would not be valid on any day of “{season}”, from {season_first} to {season_last}."
    )
