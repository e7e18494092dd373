"""Test live updates of participant pages and desk: who is notified, and that a message carries no data."""

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
from tournament.live.event_digest import EventDigest, event_digests
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
    """Put a new hub behind ``live.hub()`` and clear the digests cached by other tests."""
    with own_hub(event_digests.clear) as new_hub:
        yield new_hub


def _pulse(event: Event) -> EventDigest:
    pulse = event_digests.get(event.pk)
    assert pulse is not None
    return pulse


def _seats(event: Event) -> tuple[Seat, Seat]:
    """Return the first seats of tables 1 and 2."""
    first_seats = Seat.objects.filter(round__event=event, position=1).select_related(
        "entry__person", "entry__event", "table"
    )
    return first_seats.get(table__number=1), first_seats.get(table__number=2)


#: An action at table 1 -> whether it changes the page of the player there, of the player at table 2, and the desk.
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
def test_event_digest_changes_only_for_the_audiences_concerned(name: str) -> None:
    event = make.drawn_event(players=12)
    first, second = _seats(event)
    act, expected = HAPPENS[name]

    def marks() -> tuple[str, ...]:
        event_digests.clear()
        pulse = _pulse(event)
        return pulse.for_participant(first.entry_id), pulse.for_participant(second.entry_id), pulse.desk

    before = marks()
    assert marks() == before
    act(event, first)
    assert tuple(new != old for new, old in zip(marks(), before, strict=True)) == expected


def test_event_digest_changes_on_confirmation_and_closed_help_call() -> None:
    event = make.drawn_event(players=12)
    seat, _two = _seats(event)
    _submit(seat)
    call = help_call(table=seat.table, caller="Anna", by=None)
    before = _pulse(event)
    seat_confirm(table=seat.table, entry=seat.entry, version=1, link=None, by=None)
    between = _pulse(event)
    help_close(call=call, by=None)
    after = _pulse(event)
    assert len({pulse.for_participant(seat.entry_id) for pulse in (before, between, after)}) == 3
    assert len({pulse.desk for pulse in (before, between, after)}) == 3


def test_event_digest_changes_for_everybody_on_a_draw() -> None:
    event = make.played_event(players=12)
    entry = event.entries.earliest("pk")
    before = _pulse(event)
    make.draw_round(Event.objects.get(pk=event.pk))
    after = _pulse(event)
    assert before.for_participant(entry.pk) != after.for_participant(entry.pk)
    assert before.desk != after.desk


def test_event_digest_is_read_once_per_change(django_assert_num_queries: Any) -> None:
    event = make.drawn_event(players=12)
    with django_assert_num_queries(10):
        first = _pulse(event)
    with django_assert_num_queries(0):
        assert _pulse(event) is first


def test_news_stream_message_has_digest_and_time_only(hub: LocalHub) -> None:
    event = make.drawn_event(players=12)
    seat, _two = _seats(event)

    def submit() -> None:
        _submit(seat)
        connection.close()

    async def work() -> None:
        async with aclosing(news.stream(event.pk, lambda pulse: pulse.for_participant(seat.entry_id), "")) as source:
            assert (await message(source))["event"] == "time"
            first = await message(source)
            coming = asyncio.create_task(message(source))
            while not hub.subscriber_count(event.pk):
                await asyncio.sleep(0)
            await asyncio.to_thread(submit)
            second = await coming
        for received in (first, second):
            assert set(received) == {"id", "event", "data"}
            assert received["event"] == "news"
            assert received["data"].isdecimal()
        assert first["id"] != second["id"]
        assert hub.subscriber_count(event.pk) == 0

    run(work)


def test_news_stream_known_digest_sends_heartbeats_only(hub: LocalHub, monkeypatch: pytest.MonkeyPatch) -> None:
    event = make.drawn_event(players=12)
    known_digest = _pulse(event).desk
    live.hub.cache_clear()
    event_digests.clear()
    monkeypatch.setattr(streams, "HEARTBEAT_SECONDS", 0.0)

    async def work() -> None:
        async with aclosing(news.stream(event.pk, lambda pulse: pulse.desk, known_digest)) as source:
            assert [(await message(source))["event"] for _ in range(3)] == ["time"] * 3

    run(work)


@pytest.mark.parametrize("event", [make.concluded_event, make.make_event], ids=["over", "gone"])
def test_news_stream_of_a_concluded_or_deleted_event_ends(event: Callable[[], Event]) -> None:
    new_event = event()
    over = new_event.state == Event.State.CONCLUDED
    pk = new_event.pk
    if not over:
        new_event.delete()

    async def work() -> list[str]:
        parts = [part async for part in news.stream(pk, lambda pulse: pulse.desk, "")]
        return [part.split("event: ")[1].split("\n")[0] for part in parts]

    assert run(work) == (["time", "news", "over"] if over else ["time"])


def _token(entry: Entry) -> str:
    created_links = links.participant_links_make(event=entry.event, by=None)
    return str(links.link_token(next(link for link in created_links if link.entry_id == entry.pk)))


def test_news_addresses_stream_under_asgi_with_permission(organiser: Callable[[Event], Client]) -> None:
    event = make.drawn_event(players=12)
    first, second = _seats(event)
    own_token, revoked = _token(first.entry), _token(second.entry)
    links.link_revoke(link=second.entry.links.get(), by=None)
    desk = reverse("desk_news", args=[event.slug])
    session = organiser(event).cookies["sessionid"].value

    async def work() -> None:
        client = AsyncClient()
        assert (await client.get(reverse("player_news", args=["A" * 22]))).status_code == 404
        assert (await client.get(reverse("player_news", args=[revoked]))).status_code == 410
        assert (await client.get(desk)).status_code == 302
        assert (await client.get(reverse("event_news", args=["nessuno"]))).status_code == 404
        public = reverse("event_news", args=[event.slug])
        for address in (public, reverse("player_news", args=[own_token]), desk):
            client.cookies["sessionid"] = session
            answer: Any = await client.get(address)
            assert (answer.status_code, answer["Content-Type"]) == (200, "text/event-stream")
            assert (answer["Cache-Control"], answer["X-Accel-Buffering"]) == ("no-cache", "no")
            async with aclosing(answer.streaming_content.__aiter__()) as source:
                assert (await anext(source)).decode().startswith("retry: 2000\nevent: time\n")

    run(work)
