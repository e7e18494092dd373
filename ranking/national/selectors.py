"""The national Ranking of a season as a user may see it, in a fixed number of queries."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from operator import add
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from ranking.models import CallUp, LedgerEntry
from ranking.national.sums import stored_sums
from ranking.rules.national import Figures, Ranking
from tournament.core.collation import collation_key
from tournament.core.permissions import account_facts, is_national_referent
from tournament.models import Draw, Person, Season


def canonical_person_ids() -> dict[int, int]:
    """Map each merged person's key to the surviving record's (AMB-25). Runs one query.

    Ledger rows keep the key of the merged record.
    """
    into = dict(Person.objects.filter(merged_into__isnull=False).values_list("pk", "merged_into_id"))

    def root(pk: int) -> int:
        return root(into[pk]) if pk in into else pk

    return {pk: root(pk) for pk in into}


def standing_entries(entries: Iterable[LedgerEntry]) -> list[LedgerEntry]:
    """Return the entries that count, i.e. neither reversals nor reversed ones, in the same order.

    The entries must be all those of a person or of an event.
    """
    all_entries = list(entries)
    undone = {entry.reverses_id for entry in all_entries}
    return [entry for entry in all_entries if entry.reverses_id is None and entry.pk not in undone]


@dataclass(frozen=True, slots=True)
class Totals:
    """Sums of a season's ledger.

    Arguments:
        sums: figures by player (key of the surviving record), in the format of ``ranking.rules.national.Ranking``.
        events: number of counted events by player.
        canonical_ids: as :func:`canonical_person_ids`.
    """

    sums: dict[int, Figures]
    events: dict[int, int]
    canonical_ids: dict[int, int]


def season_totals(season: Season, canonical_ids: dict[int, int] | None = None) -> Totals:
    """Return the sums of every player with counted events, as they are stored (art. 1.6). Runs two queries.

    Arguments:
        canonical_ids: as :func:`canonical_person_ids`, if already read.
    """
    if canonical_ids is None:
        canonical_ids = canonical_person_ids()
    sums, events = stored_sums(season)
    for merged, player in canonical_ids.items():
        if merged in sums:
            figures, counted = sums.pop(merged), events.pop(merged)
            sums[player] = tuple(map(add, sums[player], figures)) if player in sums else figures
            events[player] = events.get(player, 0) + counted
    return Totals(sums, events, canonical_ids)


@dataclass(frozen=True, slots=True)
class RankingEntry:
    """A row of the national ranking as a user may see it.

    Arguments:
        rank: shared by tied players.
        half_points: total in half points.
        wins: with those of finals.
        person_id, name: None if the player gave no consent and the user may not see the name (AMB-19).
        anonymous: whether the public sees this row without a name.
        decided_by: what separates the row from the next one.
        tied: how many players are tied on every criterion.
        call: state of the call-up, or empty.
        me: whether the user is the player.
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
        """Return the points, a multiple of one half (art. 1.6, REQ-1408)."""
        return Decimal(self.half_points) / 2


def sees_names(viewer: Any) -> bool:
    """Return whether the user sees all names, as the Referent and organisers do (art. 1.6, AMB-19)."""
    if viewer is None or not viewer.is_authenticated:
        return False
    return is_national_referent(viewer) or account_facts(viewer).runs_club


def drawn_orders(season: Season) -> list[list[int]]:
    """Return the orders drawn among players tied across the call-up line (AMB-20)."""
    outcomes = Draw.objects.filter(
        season=season, event=None, purpose=Draw.Purpose.RANKING_LOTS, annulled_at=None, drawn_at__isnull=False
    ).order_by("pk")
    return [[int(player) for player in draw.outcome] for draw in outcomes if draw.outcome is not None]


@dataclass(frozen=True, slots=True)
class Standing:
    """The current standings of a season: the Ranking and the sums it is computed from."""

    season: Season
    totals: Totals
    ranking: Ranking[int]

    @property
    def worst(self) -> int:
        """Return the last rank; 0 if the Ranking is empty."""
        return self.ranking[-1].rank if len(self.ranking) else 0

    @property
    def open_lots(self) -> list[int]:
        """Return the players tied across the call-up line, empty once their lot is drawn (AMB-20)."""
        crossing = self.ranking.across(self.season.finalists)
        return [] if crossing and self.ranking[self.season.finalists].lot is not None else crossing


def season_standing(season: Season, canonical_ids: dict[int, int] | None = None) -> Standing:
    """Return the Ranking of a season, with the lots drawn for exactly the players now tied across the line (art. 1.6).

    Runs two queries, and a third where a tie crosses the line. Rows are computed on access, so that a page costs only
    what it shows.

    Arguments:
        canonical_ids: as :func:`canonical_person_ids`, if already read.
    """
    totals = season_totals(season, canonical_ids)
    ranking = Ranking(totals.sums)
    crossing = ranking.across(season.finalists)
    drawn = drawn_orders(season) if crossing else []
    order = next((order for order in drawn if sorted(order) == sorted(crossing)), None)
    if order:
        lots = {person: lot for lot, person in enumerate(order, start=1)}
        ranking = Ranking(totals.sums, lots=lots, line=season.finalists)
    return Standing(season, totals, ranking)


#: Up to this number people are selected by key, beyond it by a subquery on the ledger.
FEW = 500


def _people(standing: Standing, players: Sequence[int]) -> dict[int, Person]:
    if len(players) <= FEW:
        return Person.objects.in_bulk(players)
    played = LedgerEntry.objects.filter(season=standing.season).order_by().values("person_id")
    people = Person.objects.filter(Q(pk__in=played) | Q(pk__in=set(standing.totals.canonical_ids.values()))).order_by()
    return {person.pk: person for person in people}


def _calls(standing: Standing) -> dict[int, str]:
    """Return the states of the calls to the final, by surviving record. Runs one query."""
    canonical_ids = standing.totals.canonical_ids
    rows = CallUp.objects.filter(season=standing.season).order_by().values_list("person_id", "state")
    return {canonical_ids.get(person, person): state for person, state in rows}


def ranking_entries(
    standing: Standing, indices: Sequence[int], viewer: Any = None, *, with_calls: bool = True
) -> list[RankingEntry]:
    """Return some rows of the Ranking as a user may see them (art. 1.6, AMB-19). Runs at most four queries.

    Arguments:
        indices: positions of the rows in the Ranking, from 0.
        viewer: the user; None for the public.
        with_calls: whether the rows say who is called to the final.
    """
    rows = [standing.ranking[index] for index in indices]
    season = standing.season
    people = _people(standing, [row.player for row in rows])
    calls = _calls(standing) if with_calls else {}
    all_names = sees_names(viewer)
    entries = []
    for index, row in zip(indices, rows, strict=True):
        person = people[row.player]
        me = viewer is not None and viewer.is_authenticated and person.user_id == viewer.pk
        name_visible = person.consent or all_names or me
        entries.append(
            RankingEntry(
                rank=row.rank,
                person_id=person.pk if name_visible else None,
                name=str(person) if name_visible else None,
                city=person.city if name_visible else "",
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
                call=calls.get(person.pk, "") if name_visible else "",
                me=me,
            )
        )
    return entries


def ranks_of(season: Season, people: Collection[int]) -> dict[int, int]:
    """Return the place in the Ranking of a season of those of some people who have one. Runs at most three queries."""
    standing = season_standing(season)
    canonical = {person: standing.totals.canonical_ids.get(person, person) for person in people}
    placed = {person: key for person, key in canonical.items() if key in standing.totals.sums}
    return {person: standing.ranking[standing.ranking.place_of(key)].rank for person, key in placed.items()}


@dataclass(frozen=True, slots=True)
class RankingEntries:
    """Lazy sequence of the Ranking's rows as the public sees them; slices are as :func:`ranking_entries`."""

    standing: Standing

    def __len__(self) -> int:
        return len(self.standing.ranking)

    def __getitem__(self, rows: slice) -> list[RankingEntry]:
        return ranking_entries(self.standing, range(len(self))[rows])


def national_ranking(season: Season, viewer: Any = None) -> list[RankingEntry]:
    """Return the complete Ranking of a season (art. 1.6, REQ-1401 to REQ-1408, AMB-19, AMB-20).

    Runs at most seven queries.

    Arguments:
        viewer: the user; None for the public.
    """
    standing = season_standing(season)
    return ranking_entries(standing, range(len(standing.ranking)), viewer)


def people_shown(viewer: Any = None) -> QuerySet[Person]:
    """Return the people whose name a user may see, ranked or not (AMB-19). Runs at most one query itself."""
    people = Person.objects.filter(merged_into=None).order_by()
    if sees_names(viewer):
        return people
    own_record = Q(user=viewer.pk) if viewer is not None and viewer.is_authenticated else Q(pk=None)
    return people.filter(Q(consent=True) | own_record)


def cities_shown(standing: Standing, people: QuerySet[Person]) -> list[str]:
    """Return the sorted cities of those of the people who have results in a season. Runs one query."""
    played = LedgerEntry.objects.filter(season=standing.season, person=OuterRef("pk")).order_by()
    joined = Q(pk__in=set(standing.totals.canonical_ids.values()))
    cities = people.filter(Exists(played) | joined).exclude(city="").values_list("city", flat=True).distinct()
    return sorted(cities, key=collation_key)


def people_who_played(standing: Standing, events: Sequence[int]) -> set[int]:
    """Return the players with results in some of a season's counted events, by surviving record. Runs one query.

    Arguments:
        events: primary keys of events.
    """
    entries = LedgerEntry.objects.filter(season=standing.season, event__in=events).order_by()
    canonical_ids = standing.totals.canonical_ids
    people = {canonical_ids.get(pk, pk) for pk in entries.values_list("person_id", flat=True)}
    return people & standing.totals.sums.keys()
