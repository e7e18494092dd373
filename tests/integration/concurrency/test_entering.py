"""Players who enter, answer and withdraw at the same moment: a place is given once, and the list keeps its order."""

from __future__ import annotations

from functools import partial

import pytest

from tests.at_once import refused, together
from tests.entering import ask_to_enter, enter, open_event
from tournament.entries import requests
from tournament.events.waiting_list import waiting_lists_sweep
from tournament.models import Entry, EntryRequest, Event

pytestmark = pytest.mark.django_db(transaction=True)

State = EntryRequest.State


def _states(event: Event) -> list[str]:
    return list(event.entry_requests.order_by("pk").values_list("state", flat=True))


def _withdraw(request: EntryRequest) -> None:
    requests.entry_withdraw(entry=Entry.objects.get(entry_request=request), by=None)


def test_last_place_is_given_once_and_the_others_wait() -> None:
    event = open_event(capacity=3)
    for number in range(2):
        enter(event, number)
    late = [ask_to_enter(event, number) for number in range(2, 6)]
    results = together(*[partial(requests.request_confirm, request=request) for request in late])
    assert refused(results) == []
    assert event.entries.count() == 3
    assert sorted(_states(event)) == [State.ENTERED] * 3 + [State.WAITING] * 3


def test_confirmation_pressed_several_times_enters_once() -> None:
    event = open_event()
    request = ask_to_enter(event, 1)
    results = together(*[partial(requests.request_confirm, request=request)] * 4)
    assert refused(results) == []
    assert event.entries.count() == 1


def test_place_that_becomes_free_is_the_first_waiting_players() -> None:
    """A promotion while others confirm, and while the sweep runs: the first of the list has the place."""
    event = open_event(capacity=3)
    first, *_others = (enter(event, number) for number in range(3))
    waiting = enter(event, 3)
    new = [ask_to_enter(event, number) for number in (4, 5)]
    results = together(
        partial(_withdraw, first),
        *[partial(requests.request_confirm, request=request) for request in new],
        waiting_lists_sweep,
    )
    assert refused(results) == []
    waiting_lists_sweep()
    waiting.refresh_from_db()
    assert waiting.state == State.PROMOTED
    assert event.entries.count() == 2
    assert sorted(_states(event))[-2:] == [State.WAITING, State.WITHDRAWN]


def test_answer_while_the_same_player_withdraws() -> None:
    event = open_event(capacity=3)
    first, *_others = (enter(event, number) for number in range(3))
    promoted, next_one = (enter(event, number) for number in (3, 4))
    _withdraw(first)
    results = together(
        *[partial(requests.promotion_accept, request=promoted)] * 2,
        partial(requests.request_withdraw, request=promoted),
    )
    assert set(refused(results)) <= {"ENTRY_REQUEST_OVER"}
    next_one.refresh_from_db()
    # In either order the player is out at the end, and the place waits for the next.
    assert next_one.state == State.PROMOTED
    assert event.entries.count() == 2
