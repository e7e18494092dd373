"""Errors raised by the register of referees.

The tree::

    RuleError
        RefereeRefused
            NoReferee, RefereeAway, RefereeDesignated, DesignationOver
"""

from __future__ import annotations

from tournament.regulation.errors import RuleError
from tournament.regulation.translatable import gettext_noop


class RefereeRefused(RuleError):
    """Base of the errors of the register of referees. Nothing was written."""

    article = ""


class NoReferee(RefereeRefused):
    """The person is not in the register, or no longer. Params: referee."""

    code = "NO_REFEREE"
    message = gettext_noop("{referee} is not in the register of referees now.")


class RefereeAway(RefereeRefused):
    """The referee is absent on a day of the event. Params: referee, first_day, last_day."""

    code = "REFEREE_AWAY"
    message = gettext_noop("{referee} is away from {first_day} to {last_day}: choose somebody else.")


class RefereeDesignated(RefereeRefused):
    """The referee is designated to another event of these days. Params: referee, event."""

    code = "REFEREE_DESIGNATED"
    message = gettext_noop("{referee} is designated to “{event}” on these days: that designation has to end first.")


class DesignationOver(RefereeRefused):
    """The event is over, cancelled or a practice event. Params: event, state."""

    code = "DESIGNATION_OVER"
    message = gettext_noop("No referee is designated to “{event}” any more: it is “{state}”.")
