"""Settable clock and repeatable secrets, for the one process that builds the demonstration.

Its history then has past dates, and a second building gives the same draws, tables and results.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from random import Random

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


@contextmanager
def repeatable_secrets(seed: str) -> Iterator[None]:
    """Replace the secrets of draws and links by a sequence that a seed gives, and restore them afterwards.

    For invented people only: who knows the seed knows every draw before it is made.
    """
    token_hex, token_urlsafe, rng = secrets.token_hex, secrets.token_urlsafe, Random(seed)
    secrets.token_hex = lambda nbytes=None: rng.randbytes(nbytes or 32).hex()
    secrets.token_urlsafe = lambda nbytes=None: rng.randbytes(nbytes or 32).hex()
    try:
        yield
    finally:
        secrets.token_hex, secrets.token_urlsafe = token_hex, token_urlsafe
