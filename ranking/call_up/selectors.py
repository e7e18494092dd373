"""State of the call-up to the national final (art. 1.7)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from ranking.models import CallUp
from ranking.national.selectors import Standing, season_standing
from tournament.models import Draw, Event, Person, Season


def call_up_list(season: Season) -> QuerySet[CallUp]:
    """Return the call-up list in order of the call (art. 1.7). Runs one query."""
    return CallUp.objects.filter(season=season).select_related("person").order_by("order")


@dataclass(frozen=True, slots=True)
class CallUpState:
    """State of the call-up of a season.

    Arguments:
        coming: number of players called or accepted.
        accepted: number of players who accepted.
        free: number of places without a player.
        lots_among: players tied across the line who have drawn no lots yet (AMB-20).
        commitment: of the draw of those lots, empty if it is not published.
        standing: the Ranking, as long as nobody is called.
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
    standing: Standing | None = None


def call_up_state(season: Season) -> CallUpState:
    """Return the call-up list of a season and what is missing for the call-up (art. 1.7)."""
    calls = list(call_up_list(season))
    coming = sum(call.state in (CallUp.State.CALLED, CallUp.State.ACCEPTED) for call in calls)
    among: list[Person] = []
    standing = None if calls else season_standing(season)
    if standing is not None:
        players_without_lot = standing.open_lots
        people = Person.objects.in_bulk(players_without_lot)
        among = [people[pk] for pk in players_without_lot]
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
        final=Event.objects.filter(season=season, is_national_final=True).exclude(state=Event.State.VOID).first(),
        at=calls[0].called_at if calls else None,
        standing=standing,
    )
