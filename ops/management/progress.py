"""Progress bars on the standard error, one per step, if it is a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tqdm import tqdm

from ops.backup.archive import Progress


@contextmanager
def progress_bars() -> Iterator[Progress]:
    """Return a progress callback that takes the step, the amount done and the total."""
    bars_by_step: dict[str, Any] = {}

    def update_bar(what: str, done: int, total: int) -> None:
        if what not in bars_by_step:
            # None: no bars where the output is not a terminal.
            bars_by_step[what] = tqdm(total=total, desc=what, unit_scale=True, leave=False, disable=None)
        bars_by_step[what].update(done - bars_by_step[what].n)

    try:
        yield update_bar
    finally:
        for bar in bars_by_step.values():
            bar.close()
