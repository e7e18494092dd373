"""Render events as an iCalendar feed (RFC 5545)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, time, timedelta
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import icalendar
from django.conf import settings

from tournament.events.calendar import Revision
from tournament.models import Event

#: Time zone of every event; its rule since 1996, so that a calendar needs no table of its own.
ZONE = "Europe/Rome"
_RULES = """BEGIN:VTIMEZONE
TZID:Europe/Rome
BEGIN:STANDARD
DTSTART:19961027T030000
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
TZNAME:CET
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:19970330T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
TZNAME:CEST
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
END:DAYLIGHT
END:VTIMEZONE
"""
#: How often a calendar program should refresh.
EVERY = timedelta(hours=6)

_STATUS = {Event.State.DRAFT: "TENTATIVE", Event.State.ANNOUNCED: "TENTATIVE", Event.State.VOID: "CANCELLED"}


def _site() -> str:
    return str(settings.FOSSATO_SITE_URL).rstrip("/")


def _times(event: Event, entry: icalendar.Event) -> None:
    """Add begin and end to an entry: from the start time to the end of the last day, else whole days.

    The duration is not known in advance.
    """
    day_after = event.last_day + timedelta(days=1)
    if event.starts_at is None:
        entry.add("dtstart", event.first_day)
        entry.add("dtend", day_after)
        return
    zone = ZoneInfo(ZONE)
    entry.add("dtstart", datetime.combine(event.first_day, event.starts_at, zone))
    entry.add("dtend", datetime.combine(day_after, time.min, zone))


def _entry(event: Event, revision: Revision) -> icalendar.Event:
    entry = icalendar.Event()
    host = urlsplit(_site()).hostname or "fossato"
    entry.add("uid", f"event-{event.pk}@{host}")
    entry.add("dtstamp", revision.at.astimezone(UTC))
    entry.add("last-modified", revision.at.astimezone(UTC))
    entry.add("created", event.created_at.astimezone(UTC).replace(microsecond=0))
    entry.add("sequence", revision.number)
    _times(event, entry)
    entry.add("summary", event.name)
    entry.add("location", f"{event.venue}, {event.city}")
    entry.add("url", _site() + event.get_absolute_url())
    entry.add("status", _STATUS.get(Event.State(event.state), "CONFIRMED"))
    if event.description.strip():
        entry.add("description", event.description.strip())
    return entry


def calendar(events: Iterable[Event], revisions: dict[int, Revision], *, name: str) -> bytes:
    """Return the iCalendar file of the events.

    Arguments:
        revisions: by primary key, of every event.
        name: the calendar's display name.
    """
    feed = icalendar.Calendar()
    feed.add("version", "2.0")
    feed.add("prodid", "-//Fossato//Calendario//IT")
    feed.add("method", "PUBLISH")
    feed.add("name", name)
    feed.add("x-wr-calname", name)
    feed.add("refresh-interval", EVERY, parameters={"VALUE": "DURATION"})
    feed.add_component(icalendar.Timezone.from_ical(_RULES))
    for event in events:
        feed.add_component(_entry(event, revisions[event.pk]))
    content: bytes = feed.to_ical()
    return content
