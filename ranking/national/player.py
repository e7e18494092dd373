"""One player: counted results, results not counted yet, and who may see the player's page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import filterfalse, groupby
from operator import attrgetter
from typing import Any

from django.db.models import Exists, OuterRef, Q, Value

from ranking.models import LedgerEntry
from ranking.national.rank_history import rank_history
from ranking.national.selectors import canonical_person_ids, season_standing, standing_entries
from tournament.core.permissions import is_national_referent
from tournament.models import Entry, Event, EventRole, FinalPlace, Person, Season
from tournament.regulation import parameters as regulation
from tournament.regulation.points import Fascia, half_points

State = Event.State
#: Reads the annotation of ``player_results``.
_NAME_HIDDEN = attrgetter("name_hidden")


@dataclass(frozen=True, slots=True)
class PlayerSeason:
    """A season of one player.

    Arguments:
        entries: of the ledger, newest first; without those of ``hidden`` events.
        hidden: entries of events where the player hides the name from the viewer.
        rank: None as long as nothing counts.
        half_points, wins, seconds, thirds: the sums.
        places: the rank after each of the last events of the season, from the player's first one.
        events: name and day of each of those events.
        worst: the last rank of the Ranking; ``players``: how many are ranked.
        first_out: half points of the first player below the call-up line; None if nobody is.
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
    players: int
    first_out: int | None
    hidden: Sequence[LedgerEntry] = ()

    @property
    def hidden_half_points(self) -> int:
        return sum(entry.half_points for entry in self.hidden)


@dataclass(frozen=True, slots=True)
class SeasonResults:
    """The counted results of a player in one season: entries of the ledger, newest first.

    Arguments:
        hidden: those of events where the player hides the name from the viewer; the points count (art. 1.6).
    """

    season: Season
    entries: list[LedgerEntry]
    hidden: Sequence[LedgerEntry] = ()

    @property
    def events(self) -> int:
        return len(self.entries) + len(self.hidden)

    @property
    def half_points(self) -> int:
        return sum(entry.half_points for entry in (*self.entries, *self.hidden))

    @property
    def wins(self) -> int:
        return sum(entry.wins for entry in (*self.entries, *self.hidden))

    @property
    def best(self) -> list[LedgerEntry]:
        """Return the entries with the most points first; of equal ones the better place, then the newer."""
        return sorted(self.entries, key=lambda entry: (-entry.half_points, entry.place))


def player_records(person: Person, canonical_ids: Mapping[int, int]) -> list[int]:
    """Return the keys of all records of a player: the surviving one and those merged into it."""
    return [person.pk, *(pk for pk, root in canonical_ids.items() if root == person.pk)]


def sees_hidden_events(person: Person, viewer: Any) -> bool:
    """Return whether a user sees in which events a player hides the name: the player and the Referent do."""
    return viewer.is_authenticated and (person.user_id == viewer.pk or is_national_referent(viewer))


#: Columns of a result, its season and its event that pages and files show.
_RESULT_COLUMNS = (
    *("place", "players", "fascia", "half_points", "wins", "ordinary_wins", "seconds", "thirds", "reverses_id"),
    *(f"season__{field.name}" for field in Season._meta.concrete_fields),
    *(f"event__{name}" for name in ("name", "slug", "city", "first_day", "last_day", "game")),
)


def player_results(records: Sequence[int], *, hidden_too: bool = False) -> list[SeasonResults]:
    """Return the counted results of a player by season, newest first (art. 1.6). Runs one query.

    Arguments:
        records: as ``player_records``, the surviving one first.
        hidden_too: whether events where the player hides the name are listed as the others.
    """
    hides = Entry.objects.filter(event=OuterRef("event"), person=records[0], consent=False)
    entries = (
        LedgerEntry.objects.filter(person__in=records)
        .annotate(name_hidden=Exists(hides) if not hidden_too else Value(value=False))
        .select_related("event", "season")
        .only(*_RESULT_COLUMNS)
        .order_by("-season__first_day", "-season_id", "-event__last_day", "-pk")
    )
    groups = groupby(standing_entries(entries), key=lambda entry: entry.season_id)
    by_season = [list(group) for _, group in groups]
    return [
        SeasonResults(
            season=rows[0].season,
            entries=list(filterfalse(_NAME_HIDDEN, rows)),
            hidden=list(filter(_NAME_HIDDEN, rows)),
        )
        for rows in by_season
    ]


def player_season(person: Person, results: SeasonResults, canonical_ids: dict[int, int]) -> PlayerSeason:
    """Return a season of a player with place in the Ranking and rank history.

    Runs two queries, and a third where a tie crosses the line.
    """
    standing = season_standing(results.season, canonical_ids)
    finalists = results.season.finalists
    row = standing.ranking[standing.ranking.place_of(person.pk)]
    hidden = {(entry.event_id, person.pk) for entry in results.hidden}
    moves = rank_history(standing, [person.pk], hidden=hidden)
    return PlayerSeason(
        season=results.season,
        entries=results.entries,
        hidden=results.hidden,
        rank=row.rank,
        tied=row.tied,
        half_points=row.half_points,
        wins=row.tally.wins,
        seconds=row.tally.seconds,
        thirds=row.tally.thirds,
        decided_by=row.decided_by,
        places=moves.ranks[person.pk],
        events=moves.events_for_person(person.pk),
        worst=standing.worst,
        players=len(standing.ranking),
        first_out=standing.ranking[finalists].half_points if len(standing.ranking) > finalists else None,
    )


def player_seasons(person: Person) -> list[PlayerSeason]:
    """Return the counted results of a player by season as the public sees them, newest first (art. 1.6).

    Runs two queries and at most three per season.
    """
    canonical_ids = canonical_person_ids()
    records = player_records(person, canonical_ids)
    return [player_season(person, results, canonical_ids) for results in player_results(records)]


@dataclass(frozen=True, slots=True)
class WaitingResult:
    """A place in an event that does not count yet, with the points it would give."""

    event: Event
    place: int
    half_points: int | None


def player_waiting(person: Person, *, hidden_too: bool = False) -> list[WaitingResult]:
    """Return the player's places in concluded events that are not homologated. Runs one query.

    Arguments:
        hidden_too: whether events where the player hides the name are listed.
    """
    places = (
        FinalPlace.objects.filter(entry__person=person, event__state__in=(State.CONCLUDED, State.REPORTED))
        .filter(Q() if hidden_too else ~Q(entry__consent=False), event__is_practice=False)
        .select_related("event", "entry")
        .order_by("-event__last_day", "-pk")
    )
    return [
        WaitingResult(
            final_place.event,
            final_place.place,
            None
            if final_place.event.is_national_final
            else half_points(
                final_place.place,
                Fascia(final_place.event.fascia_effective),
                has_left=final_place.has_left,
                regulation=regulation.get(final_place.event.regulation),
            ),
        )
        for final_place in places
    ]


def may_see_player(person: Person, viewer: Any) -> bool:
    """Return whether a user may see a player's page (art. 1.6, AMB-19).

    With the player's consent everybody may; otherwise only the player, the Referent, and the organisers of an event
    that the player entered.
    """
    if person.consent:
        return True
    if not viewer.is_authenticated:
        return False
    if person.user_id == viewer.pk or is_national_referent(viewer):
        return True
    organised_events = EventRole.objects.filter(user=viewer, role=EventRole.Role.ORGANISER).values("event_id")
    return Entry.objects.filter(person=person, event__in=organised_events).exists()
