"""A bar per piece of work on the standard error, where somebody looks at it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tqdm import tqdm

from ops.backup.archive import Progress


@contextmanager
def bars() -> Iterator[Progress]:
    """A function that is told what is going on, how much is done and how much there is in all."""
    shown: dict[str, Any] = {}

    def told(what: str, done: int, total: int) -> None:
        if what not in shown:
            # None: no bars where the output is not a terminal.
            shown[what] = tqdm(total=total, desc=what, unit_scale=True, leave=False, disable=None)
        shown[what].update(done - shown[what].n)

    try:
        yield told
    finally:
        for bar in shown.values():
            bar.close()
