"""The values of a version of the regulation in words (art. 1.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from tournament.core.dates import date_words
from tournament.regulation.parameters import Regulation
from tournament.regulation.version_values import FIELDS, ValueField, to_values


@dataclass(frozen=True, slots=True)
class ValueRow:
    """One value of a version as a page shows it.

    Arguments:
        name: of the value. label, words: what it is, and its value. article: of the regulation.
        reading: the id of what the text leaves open; empty for a number of the text. before: its value in the version
            that was copied, if it differs.
    """

    name: str
    label: str
    words: str
    article: str
    reading: str
    before: str = ""


def value_words(field: ValueField, value: Any) -> str:
    """Return a value of a version in the reader's language.

    Arguments:
        value: as ``version_values.to_values`` gives it.
    """
    if field.choices:
        return _(dict(field.choices)[value])
    if field.name == "place_half_points":
        return "; ".join(f"{places}: {points}" for places, points in _bands(value))
    if field.name == "further_half_points":
        return points_words(value)
    return str(value) if field.is_number else date_words(date.fromisoformat(value))


def points_words(half_points: int) -> str:
    """Return half points as points, with the reader's decimal mark."""
    return number_format(half_points / 2 if half_points % 2 else half_points // 2)


def _bands(bands: Sequence[tuple[int, int]]) -> list[tuple[str, str]]:
    rows: list[tuple[str, str]] = []
    first = 1
    for last, half_points in bands:
        places = str(first) if first == last else f"{first}–{last}"
        rows.append((places, points_words(half_points)))
        first = last + 1
    return rows


def value_rows(regulation: Regulation, before: Regulation | None = None) -> list[ValueRow]:
    """Return every value of a version in words.

    Arguments:
        before: the version that it was copied from; rows that differ tell the value there.
    """
    values, old = to_values(regulation), to_values(before or regulation)
    return [
        ValueRow(
            field.name,
            _(field.label),
            value_words(field, values[field.name]),
            field.article,
            field.reading,
            value_words(field, old[field.name]) if old[field.name] != values[field.name] else "",
        )
        for field in FIELDS
    ]
