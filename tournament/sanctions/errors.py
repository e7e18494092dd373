"""Errors raised where a sanction prevents something.

The tree::

    RuleError
        SanctionRefused
            SanctionsOff, PersonSuspended, PlayerDisqualified, SuspensionOver, NoAppeal, AppealDecided,
            InfractionStands
"""

from __future__ import annotations

from tournament.regulation.errors import RuleError
from tournament.regulation.translatable import gettext_noop


class SanctionRefused(RuleError):
    """Base of the errors about sanctions. Nothing was written."""

    article = "1.1"


class SanctionsOff(SanctionRefused):
    """The version of the regulation knows no sanctions (AMB-44). Params: version."""

    code = "SANCTIONS_OFF"
    message = gettext_noop("Version {version} of the regulation has no register of infractions.")


class PersonSuspended(SanctionRefused):
    """The player cannot be entered, nor be checked in. Params: player, until (a day)."""

    code = "PERSON_SUSPENDED"
    message = gettext_noop("{player} is suspended until {until}, that day included.")


class PlayerDisqualified(SanctionRefused):
    """A disqualified player does not come back into the event. Params: player."""

    code = "PLAYER_DISQUALIFIED"
    message = gettext_noop("{player} is disqualified from this event: only a granted appeal lets them come back.")


class SuspensionOver(SanctionRefused):
    """A suspension ends after today. Params: until (a day)."""

    code = "SUSPENSION_OVER"
    message = gettext_noop("A suspension lasts until a day to come: {until} is past.")


class NoAppeal(SanctionRefused):
    """There is no appeal to decide on. Params: player."""

    code = "NO_APPEAL"
    message = gettext_noop("There is no appeal of {player} to decide on.")


class AppealDecided(SanctionRefused):
    """One appeal for each infraction. Params: player."""

    code = "APPEAL_DECIDED"
    message = gettext_noop("The appeal of {player} against this infraction is noted already.")


class InfractionStands(SanctionRefused):
    """An infraction with an effect or an appeal is not deleted. Params: player."""

    code = "INFRACTION_STANDS"
    message = gettext_noop(
        "The infraction of {player} had an effect or was appealed against: note an appeal and decide on it."
    )
