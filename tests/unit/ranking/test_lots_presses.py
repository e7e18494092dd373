"""Test the lots of the call-up by the public number of a press: beacon, a word in its place, giving up (art. 1.6)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from ranking.call_up import presses as lots
from ranking.call_up.services import call_up
from ranking.call_up.sweep import calls_sweep
from ranking.models import CallUp
from tests import factories as make
from tests.refusals import refuses
from tests.relays import QUICKNET, Answer, beacon, published
from tests.unit.ranking.credit import credit
from tests.unit.ranking.pages import text_of
from tournament import tasks
from tournament.models import Draw, DrawPress, Job, Season
from tournament.rounds import presses

pytestmark = [pytest.mark.django_db, pytest.mark.rule("AMB-20")]

AWAY: Answer = 503


@pytest.fixture
def relays(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Answer]]:
    """Run two relays that give the last answer of the list; the job asks without a pause."""
    monkeypatch.setattr(presses, "PAUSE_SECONDS", 0.01)
    monkeypatch.setattr(presses, "WAIT_SECONDS", 0.5)
    monkeypatch.setattr(presses, "next_round", lambda: QUICKNET["round"])
    monkeypatch.setattr(presses, "round_time", lambda _number: timezone.now())
    answers: list[Answer] = [published()]
    with beacon(settings, lambda: answers[-1]):
        yield answers


def _season(*equal: int) -> Season:
    """Return a season of six people that calls four; the positions (from 1) in ``equal`` are tied."""
    season = make.make_season(finalists=4, final_day=timezone.localdate() + timedelta(days=60))
    for position, person in enumerate(make.make_people(6), start=1):
        credit(season, person, 500 - 2 * (equal[0] if position in equal else position))
    return season


def _press(season: Season, do: str = "call", **facts: Any) -> DrawPress:
    press = lots.act_with_lots(season=season, do=do, by=None, **facts)
    assert isinstance(press, DrawPress)
    return press


def _run(press: DrawPress) -> DrawPress:
    tasks.run(Job.objects.get(key=f"ranking_lots:{press.pk}").pk)
    press.refresh_from_db()
    return press


def test_act_without_a_tie_is_done_at_once(relays: list[Answer]) -> None:
    called = lots.act_with_lots(season=_season(), do="call", by=None)
    assert len(called) == 4
    assert not DrawPress.objects.exists()


def test_press_calls_nobody_until_its_number_comes_and_the_job_finishes_it(relays: list[Answer]) -> None:
    season = _season(4, 5)
    press = _press(season)
    assert (press.state, press.season, press.event, len(press.inputs)) == ("waiting", season, None, 2)
    assert not CallUp.objects.exists()
    with refuses("DRAW_OPEN"):
        lots.act_with_lots(season=season, do="call", by=None)
    assert _run(press).state == "drawn"
    draw = Draw.objects.get(season=season, drawn_at__isnull=False)
    assert (draw.word, draw.press, draw.inputs) == (QUICKNET["randomness"], press, press.inputs)
    assert draw.committed_at <= press.asked_at
    assert CallUp.objects.filter(season=season).count() == 4


def test_beacon_away_lets_a_word_in_after_its_time(relays: list[Answer]) -> None:
    relays.append(AWAY)
    press = _press(_season(4, 5))
    with refuses("WORD_TOO_EARLY"):
        lots.lots_finish_with_word(press=press, word="ombrello", by=None)
    assert _run(press).state == "waiting"
    lots.lots_finish_with_word(press=press, word="ombrello", by=None)
    assert Draw.objects.get(drawn_at__isnull=False).word == "ombrello"
    assert CallUp.objects.count() == 4


def test_lots_given_up_change_nothing_and_keep_the_reason(relays: list[Answer]) -> None:
    press = _press(_season(4, 5))
    with refuses("DECISION_REASON_MISSING"):
        lots.lots_give_up(press=press, reason=" ", by=None)
    lots.lots_give_up(press=press, reason="Manca un rapporto", by=None)
    press.refresh_from_db()
    assert (press.state, press.given_up_reason) == ("given_up", "Manca un rapporto")
    assert not CallUp.objects.exists()


def test_lots_whose_players_changed_are_given_up(relays: list[Answer]) -> None:
    season = _season(4, 5)
    press = _press(season)
    credit(season, make.make_person(), 500 - 2 * 4)
    assert _run(press).state == "given_up"
    assert not CallUp.objects.exists()


def test_site_without_a_beacon_needs_the_word() -> None:
    season = _season(4, 5)
    with refuses("RANKING_LOT_MISSING"):
        lots.act_with_lots(season=season, do="call", by=None)
    assert len(lots.act_with_lots(season=season, do="call", word="melograno", by=None)) == 4


def test_next_names_that_are_equal_are_called_by_the_sweep_with_the_number(relays: list[Answer]) -> None:
    season = _season(5, 6)
    calls = call_up(season=season, answer_by=timezone.localdate() + timedelta(days=7), by=None)
    answered = {"state": CallUp.State.DECLINED, "answered_at": timezone.now() - timedelta(hours=1)}
    CallUp.objects.filter(pk=calls[0].pk).update(**answered)
    calls_sweep()
    _run(DrawPress.objects.get(season=season))
    assert CallUp.objects.filter(season=season).count() == 5
    calls_sweep()
    assert DrawPress.objects.count() == 1


def test_page_shows_open_lots_with_their_two_ways_out(referent: Client, relays: list[Answer]) -> None:
    season = _season(4, 5)
    page = reverse("call_up", args=[season.slug])
    assert 'name="call-word"' not in text_of(referent.get(page))
    assert referent.post(page, {"do": "call", "call-typed": "convoca 4"}).status_code == 302
    press = DrawPress.objects.get()
    shown = text_of(referent.get(page))
    assert str(QUICKNET["round"]) in shown
    assert 'name="call-typed"' not in shown
    assert referent.get(f"{page}?stato").json()["waits"]
    DrawPress.objects.update(until=timezone.now())
    assert 'name="lots-word"' in text_of(referent.get(page))
    assert referent.post(page, {"do": "lots_give_up", "up-reason": ""}).status_code == 422
    assert referent.post(page, {"do": "lots_word", "lots-word": "ombrello"}).status_code == 302
    press.refresh_from_db()
    assert press.state == "drawn"
    assert not referent.get(f"{page}?stato").json()["waits"]
    assert referent.get(Draw.objects.get(drawn_at__isnull=False).get_absolute_url()).status_code == 200
