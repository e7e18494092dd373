"""A program draws without a word: the draw waits for the public beacon, and its address says when it is made."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from tests import factories as make
from tests.relays import QUICKNET, beacon, published
from tests.unit.tournament.api.conftest import Program
from tournament import tasks
from tournament.models import DrawPress, Job
from tournament.rounds import presses

pytestmark = pytest.mark.django_db


def test_draw_without_a_word_answers_with_the_address_of_the_open_draw(
    program: Callable[..., Program], settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presses, "next_round", lambda: QUICKNET["round"])
    monkeypatch.setattr(presses, "round_time", lambda _number: timezone.now())
    event = make.check_in_event(players=13, **make.around_today())
    desk = program("organiser", event, scopes=["desk"])
    with beacon(settings, published):
        started = desk.post(f"/events/{event.slug}/rounds", {})
        assert started.status_code == 202, started.content
        address = started.json()["draw"].partition("/api/v1")[2]
        waiting = desk.get(address).json()
        assert (waiting["state"], waiting["beacon_round"]) == ("waiting", QUICKNET["round"])
        assert event.round_set.count() == 0
        tasks.run(Job.objects.get(key=f"draw:{DrawPress.objects.get().pk}").pk)
    assert desk.get(address).json()["state"] == "drawn"
    assert event.round_set.count() == 1
