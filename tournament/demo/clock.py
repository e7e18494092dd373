"""Settable clock, for the one process that builds the demonstration: its history then has past dates."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.utils import timezone

#: Step added at each reading of the clock, so that no two moments are the same.
TICK = timedelta(milliseconds=40)


class Clock:
    """Replacement for ``django.utils.timezone.now``; advances by a tick at each call."""

    def __init__(self, moment: datetime) -> None:
        self.moment = moment

    def __call__(self) -> datetime:
        self.moment += TICK
        return self.moment

    def set(self, moment: datetime) -> None:
        """Set the clock to another moment; the ticks continue from there."""
        self.moment = moment

    def advance(self, **span: float) -> None:
        """Advance the clock: ``on(minutes=40)``."""
        self.moment += timedelta(**span)


@contextmanager
def frozen_clock(moment: datetime) -> Iterator[Clock]:
    """Replace the real clock by a :class:`Clock` inside the block, and restore it afterwards."""
    real_now: Callable[[], datetime] = timezone.now
    clock = Clock(moment)
    timezone.now = clock
    try:
        yield clock
    finally:
        timezone.now = real_now
