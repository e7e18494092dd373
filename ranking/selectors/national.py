"""The national Ranking of a season, as a visitor may see it, in a fixed number of queries."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.db.models import QuerySet

from ranking.models import CallUp, LedgerEntry
from ranking.rules import LedgerLine, across_line, ranking
from tournament.models import Draw, Organiser, Person, Season
from tournament.permissions import is_national_referent
from tournament.rules.standings import Tally


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


def lots_at_line(lines: list[LedgerLine[int]], season: Season) -> dict[int, int]:
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
    rows = ranking(lines, lots=lots_at_line(lines, season), line=season.finalists)
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
