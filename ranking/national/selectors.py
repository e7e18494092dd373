"""The national Ranking of a season, as a visitor may see it, in a fixed number of queries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from operator import add
from typing import Any

from django.db.models import Case, Exists, IntegerField, OuterRef, Q, QuerySet, Sum, Value, When
from django.utils.functional import cached_property

from ranking.models import CallUp, LedgerEntry
from ranking.rules.national import Figures, Ranking
from tournament.core.collation import collation_key
from tournament.core.permissions import is_national_referent
from tournament.models import Draw, Organiser, Person, Season


def roots() -> dict[int, int]:
    """Per joined record, the record that is kept (AMB-25): one query; ledger rows keep theirs."""
    into = dict(Person.objects.filter(merged_into__isnull=False).values_list("pk", "merged_into_id"))

    def root(pk: int) -> int:
        return root(into[pk]) if pk in into else pk

    return {pk: root(pk) for pk in into}


def standing_entries(entries: Iterable[LedgerEntry]) -> list[LedgerEntry]:
    """Of whole people's or events' entries those that count: neither reversals nor reversed, in the same order."""
    found = list(entries)
    undone = {entry.reverses_id for entry in found}
    return [entry for entry in found if entry.reverses_id is None and entry.pk not in undone]


#: The figures of a ledger entry, in the order in which they decide.
FIGURES = ("half_points", "wins", "ordinary_wins", "seconds", "thirds")


#: One for an entry, minus one for a reversal: together how many entries count.
COUNTED = Case(When(reverses=None, then=Value(1)), default=Value(-1), output_field=IntegerField())


class WholeSum(Sum):
    """A sum of whole numbers, taken as the database gives it: both give whole numbers for columns this small."""

    @cached_property
    def convert_value(self) -> Any:
        return self._convert_value_noop


@dataclass(frozen=True, slots=True)
class Totals:
    """What the ledger of a season adds up to.

    Arguments:
        sums: per player (primary key of the kept record) the figures, as ``ranking.rules.national.Ranking`` takes them;
        events: how many count for each; kept: as :func:`roots`.
    """

    sums: dict[int, Figures]
    events: dict[int, int]
    kept: dict[int, int]


def season_totals(season: Season) -> Totals:
    """Art. 1.6: the sums of everybody of whom an event counts, added up by the database: two queries.

    A reversal is the exact opposite of its entry, so the sums of all entries are those of the entries that count.
    """
    kept = roots()
    rows = (
        LedgerEntry.objects.filter(season=season)
        .order_by()
        .values_list("person_id")
        .annotate(*(WholeSum(name) for name in FIGURES), counted=WholeSum(COUNTED))
    )
    sums: dict[int, Figures] = {}
    events: dict[int, int] = {}
    for row in rows:
        person, figures, counted = row[0], row[1:-1], row[-1]
        if not counted:
            continue
        player = kept.get(person, person)
        known = sums.get(player)
        sums[player] = figures if known is None else tuple(map(add, known, figures))
        events[player] = counted if known is None else events[player] + counted
    return Totals(sums, events, kept)


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


@dataclass(frozen=True, slots=True)
class Standing:
    """How a season stands now: the Ranking and what it was made of."""

    season: Season
    totals: Totals
    ranking: Ranking[int]

    @property
    def worst(self) -> int:
        """The last rank; 0 where nobody has one."""
        return self.ranking[-1].rank if len(self.ranking) else 0

    @property
    def open_lots(self) -> list[int]:
        """The equals whom the line of the call-up divides and among whom no lot is drawn yet (AMB-20)."""
        crossing = self.ranking.across(self.season.finalists)
        return [] if crossing and self.ranking[self.season.finalists].lot is not None else crossing


def season_standing(season: Season) -> Standing:
    """Art. 1.6: the Ranking of a season with the lots drawn for exactly those whom the line cuts now: three queries.

    Its rows are made when they are asked for, so that a page costs what it shows.
    """
    totals = season_totals(season)
    found = Ranking(totals.sums)
    crossing = found.across(season.finalists)
    order = next((order for order in drawn_orders(season) if crossing and sorted(order) == sorted(crossing)), None)
    if order:
        lots = {person: lot for lot, person in enumerate(order, start=1)}
        found = Ranking(totals.sums, lots=lots, line=season.finalists)
    return Standing(season, totals, found)


#: Up to how many people are looked for by their keys; more are found through the ledger.
FEW = 500


def _people(standing: Standing, players: Sequence[int]) -> dict[int, Person]:
    if len(players) <= FEW:
        return Person.objects.in_bulk(players)
    played = LedgerEntry.objects.filter(season=standing.season).order_by().values("person_id")
    found = Person.objects.filter(Q(pk__in=played) | Q(pk__in=set(standing.totals.kept.values()))).order_by()
    return {person.pk: person for person in found}


def ranking_entries(standing: Standing, indices: Sequence[int], viewer: Any = None) -> list[RankingEntry]:
    """Art. 1.6: some rows of the Ranking as a visitor may see them (AMB-19): at most four queries.

    Arguments:
        indices: where the rows stand in the order of the Ranking, from 0; viewer: the visitor; None for everybody.
    """
    rows = [standing.ranking[index] for index in indices]
    season = standing.season
    people = _people(standing, [row.player for row in rows])
    calls = dict(CallUp.objects.filter(season=season).values_list("person_id", "state"))
    all_names = sees_names(viewer)
    found = []
    for index, row in zip(indices, rows, strict=True):
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
                events=standing.totals.events[row.player],
                wins=row.tally.wins,
                ordinary_wins=row.tally.ordinary_wins,
                seconds=row.tally.seconds,
                thirds=row.tally.thirds,
                decided_by=row.decided_by,
                tied=row.tied,
                anonymous=not person.consent,
                called=index < season.finalists,
                call=calls.get(person.pk, "") if shown else "",
                me=me,
            )
        )
    return found


@dataclass(frozen=True, slots=True)
class RankingEntries:
    """The Ranking as everybody may see it, its rows made where they are sliced: as :func:`ranking_entries`."""

    standing: Standing

    def __len__(self) -> int:
        return len(self.standing.ranking)

    def __getitem__(self, rows: slice) -> list[RankingEntry]:
        return ranking_entries(self.standing, range(len(self))[rows])


def national_ranking(season: Season, viewer: Any = None) -> list[RankingEntry]:
    """Art. 1.6: the whole Ranking of a season (REQ-1401 to REQ-1408, AMB-19, AMB-20): at most seven queries.

    Arguments:
        viewer: the visitor; None for everybody.
    """
    standing = season_standing(season)
    return ranking_entries(standing, range(len(standing.ranking)), viewer)


def people_shown(viewer: Any = None) -> QuerySet[Person]:
    """Everybody whose name a visitor may see, with a place or without (AMB-19): at most one query to tell."""
    people = Person.objects.filter(merged_into=None).order_by()
    if sees_names(viewer):
        return people
    mine = Q(user=viewer.pk) if viewer is not None and viewer.is_authenticated else Q(pk=None)
    return people.filter(Q(consent=True) | mine)


def cities_shown(standing: Standing, people: QuerySet[Person]) -> list[str]:
    """The cities of those of some people who have results in a season, sorted: one query."""
    played = LedgerEntry.objects.filter(season=standing.season, person=OuterRef("pk")).order_by()
    joined = Q(pk__in=set(standing.totals.kept.values()))
    cities = people.filter(Exists(played) | joined).exclude(city="").values_list("city", flat=True).distinct()
    return sorted(cities, key=collation_key)
