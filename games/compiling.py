"""Compiler directives for ``script/compile`` (mypyc); no-ops when the sources run uncompiled. Never compiled itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

__all__ = ["mypyc_attr"]

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr
else:

    def mypyc_attr(**attributes: bool) -> Callable[[type], type]:
        """Return a class decorator that does nothing."""
        return lambda decorated: decorated
