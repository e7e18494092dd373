"""News of an event: it reaches who waits, in this process and in others; who leaves is forgotten."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import aclosing
from typing import Any

import pytest
import uvicorn
from django.db import connection, transaction
from django.test import AsyncClient, AsyncRequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests import factories as make
from tests.servers.ports import free_port
from tournament import live, snapshots
from tournament.live import LocalHub, RedisHub
from tournament.models import Event
from tournament.services.help import help_call
from tournament.views import board as views
from tournament.views import streams

#: Seconds after which something that should have come has not: never reached by a test that passes.
LATE = 20.0


def run(work: Callable[[], Awaitable[Any]]) -> Any:
    """Runs an async test."""

    async def bounded() -> Any:
        return await asyncio.wait_for(work(), LATE)

    return asyncio.run(bounded())


@pytest.fixture(autouse=True)
def hub() -> Iterator[LocalHub]:
    """A hub of the test's own behind ``live.hub()``, and no snapshot of another test."""
    live.hub.cache_clear()
    snapshots.snapshots.forget()
    yield live.hub()
    live.hub.cache_clear()
    snapshots.snapshots.forget()


# ---------------------------------------------------------------- one process


def test_news_wakes_all_who_wait_for_this_event_and_nobody_else(hub: LocalHub) -> None:
    async def work() -> None:
        with hub.listening(1) as one, hub.listening(1) as two, hub.listening(2) as other:
            waiting = [asyncio.create_task(listener.wait(LATE)) for listener in (one, two)]
            await asyncio.sleep(0)
            hub.announce(1)
            assert await asyncio.gather(*waiting) == [True, True]
            assert await other.wait(0) is False

    run(work)


def test_news_comes_from_any_thread(hub: LocalHub) -> None:
    async def work() -> None:
        with hub.listening(1) as listener:
            thread = threading.Thread(target=hub.announce, args=(1,))
            thread.start()
            assert await listener.wait(LATE)
            thread.join()

    run(work)


def test_news_between_two_waits_is_not_lost_and_told_once(hub: LocalHub) -> None:
    async def work() -> None:
        with hub.listening(1) as listener:
            hub.announce(1)
            hub.announce(1)
            await asyncio.sleep(0)
            assert await listener.wait(LATE)
            assert await listener.wait(0) is False

    run(work)


def test_who_leaves_is_forgotten_even_where_the_page_is_closed_in_the_middle(hub: LocalHub) -> None:
    async def work() -> None:
        with hub.listening(1):
            assert hub.waiting(1) == 1

            async def visit() -> None:
                with hub.listening(1) as listener:
                    await listener.wait(LATE)

            task = asyncio.create_task(visit())
            await asyncio.sleep(0)
            assert hub.waiting(1) == 2
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert hub.waiting(1) == 1
        assert hub.waiting(1) == 0
        assert hub._listeners == {}

    run(work)


def test_a_listener_whose_loop_is_closed_stops_nobody(hub: LocalHub) -> None:
    loop = asyncio.new_event_loop()
    lost = live.Listener(loop)
    hub._listeners[1] = {lost}
    loop.close()
    hub.announce(1)
    assert hub.count(1) == 1


# ---------------------------------------------------------------- what is announced


@pytest.mark.django_db(transaction=True)
def test_what_the_wall_shows_is_announced_when_it_is_committed(hub: LocalHub) -> None:
    event = make.drawn_event(players=12, start=False)
    round_ = make.last_round(event)

    def correct(table: Any) -> None:
        data = make.simple_sheet(table, [2, 1, 3, 4])
        make.sheets.sheet_correct(table=table, data=data, by=None, reason="Righe scambiate", accept_warnings=True)

    steps: list[tuple[str, Callable[[], Any]]] = [
        ("clock", lambda: make.rounds.clock_start(round=round_, by=None)),
        ("sheet", lambda: make.report(make.tables_of(round_)[0])),
        ("correction", lambda: correct(make.tables_of(round_)[0])),
        ("help", lambda: help_call(table=make.tables_of(round_)[1], caller="Tavolo 2", by=None)),
        ("closing", lambda: make.play_round(event)),
        ("drawing", lambda: make.next_round(event)),
        ("closing again", lambda: make.play_round(event)),
        ("leaving", lambda: make.entries.entry_leave(entry=event.entries.first(), reason="Treno", by=None)),
        ("stop", lambda: make.lifecycle.event_void(event=Event.objects.get(pk=event.pk), by=None, reason="Pioggia")),
    ]
    for name, step in steps:
        before = hub.count(event.pk)
        step()
        assert hub.count(event.pk) > before, name


@pytest.mark.django_db(transaction=True)
def test_what_is_rolled_back_is_not_announced(hub: LocalHub) -> None:
    event = make.drawn_event(players=12)
    before = hub.count(event.pk)
    with transaction.atomic():
        make.report(make.tables_of(make.last_round(event))[0])
        transaction.set_rollback(True)
    assert hub.count(event.pk) == before


@pytest.mark.django_db(transaction=True)
def test_a_removed_entry_is_announced(hub: LocalHub) -> None:
    event = make.check_in_event(players=12)
    before = hub.count(event.pk)
    make.entries.entry_remove(entry=event.entries.last(), by=None)
    assert hub.count(event.pk) > before


# ---------------------------------------------------------------- snapshots


@pytest.mark.django_db(transaction=True)
def test_one_look_at_the_database_per_change_however_many_look(hub: LocalHub) -> None:
    event = make.drawn_event(players=12)

    async def many() -> list[Any]:
        return list(await asyncio.gather(*(snapshots.snapshots.aget(event.slug, "it") for _ in range(50))))

    first = snapshots.snapshots.get(event.slug, "it")
    with CaptureQueriesContext(connection) as caught:
        assert snapshots.snapshots.get(event.slug, "it") is first
    assert len(caught) == 0
    make.report(make.tables_of(make.last_round(event))[0])
    seen = run(many)
    assert {id(one) for one in seen} == {id(seen[0])}
    assert seen[0].version != first.version


# ---------------------------------------------------------------- the stream


async def message(source: AsyncIterator[str]) -> dict[str, str]:
    """The next message as its fields."""
    lines = (await anext(source)).strip().split("\n")
    return dict(line.split(": ", 1) for line in lines)


@pytest.mark.django_db(transaction=True)
def test_an_update_reaches_a_waiting_viewer(hub: LocalHub) -> None:
    event = make.drawn_event(players=12)
    table = make.tables_of(make.last_round(event))[0]
    sheet = make.sheets.sheet_submit(table=table, data=make.simple_sheet(table), by=None)

    async def work() -> None:
        async with aclosing(views.stream(event.slug, "it", "")) as source:
            hello = await message(source)
            assert (hello["event"], hello["retry"]) == ("time", "2000")
            first = await message(source)
            assert first["event"] == "board"
            coming = asyncio.create_task(message(source))
            await asyncio.sleep(0)
            assert hub.waiting(event.pk) == 1
            await asyncio.to_thread(confirm)
            second = await coming
            assert second["event"] == "board"
            assert second["id"] != first["id"]
            old, new = json.loads(first["data"]), json.loads(second["data"])
            assert new["now"] >= old["now"] > 1_000_000_000_000
            assert (old["html"].count("fo-tile--done"), new["html"].count("fo-tile--done")) == (0, 1)
        assert hub.waiting(event.pk) == 0

    def confirm() -> None:
        make.sheets.sheet_confirm(sheet=sheet, by=None, accept_warnings=True)
        connection.close()

    run(work)


@pytest.mark.django_db(transaction=True)
def test_who_comes_back_with_the_same_version_is_told_nothing_new(hub: LocalHub, monkeypatch: Any) -> None:
    """After a restart of the server too: the version is made of what is shown."""
    event = make.drawn_event(players=12)
    known = snapshots.snapshots.get(event.slug, "it").version
    live.hub.cache_clear()
    snapshots.snapshots.forget()
    monkeypatch.setattr(streams, "HEARTBEAT", 0.0)

    async def work() -> None:
        async with aclosing(views.stream(event.slug, "it", known)) as source:
            assert [(await message(source))["event"] for _ in range(3)] == ["time"] * 3

    run(work)


@pytest.mark.django_db(transaction=True)
def test_the_stream_of_an_event_that_is_over_ends(hub: LocalHub) -> None:
    event = make.concluded_event(players=12)

    async def work() -> list[str]:
        return [part.split("event: ")[1].split("\n")[0] async for part in views.stream(event.slug, "it", "")]

    assert run(work) == ["time", "board", "over"]


@pytest.mark.django_db(transaction=True)
def test_a_stream_ends_after_its_time(hub: LocalHub, monkeypatch: Any) -> None:
    event = make.drawn_event(players=12)
    monkeypatch.setattr(streams, "STREAM_SECONDS", 0.0)

    async def work() -> list[str]:
        return [part async for part in views.stream(event.slug, "it", "")]

    assert len(run(work)) == 1


@pytest.mark.django_db(transaction=True)
def test_the_stream_of_an_undone_announcement_ends(hub: LocalHub) -> None:
    event = make.make_event()

    async def work() -> list[str]:
        return [part async for part in views.stream(event.slug, "it", "")]

    assert run(work) == []


@pytest.mark.django_db(transaction=True)
def test_the_address_streams_under_asgi(hub: LocalHub) -> None:
    event, draft = make.drawn_event(players=12), make.make_event()
    known = snapshots.snapshots.get(event.slug, "it").version

    async def work() -> None:
        client = AsyncClient()
        assert (await client.get(reverse("board_events", args=[draft.slug]))).status_code == 404
        request = AsyncRequestFactory().get(reverse("board_events", args=[event.slug]), {"da": "altro"})
        answer = await views.board_events(request, event.slug)
        assert answer["Content-Type"] == "text/event-stream"
        assert (answer["Cache-Control"], answer["X-Accel-Buffering"]) == ("no-cache", "no")
        async with aclosing(answer.streaming_content.__aiter__()) as source:
            parts = [(await anext(source)).decode() for _ in range(2)]
        assert f"id: {known}\nevent: board\n" in parts[1]

    run(work)


@pytest.mark.django_db(transaction=True)
def test_who_closes_the_browser_is_forgotten(hub: LocalHub) -> None:
    """A real server and real connections."""
    event = make.drawn_event(players=12)
    port = free_port()
    server = uvicorn.Server(uvicorn.Config("config.asgi:application", port=port, lifespan="off", log_level="error"))

    async def visit() -> asyncio.StreamWriter:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**22)
        writer.write(f"GET {reverse('board_events', args=[event.slug])} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        await reader.readuntil(b"event: board")
        return writer

    async def work() -> None:
        serving = asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0)
        writers = [await visit() for _ in range(5)]
        assert hub.waiting(event.pk) == 5
        for left, writer in reversed(list(enumerate(writers))):
            writer.close()
            await writer.wait_closed()
            while hub.waiting(event.pk) > left:
                await asyncio.sleep(0.01)
        server.should_exit = True
        await serving

    run(work)
    assert hub._listeners == {}


# ---------------------------------------------------------------- several processes


@pytest.fixture
def two_processes(redis_url: str) -> Iterator[tuple[RedisHub, RedisHub]]:
    """Two hubs as two processes have them, both on the channel."""
    hubs = RedisHub(redis_url), RedisHub(redis_url)
    for one in hubs:
        one.count(0)
        assert one.connected.wait(LATE)
    yield hubs
    for one in hubs:
        one.close()


def test_news_goes_from_one_process_to_the_other(two_processes: tuple[RedisHub, RedisHub]) -> None:
    here, there = two_processes

    async def work() -> None:
        with there.listening(7) as listener, there.listening(8) as other:
            here.announce(7)
            assert await listener.wait(LATE)
            assert await other.wait(0) is False
        with here.listening(7) as own:
            here.announce(7)
            assert await own.wait(LATE)

    run(work)
    assert here.count(7) == 2


def test_what_is_no_news_is_not_heard(two_processes: tuple[RedisHub, RedisHub]) -> None:
    here, there = two_processes

    async def work() -> None:
        with there.listening(7) as listener:
            for words in ("", "senza numero", "altrove sette", "\x00"):
                here._client.publish(live.CHANNEL, words)
            here.announce(7)
            assert await listener.wait(LATE)
        assert there.count(7) == 1

    run(work)


def test_without_redis_the_process_goes_on_alone(caplog: pytest.LogCaptureFixture) -> None:
    alone = RedisHub(f"redis://127.0.0.1:{free_port()}/0")

    async def work() -> None:
        with alone.listening(7) as listener:
            alone.announce(7)
            assert await listener.wait(LATE)

    run(work)
    alone.close()
    assert not alone.connected.is_set()
    assert "other processes do not hear of event 7" in caplog.text


def test_when_the_channel_is_back_everybody_looks_again(redis_url: str) -> None:
    hub = RedisHub(redis_url)
    # Known before the channel is joined: the joining itself is told to nobody who comes a moment later.
    hub.announce(7)

    async def work() -> None:
        with hub.listening(7) as listener:
            assert await asyncio.to_thread(hub.connected.wait, LATE)
            assert await listener.wait(LATE)
            joined = hub.count(7)
            hub.connected.clear()
            # Redis throws everybody out, as a restart does.
            hub._client.client_kill_filter(_type="pubsub")
            assert await asyncio.to_thread(hub.connected.wait, LATE)
            assert await listener.wait(LATE)
            assert hub.count(7) > joined

    run(work)
    hub.close()


@pytest.mark.parametrize(
    ("url", "kind"), [("", LocalHub), ("memory://", LocalHub), ("redis://127.0.0.1:1/0", RedisHub)]
)
def test_the_broker_of_the_tasks_carries_the_news(url: str, kind: type, settings: Any) -> None:
    settings.CELERY_BROKER_URL = url
    live.hub.cache_clear()
    assert type(live.hub()) is kind
