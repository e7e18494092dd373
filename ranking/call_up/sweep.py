"""Calls to the final whose day has passed, and places that wait for the next name of the Ranking (art. 1.7)."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Final

from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from ranking.call_up.final import final_is_open
from ranking.call_up.presses import act_with_lots
from ranking.call_up.selectors import open_lots_press
from ranking.call_up.services import call_answer, call_substitutes
from ranking.models import CallUp
from ranking.refusals import RankingLotMissing
from tournament.core.audit import By
from tournament.core.locks import locked_season
from tournament.delivery.call_up import call_up_lapsed_notice, call_up_reminder
from tournament.draws.beacon import has_beacon
from tournament.models import Season

State = CallUp.State
#: How long an answer can be changed before the next name is called for it.
GRACE: Final = timedelta(minutes=15)
#: How many days before the last one those who have not answered are reminded.
REMIND_DAYS: Final = 2


def calls_sweep(now: datetime | None = None) -> dict[str, int]:
    """Close the calls whose day has passed, call the next names, and remind who has not answered.

    Only call-ups with a last day for the answer are touched, and only until the final begins.
    """
    moment = now or timezone.now()
    counts = {"lapsed": 0, "called": 0, "reminded": 0}
    seasons = Season.objects.filter(call_ups__answer_by__isnull=False).distinct()
    for season in seasons:
        if not final_is_open(season, timezone.localdate(moment)):
            continue
        counts["lapsed"] += _lapse(season, moment)
        counts["called"] += _fill(season, moment)
        counts["reminded"] += calls_remind(season=season, at=moment, due=_remind_day(moment))
    return counts


def _remind_day(moment: datetime) -> date:
    return timezone.localdate(moment) + timedelta(days=REMIND_DAYS)


@transaction.atomic
def _lapse(season: Season, moment: datetime) -> int:
    """Record that no answer came from those whose day has passed, and tell them. Returns their number."""
    season = locked_season(season)
    late = CallUp.objects.filter(season=season, state=State.CALLED, answer_by__lt=timezone.localdate(moment))
    calls = list(late.select_related("person", "season").order_by("order"))
    for call in calls:
        call_answer(call=call, state=State.NO_ANSWER, by=None, at=moment)
        path = reverse("ranking_season", args=[season.slug])
        call_up_lapsed_notice(season=season, person=call.person, path=path, at=call.called_at)
    return len(calls)


def _fill(season: Season, moment: datetime) -> int:
    """Call the next names for the places given up, once the last answer is old enough. Returns how many are called.

    A tie among the next names needs lots: the beacon's next round draws them; on a site without one it is left to the
    Referent, who types a word.
    """
    vacant = CallUp.objects.filter(season=season, state__in=(State.DECLINED, State.NO_ANSWER))
    latest = vacant.order_by("-answered_at").first()
    if latest is None or latest.answered_at is None:
        return 0
    if latest.state == State.DECLINED and latest.answered_at > moment - GRACE:
        return 0
    try:
        return len(call_substitutes(season=season, by=None, at=moment))
    except RankingLotMissing:
        if has_beacon() and open_lots_press(season) is None:
            act_with_lots(season=season, do="substitutes", by=None)
        return 0


def calls_remind(*, season: Season, at: datetime | None = None, due: date | None = None, by: By = None) -> int:
    """Remind those who have not answered by mail, each at most once a day. Returns how many have an address.

    Arguments:
        due: only those whose last day it is; everybody by default.
    """
    moment = at or timezone.now()
    waiting = CallUp.objects.filter(season=season, state=State.CALLED).exclude(person__email="")
    if due is not None:
        waiting = waiting.filter(answer_by=due)
    calls = list(waiting.select_related("person", "season"))
    for call in calls:
        call_up_reminder(
            call=call.pk,
            season=season,
            person=call.person,
            answer_by=call.answer_by,
            day=timezone.localdate(moment),
            at=call.called_at,
        )
    return len(calls)
