"""What only the pages need: the season at a glance, how places moved, one player's results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import groupby
from typing import Any

from django.db.models import Count, Max, Q
from django.utils import timezone

from ranking.models import LedgerEntry
from ranking.rules import LedgerLine, RankingRow, across_line, ranking
from ranking.selectors import RankingEntry, drawn_orders, roots, standing_entries
from tournament.models import Entry, Event, EventRole, FinalPlace, Person, Round, Season, StandingRow, Table
from tournament.permissions import is_national_referent
from tournament.rules import regulation
from tournament.rules.points import Fascia, half_points
from tournament.rules.standings import Tally
from tournament.selectors.pages import shown_name

State = Event.State
COMING = (State.ANNOUNCED, State.AUTHORISED, State.CHECK_IN)
PLAYED = (State.CONCLUDED, State.REPORTED, State.HOMOLOGATED, State.NOT_HOMOLOGATED, State.INVALIDATED)


def today() -> date:
    """The day in the championship's time zone."""
    return timezone.localdate()


def current_season(day: date | None = None) -> Season | None:
    """The season that holds the day, else the one that began last, else the first to come: one query."""
    day = day or today()
    seasons = list(Season.objects.order_by("-first_day", "-pk"))
    holding = [season for season in seasons if season.first_day <= day <= season.last_day]
    begun = [season for season in seasons if season.first_day <= day]
    return next(iter([*holding, *begun, *reversed(seasons)]), None)


# ---------------------------------------------------------------- places in time


@dataclass(frozen=True, slots=True)
class Trail:
    """How the Ranking of a season moved: its homologated events in the order of their days.

    Arguments:
        events: name and last day of each; ranks: per person the rank after each event, from the first that counted;
        starts: per person the index of that first event; last: the rows after the last event.
    """

    events: list[tuple[str, date]]
    ranks: dict[int, list[int]]
    starts: dict[int, int]
    last: list[RankingRow[int]]

    @property
    def worst(self) -> int:
        return max((row.rank for row in self.last), default=0)

    def moved(self, person: int) -> int | None:
        """How many places a person won (or lost, negative) with the last event; None for who is new in it."""
        ranks = self.ranks.get(person, [])
        return ranks[-2] - ranks[-1] if len(ranks) > 1 else None


def trail(season: Season) -> Trail:
    """Art. 1.6: the Ranking after every homologated event, lots in the last one only: three queries."""
    kept = roots()
    rows = (
        standing_entries(season)
        .order_by("event__last_day", "event_id", "pk")
        .values_list(
            "event_id",
            "event__name",
            "event__last_day",
            "person_id",
            "half_points",
            "wins",
            "ordinary_wins",
            "seconds",
            "thirds",
        )
    )
    lines: list[LedgerLine[int]] = []
    found = Trail([], {}, {}, [])
    last: list[RankingRow[int]] = []
    orders = drawn_orders(season)
    for _, entries in groupby(rows, key=lambda row: row[0]):
        group = list(entries)
        found.events.append((group[0][1], group[0][2]))
        lines += [LedgerLine(kept.get(row[3], row[3]), row[4], Tally(*row[5:])) for row in group]
        last = ranking(lines)
        for row in last:
            found.starts.setdefault(row.player, len(found.events) - 1)
            found.ranks.setdefault(row.player, []).append(row.rank)
    crossing = across_line(lines, season.finalists)
    drawn = next((order for order in orders if crossing and sorted(order) == sorted(crossing)), [])
    if drawn:
        last = ranking(lines, lots={person: lot for lot, person in enumerate(drawn, start=1)}, line=season.finalists)
        for row in last:
            found.ranks[row.player][-1] = row.rank
    return Trail(found.events, found.ranks, found.starts, last)


@dataclass(frozen=True, slots=True)
class RankingLine:
    """A row of the Ranking's page.

    Arguments:
        entry: the row; person: its primary key where the visitor sees a name, else 0.
        places: the ranks in time; moved: places won with the last event, None for a new or nameless row.
        equal: whether it is equal on everything to the row above; lot: whether a lot will have to be drawn for it.
        cut_text: the words of the line of water under it, on the last row called.
    """

    entry: RankingEntry
    places: list[int] = field(default_factory=list)
    moved: int | None = None
    equal: bool = False
    lot: bool = False
    cut_text: str = ""

    @property
    def name(self) -> str:
        """For sorting: who has no name comes last."""
        return (self.entry.name or "\uffff").casefold()


def ranking_lines(rows: Sequence[RankingEntry], moves: Trail, finalists: int, cut_text: str) -> list[RankingLine]:
    """The rows of the Ranking with how they moved and where a lot is needed (AMB-20).

    Arguments:
        finalists: how many are called; cut_text: what the line under the last of them says.
    """
    crossing = rows[finalists - 1].rank if 0 < finalists < len(rows) else 0
    if crossing and rows[finalists].rank != crossing:
        crossing = 0
    lines = []
    for index, row in enumerate(rows):
        person = row.person_id or 0
        lines.append(
            RankingLine(
                entry=row,
                places=moves.ranks.get(person, []),
                moved=moves.moved(person),
                equal=index > 0 and rows[index - 1].rank == row.rank,
                lot=bool(crossing) and row.rank == crossing,
                cut_text=cut_text if index == finalists - 1 and index + 1 < len(rows) else "",
            )
        )
    return lines


# ---------------------------------------------------------------- the season at a glance


@dataclass(frozen=True, slots=True)
class BumpChart:
    """The standings of an event round by round, for the chart of that name.

    Arguments:
        rounds: how many ordinary rounds; lines: as the tag ``bump`` wants them; winner: of the chart's sentence.
    """

    event: Event
    rounds: int
    lines: list[dict[str, Any]]
    finalists: int
    winner: dict[str, Any]


def bump_chart(season: Season, *, sees_names: bool = False, me: int | None = None) -> BumpChart | None:
    """The latest event of a season that was played to its end: three queries."""
    played = (State.CONCLUDED, State.REPORTED, State.HOMOLOGATED)
    event = Event.objects.filter(season=season, state__in=played).order_by("-last_day", "-pk").first()
    if event is None:
        return None
    standings: dict[int, list[int]] = {}
    rows = StandingRow.objects.filter(round__event=event, round__is_final=False).order_by("round__number")
    for entry, position in rows.values_list("entry_id", "position"):
        standings.setdefault(entry, []).append(position)
    rounds = max(map(len, standings.values()), default=0)
    lines = []
    for place in FinalPlace.objects.filter(event=event).select_related("entry__person").order_by("place"):
        before = standings.get(place.entry_id, [])
        if len(before) != rounds or not rounds:
            continue
        finalist = place.decided_by == "final"
        lines.append(
            {
                "name": shown_name(place.entry, sees_names=sees_names, me=me),
                "places": [*before, place.place] if finalist else before,
                "finalist": finalist,
                "winner": place.place == 1,
            }
        )
    winner = next((line for line in lines if line["winner"]), None)
    if winner is None:
        return None
    return BumpChart(event, rounds, lines, sum(bool(line["finalist"]) for line in lines), winner)


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
    """A season for the home page. ``line``: its events as the tag ``season_line`` wants them."""

    season: Season
    line: list[dict[str, Any]]
    events: int
    homologated: int
    played: list[Event]


def season_glance(season: Season, *, limit: int = 4) -> SeasonGlance:
    """All public events of a season, and those played last: one query."""
    events = list(Event.objects.filter(season=season).exclude(state=State.DRAFT).order_by("first_day", "pk"))
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
    )


def homologated_events(season: Season) -> tuple[int, date | None]:
    """How many events count in a season's Ranking, and the last day among them: one query."""
    found = standing_entries(season).order_by().aggregate(n=Count("event", distinct=True), day=Max("event__last_day"))
    return found["n"], found["day"]


# ---------------------------------------------------------------- one player


@dataclass(frozen=True, slots=True)
class PlayerSeason:
    """A season of one player.

    Arguments:
        entries: of the ledger, newest first; rank: None before anything counts.
        half_points, wins, seconds, thirds: the sums; places: the rank after each event, from the first played;
        events: name and day of each of those events.
    """

    season: Season
    entries: list[LedgerEntry]
    rank: int | None
    tied: int
    half_points: int
    wins: int
    seconds: int
    thirds: int
    decided_by: str
    places: list[int]
    events: list[tuple[str, date]]
    worst: int


def player_seasons(person: Person) -> list[PlayerSeason]:
    """Art. 1.6: everything that counts for a player, by season, newest first: two queries and two a season."""
    records = [person.pk, *(pk for pk, root in roots().items() if root == person.pk)]
    entries = (
        LedgerEntry.objects.filter(person__in=records, reverses__isnull=True, reversed_by__isnull=True)
        .select_related("event", "season")
        .order_by("-season__first_day", "-season_id", "-event__last_day", "-pk")
    )
    found = []
    for _, group in groupby(entries, key=lambda entry: entry.season_id):
        rows = list(group)
        moves = trail(rows[0].season)
        row = next(row for row in moves.last if row.player == person.pk)
        found.append(
            PlayerSeason(
                season=rows[0].season,
                entries=rows,
                rank=row.rank,
                tied=row.tied,
                half_points=row.half_points,
                wins=row.tally.wins,
                seconds=row.tally.seconds,
                thirds=row.tally.thirds,
                decided_by=row.decided_by,
                places=moves.ranks[person.pk],
                events=moves.events[moves.starts[person.pk] :],
                worst=moves.worst,
            )
        )
    return found


@dataclass(frozen=True, slots=True)
class WaitingResult:
    """A place in an event that does not count yet, with the points it would give."""

    event: Event
    place: int
    half_points: int | None


def player_waiting(person: Person) -> list[WaitingResult]:
    """Events played to their end whose result is not homologated: one query."""
    places = (
        FinalPlace.objects.filter(entry__person=person, event__state__in=(State.CONCLUDED, State.REPORTED))
        .select_related("event")
        .order_by("-event__last_day", "-pk")
    )
    return [
        WaitingResult(
            one.event,
            one.place,
            None
            if one.event.is_national_final
            else half_points(
                one.place, Fascia(one.event.fascia_effective), regulation=regulation.get(one.event.regulation)
            ),
        )
        for one in places
    ]


def may_see_player(person: Person, viewer: Any) -> bool:
    """Art. 1.6 (AMB-19): whoever gave consent is seen by all; others by themselves, the Referent, and those who
    organise an event that they entered."""
    if person.consent:
        return True
    if not viewer.is_authenticated:
        return False
    if person.user_id == viewer.pk or is_national_referent(viewer):
        return True
    mine = EventRole.objects.filter(user=viewer, role=EventRole.Role.ORGANISER).values("event_id")
    return Entry.objects.filter(person=person, event__in=mine).exists()
