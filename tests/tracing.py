"""Trace the functions of the project that a request runs."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = tuple(f"{ROOT / package}/" for package in ("config", "ops", "practice", "ranking", "tournament", "games"))
GAMES = f"{ROOT / 'games'}/"
#: Files of middleware: every request runs them.
_WEB = ROOT / "tournament" / "web"
MIDDLEWARE = (
    f"{ROOT / 'ops'}/",
    str(_WEB / "locale.py"),
    str(_WEB / "account" / "second_factor.py"),
    str(_WEB / "account" / "staff_session.py"),
    str(_WEB / "account" / "known_device.py"),
    str(_WEB / "account" / "reading.py"),
)


@dataclass
class Trace:
    """The calls of functions and methods of the project; those inside an engine are left out, but its entry points.

    Lambdas, comprehensions and the middleware of every request are no functions of their own here.
    """

    calls: Counter[CodeType] = field(default_factory=Counter)

    def names(self) -> dict[str, list[str]]:
        """Return the names of the functions by file."""
        by_file: dict[str, list[str]] = {}
        for code in self.calls:
            path = code.co_filename.removeprefix(f"{ROOT}/")
            by_file.setdefault(path, []).append(code.co_qualname.replace(".<locals>", ""))
        return {path: sorted(names) for path, names in sorted(by_file.items())}

    def count(self, name: str) -> int:
        """Return the number of calls of the functions with a qualified name."""
        return sum(calls for code, calls in self.calls.items() if code.co_qualname == name)


@contextmanager
def traced() -> Iterator[Trace]:
    """Trace the calls inside the block."""
    trace = Trace()

    def profile(frame: FrameType, event: str, _arg: Any) -> None:
        code = frame.f_code
        if event != "call" or not code.co_filename.startswith(PACKAGES) or code.co_filename.startswith(MIDDLEWARE):
            return
        caller = frame.f_back
        is_inside_engine = caller is not None and caller.f_code.co_filename.startswith(GAMES)
        if not is_inside_engine and not code.co_name.startswith("<"):
            trace.calls[code] += 1

    sys.setprofile(profile)
    try:
        yield trace
    finally:
        sys.setprofile(None)
