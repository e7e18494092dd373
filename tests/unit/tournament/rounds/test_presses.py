"""Test the one press that draws: the beacon's next round completes it, late, away, wrong, or a word takes its place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from tests import factories as make
from tests.refusals import refuses
from tests.relays import QUICKNET, Answer, beacon, published
from tournament import tasks
from tournament.delivery.jobs import jobs_requeue_running, jobs_sweep
from tournament.draws.refusals import DrawNotOpen
from tournament.draws.selectors import draw_findings
from tournament.exchange.export import event_to_file
from tournament.models import Draw, DrawPress, Event, Job, Round
from tournament.regulation import event_file
from tournament.regulation.refused import Refused
from tournament.rounds import presses
from tournament.rounds.services import round_draw, round_undo

pytestmark = pytest.mark.django_db

Relays = Callable[..., None]
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


@pytest.fixture
def event() -> Event:
    return make.check_in_event(players=13, **make.around_today())


def _press(event: Event, **options: Any) -> DrawPress:
    press = presses.draw_press(event=event, by=None, **options)
    assert press is not None
    return press


def _run(press: DrawPress) -> DrawPress:
    """Run the job of a press once, as a worker does."""
    tasks.run(Job.objects.get(key=f"draw:{press.pk}").pk)
    press.refresh_from_db()
    return press


def test_press_stores_one_row_and_draws_nothing(event: Event, relays: list[Answer]) -> None:
    press = _press(event)
    assert (press.state, press.step, press.round_number) == ("waiting", "round-1", QUICKNET["round"])
    assert len(press.inputs) == 13
    assert not Round.objects.filter(event=event).exists()
    assert not Draw.objects.filter(event=event, drawn_at__isnull=False).exists()


def test_job_finishes_the_draw_with_the_number_of_the_round(event: Event, relays: list[Answer]) -> None:
    press = _run(_press(event))
    assert press.state == "drawn"
    made = Draw.objects.filter(event=event, drawn_at__isnull=False)
    assert set(made.values_list("purpose", "word", "press")) == {
        (purpose, QUICKNET["randomness"], press.pk) for purpose in ("tables", "seats", "kingdom")
    }
    assert [draw_findings(draw) for draw in made] == [[], [], []]


def test_late_round_is_awaited(event: Event, relays: list[Answer]) -> None:
    relays.append(AWAY)
    press = _press(event)
    assert _run(press).state == "waiting"
    relays.append(published())
    Job.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    assert jobs_sweep(lambda job: tasks.run(job.pk)) == 1
    press.refresh_from_db()
    assert press.state == "drawn"


@pytest.mark.parametrize("answer", [AWAY, published(randomness="00" * 32), published(round=7)])
def test_beacon_away_or_wrong_lets_a_word_in_after_its_time(answer: Answer, event: Event, relays: list[Answer]) -> None:
    relays.append(answer)
    press = _press(event)
    early = time_machine.travel(press.until - timedelta(milliseconds=1), tick=False)
    with early, refuses("WORD_TOO_EARLY"):
        presses.press_finish_with_word(press=press, word="ombrello", by=None)
    assert _run(press).state == "waiting"
    with refuses("WORD_MISSING"):
        presses.press_finish_with_word(press=press, word=" ", by=None)
    presses.press_finish_with_word(press=press, word="ombrello", by=None)
    with pytest.raises(DrawNotOpen):
        presses.press_finish_with_word(press=press, word="altra", by=None)
    findings = draw_findings(Draw.objects.get(event=event, purpose="tables"))
    assert [(finding.code, finding.bound) for finding in findings] == [("WORD_AFTER_BEACON", ("–",))]


def test_round_that_comes_after_the_word_shows_what_it_would_have_given(event: Event, relays: list[Answer]) -> None:
    relays.append(AWAY)
    press = _run(_press(event))
    presses.press_finish_with_word(press=press, word="ombrello", by=None)
    relays.append(published())
    Job.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    jobs_sweep(lambda job: tasks.run(job.pk))
    draw = Draw.objects.select_related("press", "event").get(event=event, purpose="tables")
    (finding,) = draw_findings(draw)
    assert sorted(finding.bound) == draw.inputs
    assert finding.bound != tuple(draw.outcome)
    page = Client().get(draw.get_absolute_url())
    assert len(page.context["by_beacon"]) == 13
    make.opened(make.last_round(event))
    for _ in range(2):
        make.play_round(event)
        make.next_round(event)
    make.play_round(event)
    make.conclusion.event_conclude(event=event, by=None)
    report = event_file.verify.verify(event_file.verify.parse(event_to_file(Event.objects.get(pk=event.pk))))
    assert "WORD_AFTER_BEACON" in {one.code for one in report.findings}
    assert report.ok


def test_open_draw_lets_nothing_else_be_drawn(event: Event, relays: list[Answer]) -> None:
    relays.append(AWAY)
    press = _press(event)
    with refuses("DRAW_OPEN"):
        _press(event)
    with refuses("DRAW_OPEN"):
        round_draw(event=event, word=make.WORD, by=None)
    with refuses("DECISION_REASON_MISSING"):
        presses.press_give_up(press=press, reason=" ", by=None)
    presses.press_give_up(press=press, reason="Manca Tommaso", by=None)
    relays.append(published())
    assert _run(press).state == "given_up"
    assert press.signature == QUICKNET["signature"]
    assert not Round.objects.filter(event=event).exists()
    assert _run(_press(event)).state == "drawn"


def test_draw_whose_players_changed_is_given_up(event: Event, relays: list[Answer]) -> None:
    press = _press(event)
    entry = event.entries.get(number=1)
    make.entries.entry_undo_check_in(entry=entry, by=None)
    with time_machine.travel(press.until + timedelta(seconds=1)), refuses("STEP_CHANGED"):
        presses.press_finish_with_word(press=press, word="ombrello", by=None)
    assert (_run(press).state, press.given_up_reason) == ("given_up", "")
    page = Client().get(f"/eventi/{event.slug}/sorteggi/").content.decode()
    assert "Nel frattempo erano cambiati i giocatori o i risultati." in page


def test_press_is_refused_before_anybody_waits(relays: list[Answer]) -> None:
    event = make.check_in_event(players=11, **make.around_today())
    with pytest.raises(Refused):
        _press(event)
    assert not DrawPress.objects.exists()


def test_site_without_a_beacon_needs_the_word(event: Event) -> None:
    with refuses("WORD_MISSING"):
        _press(event)


def test_killed_worker_leaves_a_draw_that_the_next_one_finishes(event: Event, relays: list[Answer]) -> None:
    press = _press(event)
    Job.objects.filter(key=f"draw:{press.pk}").update(state=Job.State.RUNNING, attempts=1)
    jobs_requeue_running()
    Job.objects.update(created_at=timezone.now() - timedelta(minutes=5))
    assert jobs_sweep(lambda job: tasks.run(job.pk)) == 1
    press.refresh_from_db()
    assert press.state == "drawn"


def test_closing_and_drawing_waits_for_one_round_for_lots_and_tables(relays: list[Answer]) -> None:
    event = make.drawn_event(**make.around_today())
    make.play_round(event, close=False)
    with pytest.raises(Refused):
        _press(event)
    press = _run(_press(event, closes=True))
    assert (press.state, press.closes, press.step) == ("drawn", 1, "round-2")
    assert set(press.draws.values_list("purpose", "word")) == {
        (purpose, QUICKNET["randomness"]) for purpose in ("standings_lots", "seats", "kingdom")
    }
    assert [game_round.state for game_round in event.round_set.order_by("number")] == ["closed", "published"]


def test_closing_alone_waits_only_where_lots_decide(relays: list[Answer]) -> None:
    event = make.drawn_event(**make.around_today())
    make.play_round(event, close=False)
    press = _run(_press(event, closes_only=True))
    assert (press.state, press.step) == ("drawn", "lots")
    assert event.round_set.get().state == "closed"


def test_undone_draw_by_the_beacon_is_drawn_again_with_other_secrets(event: Event, relays: list[Answer]) -> None:
    _run(_press(event))
    round_undo(round=make.last_round(event), reason="Mancava Tommaso", by=None)
    again = _run(_press(event))
    assert again.state == "drawn"
    tables = Draw.objects.filter(event=event, purpose="tables", drawn_at__isnull=False)
    assert len(set(tables.values_list("seed", flat=True))) == 2
