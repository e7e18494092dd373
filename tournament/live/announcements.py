"""Screen-reader announcements for the participant's page and the desk: texts by key, each announced once, on change.

A text holds no value that changes by itself: for the clock it states the time of day at which it ends.
"""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournament.core.formatting import ordinal
from tournament.models import DrawPress, HelpCall, LeaveWish
from tournament.pages.event import round_title
from tournament.pages.participant import ParticipantPage

News = dict[str, str]


def _assigned_seat(day: ParticipantPage) -> str:
    if day.round is None:
        return ""
    title = round_title(day.round)
    if day.now is None:
        return _("%(round)s: you do not sit at a table.") % {"round": title}
    facts = {"round": title, "table": day.now.table.number, "seat": day.now.position}
    return _("%(round)s: you sit at table %(table)s, seat %(seat)s.") % facts


def _clock(day: ParticipantPage) -> str:
    if day.round is None or day.now is None or day.clock is None or day.clock["state"] == "ready":
        return ""
    if day.round.clock_ends_at is None:
        return _("The clock is paused.")
    ends = date_format(timezone.localtime(day.round.clock_ends_at), "H:i")
    return _("The clock runs until %(time)s.") % {"time": ends}


def _sheet(day: ParticipantPage) -> str:
    if day.sheet is None or day.now is None:
        return ""
    facts = {"number": day.sheet.version, "who": day.sheet.entered_name}
    return _("The sheet of your table is in: version %(number)s, from %(who)s.") % facts


def _help(day: ParticipantPage) -> str:
    if day.call is not None:
        return _("The desk knows that this table needs help.")
    return _("The desk has closed your table’s call for help.") if day.call_closed else ""


def _result(day: ParticipantPage) -> str:
    if not day.results:
        return ""
    newest = day.results[0]
    facts = {"round": newest.title, "place": ordinal(newest.seat.place), "table": newest.table.number}
    return _("%(round)s, table %(table)s is confirmed: your place is %(place)s.") % facts


def _standings(day: ParticipantPage) -> str:
    if not day.standings:
        return ""
    own_place = next((row["place"] for row in day.standings if row["me"]), None)
    announcement = _("The standings are out: %(round)s.") % {"round": day.standings_title}
    return (
        announcement
        if own_place is None
        else announcement + " " + _("You are %(place)s.") % {"place": ordinal(own_place)}
    )


def participant_announcements(day: ParticipantPage) -> News:
    """Return the announcements of the participant's page, by key; empty if there are none."""
    final = _("The event is over: your place is %(place)s.") % {"place": ordinal(day.place.place)} if day.place else ""
    return {
        "where": _assigned_seat(day),
        "clock": _clock(day),
        "sheet": _sheet(day),
        "help": _help(day),
        "result": _result(day),
        "standings": _standings(day),
        "place": final,
    }


def desk_announcements(calls: list[HelpCall], leaving: list[LeaveWish], open_draw: DrawPress | None) -> News:
    """Return the desk's announcements: an open draw, tables that call for help, players who leave."""
    announcements: dict[str, Any] = {}
    if open_draw is not None:
        announcements[f"draw-{open_draw.pk}"] = _("The draw is under way.")
    for call in calls:
        facts = {"number": call.table.number, "round": call.table.round.number}
        request_text = _("Help is needed at table %(number)s (round %(round)s)") % facts
        announcements[f"call-{call.pk}"] = ": ".join(part for part in (request_text, call.words) if part)
    for wish in leaving:
        announcements[f"leave-{wish.pk}"] = _("Leaving after this round: %(player)s") % {"player": wish.entry}
    return announcements
