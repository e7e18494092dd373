"""Lots of the Ranking by the public number of the press that needs them: call, substitutes, number called (art. 1.6).

As for a round (``tournament.rounds.presses``): a row names the beacon's round before it exists, a job completes it with
the page closed, and after ten seconds a word can take its place. Where the line divides nobody the act is done at once.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import date
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from ranking.call_up import services
from ranking.call_up.selectors import open_lots_press
from ranking.refusals import RankingLotMissing
from tournament.core.audit import By, record, require_reason
from tournament.core.locks import locked_season
from tournament.core.preconditions import require_word
from tournament.delivery.jobs import job_enqueue
from tournament.draws.beacon import has_beacon
from tournament.draws.refusals import DrawNotOpen
from tournament.draws.services import ranking_lots_commit
from tournament.models import Draw, DrawPress, Job, Season
from tournament.regulation.beacon import randomness_of
from tournament.regulation.draws import normalise_word
from tournament.regulation.refused import Refused
from tournament.rounds.presses import next_number, press_run, press_store_given_up

KIND: Final = "ranking_lots"
#: What a press of a season is called among the steps of draws.
STEP: Final = "call-up"
#: A word for the rehearsal of an act: what it gives is rolled back.
_REHEARSED: Final = "-"
#: The acts that may need lots, by their name in the row.
_ACTS: Final[dict[str, Callable[..., Any]]] = {
    "call": services.call_up,
    "substitutes": services.call_substitutes,
    "number": services.season_finalists_set,
}

State = DrawPress.State


def _do(season: Season, act: dict[str, Any], word: str, by: By) -> Any:
    facts = {name: value for name, value in act.items() if name != "do"}
    if facts.get("answer_by"):
        facts["answer_by"] = date.fromisoformat(facts["answer_by"])
    return _ACTS[act["do"]](season=season, word=word, by=by, **facts)


@transaction.atomic
def act_with_lots(*, season: Season, do: str, by: By, word: str = "", **facts: Any) -> Any:
    """Carry out an act of the call-up: at once, or once its lots are drawn by the beacon's next round.

    Arguments:
        do: "call", "substitutes" or "number"; facts: of its service, a day as ISO 8601. word: called out, on a site
            without a beacon.
    Returns: what the service returns, or the press that is open.
    Errors: DRAW_OPEN; those of ``call_up.services``.
    """
    fresh, act = locked_season(season), {"do": do, **facts}
    if open_lots_press(fresh) is not None:
        raise Refused("DRAW_OPEN")
    try:
        with transaction.atomic():
            return _do(fresh, act, word, by)
    except RankingLotMissing as missing:
        if word.strip() or not has_beacon():
            raise
        tied = [str(pk) for pk in missing.group]
    with transaction.atomic():
        _do(fresh, act, _REHEARSED, by)
        transaction.set_rollback(True)
    ranking_lots_commit(fresh, by=by)
    press = DrawPress(season=fresh, step=STEP, act=act, inputs=tied, **next_number(by))
    record(press, verb="draw_press", by=by)
    job_enqueue(kind=KIND, key=f"{KIND}:{press.pk}", args={"press": press.pk}, by=by)
    return press


def _locked_press(press: DrawPress) -> tuple[DrawPress, Season]:
    """Re-read an open press, and its season, locked. Errors: DrawNotOpen."""
    assert press.season is not None, "a press of a season"
    season = locked_season(press.season)
    fresh = DrawPress.objects.select_related("asked_by").get(pk=press.pk)
    if fresh.state != State.WAITING:
        raise DrawNotOpen
    return fresh, season


def _finish(press: DrawPress, season: Season, word: str, by: By) -> None:
    """Do what a press is for, and mark its draws. Errors: STEP_CHANGED; those of ``call_up.services``."""
    try:
        with transaction.atomic():
            _do(season, press.act, "", by)
            transaction.set_rollback(True)
        tied: list[str] = []
    except RankingLotMissing as missing:
        tied = [str(pk) for pk in missing.group]
    if tied != press.inputs:
        raise Refused("STEP_CHANGED")
    before = timezone.now()
    record(press, verb="draw_press_finish", by=by, state=State.DRAWN, ended_at=before)
    _do(season, press.act, word, by)
    Draw.objects.filter(season=season, event=None, drawn_at__gte=before, press=None).update(press=press)


@transaction.atomic
def lots_finish_with_word(*, press: DrawPress, word: str, by: By) -> None:
    """Finish open lots with a word that was called out. Errors: DrawNotOpen, WORD_TOO_EARLY, WORD_MISSING, BadWord."""
    spoken = normalise_word(require_word(word))
    fresh, season = _locked_press(press)
    if timezone.now() < fresh.until:
        raise Refused("WORD_TOO_EARLY")
    _finish(fresh, season, spoken, by)


@transaction.atomic
def lots_finish_with_beacon(*, press: DrawPress, signature: str) -> None:
    """Finish open lots with the beacon's round. Errors: DrawNotOpen, STEP_CHANGED; those of ``call_up.services``."""
    fresh, season = _locked_press(press)
    fresh.signature = signature
    _finish(fresh, season, randomness_of(signature), fresh.asked_by)


@transaction.atomic
def lots_give_up(*, press: DrawPress, reason: str, by: By) -> None:
    """Give open lots up, with a reason. Errors: DECISION_REASON_MISSING, DrawNotOpen."""
    fresh, _season = _locked_press(press)
    press_store_given_up(fresh, require_reason(reason), by)


@transaction.atomic
def _give_up_for(press: DrawPress, signature: str) -> None:
    """Give up lots whose players or act changed before their round came."""
    with suppress(DrawNotOpen):
        fresh, _season = _locked_press(press)
        fresh.signature = signature
        press_store_given_up(fresh, "", fresh.asked_by)


def lots_job(job: Job, _progress: Callable[..., None]) -> tuple[bytes, str]:
    """Fetch the round that a press named, and finish its lots. Errors: BeaconAwayError."""
    press = DrawPress.objects.select_related("season").get(pk=job.args["press"])
    press_run(press, lots_finish_with_beacon, _give_up_for)
    return b"", ""
