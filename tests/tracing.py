"""Count the calls of a function."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any


@contextmanager
def calls_of(function: Callable[..., Any]) -> Iterator[list[FrameType]]:
    """Yield the frames of the calls of a function inside the block."""
    calls: list[FrameType] = []

    def profile(frame: FrameType, event: str, _arg: Any) -> None:
        if event == "call" and frame.f_code is function.__code__:
            calls.append(frame)

    sys.setprofile(profile)
    try:
        yield calls
    finally:
        sys.setprofile(None)
