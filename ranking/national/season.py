"""Summary of a season for the home page: current, upcoming and latest events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from operator import attrgetter
from typing import Any

from django.db.models import Case, Count, FilteredRelation, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce
from django.utils import timezone

from ranking.national.regions import is_near
from tournament.events.selectors import listed_events
from tournament.models import Entry, Event, FinalPlace, Round, Season, StandingRow, Table
from tournament.pages.event import shown_name
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


#: Columns of the players of a chart, from a row of the standings.
_CHARTED = (
    *("entry__number", "entry__beside", "entry__consent", "entry__event_id"),
    *(f"entry__person__{name}" for name in ("first_name", "last_name", "consent")),
    *(f"entry__final_place__{name}" for name in ("entry_id", "place", "decided_by")),
)


def event_chart(event: Event, *, sees_names: bool = False, me: int | None = None) -> BumpChart | None:
    """Return the bump chart of an event's standings by round; None if there is nothing to draw. Runs one query."""
    rows = list(
        StandingRow.objects.filter(round__event=event, round__is_final=False, entry__final_place__isnull=False)
        .select_related("entry__person", "entry__final_place")
        .only("position", *_CHARTED)
        .order_by("round__number")
    )
    places: dict[int, FinalPlace] = {}
    for row in rows:
        place = places.setdefault(row.entry_id, row.entry.final_place)
        place.entry = row.entry

    def names(entry: Entry) -> str:
        return shown_name(entry, sees_names=sees_names, me=me, national=True)

    ordered = sorted(places.values(), key=attrgetter("place"))
    return bump_chart(event, [(row.entry_id, row.position) for row in rows], ordered, names)


@dataclass(frozen=True, slots=True)
class RunningEvent:
    """A running event with its open round, if it has one."""

    event: Event
    round: Round | None
    players: int
    tables: int
    confirmed: int


#: What :func:`running_events` counts: players, tables of the open round, those of them that are confirmed.
_counts = attrgetter("present", "tables", "confirmed")


def _number_of(rows: QuerySet[Any], of: str) -> Coalesce:
    """Return the number of rows with the same value of a column, in a query of its own."""
    return Coalesce(Subquery(rows.order_by().values(of).annotate(number=Count("pk")).values("number")), 0)


def running_events() -> list[RunningEvent]:
    """Return the running events, the latest opened round first. Runs one query."""
    is_open = Q(round_set__state__in=(Round.State.PUBLISHED, Round.State.RUNNING))
    players = Entry.objects.filter(event=OuterRef("pk"), state=Entry.State.PLAYING)
    tables = Table.objects.filter(round=OuterRef("open_round"))
    events = (
        listed_events()
        .filter(state=State.RUNNING)
        .annotate(open_round=FilteredRelation("round_set", condition=is_open))
        .annotate(
            present=_number_of(players, "event"),
            tables=_number_of(tables, "round"),
            confirmed=_number_of(tables.filter(state=Table.State.CONFIRMED), "round"),
        )
        .select_related("open_round")  # type: ignore[misc]  # the stubs do not know filtered relations
        .order_by("-first_day", "pk")
    )
    running = []
    for event in events:
        open_round: Round | None = getattr(event, "open_round", None)
        if open_round is not None:
            open_round.event = event
        running.append(RunningEvent(event, open_round, *_counts(event)))
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
        coming: the next ones, soonest first.
        played: the latest ones played.
        charted: the latest event played to its end.
    """

    season: Season
    line: list[dict[str, Any]]
    events: int
    homologated: int
    coming: list[ComingEvent]
    played: Sequence[Event]
    charted: Event | None


#: Columns of the events of a season that the home page reads, with the key.
_COLUMNS = (
    *("id", "name", "slug", "city", "venue", "first_day", "last_day", "starts_at", "price", "capacity", "state"),
    *("fascia_declared", "fascia_effective", "regulation", "is_national_final"),
)


def _as_event(row: Any) -> Event:
    """Return the event of a row of ``season_summary``; columns that it has not are read when they are needed."""
    # The order in which Django takes the values of a row.
    names = [field.attname for field in Event._meta.concrete_fields if field.attname in _COLUMNS]
    return Event.from_db(None, names, [getattr(row, name) for name in names])


def _is_coming(row: Any, season: Season, day: date) -> bool:
    """Return whether an event is still to come; of a season that is over, whether it is still open."""
    return row.state in COMING and (day > season.last_day or row.last_day >= day)


def _coming_event(row: Any) -> ComingEvent:
    event = _as_event(row)
    return ComingEvent(event, row.entered, minimum_players(event))


def season_summary(season: Season, *, limit: int = 4, day: date | None = None) -> SeasonSummary:
    """Return the summary of a season: all public events, their numbers, the next and the latest ones. Runs one query.

    Only the events that are shown as more than a shield become objects: a season has a thousand.

    Arguments:
        limit: the most events played that are returned.
        day: the current one.
    """
    day = day or today()
    entries = _number_of(Entry.objects.filter(event=OuterRef("pk")), "event")
    # Only what is to come shows how many have entered.
    entered = Case(When(state__in=COMING, then=entries), default=Value(0))
    columns = listed_events().filter(season=season).annotate(entered=entered).order_by("first_day", "pk")
    rows = list(columns.values_list(*_COLUMNS, "entered", named=True))
    played = [row for row in reversed(rows) if row.state in STATES_WITH_PLAYED_ROUNDS]
    charted = max(
        (row for row in played if row.state in STATES_WITH_CHART), key=lambda row: (row.last_day, row.id), default=None
    )
    return SeasonSummary(
        season=season,
        line=[
            {
                "date": row.first_day,
                "name": row.name,
                "place": row.city,
                "fascia": row.fascia_effective,
                "state": row.state,
            }
            for row in rows
        ],
        events=len(rows),
        homologated=sum(row.state == State.HOMOLOGATED for row in rows),
        coming=[_coming_event(row) for row in rows if _is_coming(row, season, day)],
        played=[_as_event(row) for row in played[:limit]],
        charted=_as_event(charted) if charted else None,
    )
