"""One player: counted results, results not counted yet, and who may see the player's page."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import Any

from ranking.models import LedgerEntry
from ranking.national.rank_history import counted_events, rank_history
from ranking.national.selectors import canonical_person_ids, season_standing, standing_entries
from tournament.core.permissions import is_national_referent
from tournament.models import Entry, Event, EventRole, FinalPlace, Person, Season
from tournament.regulation import parameters as regulation
from tournament.regulation.points import Fascia, half_points

State = Event.State


@dataclass(frozen=True, slots=True)
class PlayerSeason:
    """A season of one player.

    Arguments:
        entries: of the ledger, newest first.
        rank: None as long as nothing counts.
        half_points, wins, seconds, thirds: the sums.
        places: the rank after each of the last events of the season, from the player's first one.
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
    """Return the counted results of a player by season, newest first (art. 1.6).

    Runs two queries and five per season.
    """
    records = [person.pk, *(pk for pk, root in canonical_person_ids().items() if root == person.pk)]
    entries = (
        LedgerEntry.objects.filter(person__in=records)
        .select_related("event", "season")
        .order_by("-season__first_day", "-season_id", "-event__last_day", "-pk")
    )
    seasons = []
    for _, group in groupby(standing_entries(entries), key=lambda entry: entry.season_id):
        rows = list(group)
        standing = season_standing(rows[0].season)
        row = standing.ranking[standing.ranking.place_of(person.pk)]
        moves = rank_history(standing, [person.pk], counted_events(standing.season))
        seasons.append(
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
                events=moves.events_for_person(person.pk),
                worst=standing.worst,
            )
        )
    return seasons


@dataclass(frozen=True, slots=True)
class WaitingResult:
    """A place in an event that does not count yet, with the points it would give."""

    event: Event
    place: int
    half_points: int | None


def player_waiting(person: Person) -> list[WaitingResult]:
    """Return the player's places in concluded events that are not homologated. Runs one query."""
    places = (
        FinalPlace.objects.filter(entry__person=person, event__state__in=(State.CONCLUDED, State.REPORTED))
        .select_related("event")
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
