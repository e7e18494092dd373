"""What tests of news share: a hub of their own, patience, and the messages of a stream."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tournament.live import hub as live
from tournament.live.hub import LocalHub

#: Seconds after which something that should have come has not: never reached by a test that passes.
LATE = 20.0


@contextmanager
def own_hub(forget: Callable[[], None]) -> Iterator[LocalHub]:
    """A hub of the test's own behind ``live.hub()``; ``forget`` throws away what another test has seen."""
    live.hub.cache_clear()
    forget()
    try:
        yield live.hub()
    finally:
        live.hub.cache_clear()
        forget()


def run(work: Callable[[], Awaitable[Any]]) -> Any:
    """Runs an async test."""

    async def bounded() -> Any:
        return await asyncio.wait_for(work(), LATE)

    return asyncio.run(bounded())


async def message(source: AsyncIterator[str]) -> dict[str, str]:
    """The next message of a stream as its fields."""
    lines = (await anext(source)).strip().split("\n")
    return dict(line.split(": ", 1) for line in lines)
