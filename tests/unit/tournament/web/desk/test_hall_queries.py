"""The chores of a hall write their rows together: no request takes more queries with more players."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests import factories as make
from tournament.events import lifecycle
from tournament.models import Entry, Event

pytestmark = pytest.mark.django_db

HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')
HTMX = {"HX-Request": "true"}


def _names(count: int, first: int) -> bytes:
    rows = [f"Cognome{'abcdefghijklmnopqrstuvwxyz'[at]};Nome{first};p{first}-{at}@example.org" for at in range(count)]
    return "\n".join(["Cognome;Nome;Email", *rows]).encode()


def _costs(client: Client, event: Event, players: int) -> dict[str, int]:
    """Play the chores of a hall up to the draw of round 2; return the queries of each request."""
    at, costs = f"/organizza/{event.slug}/", {}

    def send(name: str, address: str, data: dict[str, Any], **options: Any) -> str:
        with CaptureQueriesContext(connection) as caught:
            answer = client.post(f"{at}{address}", data, **options)
        assert answer.status_code < 400, answer.content.decode()
        costs[name] = len(caught)
        return str(answer.content.decode())

    content = SimpleUploadedFile("lista.csv", _names(players, event.pk))
    page = send("preview", "iscritti/importa/", {"file": content})
    fields = {name: unescape(value) for name, value in HIDDEN.findall(page)}
    send("import", "iscritti/importa/", fields | {"confirm": "1", "consent_of_all": "yes"})
    assert Entry.objects.filter(event=event, consent=True).count() == players
    lifecycle.event_open_check_in(event=event, by=None, early=True)
    send("all present", "iscritti/tutti-presenti/", {}, headers=HTMX)
    assert Entry.objects.filter(event=event, state=Entry.State.CHECKED_IN).count() == players
    send("draw", "turni/nuovo/", {"word": make.WORD})
    make.play_round(event, close=False)
    send("closing", "turni/1/chiudi/", {"word": make.WORD, "draw": "1"})
    assert event.round_set.count() == 2
    return costs


def test_chores_of_a_hall_take_as_many_queries_with_more_players(organiser: Callable[[Event], Client]) -> None:
    small, large = (make.authorised_event(**make.around_today()) for _ in range(2))
    few, many = _costs(organiser(small), small, 12), _costs(organiser(large), large, 24)
    assert few == many
    assert few["import"] <= 75
    assert max(few["preview"], few["all present"]) <= 15
    assert max(few["draw"], few["closing"]) <= 90
