"""Progress bar on standard error, shown only on a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from typing import TextIO, TypeVar

Item = TypeVar("Item")

WIDTH = 30
#: Seconds between two updates of the bar.
PAUSE = 0.1


def bar(done: int, total: int, seconds: float) -> str:
    """Return the bar as text: the share done, the rate, and the estimated time left."""
    full = WIDTH * done // total if total else WIDTH
    rate = done / seconds if seconds > 0 else 0.0
    remaining = f", {(total - done) / rate:.0f} s left" if rate else ""
    return f"[{'#' * full}{'.' * (WIDTH - full)}] {done}/{total} {rate:,.0f}/s{remaining}"


def shown(
    items: Iterable[Item],
    total: int,
    stream: TextIO | None = None,
    size: Callable[[Item], int] = lambda item: 1,
) -> Iterator[Item]:
    """Yield the items unchanged while drawing a progress bar, erased at the end; no bar if the stream is no terminal.

    Arguments:
        total: of the sizes of all items. stream: where the bar is written; standard error by default.
        size: what an item counts for.
    """
    output = sys.stderr if stream is None else stream
    if not output.isatty():
        yield from items
        return
    began = drawn = time.monotonic()
    done = 0
    for item in items:
        yield item
        done += size(item)
        now = time.monotonic()
        if now - drawn >= PAUSE:
            drawn = now
            output.write(f"\r{bar(done, total, now - began)}\x1b[K")
            output.flush()
    output.write("\r\x1b[K")
    output.flush()
