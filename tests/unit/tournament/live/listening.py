"""Helpers of the live-update tests: a hub per test, a time limit, and the parsed messages of a stream."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tournament.live import hub as live
from tournament.live.hub import LocalHub

#: Seconds after which an expected message counts as missing; a passing test never waits that long.
LATE = 20.0


@contextmanager
def own_hub(forget: Callable[[], None]) -> Iterator[LocalHub]:
    """Put a new hub behind ``live.hub()``; ``forget`` clears the cache left by other tests."""
    live.hub.cache_clear()
    forget()
    try:
        yield live.hub()
    finally:
        live.hub.cache_clear()
        forget()


def run(work: Callable[[], Awaitable[Any]]) -> Any:
    """Run an async test, bounded by the time limit."""

    async def bounded() -> Any:
        return await asyncio.wait_for(work(), LATE)

    return asyncio.run(bounded())


async def message(source: AsyncIterator[str]) -> dict[str, str]:
    """Return the next message of a stream as its fields."""
    lines = (await anext(source)).strip().split("\n")
    return dict(line.split(": ", 1) for line in lines)
