"""Events to come, with their numbers: of the home page, of a club, of a place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from tournament.entries.selectors import is_open_to_players
from tournament.events.regions import is_near
from tournament.events.selectors import listed_events
from tournament.models import Entry, EntryRequest, Event, Season

#: States of an event that is still to be played.
COMING = (Event.State.ANNOUNCED, Event.State.AUTHORISED, Event.State.CHECK_IN)


@dataclass(frozen=True, slots=True)
class ComingEvent:
    """An upcoming event with the numbers of its players and of its waiting list.

    Arguments:
        entered: players who have a place; held: places kept for players of the list who have not answered yet.
        waiting: players on the waiting list.
    """

    event: Event
    entered: int
    held: int
    waiting: int

    @property
    def free(self) -> int | None:
        """Return the number of free places; None for an event without a limit."""
        return None if self.event.capacity is None else max(0, self.event.capacity - self.entered - self.held)

    @property
    def price(self) -> str:
        """Return the price without its reductions, which stand after a comma."""
        return self.event.price.partition(",")[0]

    @property
    def is_open(self) -> bool:
        """Return whether players can enter themselves now."""
        return is_open_to_players(self.event)


def _number_of(rows: QuerySet[Any]) -> Coalesce:
    """Return the number of rows of each event, in a query of its own."""
    counted = rows.filter(event=OuterRef("pk")).order_by().values("event")
    return Coalesce(Subquery(counted.annotate(number=Count("pk")).values("number")), 0)


_numbers = attrgetter("entered", "held", "waiting")


def coming_of(events: QuerySet[Event]) -> list[ComingEvent]:
    """Return those of the events that are to come, soonest first, with their numbers. One query."""
    now = timezone.now()
    requests, promoted = EntryRequest.State.WAITING, EntryRequest.State.PROMOTED
    players = Entry.objects.exclude(state=Entry.State.ABSENT).exclude(left_after=0)
    counted = events.filter(state__in=COMING).annotate(
        entered=_number_of(players),
        held=_number_of(EntryRequest.objects.filter(state=promoted, answer_by__gt=now)),
        waiting=_number_of(EntryRequest.objects.filter(state=requests)),
    )
    return [ComingEvent(event, *_numbers(event)) for event in counted.order_by("first_day", "starts_at", "pk")]


def coming_events(seasons: Sequence[Season]) -> list[ComingEvent]:
    """Return the events to come of some seasons; of a season that is over, those still open. One query."""
    today = timezone.localdate()
    late = Q(last_day__gte=today) | Q(season__last_day__lt=today)
    return coming_of(listed_events().filter(late, season__in=seasons))


def coming_near(place: str, *, besides: Event | None = None, most: int = 3) -> list[ComingEvent]:
    """Return the next events that players can enter, those in a place or its region first, at most some. One query.

    Arguments:
        place: a city or region as typed; blank: the soonest events.
        besides: an event that is not wanted.
    """
    events = listed_events().filter(last_day__gte=timezone.localdate()).select_related("season")
    coming = [item for item in coming_of(events) if besides is None or item.event.pk != besides.pk]
    return sorted(coming, key=lambda item: not is_near(item.event.city, place))[:most]
