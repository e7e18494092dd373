"""Test that the number of queries of a page is independent of tables and players."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests import factories as make
from tournament.models import Event

pytestmark = pytest.mark.django_db

#: URL name -> (arguments after the slug, the maximum of queries, session and user included).
LIMITS = {
    "event": ((), 22),
    "desk": ((), 13),
    "round_desk": ((1,), 12),
    "check_in": ((), 8),
    "sheet": ((1, 1), 9),
    "entries": ((), 12),
    "referee_home": (None, 13),
    "history": ((), 10),
    "round_close": ((1,), 12),
}


def _queries(client: Client, name: str, event: Event) -> int:
    args = LIMITS[name][0]
    address = reverse(name, args=[] if args is None else [event.slug, *args])
    with CaptureQueriesContext(
        connection,
    ) as caught:
        assert client.get(address).status_code == 200
    return len(caught)


@pytest.mark.parametrize("name", LIMITS)
def test_page_queries_are_independent_of_the_tables(name: str, organiser: Callable[[Event], Client]) -> None:
    small, large = make.drawn_event(players=12), make.drawn_event(players=28)
    counts = [_queries(organiser(event), name, event) for event in (small, large)]
    assert counts[0] == counts[1]
    assert counts[1] <= LIMITS[name][1]


def test_desk_of_a_played_event_takes_at_most_thirteen_queries(organiser: Callable[[Event], Client]) -> None:
    for event in (make.played_event(rounds_played=1), make.concluded_event()):
        assert _queries(organiser(event), "desk", event) <= 13


def test_close_page_takes_at_most_thirteen_queries_whatever_the_ties(organiser: Callable[[Event], Client]) -> None:
    """Each round has one winner a table: with 28 players there are four groups of equals."""
    counts = []
    for players in (12, 28):
        event = make.drawn_event(players=players)
        make.play_round(event, close=False)
        counts.append(_queries(organiser(event), "round_close", event))
    assert counts[0] == counts[1] <= 13


@pytest.mark.parametrize("name", ["event", "round_desk"])
def test_page_queries_of_a_played_event_are_nearly_independent_of_the_rounds(
    name: str, organiser: Callable[[Event], Client]
) -> None:
    small, large = make.played_event(rounds_played=1), make.concluded_event()
    counts = [_queries(organiser(event), name, event) for event in (small, large)]
    assert counts[1] <= counts[0] + 3
