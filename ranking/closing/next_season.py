"""Open the season after one: its days a year later, its calendar as drafts of the clubs (art. 1.3)."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.db import transaction

from tournament.core.audit import By
from tournament.events.fields import SEASON_FIELDS, Again, NextSeason, repeated
from tournament.events.lifecycle import event_create
from tournament.events.seasons import season_create
from tournament.models import Event, Season

State = Event.State
#: Weeks between a day and the same weekday of the next year.
_WEEKS = 52
#: States of events that are carried over: held or announced, not given up.
_CARRIED = (
    State.HOMOLOGATED,
    State.NOT_HOMOLOGATED,
    State.INVALIDATED,
    State.REPORTED,
    State.CONCLUDED,
    State.RUNNING,
    State.CHECK_IN,
    State.AUTHORISED,
    State.ANNOUNCED,
)


def _a_year_later(day: date) -> date:
    """Return the same day of the next year, 28 February for 29 February."""
    try:
        return day.replace(year=day.year + 1)
    except ValueError:
        return day.replace(year=day.year + 1, day=28)


def _next_name(name: str) -> str:
    """Return a name with its years one later; a name without a year is unchanged."""
    return re.sub(r"\b(?:19|20)\d\d\b", lambda year: str(int(year[0]) + 1), name)


def _later(value: date | str | None) -> date | str | None:
    """Return a day a year later, a name with its years one later."""
    return _next_name(value) if isinstance(value, str) else _a_year_later(value) if value else None


def next_season_facts(season: Season) -> dict[str, Any]:
    """Return the fields that the form of the next season proposes."""
    return {
        field.name: _later(value) if field.proposed is NextSeason.LATER else value
        for field in SEASON_FIELDS
        if field.proposed is not NextSeason.NOTHING
        for value in [getattr(season, field.name)]
    }


@dataclass(frozen=True, slots=True)
class CarriedEvent:
    """An event and the days of its draft in the next season: the same weekdays."""

    event: Event
    first_day: date
    last_day: date


def calendar_to_carry(season: Season) -> list[CarriedEvent]:
    """Return the events whose clubs can hold them again, by date. Runs one query."""
    events = Event.objects.filter(
        season=season, is_official=True, state__in=_CARRIED, organiser__disqualified_at=None
    ).select_related("organiser")
    shift = timedelta(weeks=_WEEKS)
    return [
        CarriedEvent(event, event.first_day + shift, event.last_day + shift)
        for event in events.order_by("first_day", "pk")
    ]


@transaction.atomic
def season_next_open(
    *, season: Season, events: Collection[int], by: By, name: str, first_day: date, last_day: date, **facts: Any
) -> tuple[Season, int]:
    """Open the season after one, with drafts of the chosen events for their clubs to complete and announce.

    An event whose days fall outside the new season is left out: its club decides on other days.

    Arguments:
        events: primary keys among those of calendar_to_carry; facts: as for season_create.

    Returns the new season and how many drafts it has. Raises the errors of season_create and event_create.
    """
    opened = season_create(name=name, first_day=first_day, last_day=last_day, by=by, game=season.game, **facts)
    count = 0
    for carried in calendar_to_carry(season):
        inside = first_day <= carried.first_day and carried.last_day <= last_day
        if carried.event.pk in events and inside:
            _draft(carried, opened)
            count += 1
    return opened, count


def _draft(carried: CarriedEvent, season: Season) -> Event:
    """Create the draft of an event; its author is the site, so that only the club gets the role of organiser."""
    facts: dict[str, Any] = repeated(carried.event, Again.NEXT_SEASON, Again.TAKEN, Again.OFFERED)
    facts |= {"name": _next_name(carried.event.name), "first_day": carried.first_day, "last_day": carried.last_day}
    return event_create(organiser=carried.event.organiser, season=season, by=None, **facts)
