"""What waits in the Ranking, for the table of everything that waits: seasons to close, answers to a call-up."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from django.db.models import Count, Min, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from ranking.closing.selectors import seasons_with_closing
from ranking.models import CallUp
from tournament.delivery.waiting import Kind, Pace, Side, Told, Waiting, day_of
from tournament.models import Season


def _called() -> QuerySet[Any]:
    """Return the seasons whose called players have not all answered, with their number (art. 1.7)."""
    called = Q(call_ups__state=CallUp.State.CALLED)
    seasons = Season.objects.filter(called).annotate(
        called=Count("call_ups"), since=Min("call_ups__called_at"), due=Min("call_ups__answer_by")
    )
    return seasons.order_by()


def _to_close() -> QuerySet[Any]:
    """Return the seasons that can be closed (art. 1.6)."""
    seasons: QuerySet[Any] = seasons_with_closing()
    return seasons.filter(to_close=True)


def _call(season: Any) -> Waiting:
    return Waiting("call", season.name, day_of(season.since), str(season.called), season.due, season.slug)


#: Art. 1.6, 1.7: the calendar makes a season wait, and a call-up tells its players itself.
KINDS: Final = (
    Kind(
        name="closing",
        label=_("season to close"),
        side=Side.REFERENT,
        pace=Pace.PERIODIC,
        page="season_end",
        has_key=True,
        rows=_to_close,
        key="slug",
        see=lambda season: Waiting("closing", season.name, season.last_day + timedelta(days=1), key=season.slug),
    ),
    Kind(
        name="call",
        label=_("answers to the call-up"),
        side=Side.PLAYER,
        told=(Told.ASKER,),
        sentence="call_up",
        page="call_up",
        has_key=True,
        rows=_called,
        key="slug",
        see=_call,
    ),
)
