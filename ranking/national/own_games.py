"""The games of one player for their own page: table, entries, results, calls, the way to the final."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone

from ranking.models import CallUp
from ranking.national.player import player_records
from ranking.national.selectors import canonical_person_ids, season_totals
from ranking.rules.national import Ranking
from tournament.access.selectors import own_page_paths
from tournament.entries.selectors import own_requests
from tournament.events.season_selectors import shown_seasons
from tournament.models import Entry, EntryRequest, Event, FinalPlace, Person, Round, Season, Seat
from tournament.pages.event import clock_facts, shown_name
from tournament.regulation import parameters as regulation
from tournament.regulation.points import Fascia, half_points
from tournament.rounds.table_calls import table_is_called

State = Event.State
#: States of the events that a player is entered in and that have not begun.
COMING = (State.ANNOUNCED, State.AUTHORISED, State.CHECK_IN)
#: Calls that the player sees: a withdrawn one is mailed.
_SHOWN_CALLS = (CallUp.State.CALLED, CallUp.State.ACCEPTED, CallUp.State.DECLINED, CallUp.State.NO_ANSWER)


@dataclass(frozen=True, slots=True)
class TableNow:
    """The player's seat in the open round.

    Arguments:
        mates: position, name and whether it is the player, in playing order.
        path: of the player's own page of the event, by private link; the event's page without one.
        help_path: where a referee is called; blank without a private link.
        is_called: whether the desk called the players to the table a moment ago.
    """

    seat: Seat
    round: Round
    mates: list[tuple[int, str, bool]]
    clock: dict[str, Any] | None
    path: str
    help_path: str
    is_called: bool


@dataclass(frozen=True, slots=True)
class ComingEntry:
    """An event before its day in which the player is entered or has requested a place.

    Arguments:
        entry: None for a request. request: None for an entry.
        path: of the player's own page with the code for the check-in; empty without a private link.
    """

    event: Event
    entry: Entry | None
    request: EntryRequest | None
    path: str = ""


@dataclass(frozen=True, slots=True)
class OwnResult:
    """The player's result in an event.

    Arguments:
        final_place: None as long as the event is being played, or if it ended without a result.
        half_points: for the Ranking; None if the event gives none, or none yet.
    """

    event: Event
    final_place: FinalPlace | None
    half_points: int | None

    @property
    def counts(self) -> str:
        """Return what became of the points: counted, awaited, none, refused; or that it is being played."""
        state = self.event.state
        if state in (State.NOT_HOMOLOGATED, State.INVALIDATED):
            return "refused"
        if state == State.RUNNING:
            return "playing"
        if self.half_points is None:
            return "final" if self.event.is_national_final else "none"
        return "counted" if state == State.HOMOLOGATED else "awaited"


@dataclass(frozen=True, slots=True)
class WayToFinal:
    """Place of the player in the Ranking of the current season.

    Arguments:
        rank, half_points: None and 0 as long as nothing counts.
        line: how many are called; line_half_points: of the last of them, None if fewer are in the Ranking.
    """

    season: Season
    rank: int | None
    half_points: int
    line: int
    line_half_points: int | None

    @property
    def is_over(self) -> bool:
        """Return whether the last day of the season has passed."""
        return self.season.last_day < timezone.localdate()

    @property
    def level(self) -> tuple[int, int] | None:
        """Return how far the player and the last called are on a line of a hundred; None without a last called."""
        if not self.line_half_points:
            return None
        most = max(self.line_half_points, self.half_points) * 4 // 3
        return self.half_points * 100 // most, self.line_half_points * 100 // most

    @property
    def missing(self) -> int:
        """Return the half points to the last place that is called; 0 for who has them."""
        return max(0, (self.line_half_points or 0) - self.half_points)


@dataclass(frozen=True, slots=True)
class OwnGames:
    """All data of a player's own page."""

    now: TableNow | None = None
    entries: list[ComingEntry] = field(default_factory=list)
    results: list[OwnResult] = field(default_factory=list)
    calls: list[CallUp] = field(default_factory=list)
    way: WayToFinal | None = None

    @property
    def next_entry(self) -> ComingEntry | None:
        """Return the next event that the player is entered in, while no table of theirs is open."""
        return next((own for own in self.entries if own.entry is not None), None) if self.now is None else None

    @property
    def later_entries(self) -> list[ComingEntry]:
        """Return all entries and requests but the next entry, which stands by itself."""
        first = self.next_entry
        return [own for own in self.entries if own is not first]

    @property
    def is_empty(self) -> bool:
        """Return whether the player has not taken part in anything."""
        return not (self.entries or self.results or self.calls)


def own_games(person: Person | None, user: User) -> OwnGames:
    """Return the games of an account's owner. Runs at most twelve queries.

    Arguments:
        person: the account's record of the national list; without one there are only requests to enter.
    """
    requests = own_requests(user).filter(event__state__in=COMING)
    coming = [ComingEntry(request.event, None, request) for request in requests]
    if person is None:
        return OwnGames(entries=sorted(coming, key=_day))
    entries = list(
        Entry.objects.filter(person=person)
        .exclude(event__state=State.DRAFT)
        .exclude(event__is_practice=True)
        .select_related("event", "final_place")
        .order_by("-event__first_day", "-pk")
    )
    canonical_ids = canonical_person_ids()
    is_playing = any(entry.event.state == State.RUNNING for entry in entries)
    now = _table_now(person) if is_playing else None
    before_the_day = [entry for entry in entries if entry.event.state in COMING]
    paths = own_page_paths(before_the_day) if before_the_day else {}
    coming += [ComingEntry(entry.event, entry, None, paths.get(entry.pk, "")) for entry in before_the_day]
    return OwnGames(
        now=now,
        entries=sorted(coming, key=_day),
        results=[_result(entry) for entry in entries if entry.event.state not in COMING and _has_played(entry)],
        calls=list(own_calls(person, canonical_ids)),
        way=_way(person, canonical_ids),
    )


def _day(coming: ComingEntry) -> tuple[date, int]:
    return coming.event.first_day, coming.event.pk


def own_calls(person: Person, canonical_ids: dict[int, int]) -> QuerySet[CallUp]:
    """Return the calls of a player to finals, the newest first. A call keeps the key of a record merged since."""
    records = player_records(person, canonical_ids)
    calls = CallUp.objects.filter(person__in=records, state__in=_SHOWN_CALLS).select_related("season")
    return calls.order_by("-season__last_day", "-pk")


def _has_played(entry: Entry) -> bool:
    """Return whether an entry is one of a player who came."""
    came = entry.state != Entry.State.ABSENT and entry.left_after != 0
    return came and (entry.event.state != State.VOID or hasattr(entry, "final_place"))


def _result(entry: Entry) -> OwnResult:
    event, place = entry.event, getattr(entry, "final_place", None)
    counts = event.state in (State.CONCLUDED, State.REPORTED, State.HOMOLOGATED)
    if place is None or not counts or event.is_national_final or not event.is_official:
        return OwnResult(event, place, None)
    fascia, rules = Fascia(event.fascia_effective), regulation.get(event.regulation)
    points = half_points(place.place, fascia, has_left=place.has_left, regulation=rules)
    return OwnResult(event, place, points)


def _table_now(person: Person) -> TableNow | None:
    """Return the table of the player in an open round. Runs at most three queries."""
    own = Seat.objects.filter(entry__person=person, round__event__state=State.RUNNING)
    own = own.exclude(round__state=Round.State.CLOSED).order_by("-round__pk")
    seats = Seat.objects.filter(table__in=own.values("table")[:1]).order_by("position")
    table = list(seats.select_related("entry__person", "table", "round__event"))
    seat = next((seat for seat in table if seat.entry.person_id == person.pk), None)
    if seat is None:
        return None
    mates = [
        (mate.position, shown_name(mate.entry, sees_names=False, me=person.pk), mate.pk == seat.pk) for mate in table
    ]
    own_path = own_page_paths([seat.entry]).get(seat.entry_id, "")
    path = own_path or seat.round.event.get_absolute_url()
    token = own_path.strip("/").rpartition("/")[2]
    help_path = reverse("player_phone_help", args=[token]) if token else ""
    return TableNow(seat, seat.round, mates, clock_facts(seat.round), path, help_path, table_is_called(seat.table))


def _way(person: Person, canonical_ids: dict[int, int]) -> WayToFinal | None:
    """Return the player's place in the current season; None without a season. Runs two queries."""
    season = next(iter(shown_seasons()), None)
    if season is None:
        return None
    sums = season_totals(season, canonical_ids).sums
    ranking = Ranking(sums)
    row = ranking[ranking.place_of(person.pk)] if person.pk in sums else None
    line = season.finalists
    last = ranking[line - 1].half_points if len(ranking) >= line else None
    return WayToFinal(season, row.rank if row else None, row.half_points if row else 0, line, last)
