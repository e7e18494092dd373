"""Test that a draw outside the event's days needs a reason (art. 1.5)."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest

from games.dominion.cards import SUGGESTED_KINGDOMS
from tests import factories as make
from tests.refusals import refuses
from tournament.core.messages import sentence
from tournament.models import Draw, Event, Round
from tournament.rounds import services as rounds
from tournament.rounds.hand_draws import hand_draw
from tournament.rounds.presses import step_draw

pytestmark = [pytest.mark.django_db, pytest.mark.rule("REQ-701")]

REASON = "La sala era chiusa il giorno del torneo"
KINGDOM = {"drawn": list(SUGGESTED_KINGDOMS["first_game"]), "rejected": []}
DAY = timedelta(days=1)


def _reloaded(event: Event) -> Event:
    return Event.objects.get(pk=event.pk)


def test_round_draw_outside_the_days_needs_a_reason() -> None:
    event = make.check_in_event()
    with refuses("DRAW_DAY_REASON_MISSING") as refused:
        rounds.round_draw(event=event, word=make.WORD, by=None, dates_reason="  ")
    assert all("Referent" in sentence(refused.value, language) for language in ("it", "en"))
    assert not Draw.objects.filter(event=event, drawn_at__isnull=False).exists()
    drawn = rounds.round_draw(event=event, word=make.WORD, by=None, dates_reason=f" {REASON} ")
    assert Round.objects.get(pk=drawn.pk).dates_reason == REASON


@pytest.mark.parametrize(("days", "is_unusual"), [(-1, True), (0, False), (1, False), (2, True)])
def test_round_draw_on_each_day_of_an_event(days: int, is_unusual: bool) -> None:
    event = make.check_in_event(last_day=date(2009, 7, 5))
    options = {"event": event, "word": make.WORD, "by": None, "at": make.in_time(event) + days * DAY}
    if is_unusual:
        with refuses("DRAW_DAY_REASON_MISSING"):
            rounds.round_draw(**options)
    drawn = rounds.round_draw(**options, dates_reason=REASON)
    assert drawn.dates_reason == (REASON if is_unusual else "")


def test_final_and_closing_draw_outside_the_days_need_a_reason() -> None:
    event = make.played_event(rounds_played=1)
    make.next_round(event)
    make.play_round(event, close=False)
    second = make.last_round(event)
    with refuses("DRAW_DAY_REASON_MISSING"):
        step_draw(event=_reloaded(event), word=make.WORD, by=None, closes=True)
    assert make.last_round(event).state != Round.State.CLOSED
    rounds.round_close(round=second, word=make.WORD, by=None)
    with refuses("DRAW_DAY_REASON_MISSING"):
        rounds.final_draw(event=_reloaded(event), word=make.WORD, by=None)
    final = rounds.final_draw(event=_reloaded(event), word=make.WORD, by=None, dates_reason=REASON)
    assert (final.is_final, final.dates_reason) == (True, REASON)


def test_hand_draw_outside_the_days_needs_a_reason() -> None:
    event = make.check_in_event()
    facts: dict[str, Any] = {"event": event, "by": None, "kingdom": KINGDOM, "word": make.WORD}
    facts["witnesses"] = ["Elisa Dell'Orto", "Omar Deledda"]
    with refuses("DRAW_DAY_REASON_MISSING"):
        hand_draw(**facts)
    hand_draw(**facts, dates_reason=REASON)
    assert make.last_round(event).dates_reason == REASON
