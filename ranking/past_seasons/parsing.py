"""Read the list of a past season: one row a place of its Ranking or of its final; Italian or English column names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from typing import Any, Final

from django.utils.translation import gettext as _
from tablib import Dataset

from ranking.models import PastPlace
from tournament.core.report_errors import ColumnsMissing
from tournament.entries.import_resource import consent_said
from tournament.entries.list_file import MOST_ROWS, cell_text, heading, load_list, rows_of

#: Columns, each with its accepted variants.
COLUMNS: Final = {
    "classifica": ("list", "elenco"),
    "posto": ("place", "rank"),
    "nome": ("first name",),
    "cognome": ("last name",),
    "città": ("citta", "city"),
    "tessera": ("card", "card number"),
    "punti": ("points",),
    "consenso": ("consent",),
}
REQUIRED_COLUMNS: Final = ("posto", "cognome")
_NAMES = {alias: name for name, aliases in COLUMNS.items() for alias in (name, *aliases)}
_LISTS = {
    **dict.fromkeys(("", "ranking"), PastPlace.List.RANKING),
    **dict.fromkeys(("finale", "final"), PastPlace.List.FINAL),
}


@dataclass(frozen=True, slots=True)
class PastRow:
    """A place as the list has it; ``half_points`` None without points, ``name`` empty without consent."""

    line: int
    list: str
    place: int
    name: str
    city: str
    card: str
    half_points: int | None


@dataclass(frozen=True, slots=True)
class PastFile:
    """The rows of a list, and what is wrong with them: the line and a sentence."""

    rows: list[PastRow] = field(default_factory=list)
    problems: list[tuple[int, str]] = field(default_factory=list)


def past_list(file: Any) -> Dataset:
    """Return the list of an open or uploaded file, CSV or XLSX, as a table. Errors: ListFileWrong."""
    return load_list(file, COLUMNS)


def parse(data: Dataset) -> PastFile:
    """Return the rows of a list with every problem at once. Errors: ListFileWrong, ColumnsMissing."""
    headers = [_NAMES.get(heading(header), "") for header in data.headers or []]
    missing = [name for name in REQUIRED_COLUMNS if name not in headers]
    if missing:
        raise ColumnsMissing(problem=_("no column %s") % ", ".join(missing), columns=tuple(COLUMNS))
    result = PastFile()
    for line, cells in rows_of(data, headers, COLUMNS):
        _read(line, {name: cell_text(value) for name, value in cells.items()}, result)
    return result


def _read(line: int, values: Mapping[str, str], result: PastFile) -> None:
    """Add a row, or what is wrong with it."""
    problems = [words for words in (_place_problem(values), _list_problem(values)) if words]
    half_points, consent = None, False
    try:
        half_points = _half_points(values.get("punti", ""))
    except ValueError:
        problems.append(_("points “%(value)s”: write 12 or 12,5") % {"value": values["punti"]})
    try:
        consent = consent_said(values.get("consenso", ""))
    except ValueError:
        problems.append(_("consent “%(value)s”: write sì or no") % {"value": values["consenso"]})
    if problems:
        result.problems.extend((line, words) for words in problems)
        return
    name = " ".join(f"{values.get('nome', '')} {values['cognome']}".split())
    result.rows.append(
        PastRow(
            line=line,
            list=_LISTS[values.get("classifica", "").casefold()],
            place=int(values["posto"]),
            name=name[:160] if consent else "",
            city=values.get("città", "")[:80] if consent else "",
            card=values.get("tessera", ""),
            half_points=half_points,
        )
    )


def _place_problem(values: Mapping[str, str]) -> str:
    place = values.get("posto", "")
    if place.isascii() and place.isdecimal() and 1 <= int(place[:6]) <= MOST_ROWS:
        return ""
    return _("place “%(value)s”: write a whole number from 1") % {"value": place}


def _list_problem(values: Mapping[str, str]) -> str:
    value = values.get("classifica", "")
    return "" if value.casefold() in _LISTS else _("list “%(value)s”: write ranking or finale") % {"value": value}


def _half_points(text: str) -> int | None:
    """Return points as half points. Raises ValueError for what is no multiple of one half."""
    if not text:
        return None
    try:
        doubled = Decimal(text.replace(",", ".")) * 2
    except InvalidOperation as error:
        raise ValueError(text) from error
    if not doubled.is_finite() or doubled != int(doubled) or not 0 <= doubled <= 100_000:
        raise ValueError(text)
    return int(doubled)
