"""Test live updates of the board: announced changes, one database read per change, and the event stream."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from contextlib import aclosing
from typing import Any

import pytest
import uvicorn
from django.db import connection, transaction
from django.test import AsyncClient, AsyncRequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests import factories as make
from tests.integration.servers.ports import free_port
from tests.unit.tournament.live.listening import message, own_hub, run
from tournament.live import hub as live
from tournament.live.board_cache import snapshots
from tournament.live.hub import LocalHub
from tournament.models import Event
from tournament.rounds.help_calls import help_call
from tournament.web import sse as streams
from tournament.web.board import views

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def hub() -> Iterator[LocalHub]:
    """Put a new hub behind ``live.hub()`` and clear the snapshots of other tests."""
    with own_hub(snapshots.clear) as new_hub:
        yield new_hub


# ---------------------------------------------------------------- announced changes


def test_board_change_is_announced_on_commit(hub: LocalHub) -> None:
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


def test_board_change_rolled_back_is_not_announced(hub: LocalHub) -> None:
    event = make.drawn_event(players=12)
    before = hub.count(event.pk)
    with transaction.atomic():
        make.report(make.tables_of(make.last_round(event))[0])
        transaction.set_rollback(True)
    assert hub.count(event.pk) == before


def test_board_removed_entry_is_announced(hub: LocalHub) -> None:
    event = make.check_in_event(players=12)
    before = hub.count(event.pk)
    make.entries.entry_remove(entry=event.entries.last(), by=None)
    assert hub.count(event.pk) > before


# ---------------------------------------------------------------- snapshots


def test_snapshot_is_built_once_per_change(hub: LocalHub) -> None:
    event = make.drawn_event(players=12)

    async def many() -> list[Any]:
        return list(await asyncio.gather(*(snapshots.aget(event.slug, "it") for _ in range(50))))

    first = snapshots.get(event.slug, "it")
    with CaptureQueriesContext(connection) as caught:
        assert snapshots.get(event.slug, "it") is first
    assert len(caught) == 0
    make.report(make.tables_of(make.last_round(event))[0])
    snapshots_read = run(many)
    assert {id(snapshot) for snapshot in snapshots_read} == {id(snapshots_read[0])}
    assert snapshots_read[0].version != first.version


# ---------------------------------------------------------------- the stream


def test_board_stream_sends_an_update_to_a_waiting_viewer(hub: LocalHub) -> None:
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
            assert hub.subscriber_count(event.pk) == 1
            await asyncio.to_thread(confirm)
            second = await coming
            assert second["event"] == "board"
            assert second["id"] != first["id"]
            old, new = json.loads(first["data"]), json.loads(second["data"])
            assert new["now"] >= old["now"] > 1_000_000_000_000
            assert (old["html"].count("fo-tile--done"), new["html"].count("fo-tile--done")) == (0, 1)
        assert hub.subscriber_count(event.pk) == 0

    def confirm() -> None:
        make.sheets.sheet_confirm(sheet=sheet, by=None, accept_warnings=True)
        connection.close()

    run(work)


def test_board_stream_known_version_sends_heartbeats_only(hub: LocalHub, monkeypatch: Any) -> None:
    """This holds after a restart of the server too, because the version is a digest of the content."""
    event = make.drawn_event(players=12)
    known_version = snapshots.get(event.slug, "it").version
    live.hub.cache_clear()
    snapshots.clear()
    monkeypatch.setattr(streams, "HEARTBEAT_SECONDS", 0.0)

    async def work() -> None:
        async with aclosing(views.stream(event.slug, "it", known_version)) as source:
            assert [(await message(source))["event"] for _ in range(3)] == ["time"] * 3

    run(work)


def test_board_stream_of_a_concluded_event_ends(hub: LocalHub) -> None:
    event = make.concluded_event(players=12)

    async def work() -> list[str]:
        return [part.split("event: ")[1].split("\n")[0] async for part in views.stream(event.slug, "it", "")]

    assert run(work) == ["time", "board", "over"]


def test_board_stream_ends_after_its_maximum_duration(hub: LocalHub, monkeypatch: Any) -> None:
    event = make.drawn_event(players=12)
    monkeypatch.setattr(streams, "STREAM_SECONDS", 0.0)

    async def work() -> list[str]:
        return [part async for part in views.stream(event.slug, "it", "")]

    assert len(run(work)) == 1


def test_board_stream_of_a_draft_event_ends(hub: LocalHub) -> None:
    event = make.make_event()

    async def work() -> list[str]:
        return [part async for part in views.stream(event.slug, "it", "")]

    assert run(work) == []


def test_board_events_streams_under_asgi(hub: LocalHub) -> None:
    event, draft = make.drawn_event(players=12), make.make_event()
    known_version = snapshots.get(event.slug, "it").version

    async def work() -> None:
        client = AsyncClient()
        assert (await client.get(reverse("board_events", args=[draft.slug]))).status_code == 404
        request = AsyncRequestFactory().get(reverse("board_events", args=[event.slug]), {"da": "altro"})
        answer = await views.board_events(request, event.slug)
        assert answer["Content-Type"] == "text/event-stream"
        assert (answer["Cache-Control"], answer["X-Accel-Buffering"]) == ("no-cache", "no")
        async with aclosing(answer.streaming_content.__aiter__()) as source:
            parts = [(await anext(source)).decode() for _ in range(2)]
        assert f"id: {known_version}\nevent: board\n" in parts[1]

    run(work)


def test_board_stream_closed_connection_is_unsubscribed(hub: LocalHub) -> None:
    """Uses a real server and real connections."""
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
        assert hub.subscriber_count(event.pk) == 5
        for remaining, writer in reversed(list(enumerate(writers))):
            writer.close()
            await writer.wait_closed()
            while hub.subscriber_count(event.pk) > remaining:
                await asyncio.sleep(0.01)
        server.should_exit = True
        await serving

    run(work)
    assert hub._listeners == {}
