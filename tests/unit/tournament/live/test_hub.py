"""Test the hub that announces changes of an event to its listeners, in this process and in others."""

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
    """Put a new hub behind ``live.hub()``."""
    with own_hub(snapshots.clear) as new_hub:
        yield new_hub


# ---------------------------------------------------------------- one process


def test_hub_announce_wakes_all_listeners_of_the_event_only(hub: LocalHub) -> None:
    async def work() -> None:
        with hub.listening(1) as first, hub.listening(1) as second, hub.listening(2) as other:
            waiting = [asyncio.create_task(listener.wait(LATE)) for listener in (first, second)]
            await asyncio.sleep(0)
            hub.announce(1)
            assert await asyncio.gather(*waiting) == [True, True]
            assert await other.wait(0) is False

    run(work)


def test_hub_announce_works_from_any_thread(hub: LocalHub) -> None:
    async def work() -> None:
        with hub.listening(1) as listener:
            thread = threading.Thread(target=hub.announce, args=(1,))
            thread.start()
            assert await listener.wait(LATE)
            thread.join()

    run(work)


def test_hub_announce_between_waits_is_delivered_once(hub: LocalHub) -> None:
    async def work() -> None:
        with hub.listening(1) as listener:
            hub.announce(1)
            hub.announce(1)
            await asyncio.sleep(0)
            assert await listener.wait(LATE)
            assert await listener.wait(0) is False

    run(work)


def test_hub_cancelled_listener_is_removed(hub: LocalHub) -> None:
    async def work() -> None:
        with hub.listening(1):
            assert hub.subscriber_count(1) == 1

            async def visit() -> None:
                with hub.listening(1) as listener:
                    await listener.wait(LATE)

            task = asyncio.create_task(visit())
            await asyncio.sleep(0)
            assert hub.subscriber_count(1) == 2
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert hub.subscriber_count(1) == 1
        assert hub.subscriber_count(1) == 0
        assert hub._listeners == {}

    run(work)


def test_hub_announce_ignores_listeners_of_a_closed_loop(hub: LocalHub) -> None:
    loop = asyncio.new_event_loop()
    orphan = live.Listener(loop)
    hub._listeners[1] = {orphan}
    loop.close()
    hub.announce(1)
    assert hub.count(1) == 1


# ---------------------------------------------------------------- several processes


@pytest.fixture
def two_processes(redis_url: str) -> Iterator[tuple[RedisHub, RedisHub]]:
    """Return two hubs on the same channel, as in two processes."""
    hubs = RedisHub(redis_url), RedisHub(redis_url)
    for process_hub in hubs:
        process_hub.count(0)
        assert process_hub.connected.wait(LATE)
    yield hubs
    for process_hub in hubs:
        process_hub.close()


def test_redis_hub_announce_reaches_other_processes(two_processes: tuple[RedisHub, RedisHub]) -> None:
    sender, receiver = two_processes

    async def work() -> None:
        with receiver.listening(7) as listener, receiver.listening(8) as other:
            sender.announce(7)
            assert await listener.wait(LATE)
            assert await other.wait(0) is False
        with sender.listening(7) as own_listener:
            sender.announce(7)
            assert await own_listener.wait(LATE)

    run(work)
    assert sender.count(7) == 2


def test_redis_hub_ignores_invalid_messages(two_processes: tuple[RedisHub, RedisHub]) -> None:
    sender, receiver = two_processes

    async def work() -> None:
        with receiver.listening(7) as listener:
            for payload in ("", "senza numero", "altrove sette", "\x00"):
                sender._client.publish(live.CHANNEL, payload)
            sender.announce(7)
            assert await listener.wait(LATE)
        assert receiver.count(7) == 1

    run(work)


def test_redis_hub_without_redis_works_within_the_process(caplog: pytest.LogCaptureFixture) -> None:
    lone_hub = RedisHub(f"redis://127.0.0.1:{free_port()}/0")

    async def work() -> None:
        with lone_hub.listening(7) as listener:
            lone_hub.announce(7)
            assert await listener.wait(LATE)

    run(work)
    lone_hub.close()
    assert not lone_hub.connected.is_set()
    assert "other processes do not hear of event 7" in caplog.text


def test_redis_hub_wakes_listeners_after_reconnecting(redis_url: str) -> None:
    hub = RedisHub(redis_url)

    async def work() -> None:
        with hub.listening(7) as listener:
            assert await asyncio.to_thread(hub.connected.wait, LATE)
            assert await listener.wait(LATE)
            joined = hub.count(7)
            hub.connected.clear()
            # Redis disconnects all subscribers, as a restart does.
            hub._client.client_kill_filter(_type="pubsub")
            assert await asyncio.to_thread(hub.connected.wait, LATE)
            assert await listener.wait(LATE)
            assert hub.count(7) > joined

    run(work)
    hub.close()


@pytest.mark.parametrize(
    ("url", "kind"), [("", LocalHub), ("memory://", LocalHub), ("redis://127.0.0.1:1/0", RedisHub)]
)
def test_hub_type_follows_the_celery_broker(url: str, kind: type, settings: Any) -> None:
    settings.CELERY_BROKER_URL = url
    live.hub.cache_clear()
    assert type(live.hub()) is kind
