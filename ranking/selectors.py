"""What the pages of the Ranking and of the Referent show, in a fixed number of queries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from django.db.models import Count, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games.findings import Finding
from ranking.models import CallUp, Decision, LedgerEntry
from ranking.rules import LedgerLine, across_line, ranking
from tournament.models import Draw, Event, Organiser, Person, Report, Season, Seat
from tournament.permissions import is_national_referent
from tournament.rules import regulation
from tournament.rules.points import Fascia
from tournament.rules.standings import Tally
from tournament.rules.validity import possible_fasce

State = Event.State


def roots() -> dict[int, int]:
    """Per joined record, the record that is kept (AMB-25): one query; ledger rows keep theirs."""
    into = dict(Person.objects.filter(merged_into__isnull=False).values_list("pk", "merged_into_id"))

    def root(pk: int) -> int:
        return root(into[pk]) if pk in into else pk

    return {pk: root(pk) for pk in into}


def standing_entries(season: Season) -> QuerySet[LedgerEntry]:
    """The entries that count: neither reversals nor reversed."""
    return LedgerEntry.objects.filter(season=season, reverses__isnull=True, reversed_by__isnull=True)


def ledger_lines(season: Season) -> list[LedgerLine[int]]:
    """Art. 1.6: one line per person and homologated event, by primary key of the kept record: two queries."""
    kept = roots()
    rows = standing_entries(season).values_list(
        "person_id", "half_points", "wins", "ordinary_wins", "seconds", "thirds"
    )
    return [LedgerLine(kept.get(person, person), half, Tally(*counts)) for person, half, *counts in rows]


@dataclass(frozen=True, slots=True)
class RankingEntry:
    """A row of the national ranking as a visitor may see it.

    Arguments:
        rank: shared by equals; half_points: in half-points; wins: the final included.
        person_id, name: None where the player gave no consent and the visitor may not see it (AMB-19).
        anonymous: whether everybody else sees this row without a name.
        decided_by: what separates the row from the next one; tied: how many are equal on everything.
        call: the state of the call-up, or empty; me: whether the visitor is the player.
    """

    rank: int
    person_id: int | None
    name: str | None
    city: str
    half_points: int
    events: int
    wins: int
    ordinary_wins: int
    seconds: int
    thirds: int
    decided_by: str
    tied: int
    anonymous: bool
    called: bool
    call: str = ""
    me: bool = False

    @property
    def points(self) -> Decimal:
        """Art. 1.6: the points, a multiple of one half (REQ-1408)."""
        return Decimal(self.half_points) / 2


def sees_names(viewer: Any) -> bool:
    """Art. 1.6: the Referent and organisers see the names of all (AMB-19)."""
    if viewer is None or not viewer.is_authenticated:
        return False
    return is_national_referent(viewer) or Organiser.objects.filter(user=viewer, disqualified_at=None).exists()


def drawn_orders(season: Season) -> list[list[int]]:
    """The orders drawn among equals across the line of the call-up (AMB-20)."""
    outcomes = Draw.objects.filter(
        season=season, event=None, purpose=Draw.Purpose.RANKING_LOTS, annulled_at=None, drawn_at__isnull=False
    ).order_by("pk")
    return [[int(one) for one in draw.outcome] for draw in outcomes]


def _lots(lines: list[LedgerLine[int]], season: Season) -> dict[int, int]:
    """Lots already drawn for exactly the equals whom the line cuts now."""
    crossing = across_line(lines, season.finalists)
    order = next((order for order in drawn_orders(season) if sorted(order) == sorted(crossing)), None)
    return {person: lot for lot, person in enumerate(order, start=1)} if crossing and order else {}


def national_ranking(season: Season, viewer: Any = None) -> list[RankingEntry]:
    """Art. 1.6: the Ranking of a season (REQ-1401 to REQ-1408, AMB-19, AMB-20): at most eight queries.

    Arguments:
        viewer: the visitor; None for everybody.
    """
    lines = ledger_lines(season)
    rows = ranking(lines, lots=_lots(lines, season), line=season.finalists)
    people = Person.objects.in_bulk([row.player for row in rows])
    calls = dict(CallUp.objects.filter(season=season).values_list("person_id", "state"))
    events: dict[int, int] = {}
    for line in lines:
        events[line.player] = events.get(line.player, 0) + 1
    all_names = sees_names(viewer)
    found = []
    for row in rows:
        person = people[row.player]
        me = viewer is not None and viewer.is_authenticated and person.user_id == viewer.pk
        shown = person.consent or all_names or me
        found.append(
            RankingEntry(
                rank=row.rank,
                person_id=person.pk if shown else None,
                name=str(person) if shown else None,
                city=person.city if shown else "",
                half_points=row.half_points,
                events=events[row.player],
                wins=row.tally.wins,
                ordinary_wins=row.tally.ordinary_wins,
                seconds=row.tally.seconds,
                thirds=row.tally.thirds,
                decided_by=row.decided_by,
                tied=row.tied,
                anonymous=not person.consent,
                called=len(found) < season.finalists,
                call=calls.get(person.pk, "") if shown else "",
                me=me,
            )
        )
    return found


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """One homologated event of a player."""

    event: Event
    place: int
    players: int
    fascia: str
    half_points: int
    wins: int
    seconds: int
    thirds: int

    @property
    def points(self) -> Decimal:
        return Decimal(self.half_points) / 2


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """A player's results, newest first, and the place in each season's Ranking.

    Arguments:
        seasons: (season, row of the Ranking) for each season with a result.
        waiting: events played whose result does not count yet.
    """

    person: Person
    results: list[PlayerResult]
    seasons: list[tuple[Season, RankingEntry]]
    waiting: list[Event]
    me: bool


def player_page(person: Person, viewer: Any = None) -> PlayerPage | None:
    """Art. 1.6: a player's own page; None where the player gave no consent and the visitor may not see it (AMB-19)."""
    me = viewer is not None and viewer.is_authenticated and person.user_id == viewer.pk
    if not (person.consent or me or sees_names(viewer)):
        return None
    records = [person.pk, *(pk for pk, root in roots().items() if root == person.pk)]
    entries = (
        LedgerEntry.objects.filter(person__in=records, reverses__isnull=True, reversed_by__isnull=True)
        .select_related("event__season", "season")
        .order_by("-event__last_day", "-pk")
    )
    results = [
        PlayerResult(
            entry.event,
            entry.place,
            entry.players,
            entry.fascia,
            entry.half_points,
            entry.wins,
            entry.seconds,
            entry.thirds,
        )
        for entry in entries
    ]
    seasons = []
    for season in {entry.season_id: entry.season for entry in entries}.values():
        row = next(row for row in national_ranking(season, viewer) if row.person_id == person.pk)
        seasons.append((season, row))
    waiting = (
        Event.objects.filter(entries__person=person, state__in=(State.CONCLUDED, State.REPORTED))
        .distinct()
        .order_by("-last_day")
    )
    return PlayerPage(person, results, seasons, list(waiting), me)


def _attendance() -> Any:
    """Art. 1.3: who sat down in round 1 (REQ-404), as a subquery on events."""
    seated = Seat.objects.filter(round__event=OuterRef("pk"), round__number=1).order_by().values("round__event")
    return Coalesce(Subquery(seated.annotate(count=Count("pk")).values("count")), 0)


def attendance_average(season: Season) -> Decimal | None:
    """Art. 1.3: the season's average attendance, one decimal, to stand beside an event's (AMB-15): one query.

    Events concluded, reported or homologated count; None where there is none.
    """
    counted = (State.CONCLUDED, State.REPORTED, State.HOMOLOGATED)
    events = Event.objects.filter(season=season, state__in=counted, is_national_final=False)
    numbers = [number for number in events.annotate(seated=_attendance()).values_list("seated", flat=True) if number]
    if not numbers:
        return None
    return (Decimal(sum(numbers)) / len(numbers)).quantize(Decimal("0.1"), ROUND_HALF_UP)


def authorisation_queue() -> QuerySet[Event]:
    """Art. 1.2: the announced events that wait for the Referent, soonest first: one query."""
    return (
        Event.objects.filter(state=State.ANNOUNCED)
        .select_related("organiser", "season")
        .annotate(entered=Count("entries"))
        .order_by("first_day", "pk")
    )


@dataclass(frozen=True, slots=True)
class QueueItem:
    """A reported event that waits for the Referent.

    Arguments:
        attendance: seated in round 1; average: the season's; possible: what its fascia can be (art. 1.3), empty where
            nothing can save it; undecided: whether a demotion is compulsory before homologation (EX-34).
        findings: of the recomputation; errors, warnings: how many.
    """

    event: Event
    report: Report | None
    attendance: int
    average: Decimal | None
    possible: tuple[str, ...]
    undecided: bool
    organiser_disqualified: bool
    findings: list[Finding] = field(default_factory=list)

    @property
    def errors(self) -> int:
        return sum(finding.is_error for finding in self.findings)

    @property
    def warnings(self) -> int:
        return len(self.findings) - self.errors


def homologation_queue(*, findings: Mapping[int, list[Finding]] | None = None) -> list[QueueItem]:
    """Art. 1.4: the reported events, oldest report first: three queries and one per season.

    Arguments:
        findings: of the recomputation by the event's primary key, where the page shows them.
    """
    events = (
        Event.objects.filter(state=State.REPORTED)
        .select_related("organiser", "season")
        .prefetch_related(Prefetch("reports", Report.objects.order_by("-version")))
        .annotate(seated=_attendance())
        .order_by("last_day", "pk")
    )
    averages: dict[int, Decimal | None] = {}
    items = []
    for event in events:
        if event.season_id not in averages:
            averages[event.season_id] = attendance_average(event.season)
        items.append(queue_item(event, event.seated, averages[event.season_id], (findings or {}).get(event.pk, [])))
    return items


def queue_item(event: Event, attendance: int, average: Decimal | None, findings: Iterable[Finding] = ()) -> QueueItem:
    """What the Referent sees of one reported event."""
    declared, rules = Fascia(event.fascia_declared), regulation.get(event.regulation)
    possible = () if event.is_national_final else possible_fasce(declared, attendance, regulation=rules)
    return QueueItem(
        event=event,
        report=next(iter(event.reports.all()), None),
        attendance=attendance,
        average=average,
        possible=tuple(map(str, possible)),
        undecided=not event.is_national_final and event.fascia_effective not in possible,
        organiser_disqualified=event.organiser.disqualified_at is not None,
        findings=list(findings),
    )


def attendance(event: Event) -> int:
    """Art. 1.3: how many sat down in round 1 (REQ-404): one query."""
    return Seat.objects.filter(round__event=event, round__number=1).count()


def event_decisions(event: Event) -> QuerySet[Decision]:
    """What the Referent decided about an event or its organiser, newest first: one query."""
    about = Q(event=event) | Q(organiser=event.organiser_id)
    return Decision.objects.filter(about).select_related("by", "report").order_by("-at", "-pk")


def call_up_list(season: Season) -> QuerySet[CallUp]:
    """Art. 1.7: everybody on the call-up list, in order of the call: one query."""
    return CallUp.objects.filter(season=season).select_related("person").order_by("order")


@dataclass(frozen=True, slots=True)
class CallUpState:
    """How the call-up of a season stands.

    Arguments:
        coming: called or accepted; accepted: those who said yes; free: seats without anybody.
        lots_among: persons whose tie the line cuts and who have drawn no lots yet (AMB-20).
        commitment: of the draw of those lots, where it was published.
    """

    season: Season
    calls: list[CallUp]
    coming: int
    accepted: int
    free: int
    lots_among: list[Person]
    commitment: str
    final: Event | None
    at: datetime | None = None


def call_up_state(season: Season) -> CallUpState:
    """Art. 1.7: the call-up list and what it waits for."""
    calls = list(call_up_list(season))
    coming = sum(call.state in (CallUp.State.CALLED, CallUp.State.ACCEPTED) for call in calls)
    among: list[Person] = []
    if not calls:
        lines = ledger_lines(season)
        crossing = across_line(lines, season.finalists)
        if crossing and not _lots(lines, season):
            people = Person.objects.in_bulk(crossing)
            among = [people[pk] for pk in crossing]
    committed = Draw.objects.filter(
        season=season, event=None, purpose=Draw.Purpose.RANKING_LOTS, annulled_at=None, drawn_at=None
    ).first()
    return CallUpState(
        season=season,
        calls=calls,
        coming=coming,
        accepted=sum(call.state == CallUp.State.ACCEPTED for call in calls),
        free=max(0, season.finalists - coming),
        lots_among=among,
        commitment=committed.commitment if committed else "",
        final=Event.objects.filter(season=season, is_national_final=True).exclude(state=State.VOID).first(),
        at=calls[0].called_at if calls else None,
    )
