"""What many ask for at the same moment, made once; and work beside an event loop that leaves no connection behind."""

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


async def alone(act: Callable[[], V]) -> V:
    """Does something with the database in a thread; no connection stays open while the caller waits for news."""

    def done() -> V:
        try:
            return act()
        finally:
            for connection in connections.all(initialized_only=True):
                if not connection.in_atomic_block:
                    connection.close()

    return await sync_to_async(done)()


class MadeOnce(Generic[K, V]):
    """Things of this process by key; those who ask while one is made wait for it.

    Arguments:
        make: makes the thing of a key; None where there is none.
        is_fresh: whether a thing that was made still holds.
    """

    def __init__(self, make: Callable[[K], V | None], is_fresh: Callable[[V], bool]) -> None:
        self._make = make
        self._is_fresh = is_fresh
        self._kept: dict[K, V] = {}
        self._lock = threading.Lock()
        self._turns: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[K, asyncio.Lock]] = WeakKeyDictionary()

    def at_hand(self, key: K) -> V | None:
        """The thing if it is there and holds; nothing is made for it."""
        found = self._kept.get(key)
        return found if found is not None and self._is_fresh(found) else None

    def get(self, key: K) -> V | None:
        """The thing; None where there is none."""
        return self.at_hand(key) or self._made_once(key)

    async def aget(self, key: K) -> V | None:
        """:meth:`get` from an event loop; no connection to the database stays open."""
        if found := self.at_hand(key):
            return found
        turns = self._turns.setdefault(asyncio.get_running_loop(), {})
        async with turns.setdefault(key, asyncio.Lock()):
            return self.at_hand(key) or await alone(lambda: self._made_once(key))

    def forget(self) -> None:
        """Drops everything."""
        self._kept.clear()

    def _made_once(self, key: K) -> V | None:
        with self._lock:
            return self.at_hand(key) or self._made(key)

    def _made(self, key: K) -> V | None:
        made = self._make(key)
        if made is None:
            self._kept.pop(key, None)
        else:
            self._kept[key] = made
        return made
