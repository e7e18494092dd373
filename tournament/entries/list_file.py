"""Read a list that somebody keeps in a spreadsheet, CSV or XLSX, as rows of cells under known columns."""

from __future__ import annotations

import csv
from collections.abc import Collection, Sequence
from io import BytesIO
from typing import Any, Final
from xml.etree.ElementTree import ParseError
from zipfile import BadZipFile, ZipFile

from django.utils.translation import gettext as _
from tablib import Dataset
from tablib.exceptions import TablibException

from tournament.core.report_errors import ListFileWrong

MOST_BYTES: Final = 2 * 1024 * 1024
MOST_ROWS: Final = 2000
#: Limit on the unpacked size of a spreadsheet, which is a ZIP archive.
MAX_UNPACKED_BYTES: Final = 50 * 1024 * 1024
_XLSX = b"PK\x03\x04"
_NO_SPREADSHEET = (
    TablibException,
    BadZipFile,
    ParseError,
    ValueError,
    TypeError,
    KeyError,
    IndexError,
    AttributeError,
    OSError,
    NotImplementedError,
)

#: For each row its number, as a spreadsheet counts it, and its values by column.
Rows = list[tuple[int, dict[str, Any]]]


def load_list(file: Any, columns: Collection[str]) -> Dataset:
    """Return a list as a table.

    Arguments:
        file: an open binary file or an uploaded one. columns: those that a refusal names.
    Errors: ListFileWrong.
    """
    content = file.read(MOST_BYTES + 1)
    try:
        if len(content) > MOST_BYTES:
            raise ValueError(_("it is larger than 2 MB"))
        return _xlsx(content) if content.startswith(_XLSX) else _csv(content)
    except ValueError as wrong:
        raise ListFileWrong(problem=str(wrong), columns=tuple(columns)) from wrong


def rows_of(data: Dataset, headers: Sequence[str], columns: Collection[str]) -> Rows:
    """Return the rows of a table that are not empty, without the cells of other columns.

    Arguments:
        headers: the name of each column of the table, of ``columns`` or any other.
    Errors: ListFileWrong for a column that is there twice, too many rows or none.
    """
    repeated = [name for name in columns if headers.count(name) > 1]
    problem = ""
    if repeated:
        problem = _("the column %s is there twice") % ", ".join(repeated)
    elif len(data) > MOST_ROWS:
        problem = _("it has more than %d rows") % MOST_ROWS
    else:
        cells = [(number, dict(zip(headers, row, strict=False))) for number, row in enumerate(data, start=2)]
        known = [
            (number, {name: value for name, value in values.items() if name in columns}) for number, values in cells
        ]
        rows = [(number, values) for number, values in known if any(cell_text(value) for value in values.values())]
        if rows:
            return rows
        problem = _("it has no rows")
    raise ListFileWrong(problem=problem, columns=tuple(columns))


def heading(cell: object) -> str:
    """Return the heading of a column for comparison: one line of small letters."""
    return " ".join(str(cell or "").replace("_", " ").split()).casefold()


def cell_text(value: Any) -> str:
    """Return a cell as text on one line; a number typed as a number (a card's) has no decimals if it is whole."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return " ".join(str("" if value is None else value).split())


def _xlsx(content: bytes) -> Dataset:
    """Parse a spreadsheet. Errors: ValueError with a sentence."""
    try:
        with ZipFile(BytesIO(content)) as archive:
            unpacked = sum(member.file_size for member in archive.infolist())
        data = Dataset().load(content, format="xlsx", read_only=True) if unpacked <= MAX_UNPACKED_BYTES else None
    except _NO_SPREADSHEET as bad:
        raise ValueError(_("it is not a spreadsheet")) from bad
    if data is None:
        raise ValueError(_("it is larger than 2 MB"))
    return data


def _csv(content: bytes) -> Dataset:
    """Parse CSV: commas, semicolons or tabs; UTF-8, or the Windows code page that Italian spreadsheets still write.

    Errors: ValueError with a sentence.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("cp1252", errors="replace")
    if "\0" in text:
        raise ValueError(_("it is not a text file"))
    first = text.splitlines()[0] if text.strip() else ""
    delimiter = max(";\t,", key=first.count)
    try:
        return Dataset().load(text, format="csv", delimiter=delimiter)
    except (TablibException, csv.Error, ValueError, IndexError) as bad:
        raise ValueError(_("it is not a CSV file")) from bad
