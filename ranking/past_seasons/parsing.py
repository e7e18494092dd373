"""Read the file of a past season: one row a place of its Ranking or of its final; Italian or English column names."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from typing import Final

from django.utils.translation import gettext as _

from ranking.models import PastPlace
from tournament.entries.import_resource import consent_said

MOST_BYTES: Final = 200_000
MOST_ROWS: Final = 2_000
#: Columns, each with its accepted names.
COLUMNS: Final = {
    "list": ("classifica", "list", "elenco"),
    "place": ("posto", "place", "rank"),
    "first_name": ("nome", "first name", "first_name"),
    "last_name": ("cognome", "last name", "last_name"),
    "city": ("città", "citta", "city"),
    "card": ("tessera", "card", "card number"),
    "points": ("punti", "points"),
    "consent": ("consenso", "consent"),
}
_NAMES = {alias: name for name, aliases in COLUMNS.items() for alias in aliases}
_LISTS = {
    **dict.fromkeys(("", "ranking"), PastPlace.List.RANKING),
    **dict.fromkeys(("finale", "final"), PastPlace.List.FINAL),
}


@dataclass(frozen=True, slots=True)
class PastRow:
    """A place as the file has it; ``half_points`` None without points, ``name`` empty without consent."""

    line: int
    list: str
    place: int
    name: str
    city: str
    card: str
    half_points: int | None


@dataclass(frozen=True, slots=True)
class PastFile:
    """The rows of a file, and what is wrong with it: the line (0 for the whole file) and a sentence."""

    rows: list[PastRow] = field(default_factory=list)
    problems: list[tuple[int, str]] = field(default_factory=list)


def decode(content: bytes) -> str:
    """Return the text of a file as spreadsheets write it: UTF-8, else Windows' Latin letters."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")


def parse(text: str) -> PastFile:
    """Return the rows of a file with every problem at once."""
    lines = text.splitlines()
    separator = ";" if lines and lines[0].count(";") >= lines[0].count(",") else ","
    reader = csv.DictReader(lines, delimiter=separator)
    columns = {header: _column(header) for header in reader.fieldnames or ()}
    if not {"place", "last_name"} <= set(columns.values()):
        return PastFile(problems=[(0, _("The first line must name the columns, at least “posto” and “cognome”."))])
    result = PastFile()
    for line, raw in enumerate(reader, start=2):
        if line > MOST_ROWS + 1:
            result.problems.append((0, _("At most %(n)s rows.") % {"n": MOST_ROWS}))
            break
        values = {columns[header]: (value or "").strip() for header, value in raw.items() if columns.get(header)}
        if any(values.values()):
            _read(line, values, result)
    if not result.rows and not result.problems:
        result.problems.append((0, _("The file has no rows.")))
    return result


def _column(header: str) -> str:
    """Return the column of a header; empty for one that is not read."""
    return _NAMES.get(" ".join((header or "").split()).casefold(), "")


def _read(line: int, values: Mapping[str, str], result: PastFile) -> None:
    """Add a row, or what is wrong with it."""
    problems = [words for words in (_place_problem(values), _list_problem(values)) if words]
    half_points, consent = None, False
    try:
        half_points = _half_points(values.get("points", ""))
    except ValueError:
        problems.append(_("points “%(value)s”: write 12 or 12,5") % {"value": values["points"]})
    try:
        consent = consent_said(values.get("consent", ""))
    except ValueError:
        problems.append(_("consent “%(value)s”: write sì or no") % {"value": values["consent"]})
    if problems:
        result.problems.extend((line, words) for words in problems)
        return
    name = " ".join(f"{values.get('first_name', '')} {values['last_name']}".split())
    result.rows.append(
        PastRow(
            line=line,
            list=_LISTS[values.get("list", "").casefold()],
            place=int(values["place"]),
            name=name[:160] if consent else "",
            city=values.get("city", "")[:80] if consent else "",
            card=values.get("card", ""),
            half_points=half_points,
        )
    )


def _place_problem(values: Mapping[str, str]) -> str:
    place = values.get("place", "")
    if place.isascii() and place.isdecimal() and 1 <= int(place[:6]) <= MOST_ROWS:
        return ""
    return _("place “%(value)s”: write a whole number from 1") % {"value": place}


def _list_problem(values: Mapping[str, str]) -> str:
    value = values.get("list", "")
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
