"""Render events as iCalendar files (RFC 5545): the feeds of the site, and the files attached to mails."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import icalendar
from django.conf import settings
from django.db.models import Count, Max

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


@dataclass(frozen=True, slots=True)
class Revision:
    """RFC 5545, 3.8.7.3 and 3.8.7.4: ``number`` grows with every change, ``at`` is the moment of the last."""

    number: int
    at: datetime


def revisions(events: Collection[Event]) -> dict[int, Revision]:
    """Return the revisions of events by primary key. One query. An event without history was never changed."""
    history_rows = Event.history.filter(id__in=[event.pk for event in events]).order_by().values("id")
    rows = {row["id"]: row for row in history_rows.annotate(changes=Count("history_id"), at=Max("history_date"))}
    revisions_by_event = {}
    for event in events:
        row = rows.get(event.pk)
        number, changed_at = (row["changes"] - 1, row["at"]) if row else (0, event.created_at)
        revisions_by_event[event.pk] = Revision(number, changed_at.replace(microsecond=0))
    return revisions_by_event


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
    entry.add("location", event.place)
    entry.add("url", _site() + event.get_absolute_url())
    entry.add("status", _STATUS.get(Event.State(event.state), "CONFIRMED"))
    if event.description.strip():
        entry.add("description", event.description.strip())
    return entry


def calendar(
    events: Iterable[Event], revisions_by_event: dict[int, Revision], *, name: str, method: str = "PUBLISH"
) -> bytes:
    """Return the iCalendar file of the events.

    Arguments:
        revisions_by_event: by primary key, of every event.
        name: the calendar's display name.
        method: RFC 5546: ``PUBLISH``, or ``CANCEL`` to take cancelled events out of a calendar.
    """
    feed = icalendar.Calendar()
    feed.add("version", "2.0")
    feed.add("prodid", "-//Fossato//Calendario//IT")
    feed.add("method", method)
    feed.add("name", name)
    feed.add("x-wr-calname", name)
    feed.add("refresh-interval", EVERY, parameters={"VALUE": "DURATION"})
    feed.add_component(icalendar.Timezone.from_ical(_RULES))
    for event in events:
        feed.add_component(_entry(event, revisions_by_event[event.pk]))
    content: bytes = feed.to_ical()
    return content
