"""Read the tables of a file: the rows of a CSV text, or of each sheet of a spreadsheet."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from io import BytesIO, StringIO
from typing import Any, Final
from warnings import catch_warnings, simplefilter
from xml.etree.ElementTree import ParseError
from zipfile import BadZipFile, ZipFile

from django.utils.translation import gettext as _

from tournament.core.lists.decoding import NotText, decode
from tournament.core.refusals import ListFileWrong

MOST_BYTES: Final = 5 * 1024 * 1024
#: Limit on the unpacked size of a spreadsheet, which is a ZIP archive.
MOST_UNPACKED_BYTES: Final = 20 * 1024 * 1024
MOST_ROWS: Final = 5000
MOST_COLUMNS: Final = 60
#: Characters that a spreadsheet takes for the beginning of a formula.
FORMULA_PREFIXES: Final = ("=", "+", "-", "@", "\t", "\r")
#: The surest first: within a cell a comma is likelier than a semicolon, a bar or a tab.
SEPARATORS: Final = ("\t", "|", ";", ",")

_NO_SPREADSHEET = (BadZipFile, ParseError, ValueError, TypeError, KeyError, IndexError, AttributeError, OSError)

Cell = str | date | bool | None
#: The number of a row, as a spreadsheet counts it, and its cells.
Row = tuple[int, tuple[Cell, ...]]


@dataclass(frozen=True, slots=True)
class Table:
    """One table of a file.

    Arguments:
        name: of the sheet; empty for a text.
        rows: those that hold something.
        separator: of the cells of a text.
    """

    name: str
    rows: tuple[Row, ...]
    separator: str = ""


def read_tables(content: bytes, encoding: str = "") -> list[list[Table]]:
    """Return the tables of a file that hold something; of each the ways in which it can be read (separators).

    Errors: ListFileWrong; EncodingUnclear.
    """
    if len(content) > MOST_BYTES:
        raise ListFileWrong(problem=_("it is larger than 5 MB"))
    if content.startswith(b"PK\x03\x04"):
        tables = [[table] for table in _sheets(content)]
    else:
        _refuse_other_programs(content)
        tables = [_readings_of_text(content, encoding)]
    found = [readings for readings in tables if any(table.rows for table in readings)]
    if not found:
        raise ListFileWrong(problem=_("it has no rows"))
    return found


def _refuse_other_programs(content: bytes) -> None:
    """Refuse what is no text, with the way out. Errors: ListFileWrong."""
    start = content[:512].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if content.startswith(b"\xd0\xcf\x11\xe0"):
        raise ListFileWrong(
            problem=_("it is an old Excel file (.xls): open it and save it as .xlsx, or as CSV, and choose that file")
        )
    if start.startswith((b"<!doctype html", b"<html", b"<table", b"<?xml", b"<meta")):
        raise ListFileWrong(
            problem=_(
                "it is a web page with the name of a spreadsheet: open it in a spreadsheet program, save it as .xlsx "
                "and choose that file"
            )
        )


# --- texts ----------------------------------------------------------------------------------------------------------
def _readings_of_text(content: bytes, encoding: str) -> list[Table]:
    """Return the table of a text for each separator that may be meant. Errors: ListFileWrong, EncodingUnclear."""
    try:
        text = decode(content, encoding)
    except NotText as wrong:
        raise ListFileWrong(problem=_("it is not a text file")) from wrong
    first, _end, rest = text.partition("\n")
    separators: tuple[str, ...]
    if first.lower().startswith("sep=") and len(first.strip()) <= 5:
        # The line for Excel, which does not show it; a tab is the separator that strip takes away.
        separators, text = (first.strip()[4:5] or "\t",), rest
    else:
        separators = tuple(mark for mark in SEPARATORS if mark in text) or (";",)
    readings, problems = [], []
    for separator in separators:
        try:
            readings.append(Table("", _rows_of_text(text, separator), separator))
        except ListFileWrong as wrong:
            problems.append(wrong)
    if not readings:
        raise problems[0]
    return readings


def _rows_of_text(text: str, separator: str) -> tuple[Row, ...]:
    reader = csv.reader(StringIO(text, newline=""), delimiter=separator, strict=True)
    read: list[list[str]] = []
    try:
        # All at once: the row that cannot be read is the one after the last.
        read.extend(reader)
    except csv.Error as wrong:
        raise _quote(len(read) + 1) from wrong
    return _bounded((number, map(_without_guard, row)) for number, row in enumerate(read, start=1))


def _without_guard(text: str) -> str:
    """Return a text without the apostrophe that our own files put before what a spreadsheet would compute."""
    return text[1:] if text[:1] == "'" and text[1:2] in FORMULA_PREFIXES else text


def _quote(number: int) -> ListFileWrong:
    return ListFileWrong(problem=_("in row %(number)s a quotation mark is not closed") % {"number": number})


# --- spreadsheets ---------------------------------------------------------------------------------------------------
def _sheets(content: bytes) -> list[Table]:
    """Return the visible sheets of a spreadsheet, read row by row. Errors: ListFileWrong."""
    try:
        with ZipFile(BytesIO(content)) as archive:
            _check_archive(archive)
        # Loaded by the request that reads a spreadsheet: it takes a tenth of a process's start.
        from openpyxl import load_workbook

        with catch_warnings():
            # Of styles and validations that openpyxl does not know: only the cells are read.
            simplefilter("ignore")
            book = load_workbook(BytesIO(content), read_only=True, data_only=True, keep_links=False)
            return [Table(sheet.title, _rows_of_sheet(sheet)) for sheet in book.worksheets if _is_visible(sheet)]
    except _NO_SPREADSHEET as wrong:
        raise ListFileWrong(problem=_("it is not a spreadsheet")) from wrong


def _check_archive(archive: ZipFile) -> None:
    """Refuse an archive that is too large unpacked, or of another program. Errors: ListFileWrong."""
    names = set(archive.namelist())
    if "xl/workbook.xml" not in names:
        problem = _("it is not a spreadsheet that can be read here: save it as .xlsx or CSV and choose that file")
        raise ListFileWrong(problem=problem)
    if sum(member.file_size for member in archive.infolist()) > MOST_UNPACKED_BYTES:
        raise ListFileWrong(problem=_("it is larger than 20 MB when it is opened"))


def _is_visible(sheet: Any) -> bool:
    return str(getattr(sheet, "sheet_state", "visible")) == "visible"


def _rows_of_sheet(sheet: Any) -> tuple[Row, ...]:
    # The size that a sheet claims may be wrong in both directions.
    sheet.reset_dimensions()
    rows = enumerate(sheet.iter_rows(values_only=True), start=1)
    # A sheet may say that its only cell is in row 1,048,576: the rows before it cost nothing.
    return _bounded((number, [_cell(value) for value in row]) for number, row in rows if row.count(None) < len(row))


def _cell(value: Any) -> Cell:
    """Return a cell's value as text, day or boolean; a whole number has no decimals."""
    if isinstance(value, str):
        return _without_guard(value)
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, datetime):
        return value.date()
    if isinstance(value, date):
        return value
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return str(value)


# --- both -----------------------------------------------------------------------------------------------------------
def _bounded(rows: Iterable[tuple[int, Iterable[Cell]]]) -> tuple[Row, ...]:
    """Return the rows that hold something, without the empty cells at their ends. Errors: ListFileWrong."""
    kept: list[Row] = []
    for number, row in rows:
        cells = list(row)
        while cells and is_blank(cells[-1]):
            cells.pop()
        if not cells:
            continue
        if len(kept) > MOST_ROWS:
            raise ListFileWrong(problem=_("it has more than %d rows") % MOST_ROWS)
        if len(cells) > MOST_COLUMNS:
            raise ListFileWrong(
                problem=_("row %(number)s has more than %(most)s columns") % {"number": number, "most": MOST_COLUMNS}
            )
        kept.append((number, tuple(cells)))
    return tuple(kept)


def is_blank(cell: Cell) -> bool:
    """Return whether a cell holds nothing that anybody sees."""
    return cell is None or (isinstance(cell, str) and not cell.strip(" \t\r\n\u00a0\u200b\ufeff"))
