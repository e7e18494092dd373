"""How the call-up to the national final stands (art. 1.7)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from ranking.models import CallUp
from ranking.national.selectors import Standing, season_standing
from tournament.models import Draw, Event, Person, Season


def call_up_list(season: Season) -> QuerySet[CallUp]:
    """Art. 1.7: everybody on the call-up list, in order of the call: one query."""
    return CallUp.objects.filter(season=season).select_related("person").order_by("order")


@dataclass(frozen=True, slots=True)
class CallUpState:
    """How the call-up of a season stands.

    Arguments:
        coming: called or accepted; accepted: those who said yes; free: seats without anybody.
        lots_among: persons whose tie the line cuts and who have drawn no lots yet (AMB-20).
        commitment: of the draw of those lots, where it was published; standing: the Ranking, while nobody is called.
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
    """Art. 1.7: the call-up list and what it waits for."""
    calls = list(call_up_list(season))
    coming = sum(call.state in (CallUp.State.CALLED, CallUp.State.ACCEPTED) for call in calls)
    among: list[Person] = []
    standing = None if calls else season_standing(season)
    if standing is not None:
        waiting = standing.open_lots
        people = Person.objects.in_bulk(waiting)
        among = [people[pk] for pk in waiting]
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
