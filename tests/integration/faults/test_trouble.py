"""Handling of missing services: the fallback cache, and the page that asks to retry."""

from __future__ import annotations

import json
from collections.abc import Iterator
from threading import Event as Signal
from typing import Any

import pytest
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest
from django.test import RequestFactory
from django.utils import translation

from ops import cache as steady
from ops.cache import FallbackRedisCache
from ops.error_handlers import server_error
from tests.integration.servers.ports import free_port
from tests.integration.servers.redis import Redis, running_redis

PATIENCE = 30.0


@pytest.fixture
def redis() -> Iterator[Redis]:
    with running_redis() as server:
        yield server


def _cache(url: str) -> FallbackRedisCache:
    return FallbackRedisCache(url, {"KEY_PREFIX": "prova"})


def _everything(cache: FallbackRedisCache) -> list[Any]:
    """Call every operation once; return the results."""
    results: list[Any] = [cache.clear(), cache.add("a", 1), cache.add("a", 2), cache.get("a"), cache.incr("a")]
    results += [cache.set("b", {"x": [1]}), cache.get("b"), cache.has_key("b"), cache.touch("b", 60), cache.delete("b")]
    results += [cache.set_many({"c": 1, "d": 2}), cache.get_many(["c", "d", "e"]), cache.delete_many(["c"])]
    results += [cache.get("c", "gone"), "d" in cache, cache.decr("d"), cache.get_or_set("e", 5)]
    return results[1:]


def test_cache_results_same_with_and_without_redis(redis: Redis) -> None:
    unreachable_cache = _cache(f"redis://127.0.0.1:{free_port()}/0")
    cache = _cache(redis.url)
    assert _everything(unreachable_cache) == _everything(cache)
    with pytest.raises(ValueError, match="not found"):
        cache.incr("never-set")
    with pytest.raises(ValueError, match="not found"):
        unreachable_cache.incr("never-set")


def test_cache_counts_continue_without_redis_and_reset_at_next_outage(
    redis: Redis, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(steady, "PAUSE_SECONDS", 0.0)
    # One for each request, as Django creates them: they share state.
    first, second = _cache(redis.url), _cache(redis.url)
    first.add("guesses", 0)
    assert [first.incr("guesses") for _ in range(3)] == [1, 2, 3]
    redis.stop()
    assert first.add("guesses", 0) is True
    assert [cache.incr("guesses") for cache in (first, second, first)] == [1, 2, 3]
    redis.start()
    assert _answers(second, "guesses", 3)
    redis.stop()
    assert second.get("guesses") is None
    messages = [record.getMessage() for record in caplog.records if record.name == "ops.cache"]
    assert [words.partition(",")[0] for words in messages] == [
        "the cache is away",
        "the cache is back",
        "the cache is away",
    ]


def _answers(cache: FallbackRedisCache, key: str, value: int) -> bool:
    """Return whether Redis returns this value, as soon as its connections are re-established."""
    for _try in range(100):
        if cache.get(key) == value and not cache._server._away:
            return True
        Signal().wait(PATIENCE / 100)
    return False


def _answer(error: Exception, **headers: str) -> Any:
    """Return the handler's response to an uncaught error."""
    request: HttpRequest = RequestFactory().get("/", headers=headers)
    try:
        raise error
    except (OperationalError, InterfaceError, OSError, ValueError):
        return server_error(request)


@pytest.mark.parametrize(
    ("error", "status", "italian", "english"),
    [
        (OperationalError("no route"), 503, "Il sito torna tra un momento", "The site will be back in a moment"),
        (InterfaceError("closed"), 503, "Il sito torna tra un momento", "The site will be back in a moment"),
        (OSError(28, "No space"), 507, "Il disco del server è pieno", "The server’s disk is full"),
        (OSError(30, "Read-only"), 507, "Il disco del server è in sola lettura", "The server’s disk is read-only"),
        (OSError(2, "No such file"), 500, "Si è rotto qualcosa", "Something broke on our side"),
        (ValueError("our own"), 500, "Si è rotto qualcosa", "Something broke on our side"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Exception) else str(value),
)
def test_outage_pages_in_both_languages(error: Exception, status: int, italian: str, english: str) -> None:
    for language, words in (("it", italian), ("en", english)):
        with translation.override(language):
            response = _answer(error)
        page = response.content.decode()
        assert (response.status_code, words in page, f'<html lang="{language}"' in page) == (status, True, True), page
        assert response.get("Retry-After") == (None if status == 500 else "5")
        assert str(error) not in page


def test_phone_queue_keeps_sheet_during_outage() -> None:
    response = _answer(OperationalError("no route"), accept="application/json")
    assert (response.status_code, response["Retry-After"], response["Cache-Control"]) == (503, "5", "no-store")
    assert b'"state": "waiting"' in response.content
    assert json.loads(response.content)["words"].startswith("Il database del server non risponde: questo resta sul")
