"""Read JSON strictly: every field once, no unknown field, every error with its path (:class:`BadEventFile`)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from datetime import date
from typing import Any, TypeVar

from tournament.regulation.parameters import Fascia
from tournament.regulation.refusals import BadEventFile

T = TypeVar("T")

#: Reads the value at a path of the file.
Read = Callable[[Any, str], T]

#: Sentinel for the value of a field that is not in the file.
_ABSENT = object()


def refuse(path: str, problem: str, expected: str, **params: str | int) -> BadEventFile:
    """Return the error for a file at a path; ``$`` is the whole file.

    Arguments:
        problem, expected: what is there and what should be, as data or as one of ``term_messages.PHRASES``.
        params: the values of their fields.
    """
    return BadEventFile(path=path or "$", problem=problem, expected=expected, **params)


def shown(value: Any) -> str:
    """Return a value as an error shows it, in at most 40 letters."""
    if value is _ABSENT:
        return "missing"
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 40 else text[:39] + "…"


def read_text(value: Any, path: str) -> str:
    """Read a text."""
    if not isinstance(value, str):
        raise refuse(path, shown(value), "text")
    return value


def read_integer(value: Any, path: str) -> int:
    """Read a whole number."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise refuse(path, shown(value), "whole number")
    return value


def read_boolean(value: Any, path: str) -> bool:
    """Read true or false."""
    if not isinstance(value, bool):
        raise refuse(path, shown(value), "true or false")
    return value


def read_date(value: Any, path: str) -> date:
    """Read a day in ISO 8601."""
    try:
        return date.fromisoformat(read_text(value, path))
    except ValueError:
        raise refuse(path, shown(value), "ISO date, such as 2009-07-04") from None


def read_fascia(value: Any, path: str) -> Fascia:
    """Read one of the three fascie."""
    if read_text(value, path) not in list(Fascia):
        raise refuse(path, shown(value), "I, II or III")
    return Fascia(value)


def read_object(value: Any, path: str) -> Mapping[str, Any]:
    """Read an object without checking its content."""
    if not isinstance(value, Mapping):
        raise refuse(path, shown(value), "object")
    return value


def list_of(read: Read[T]) -> Read[tuple[T, ...]]:
    """Return a reader of lists whose items ``read`` reads."""

    def read_list(value: Any, path: str) -> tuple[T, ...]:
        if not isinstance(value, list):
            raise refuse(path, shown(value), "list")
        return tuple(read(item, f"{path}[{index}]") for index, item in enumerate(value))

    return read_list


read_texts = list_of(read_text)


class Fields:
    """The fields of one JSON object. Errors: BadEventFile if the value is not an object or has an unknown field."""

    def __init__(self, value: Any, path: str, known: Iterable[str]) -> None:
        self.value, self.path = read_object(value, path), path
        names = tuple(known)
        unknown = next((key for key in self.value if key not in names), None)
        if unknown is not None:
            raise refuse(self.at(str(unknown)), "unknown field", ", ".join(names))

    def at(self, field: str) -> str:
        """Return the path of a field."""
        return f"{self.path}.{field}" if self.path else field

    def has(self, field: str) -> bool:
        """Return whether a field is there and not null."""
        return self.value.get(field) is not None

    def read(self, field: str, read: Read[T]) -> T:
        """Read a required field."""
        return read(self.value.get(field, _ABSENT), self.at(field))

    def read_all(self, names: Iterable[str], read: Read[Any]) -> dict[str, Any]:
        """Read several required fields, by name."""
        return {name: self.read(name, read) for name in names}

    def optional(self, field: str, read: Read[T]) -> T | None:
        """Read a field that may be absent or null."""
        return self.read(field, read) if self.has(field) else None
