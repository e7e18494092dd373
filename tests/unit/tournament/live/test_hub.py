"""News of an event: it reaches who waits, in this process and in others; who leaves is forgotten."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from tests.integration.servers.ports import free_port
from tests.unit.tournament.live.listening import LATE, own_hub, run
from tournament.live import hub as live
from tournament.live.board_cache import snapshots
from tournament.live.hub import LocalHub, RedisHub


@pytest.fixture(autouse=True)
def hub() -> Iterator[LocalHub]:
    """A hub of the test's own behind ``live.hub()``."""
    with own_hub(snapshots.forget) as own:
        yield own


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
