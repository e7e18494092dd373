"""Summary of a season for the home page: current, upcoming and latest events."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from operator import attrgetter
from typing import Any

from django.db.models import Count, Q
from django.utils import timezone

from tournament.core.regions import is_near
from tournament.events.selectors import listed_events
from tournament.models import Entry, Event, Round, Season, StandingRow, Table
from tournament.pages.event import final_places, shown_name
from tournament.regulation import parameters as regulation
from tournament.regulation.points import Fascia
from tournament.results.bump_chart import BumpChart, bump_chart

State = Event.State
COMING = (State.ANNOUNCED, State.AUTHORISED, State.CHECK_IN)
STATES_WITH_PLAYED_ROUNDS = (
    State.CONCLUDED,
    State.REPORTED,
    State.HOMOLOGATED,
    State.NOT_HOMOLOGATED,
    State.INVALIDATED,
)
#: States of events whose standings may be drawn: played to the end and not rejected.
STATES_WITH_CHART = (State.CONCLUDED, State.REPORTED, State.HOMOLOGATED)


def today() -> date:
    """Return the current day in the championship's time zone."""
    return timezone.localdate()


def event_chart(event: Event, *, sees_names: bool = False, me: int | None = None) -> BumpChart | None:
    """Return the bump chart of an event's standings by round; None if there is nothing to draw. Runs two queries."""
    rows = StandingRow.objects.filter(round__event=event, round__is_final=False).order_by("round__number")

    def names(entry: Entry) -> str:
        return shown_name(entry, sees_names=sees_names, me=me, national=True)

    return bump_chart(event, rows.values_list("entry_id", "position"), final_places(event), names)


@dataclass(frozen=True, slots=True)
class RunningEvent:
    """A running event with its open round, if it has one."""

    event: Event
    round: Round | None
    players: int
    tables: int
    confirmed: int


#: Number of tables of a round, and of those confirmed, as the query of :func:`running_events` counts them.
_tables = attrgetter("count", "done")


def running_events() -> list[RunningEvent]:
    """Return the running events, the latest opened round first. Runs two queries."""
    events = list(
        listed_events()
        .filter(state=State.RUNNING)
        .annotate(present=Count("entries", filter=Q(entries__state=Entry.State.PLAYING)))
        .order_by("-first_day", "pk")
    )
    open_rounds = (
        Round.objects.filter(event__in=events, state__in=(Round.State.PUBLISHED, Round.State.RUNNING))
        .select_related("event")
        .annotate(count=Count("tables"), done=Count("tables", filter=Q(tables__state=Table.State.CONFIRMED)))
    )
    by_event: dict[int, Round] = {}
    counts: dict[int, tuple[int, int]] = {}
    for open_round in open_rounds:
        by_event[open_round.event_id] = open_round
        counts[open_round.event_id] = _tables(open_round)
    running = [
        RunningEvent(
            event,
            by_event.get(event.pk),
            event.present,
            *counts.get(event.pk, (0, 0)),
        )
        for event in events
    ]
    return sorted(
        running, key=lambda running_event: (running_event.round is None, -running_event.event.first_day.toordinal())
    )


@dataclass(frozen=True, slots=True)
class ComingEvent:
    """An upcoming event with its number of entries and the minimum."""

    event: Event
    entered: int
    minimum: int | None

    @property
    def enough(self) -> bool:
        return self.minimum is None or self.entered >= self.minimum

    @property
    def free(self) -> int | None:
        """Return the number of free places; None for an event without a limit."""
        return None if self.event.capacity is None else max(0, self.event.capacity - self.entered)


def coming_events(season: Season, *, limit: int = 6, day: date | None = None) -> list[ComingEvent]:
    """Return the next events, soonest first. Runs one query.

    For a season that is over, returns the events that are still open.
    """
    day = day or today()
    events = listed_events().filter(season=season, state__in=COMING)
    if day <= season.last_day:
        events = events.filter(last_day__gte=day)
    coming = []
    for event in events.annotate(entered=Count("entries")).order_by("first_day", "pk")[:limit]:
        coming.append(ComingEvent(event, event.entered, minimum_players(event)))
    return coming


@dataclass(frozen=True, slots=True)
class EventsByPlace:
    """Upcoming events: those near the place that the visitor typed, the first of the others, and the soonest."""

    place: str
    near: list[ComingEvent]
    others: list[ComingEvent]
    next: ComingEvent | None


def events_by_place(coming: list[ComingEvent], place: str, *, limit: int = 6) -> EventsByPlace:
    """Return the upcoming events near a place, then at most ``limit`` others, each in the order given."""
    near = [item for item in coming if is_near(item.event.city, place)]
    others = [item for item in coming if item not in near]
    return EventsByPlace(place, near, others[:limit], coming[0] if coming else None)


def minimum_players(event: Event) -> int | None:
    """Return the number of players that the declared fascia needs; None for the national final (art. 1.3)."""
    if event.is_national_final:
        return None
    return regulation.get(event.regulation).minimum_players[Fascia(event.fascia_declared)]


@dataclass(frozen=True, slots=True)
class SeasonSummary:
    """Summary of a season for the home page.

    Arguments:
        line: its events in the format of the tag ``season_line``.
        played: the latest ones played.
        charted: the latest event played to its end.
    """

    season: Season
    line: list[dict[str, Any]]
    events: int
    homologated: int
    played: list[Event]
    charted: Event | None


def season_summary(season: Season, *, limit: int = 4) -> SeasonSummary:
    """Return the summary of a season: all public events, their numbers, and the latest ones played. Runs one query."""
    event_rows = listed_events().only("name", "slug", "city", "first_day", "last_day", "fascia_effective", "state")
    events = list(event_rows.filter(season=season).order_by("first_day", "pk"))
    played = [event for event in reversed(events) if event.state in STATES_WITH_PLAYED_ROUNDS]
    return SeasonSummary(
        season=season,
        line=[
            {
                "date": event.first_day,
                "name": event.name,
                "place": event.city,
                "fascia": event.fascia_effective,
                "state": event.state,
            }
            for event in events
        ],
        events=len(events),
        homologated=sum(event.state == State.HOMOLOGATED for event in events),
        played=played[:limit],
        charted=max(
            (event for event in played if event.state in STATES_WITH_CHART),
            key=lambda event: (event.last_day, event.pk),
            default=None,
        ),
    )
