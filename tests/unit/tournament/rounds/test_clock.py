"""Test the clock of a round."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from tests import factories as make
from tests.refusals import refuses
from tournament.core.refusals import AlreadyDone
from tournament.events import lifecycle
from tournament.events.timeline import event_history
from tournament.models import Round
from tournament.rounds import clock
from tournament.rounds.selectors import clock_extensions

pytestmark = pytest.mark.django_db

START = datetime(2009, 7, 4, 14, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


@pytest.fixture
def published() -> Round:
    event = make.drawn_event(start=False)
    return make.last_round(event)


def test_clock_start_runs_forty_five_minutes(published: Round) -> None:
    """REQ-905, AMB-06."""
    with time_machine.travel(START, tick=False):
        started = clock.clock_start(round=published, by=None)
        assert started.state == Round.State.RUNNING
        assert started.clock_ends_at == START + 45 * MINUTE
        with pytest.raises(AlreadyDone):
            clock.clock_start(round=published, by=None)


def test_clock_pause_keeps_the_remaining_time(published: Round) -> None:
    with time_machine.travel(START, tick=False) as now:
        clock.clock_start(round=published, by=None)
        now.shift(10 * MINUTE)
        paused = clock.clock_pause(round=published, by=None, reason="Allarme")
        assert (paused.clock_left, paused.clock_ends_at) == (35 * 60, None)
        with pytest.raises(AlreadyDone):
            clock.clock_pause(round=published, by=None)
        assert clock.clock_extend(round=published, by=None, minutes=5, reason="Allarme").clock_left == 40 * 60
        now.shift(20 * MINUTE)
        running = clock.clock_resume(round=published, by=None)
        assert running.clock_ends_at == START + 70 * MINUTE
        with pytest.raises(AlreadyDone):
            clock.clock_resume(round=published, by=None)


def test_clock_extend_after_the_end_counts_from_now(published: Round) -> None:
    with time_machine.travel(START, tick=False) as now:
        with refuses("CLOCK_WRONG"):
            clock.clock_extend(round=published, by=None, minutes=5, reason="Una carta")
        clock.clock_start(round=published, by=None, minutes=30)
        assert (
            clock.clock_extend(round=published, by=None, minutes=5, reason="Una carta").clock_ends_at
            == START + 35 * MINUTE
        )
        now.shift(40 * MINUTE)
        with refuses("CLOCK_WRONG"):
            clock.clock_pause(round=published, by=None)
        with refuses("CLOCK_WRONG"):
            clock.clock_resume(round=published, by=None)
        assert (
            clock.clock_extend(round=published, by=None, minutes=2, reason="Una carta").clock_ends_at
            == START + 42 * MINUTE
        )


@pytest.mark.parametrize("minutes", [0, -1, 241])
def test_clock_start_invalid_minutes_are_refused(published: Round, minutes: int) -> None:
    with refuses("FIELD_WRONG"):
        clock.clock_start(round=published, by=None, minutes=minutes)
    published.refresh_from_db()
    assert published.clock_started_at is None


def test_clock_final_without_clock_has_none() -> None:
    """AMB-34, REQ-907: no clock if this was announced before round 1."""
    event = make.check_in_event()
    lifecycle.event_update(event=event, by=None, final_has_clock=False, final_clock_reason="La sala è nostra")
    make.draw_round(event)
    make.play_round(event)
    make.next_round(event)
    make.play_round(event)
    final = make.next_round(event)
    assert final.clock_started_at is not None
    assert final.clock_ends_at is None
    with refuses("CLOCK_WRONG"):
        clock.clock_pause(round=final, by=None)
    make.play_round(event)


def test_clock_of_a_closed_round_is_stopped() -> None:
    event = make.played_event()
    assert make.last_round(event).clock_ends_at is None


def test_clock_restart_runs_the_full_time(published: Round) -> None:
    with time_machine.travel(START, tick=False) as now:
        with refuses("CLOCK_WRONG"):
            clock.clock_restart(round=published, by=None, reason="Per prova")
        clock.clock_start(round=published, by=None)
        now.shift(3 * MINUTE)
        with refuses("DECISION_REASON_MISSING"):
            clock.clock_restart(round=published, by=None, reason="  ")
        again = clock.clock_restart(round=published, by=None, reason="Mancava un mazzo")
        assert (again.clock_ends_at, again.clock_started_at) == (START + 48 * MINUTE, START)
        clock.clock_pause(round=published, by=None)
        shorter = clock.clock_restart(round=published, by=None, reason="Chiude il bar", minutes=30)
        assert (shorter.clock_ends_at, shorter.clock_left) == (START + 33 * MINUTE, None)
        with refuses("FIELD_WRONG"):
            clock.clock_restart(round=published, by=None, reason="Troppo", minutes=241)
        now.shift(60 * MINUTE)
        assert clock.clock_restart(round=published, by=None, reason="Si rigioca").clock_ends_at == START + 108 * MINUTE


def test_clock_actions_store_their_reason_in_the_history(published: Round) -> None:
    user = make.make_user()
    acts = [
        ("clock_start", lambda: clock.clock_start(round=published, by=user), ""),
        ("clock_pause", lambda: clock.clock_pause(round=published, by=user, reason="Allarme"), "Allarme"),
        ("clock_resume", lambda: clock.clock_resume(round=published, by=user, reason="Rientrati"), "Rientrati"),
        (
            "clock_extend",
            lambda: clock.clock_extend(round=published, by=user, minutes=5, reason="Una carta"),
            "Una carta",
        ),
        ("clock_restart", lambda: clock.clock_restart(round=published, by=user, reason="Da capo"), "Da capo"),
    ]
    for verb, act, reason in acts:
        act()
        row = next(entry for entry in event_history(published.event) if entry.verb == verb)
        assert (row.who, row.reason) == (user, reason)


@pytest.mark.rule("REQ-905")
def test_clock_extend_needs_no_reason(published: Round) -> None:
    started = clock.clock_start(round=published, by=None)
    assert started.clock_ends_at is not None
    longer = clock.clock_extend(round=published, by=None, minutes=5)
    assert longer.clock_ends_at == started.clock_ends_at + timedelta(minutes=5)
    assert [extension.reason for extension in clock_extensions(published.event)] == [""]


@pytest.mark.rule("REQ-905")
def test_clock_extensions_tell_the_minutes_of_a_round_beyond_its_limit(published: Round) -> None:
    with time_machine.travel(START, tick=False) as now:
        clock.clock_start(round=published, by=None)
        now.shift(3 * MINUTE)
        clock.clock_restart(round=published, by=None, reason="Mancava un mazzo")
        clock.clock_pause(round=published, by=None)
        now.shift(10 * MINUTE)
        clock.clock_extend(round=published, by=None, minutes=5, reason="Allarme")
        clock.clock_resume(round=published, by=None)
        clock.clock_restart(round=published, by=None, reason="Chiude il bar", minutes=30)
        now.shift(40 * MINUTE)
        clock.clock_extend(round=published, by=None, minutes=7, reason="Una carta")
    extensions = clock_extensions(published.event)
    assert [(extension.round, extension.minutes, extension.reason) for extension in extensions] == [
        (1, 3, "Mancava un mazzo"),
        (1, 5, "Allarme"),
        (1, 7, "Una carta"),
    ]
