"""Redis cache with short timeouts that falls back to process memory while Redis is unavailable.

Throttle counters (of private links and of the API) continue during the outage, each process for itself:
with N processes up to N times the limit passes until Redis is back, never unlimited; no user is locked out.
"""

from __future__ import annotations

import logging
import threading
import time
from typing import Any

from django.core.cache.backends.base import BaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis import RedisError

from tournament.live.server_faults import REDIS_AWAY_KEY

logger = logging.getLogger(__name__)

#: Seconds without a new attempt after Redis did not answer.
PAUSE_SECONDS = 1.0
#: Seconds within which Redis must accept a connection, and must answer.
SOCKET_TIMEOUTS = {"socket_connect_timeout": 1, "socket_timeout": 2}


class _Server:
    """One Redis server as seen by this process: its client, shared by all threads, and its availability."""

    def __init__(self, server: Any, params: dict[str, Any]) -> None:
        self.cache = RedisCache(server, {**params, "OPTIONS": {**SOCKET_TIMEOUTS, **params.get("OPTIONS", {})}})
        self.memory = LocMemCache(f"instead of {server}", {**params, "OPTIONS": {}})
        self._lock = threading.Lock()
        self._away = False
        self._ask_again = 0.0

    def is_available(self) -> bool:
        return not self._away or time.monotonic() >= self._ask_again

    def record_failure(self, error: RedisError) -> None:
        """Record that Redis did not answer; discard first the memory entries of an earlier outage."""
        with self._lock:
            first, self._away = not self._away, True
            self._ask_again = time.monotonic() + PAUSE_SECONDS
            if first:
                self.memory.clear()
                self.memory.set(REDIS_AWAY_KEY, True, None)
        if first:
            logger.warning("the cache is away, this process remembers by itself: %s", type(error).__name__)

    def record_success(self) -> None:
        if self._away:
            with self._lock:
                was_away, self._away = self._away, False
            if was_away:
                logger.warning("the cache is back")


_servers: dict[str, _Server] = {}
_lock = threading.Lock()


def _server(server: Any, params: dict[str, Any]) -> _Server:
    key = repr((server, sorted(params.items(), key=repr)))
    with _lock:
        if key not in _servers:
            _servers[key] = _Server(server, params)
        return _servers[key]


class FallbackRedisCache(BaseCache):
    """Django's Redis cache that tolerates an outage. LOCATION and options are those of ``RedisCache``."""

    def __init__(self, server: Any, params: dict[str, Any]) -> None:
        super().__init__(params)
        self._server = _server(server, params)

    def _call(self, name: str, *args: Any, **options: Any) -> Any:
        server = self._server
        if server.is_available():
            try:
                cached = getattr(server.cache, name)(*args, **options)
            except RedisError as error:
                server.record_failure(error)
            else:
                server.record_success()
                return cached
        return getattr(server.memory, name)(*args, **options)

    def add(self, *args: Any, **options: Any) -> Any:
        return self._call("add", *args, **options)

    def get(self, *args: Any, **options: Any) -> Any:
        return self._call("get", *args, **options)

    def set(self, *args: Any, **options: Any) -> Any:
        return self._call("set", *args, **options)

    def touch(self, *args: Any, **options: Any) -> Any:
        return self._call("touch", *args, **options)

    def delete(self, *args: Any, **options: Any) -> Any:
        return self._call("delete", *args, **options)

    def get_many(self, *args: Any, **options: Any) -> Any:
        return self._call("get_many", *args, **options)

    def set_many(self, *args: Any, **options: Any) -> Any:
        return self._call("set_many", *args, **options)

    def delete_many(self, *args: Any, **options: Any) -> Any:
        return self._call("delete_many", *args, **options)

    def has_key(self, *args: Any, **options: Any) -> Any:
        return self._call("has_key", *args, **options)

    def incr(self, *args: Any, **options: Any) -> Any:
        return self._call("incr", *args, **options)

    def clear(self) -> Any:
        return self._call("clear")
