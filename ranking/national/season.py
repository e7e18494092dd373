"""The season at a glance: which one it is, what is played, what comes, what was played last."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Count, Q
from django.utils import timezone

from tournament.models import Entry, Event, Round, Season, StandingRow, Table
from tournament.pages.event import final_places, shown_name
from tournament.regulation import parameters as regulation
from tournament.regulation.points import Fascia
from tournament.results.bump_chart import BumpChart, bump_chart

State = Event.State
COMING = (State.ANNOUNCED, State.AUTHORISED, State.CHECK_IN)
PLAYED = (State.CONCLUDED, State.REPORTED, State.HOMOLOGATED, State.NOT_HOMOLOGATED, State.INVALIDATED)
#: Played to the end, and no decision speaks against it.
CHARTED = (State.CONCLUDED, State.REPORTED, State.HOMOLOGATED)


def today() -> date:
    """The day in the championship's time zone."""
    return timezone.localdate()


def event_chart(event: Event, *, sees_names: bool = False, me: int | None = None) -> BumpChart | None:
    """The standings of an event round by round; None where there is nothing to draw: two queries."""
    rows = StandingRow.objects.filter(round__event=event, round__is_final=False).order_by("round__number")

    def names(entry: Entry) -> str:
        return shown_name(entry, sees_names=sees_names, me=me, national=True)

    return bump_chart(event, rows.values_list("entry_id", "position"), final_places(event), names)


@dataclass(frozen=True, slots=True)
class RunningEvent:
    """An event that is being played now, with its open round where there is one."""

    event: Event
    round: Round | None
    players: int
    tables: int
    confirmed: int


def running_events() -> list[RunningEvent]:
    """What is being played, the round opened last first: two queries."""
    events = list(
        Event.objects.filter(state=State.RUNNING)
        .annotate(present=Count("entries", filter=Q(entries__state=Entry.State.PLAYING)))
        .order_by("-first_day", "pk")
    )
    open_rounds = (
        Round.objects.filter(event__in=events, state__in=(Round.State.PUBLISHED, Round.State.RUNNING))
        .select_related("event")
        .annotate(count=Count("tables"), done=Count("tables", filter=Q(tables__state=Table.State.CONFIRMED)))
    )
    by_event = {one.event_id: one for one in open_rounds}
    found = [
        RunningEvent(
            event,
            by_event.get(event.pk),
            event.present,
            by_event[event.pk].count if event.pk in by_event else 0,
            by_event[event.pk].done if event.pk in by_event else 0,
        )
        for event in events
    ]
    return sorted(found, key=lambda one: (one.round is None, -one.event.first_day.toordinal()))


@dataclass(frozen=True, slots=True)
class ComingEvent:
    """An event to come, with how many it needs."""

    event: Event
    entered: int
    minimum: int | None

    @property
    def enough(self) -> bool:
        return self.minimum is None or self.entered >= self.minimum


def coming_events(season: Season, *, limit: int = 6, day: date | None = None) -> list[ComingEvent]:
    """The next events, soonest first: one query. Of a season that is over, whatever was left open."""
    day = day or today()
    events = Event.objects.filter(season=season, state__in=COMING)
    if day <= season.last_day:
        events = events.filter(last_day__gte=day)
    found = []
    for event in events.annotate(entered=Count("entries")).order_by("first_day", "pk")[:limit]:
        found.append(ComingEvent(event, event.entered, minimum_players(event)))
    return found


def minimum_players(event: Event) -> int | None:
    """Art. 1.3: the players that the declared fascia needs; None for the national final."""
    if event.is_national_final:
        return None
    return regulation.get(event.regulation).minimum_players[Fascia(event.fascia_declared)]


@dataclass(frozen=True, slots=True)
class SeasonGlance:
    """A season for the home page.

    Arguments:
        line: its events as the tag ``season_line`` wants them; played: those played last.
        charted: the latest event that was played to its end.
    """

    season: Season
    line: list[dict[str, Any]]
    events: int
    homologated: int
    played: list[Event]
    charted: Event | None


def season_glance(season: Season, *, limit: int = 4) -> SeasonGlance:
    """All public events of a season, with what the home page says of them, and those played last: one query."""
    shown = Event.objects.only("name", "slug", "city", "first_day", "last_day", "fascia_effective", "state")
    events = list(shown.filter(season=season).exclude(state=State.DRAFT).order_by("first_day", "pk"))
    played = [event for event in reversed(events) if event.state in PLAYED]
    return SeasonGlance(
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
            (event for event in played if event.state in CHARTED),
            key=lambda event: (event.last_day, event.pk),
            default=None,
        ),
    )
