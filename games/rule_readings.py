"""Readings of the unclear rules of a game: parsing what a set-up or a sheet names, and their words.

A game keeps its readings in a frozen dataclass with one string, number or flag each, and every value of each in a table
of choices, the usual one first.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from .game import BadSetup

Value = str | int | bool
Choices = Mapping[str, tuple[Value, ...]]


class ReadingWords(NamedTuple):
    """A reading in Italian and English: its question, and a sentence for each value in the order of its choices."""

    question: dict[str, str]
    answers: tuple[dict[str, str], ...]


def parse(given: object, choices: Choices) -> dict[str, Any]:
    """Return the readings that ``{"name": value}`` names.

    Raises:
        BadSetup: an unknown name or value; says what would be valid.
    """
    if not isinstance(given, Mapping):
        raise BadSetup(f"setup.readings: should be an object, not {given!r}")
    for name, value in given.items():
        if name not in choices:
            raise BadSetup(f"setup.readings.{name}: no such reading; known: {', '.join(choices)}")
        if not is_choice(choices, name, value):
            raise BadSetup(f"setup.readings.{name}: should be one of {list(choices[name])}, not {value!r}")
    return dict(given)


def is_choice(choices: Choices, name: str, value: object) -> bool:
    """Return whether a reading can have a value; true and 1 are distinct."""
    return any(type(value) is type(known) and value == known for known in choices[name])


def unusual(readings: object, choices: Choices) -> dict[str, Value]:
    """Return the readings that differ from the usual ones."""
    values = {name: getattr(readings, name) for name in choices}
    return {name: value for name, value in values.items() if value != choices[name][0]}
