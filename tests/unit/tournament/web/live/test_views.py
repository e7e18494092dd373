"""News of a participant's page and of the desk: who hears of what, and that a message tells nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import aclosing
from typing import Any

import pytest
from django.db import connection
from django.test import AsyncClient, Client
from django.urls import reverse

from tests import factories as make
from tests.unit.tournament.live.listening import message, own_hub, run
from tournament.access import links
from tournament.live import hub as live
from tournament.live.event_digest import Pulse, pulses
from tournament.live.hub import LocalHub
from tournament.models import Entry, Event, Seat
from tournament.rounds.confirmations import leave_wish, seat_confirm
from tournament.rounds.help_calls import help_call, help_close
from tournament.sheets import services as sheets
from tournament.web import sse as streams
from tournament.web.live import views as news

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def hub() -> Iterator[LocalHub]:
    """A hub of the test's own, and no pulse of another test."""
    with own_hub(pulses.forget) as own:
        yield own


def _pulse(event: Event) -> Pulse:
    found = pulses.get(event.pk)
    assert found is not None
    return found


def _seats(event: Event) -> tuple[Seat, Seat]:
    """The first seats of tables 1 and 2."""
    found = Seat.objects.filter(round__event=event, position=1).select_related("entry__person", "entry__event", "table")
    return found.get(table__number=1), found.get(table__number=2)


#: What happens at table 1 -> whether the player there, the one at table 2, and the desk have something new to look at.
HAPPENS: dict[str, tuple[Callable[[Event, Seat], Any], tuple[bool, bool, bool]]] = {
    "sheet": (lambda event, seat: _submit(seat), (True, False, True)),
    "call for help": (lambda event, seat: help_call(table=seat.table, caller="Anna", by=None), (True, False, True)),
    "leaving": (lambda event, seat: leave_wish(entry=seat.entry, by=None), (True, False, True)),
    "consent": (lambda event, seat: make.agree(seat.entry.person, consent=False), (True, True, True)),
    "clock": (lambda event, seat: make.rounds.clock_pause(round=make.last_round(event), by=None), (True, True, True)),
    "result": (lambda event, seat: make.report(seat.table), (True, False, True)),
    "nothing": (lambda event, seat: make.make_event(), (False, False, False)),
}


def _submit(seat: Seat) -> Any:
    return sheets.sheet_submit(table=seat.table, data=make.simple_sheet(seat.table), by=None)


@pytest.mark.parametrize("name", HAPPENS)
def test_only_whom_it_concerns_has_something_new_to_look_at(name: str) -> None:
    event = make.drawn_event(players=12)
    one, two = _seats(event)
    act, expected = HAPPENS[name]

    def marks() -> tuple[str, ...]:
        pulses.forget()
        pulse = _pulse(event)
        return pulse.of_player(one.entry_id), pulse.of_player(two.entry_id), pulse.desk

    before = marks()
    assert marks() == before
    act(event, one)
    assert tuple(new != old for new, old in zip(marks(), before, strict=True)) == expected


def test_what_is_closed_or_confirmed_is_news_too() -> None:
    event = make.drawn_event(players=12)
    one, _two = _seats(event)
    _submit(one)
    call = help_call(table=one.table, caller="Anna", by=None)
    before = _pulse(event)
    seat_confirm(table=one.table, entry=one.entry, version=1, link=None, by=None)
    between = _pulse(event)
    help_close(call=call, by=None)
    after = _pulse(event)
    assert len({pulse.of_player(one.entry_id) for pulse in (before, between, after)}) == 3
    assert len({pulse.desk for pulse in (before, between, after)}) == 3


def test_a_draw_is_news_for_everybody_at_once() -> None:
    event = make.played_event(players=12)
    entry = event.entries.earliest("pk")
    before = _pulse(event)
    make.rounds.round_draw(event=Event.objects.get(pk=event.pk), word=make.WORD, by=None)
    after = _pulse(event)
    assert before.of_player(entry.pk) != after.of_player(entry.pk)
    assert before.desk != after.desk


def test_it_is_read_once_however_many_wait(django_assert_num_queries: Any) -> None:
    event = make.drawn_event(players=12)
    with django_assert_num_queries(10):
        first = _pulse(event)
    with django_assert_num_queries(0):
        assert _pulse(event) is first


def test_a_message_carries_a_mark_and_the_time_and_nothing_else(hub: LocalHub) -> None:
    event = make.drawn_event(players=12)
    one, _two = _seats(event)

    def submit() -> None:
        _submit(one)
        connection.close()

    async def work() -> None:
        async with aclosing(news.stream(event.pk, lambda pulse: pulse.of_player(one.entry_id), "")) as source:
            assert (await message(source))["event"] == "time"
            first = await message(source)
            coming = asyncio.create_task(message(source))
            while not hub.waiting(event.pk):
                await asyncio.sleep(0)
            await asyncio.to_thread(submit)
            second = await coming
        for one_message in (first, second):
            assert set(one_message) == {"id", "event", "data"}
            assert one_message["event"] == "news"
            assert one_message["data"].isdecimal()
        assert first["id"] != second["id"]
        assert hub.waiting(event.pk) == 0

    run(work)


def test_who_comes_back_with_the_same_mark_is_told_nothing_new(hub: LocalHub, monkeypatch: pytest.MonkeyPatch) -> None:
    event = make.drawn_event(players=12)
    known = _pulse(event).desk
    live.hub.cache_clear()
    pulses.forget()
    monkeypatch.setattr(streams, "HEARTBEAT", 0.0)

    async def work() -> None:
        async with aclosing(news.stream(event.pk, lambda pulse: pulse.desk, known)) as source:
            assert [(await message(source))["event"] for _ in range(3)] == ["time"] * 3

    run(work)


@pytest.mark.parametrize("event", [make.concluded_event, make.make_event], ids=["over", "gone"])
def test_where_nothing_more_comes_the_stream_ends(event: Callable[[], Event]) -> None:
    made = event()
    over = made.state == Event.State.CONCLUDED
    pk = made.pk
    if not over:
        made.delete()

    async def work() -> list[str]:
        told = [part async for part in news.stream(pk, lambda pulse: pulse.desk, "")]
        return [part.split("event: ")[1].split("\n")[0] for part in told]

    assert run(work) == (["time", "news", "over"] if over else ["time"])


def _token(entry: Entry) -> str:
    made = links.participant_links_make(event=entry.event, by=None)
    return str(links.link_token(next(one for one in made if one.entry_id == entry.pk)))


def test_the_addresses_stream_under_asgi_to_those_who_may(organiser: Callable[[Event], Client]) -> None:
    event = make.drawn_event(players=12)
    one, two = _seats(event)
    mine, revoked = _token(one.entry), _token(two.entry)
    links.link_revoke(link=two.entry.links.get(), by=None)
    desk = reverse("desk_news", args=[event.slug])
    session = organiser(event).cookies["sessionid"].value

    async def work() -> None:
        client = AsyncClient()
        assert (await client.get(reverse("player_news", args=["A" * 22]))).status_code == 404
        assert (await client.get(reverse("player_news", args=[revoked]))).status_code == 410
        assert (await client.get(desk)).status_code == 302
        for address in (reverse("player_news", args=[mine]), desk):
            client.cookies["sessionid"] = session
            answer: Any = await client.get(address)
            assert (answer.status_code, answer["Content-Type"]) == (200, "text/event-stream")
            assert (answer["Cache-Control"], answer["X-Accel-Buffering"]) == ("no-cache", "no")
            async with aclosing(answer.streaming_content.__aiter__()) as source:
                assert (await anext(source)).decode().startswith("retry: 2000\nevent: time\n")

    run(work)
