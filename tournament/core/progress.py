"""Progress of the steps of a command: one line that is written over, on the standard error, if it is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

#: Columns of the line.
WIDTH = 60


@contextmanager
def progress_line() -> Iterator[Callable[[str, int, int], None]]:
    """Return a progress callback that takes the step, the amount done and the total."""
    is_shown = sys.stderr.isatty()
    shown = ""

    def show(what: str, done: int, total: int) -> None:
        nonlocal shown
        percent = 100 * done // total if total else 100
        line = f"{what} {percent} %"
        if is_shown and line != shown:
            shown = line
            sys.stderr.write(f"\r{line[:WIDTH]:{WIDTH}}")
            sys.stderr.flush()

    try:
        yield show
    finally:
        if shown:
            sys.stderr.write(f"\r{'':{WIDTH}}\r")
