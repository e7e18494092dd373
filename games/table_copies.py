"""Copies of the objects that make a table, derived from the names of their fields: a new field is copied as the others.

A module of its own so that it can be compiled.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def copy_fields(source: Any, target: Any, names: Iterable[str]) -> None:
    """Give an object the named fields of another one.

    Lists, the lists in them, dictionaries and whatever has a method ``copied`` become copies of their own; everything
    else is shared.
    """
    for name in names:
        setattr(target, name, own(getattr(source, name)))


def own(value: Any) -> Any:
    """Return a value, or a copy of its own; see :func:`copy_fields`."""
    if isinstance(value, list):
        return [own(each) if isinstance(each, list) or hasattr(each, "copied") else each for each in value]
    if isinstance(value, dict):
        return dict(value)
    return value.copied() if hasattr(value, "copied") else value
