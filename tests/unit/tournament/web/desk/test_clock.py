"""Test the round clock at the desk: every action with its reason."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from tests import factories as make
from tests.unit.tournament.web.conftest import shown_messages, text_of
from tournament.events.timeline import event_history
from tournament.models import Event, Round

pytestmark = pytest.mark.django_db


def _at(name: str, event: Event, *args: object) -> str:
    return reverse(name, args=[event.slug, *args])


def test_clock_actions_need_a_reason_and_store_it(organiser: Callable[[Event], Client]) -> None:
    event = make.drawn_event()
    client = organiser(event)
    answer = client.post(_at("round_clock", event, 1, "ricomincia"), {"reason": " "}, follow=True)
    assert len(shown_messages(answer)) == 1
    with time_machine.travel(datetime.now(UTC) + timedelta(minutes=10), tick=False):
        client.post(_at("round_clock", event, 1, "ricomincia"), {"reason": "Mancava un mazzo"})
        assert Round.objects.get(event=event).clock_ends_at == datetime.now(UTC) + timedelta(minutes=45)
    client.post(_at("round_clock", event, 1, "pausa"), {"reason": "Allarme"})
    client.post(_at("round_clock", event, 1, "riprendi"), {"reason": "Falso allarme"})
    reasons = {row.verb: row.reason for row in event_history(event) if row.verb.startswith("clock_") and row.reason}
    assert reasons == {"clock_resume": "Falso allarme", "clock_pause": "Allarme", "clock_restart": "Mancava un mazzo"}
    page = text_of(client.get(_at("round_desk", event, 1)))
    assert 'name="reason"' in page
    assert _at("round_clock", event, 1, "ricomincia") in page
    assert reverse("board", args=[event.slug]) in page


def test_clock_actions_are_available_to_referees(referee: Callable[[Event], Client]) -> None:
    event = make.drawn_event()
    client = referee(event)
    assert client.post(_at("round_clock", event, 1, "pausa"), {"reason": "Allarme"})["Location"] == "/arbitro/"
    assert Round.objects.get(event=event).clock_left is not None
    assert _at("round_clock", event, 1, "riprendi") in text_of(client.get(reverse("referee_home")))
