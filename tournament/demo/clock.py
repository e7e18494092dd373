"""A clock that can be set, for the one process that builds the demonstration: its history then has past dates."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.utils import timezone

#: What passes between two looks at the clock, so that no two moments are the same.
TICK = timedelta(milliseconds=40)


class Clock:
    """Stands in for ``django.utils.timezone.now``; moves on by a tick each time it is asked."""

    def __init__(self, moment: datetime) -> None:
        self.moment = moment

    def __call__(self) -> datetime:
        self.moment += TICK
        return self.moment

    def set(self, moment: datetime) -> None:
        """Goes to another moment; the ticks start there."""
        self.moment = moment

    def on(self, **span: float) -> None:
        """Lets time pass: ``on(minutes=40)``."""
        self.moment += timedelta(**span)


@contextmanager
def clock_in_hand(moment: datetime) -> Iterator[Clock]:
    """Puts a :class:`Clock` in the place of the real one; the real one is back in any case afterwards."""
    real: Callable[[], datetime] = timezone.now
    clock = Clock(moment)
    timezone.now = clock
    try:
        yield clock
    finally:
        timezone.now = real
