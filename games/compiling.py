"""What the sources say to the compiler of ``script/compile``; nothing where they run as they are. Never compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

__all__ = ["mypyc_attr"]

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr
else:

    def mypyc_attr(**attributes: bool) -> Callable[[type], type]:
        """A class decorator that leaves the class as it is."""
        return lambda decorated: decorated
