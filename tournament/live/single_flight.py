"""Single-flight cache, and a helper that runs database work in a thread and closes its connections."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar
from weakref import WeakKeyDictionary

from asgiref.sync import sync_to_async
from django.db import connections

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


async def database_sync_to_async(act: Callable[[], V]) -> V:
    """Run a function with database access in a thread; no connection stays open while the caller waits for news."""

    def done() -> V:
        try:
            return act()
        finally:
            for connection in connections.all(initialized_only=True):
                if not connection.in_atomic_block:
                    connection.close()

    return await sync_to_async(done)()


class SingleFlightCache(Generic[K, V]):
    """Single-flight cache of this process: one build per key; concurrent callers wait for it.

    Arguments:
        make: builds the value of a key; None if there is none.
        is_fresh: whether a cached value is still valid.
    """

    def __init__(self, make: Callable[[K], V | None], is_fresh: Callable[[V], bool]) -> None:
        self._make = make
        self._is_fresh = is_fresh
        self._kept: dict[K, V] = {}
        self._lock = threading.Lock()
        self._turns: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[K, asyncio.Lock]] = WeakKeyDictionary()

    def peek(self, key: K) -> V | None:
        """Return the cached value if it is fresh, without building it."""
        cached = self._kept.get(key)
        return cached if cached is not None and self._is_fresh(cached) else None

    def get(self, key: K) -> V | None:
        """Return the value, building it if needed; None if there is none."""
        return self.peek(key) or self._get_or_build(key)

    async def aget(self, key: K) -> V | None:
        """Async variant of :meth:`get`; leaves no database connection open."""
        if cached := self.peek(key):
            return cached
        turns = self._turns.setdefault(asyncio.get_running_loop(), {})
        async with turns.setdefault(key, asyncio.Lock()):
            return self.peek(key) or await database_sync_to_async(lambda: self._get_or_build(key))

    def clear(self) -> None:
        """Clear the cache."""
        self._kept.clear()

    def _get_or_build(self, key: K) -> V | None:
        with self._lock:
            return self.peek(key) or self._build(key)

    def _build(self, key: K) -> V | None:
        new_value = self._make(key)
        if new_value is None:
            self._kept.pop(key, None)
        else:
            self._kept[key] = new_value
        return new_value
