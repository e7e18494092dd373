"""The calendar of the federation: events from today on, what falls on the same days, and terms (art. 1.2, AMB-47)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Count
from django.utils import timezone

from tournament.models import Event
from tournament.regulation import parameters as regulation

State = Event.State
#: States of events that take place, or may.
_KEPT = (State.ANNOUNCED, State.AUTHORISED, State.CHECK_IN, State.RUNNING)
#: How an event collides with another of the same days, the gravest first.
HALL, CLUB, CITY, FINAL, DAY = "hall", "club", "city", "final", "day"


@dataclass(frozen=True, slots=True)
class Conflict:
    """Another event on the same days: one of the constants above says what both share."""

    event: Event
    kind: str


@dataclass(frozen=True, slots=True)
class CalendarRow:
    """An event with its conflicts and its term.

    Arguments:
        notice: days between the announcement and the first day; None before the announcement.
        needed: days that the event's version asks for; 0 without a term.
    """

    event: Event
    conflicts: list[Conflict]
    notice: int | None
    needed: int

    @property
    def is_short(self) -> bool:
        """Return whether the event was announced later than its version asks."""
        return self.notice is not None and self.notice < self.needed


def federation_calendar() -> list[CalendarRow]:
    """Return the events that are not over, soonest first. One query."""
    events = Event.objects.filter(last_day__gte=timezone.localdate(), state__in=_KEPT, is_practice=False)
    rows = list(
        events.select_related("organiser", "season").annotate(entered=Count("entries")).order_by("first_day", "pk")
    )
    return [_row(event, rows) for event in rows]


def _row(event: Event, others: Sequence[Event]) -> CalendarRow:
    found = [Conflict(other, _kind(event, other)) for other in others if _meet(event, other)]
    order = (HALL, CLUB, CITY, FINAL, DAY)
    needed = regulation.get(event.regulation).readings.notice_days
    return CalendarRow(event, sorted(found, key=lambda one: order.index(one.kind)), notice_of(event), needed)


def notice_of(event: Event) -> int | None:
    """Return how many days before its first day an event was announced; None before the announcement."""
    announced = event.announced_on
    return None if announced is None else (event.first_day - announced) // timedelta(days=1)


def _meet(first: Event, second: Event) -> bool:
    """Return whether two events share a day."""
    return first.pk != second.pk and first.first_day <= second.last_day and second.first_day <= first.last_day


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def _kind(first: Event, second: Event) -> str:
    """Return what two events of the same days share, the gravest of it."""
    same_city = _plain(first.city) == _plain(second.city)
    if same_city and _plain(first.venue) == _plain(second.venue):
        return HALL
    if first.organiser_id == second.organiser_id:
        return CLUB
    if same_city:
        return CITY
    return FINAL if first.is_national_final or second.is_national_final else DAY
