"""Notify subscribers of an event when a change to it is committed.

One process: :class:`LocalHub`. Several processes: :class:`RedisHub`, the same with one Redis channel between them.
A notification carries no data, only "read again"; a count per event and process tells whether a cached value is stale.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from operator import attrgetter
from typing import Any

import redis
from django.apps import apps
from django.conf import settings
from django.db import models, transaction

from tournament.models.history import rows_recorded

logger = logging.getLogger(__name__)

CHANNEL = "fossato:live"
#: Seconds between two attempts to reconnect to Redis.
RETRY_SECONDS = 1.0

#: Called with 1 when a subscription begins in this process and -1 when it ends; used by the server's metrics.
counters: list[Callable[[int], object]] = []

#: Attribute path from each watched model to its event's id.
EVENT_ID_PATHS = {
    "Event": "pk",
    "DrawPress": "event_id",
    "Entry": "event_id",
    "EntryRequest": "event_id",
    "Round": "event_id",
    "Table": "round.event_id",
    "Sheet": "table.round.event_id",
}


@dataclass(eq=False, slots=True)
class Listener:
    """A subscriber to an event's changes, in an event loop of its own choice."""

    loop: asyncio.AbstractEventLoop
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    def wake(self) -> None:
        """Notify the subscriber. May be called from any thread."""
        try:
            self.loop.call_soon_threadsafe(self._news.set)
        except RuntimeError:
            # The loop was closed after the notification was sent: no subscriber is left there.
            logger.debug("a listener's loop is closed")

    async def wait(self, seconds: float) -> bool:
        """Return whether there was a notification within these seconds, or since the last call."""
        try:
            await asyncio.wait_for(self._news.wait(), seconds)
        except TimeoutError:
            return False
        self._news.clear()
        return True


class LocalHub:
    """Notifications within one process. Every method but :meth:`listening` may be called from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counts: dict[int, int] = {}
        self._listeners: dict[int, set[Listener]] = {}

    def announce(self, event_id: int) -> None:
        """Announce a committed change of the event."""
        self._invalidate(event_id)

    def count(self, event_id: int) -> int:
        """Return the number of the event's changes seen by this process; a value cached at another count is stale."""
        with self._lock:
            return self._counts.get(event_id, 0)

    def subscriber_count(self, event_id: int) -> int:
        """Return the number of subscribers to the event in this process."""
        with self._lock:
            return len(self._listeners.get(event_id, ()))

    @contextmanager
    def listening(self, event_id: int) -> Iterator[Listener]:
        """Subscribe in the running event loop until the end of the block."""
        listener = Listener(asyncio.get_running_loop())
        with self._lock:
            self._listeners.setdefault(event_id, set()).add(listener)
        for count in counters:
            count(1)
        try:
            yield listener
        finally:
            for count in counters:
                count(-1)
            with self._lock:
                listeners = self._listeners[event_id]
                listeners.discard(listener)
                if not listeners:
                    del self._listeners[event_id]

    def close(self) -> None:
        """Release background resources: none in this class."""

    def _invalidate(self, event_id: int) -> None:
        with self._lock:
            self._counts[event_id] = self._counts.get(event_id, 0) + 1
            woken = list(self._listeners.get(event_id, ()))
        for listener in woken:
            listener.wake()

    def _invalidate_all(self) -> None:
        with self._lock:
            event_ids = set(self._counts) | set(self._listeners)
        for event_id in event_ids:
            self._invalidate(event_id)


class RedisHub(LocalHub):
    """Notifications between processes, through one channel and one connection per process, whatever the subscribers.

    Without Redis the process's own notifications still arrive at once; those of others are recovered when Redis is
    back: every subscriber then reads again.
    """

    def __init__(self, url: str) -> None:
        super().__init__()
        self._origin = uuid.uuid4().hex
        self._client = redis.Redis.from_url(url, socket_connect_timeout=1, socket_timeout=5)
        self._closed = threading.Event()
        self._thread: threading.Thread | None = None
        #: Set while the channel is subscribed.
        self.connected = threading.Event()
        self._publish_after = 0.0

    def announce(self, event_id: int) -> None:
        """Announce a change.

        Errors of Redis are logged, never raised: storing a confirmed sheet must not depend on it.
        """
        self._invalidate(event_id)
        if time.monotonic() < self._publish_after:
            return
        try:
            self._client.publish(CHANNEL, f"{self._origin} {event_id}")
        except redis.RedisError as error:
            # An unresponsive Redis no longer delays the next announcements.
            self._publish_after = time.monotonic() + RETRY_SECONDS
            logger.warning("other processes do not hear of event %s: %s", event_id, error)

    def count(self, event_id: int) -> int:
        self._ensure_subscriber()
        return super().count(event_id)

    @contextmanager
    def listening(self, event_id: int) -> Iterator[Listener]:
        with super().listening(event_id) as listener:
            # After the listener is known: joining the channel wakes those that are, and it joins in another thread.
            self._ensure_subscriber()
            yield listener

    def close(self) -> None:
        """Unsubscribe from the channel."""
        self._closed.set()
        if self._thread is not None:
            self._thread.join()
        self._client.close()

    def _ensure_subscriber(self) -> None:
        """Subscribe to the channel on first use; a process without live pages needs no connection."""
        with self._lock:
            if self._thread is None and not self._closed.is_set():
                self._thread = threading.Thread(target=self._run, name="live", daemon=True)
                self._thread.start()

    def _run(self) -> None:
        while not self._closed.is_set():
            try:
                self._consume()
            except redis.RedisError as error:
                logger.warning("news of other processes is cut off: %s", error)
            self.connected.clear()
            # Notifications from other processes are lost now: subscribers read again at each reconnection attempt.
            self._invalidate_all()
            self._closed.wait(RETRY_SECONDS)

    def _consume(self) -> None:
        with self._client.pubsub() as channel:
            channel.subscribe(CHANNEL)
            while not self._closed.is_set():
                message = channel.get_message(timeout=0.5)
                if message is None:
                    continue
                if message["type"] == "subscribe":
                    # Covers announcements made while the channel was not subscribed.
                    self._invalidate_all()
                    self.connected.set()
                elif message["type"] == "message":
                    self._handle_message(message["data"].decode())

    def _handle_message(self, words: str) -> None:
        origin, _space, event_id = words.partition(" ")
        if origin != self._origin and event_id.isdecimal():
            self._invalidate(int(event_id))


@cache
def hub() -> LocalHub:
    """Return the hub of this process: it uses the task broker, if there is one."""
    url = getattr(settings, "CELERY_BROKER_URL", "")
    return RedisHub(url) if url.startswith(("redis://", "rediss://", "unix://")) else LocalHub()


def announce(event_id: int) -> None:
    """Notify subscribers of the event on commit; immediately if there is no transaction."""
    transaction.on_commit(lambda: hub().announce(event_id))


def _announce_row(sender: type[models.Model], instance: models.Model, raw: bool = False, **_more: Any) -> None:
    event_id = None if raw else attrgetter(EVENT_ID_PATHS[sender.__name__])(instance)
    if event_id is not None:
        announce(event_id)


def _announce_rows(sender: type[models.Model], instances: Sequence[models.Model], **_more: Any) -> None:
    for event_id in set(map(attrgetter(EVENT_ID_PATHS[sender.__name__]), instances)):
        announce(event_id)


def connect() -> None:
    """Announce every saved or deleted row of the watched models.

    Rows that ``core.audit.record_all`` saves are announced once for each event. Other bulk writes are not seen, nor
    tables deleted with their round: a service that makes them saves or deletes the round or the event too.
    """
    for name, id_path in EVENT_ID_PATHS.items():
        model = apps.get_model("tournament", name)
        models.signals.post_save.connect(_announce_row, sender=model, dispatch_uid=f"live-save-{name}")
        rows_recorded.connect(_announce_rows, sender=model, dispatch_uid=f"live-save-all-{name}")
        if id_path == "event_id":
            models.signals.post_delete.connect(_announce_row, sender=model, dispatch_uid=f"live-delete-{name}")
