"""Read a list into rows of known columns, or say what a person has to decide about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.utils.translation import gettext as _

from tournament.core.lists.decoding import EncodingUnclear
from tournament.core.lists.headings import (
    FIRST_NAME,
    FULL_NAME,
    LAST_NAME,
    SURNAME_FIRST,
    Meaning,
    has_names,
    meanings,
    split_name,
)
from tournament.core.lists.tables import Cell, Row, Table, is_blank, read_tables
from tournament.core.refusals import ListFileWrong
from tournament.regulation.names import clean_name

#: Rows among which the headings are looked for, after a title and lines of notes.
_HEADINGS_WITHIN: Final = 30


@dataclass(frozen=True, slots=True)
class ListKind:
    """What a list can hold.

    Arguments:
        columns: what its columns can be, the surest first; names are needed besides.
        needed: keys of the columns that it must have beside the names.
        surname_only: whether a surname without a first name is enough.
    """

    columns: tuple[Meaning, ...]
    needed: tuple[str, ...] = ()
    surname_only: bool = False

    def is_complete(self, keys: Sequence[str]) -> bool:
        """Return whether these columns are enough."""
        named = has_names(keys) or (self.surname_only and LAST_NAME in keys)
        return named and set(self.needed) <= set(keys)


@dataclass(frozen=True, slots=True)
class Layout:
    """What a person said of a file; what is empty or None the file says itself.

    Arguments:
        encoding: of ``decoding.CODE_PAGES``; sheet: the name of one; columns: of each column a key or empty;
        has_headings: whether the first row of the table names the columns.
    """

    encoding: str = ""
    sheet: str = ""
    columns: tuple[str, ...] = ()
    has_headings: bool | None = None


@dataclass(frozen=True, slots=True)
class ListColumn:
    """A column: its heading, what its first cells hold, and the key of what it is read as; empty if it is not read."""

    heading: str
    example: str
    key: str


@dataclass(frozen=True, slots=True)
class ListRow:
    """A row that holds something.

    Arguments:
        number: as a spreadsheet counts it; values: the cells of the columns that are read, by key, on one line.
        extra: what stands in cells beyond the last column; problems: sentences that keep the row from being read.
    """

    number: int
    values: dict[str, Cell]
    extra: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()

    def text(self, key: str) -> str:
        """Return a value as text; empty if the column or the value is missing."""
        value = self.values.get(key)
        return "" if value is None else str(value)


@dataclass(frozen=True, slots=True)
class ReadList:
    """A list as it was read; ``sheets`` are those of the file that hold something."""

    columns: tuple[ListColumn, ...]
    rows: tuple[ListRow, ...]
    layout: Layout
    sheets: tuple[str, ...] = ()

    @property
    def not_read(self) -> list[str]:
        """Return the headings of the columns that are not read."""
        return [column.heading or column.example for column in self.columns if not column.key]


@dataclass(frozen=True, slots=True)
class ListUnclear(Exception):
    """A person has to say something about the file before it can be read.

    Arguments:
        layout: what was said or found so far.
        encodings: code pages to choose from, each with a sample; sheets: sheets to choose from.
        columns: the columns, if their headings do not say where the names are.
    """

    layout: Layout
    encodings: tuple[tuple[str, str], ...] = ()
    sheets: tuple[str, ...] = ()
    columns: tuple[ListColumn, ...] = ()


@dataclass(frozen=True, slots=True)
class _Found:
    """A table with the row of its headings: its place among the rows, None if there is none."""

    table: Table
    heading: int | None
    keys: tuple[str, ...]


def read_list(content: bytes, kind: ListKind, layout: Layout | None = None) -> ReadList:
    """Return the rows of a list of any program: each row of the file is a row, a heading, or refused by its number.

    Arguments:
        content: of the whole file, CSV or XLSX.
        layout: what a person said of it.

    Errors: ListFileWrong; ListUnclear.
    """
    said = layout or Layout()
    try:
        tables = read_tables(content, said.encoding)
    except EncodingUnclear as unclear:
        raise ListUnclear(said, encodings=unclear.samples) from unclear
    found = [_best(readings, kind) for readings in tables]
    sheets = tuple(each.table.name for each in found if each.table.name)
    chosen = _choose_sheet(found, kind, said, sheets)
    return _read(chosen, kind, replace(said, sheet=chosen.table.name), sheets)


def _best(readings: Sequence[Table], kind: ListKind) -> _Found:
    """Return the reading of a table whose headings say most; without headings that which looks most like a table."""
    found = [_with_headings(table, kind) for table in readings]
    return max(found, key=lambda each: (kind.is_complete(each.keys), sum(map(bool, each.keys)), _likeness(each.table)))


def _likeness(table: Table) -> tuple[bool, float, bool, float]:
    """Return how much the rows look like those of a table, what says most first.

    No cell with half a pair of quotation marks; rows of two cells or more; a separator that no text holds; equal rows.
    """
    rows, width = table.rows, _width(table.rows)
    halves = any(isinstance(cell, str) and cell.count('"') % 2 for _number, cells in rows for cell in cells)
    several = sum(len(cells) > 1 for _number, cells in rows) / max(len(rows), 1)
    equal = sum(len(cells) == width for _number, cells in rows) / max(len(rows), 1)
    return not halves, several, table.separator in "\t|", equal


def _with_headings(table: Table, kind: ListKind) -> _Found:
    """Return the table with the row whose cells name most of what the list can hold, of equal rows the first.

    A title («Iscritti») names something too, but less than the headings below it.
    """
    rows = [
        _Found(table, place, tuple(meanings(cells, kind.columns)))
        for place, (_number, cells) in enumerate(table.rows[:_HEADINGS_WITHIN])
    ]
    best = max(rows, key=lambda each: (kind.is_complete(each.keys), sum(map(bool, each.keys))), default=None)
    return best if best is not None and any(best.keys) else _Found(table, None, ())


def _width(rows: Sequence[Row]) -> int:
    """Return the number of columns that most rows have."""
    widths = sorted(len(cells) for _number, cells in rows)
    return widths[len(widths) // 2] if widths else 0


def _choose_sheet(found: list[_Found], kind: ListKind, said: Layout, sheets: tuple[str, ...]) -> _Found:
    """Return the table that was said, or the only one that can be the list. Errors: ListUnclear."""
    if said.sheet:
        found = [each for each in found if each.table.name == said.sheet] or found
    complete = [each for each in found if kind.is_complete(each.keys)]
    candidates = complete or found
    if len(candidates) > 1:
        raise ListUnclear(said, sheets=tuple(each.table.name for each in candidates))
    return candidates[0]


def _read(found: _Found, kind: ListKind, said: Layout, sheets: tuple[str, ...]) -> ReadList:
    """Return the rows under the headings. Errors: ListUnclear, ListFileWrong."""
    heading = found.heading
    if said.has_headings is False:
        heading = None
    elif said.has_headings and heading is None:
        heading = 0
    body = found.table.rows[0 if heading is None else heading + 1 :]
    names = () if heading is None else found.table.rows[heading][1]
    keys = said.columns or (found.keys if heading == found.heading else ())
    columns = _columns(names, keys, body)
    layout = replace(said, has_headings=heading is not None, columns=tuple(column.key for column in columns))
    if not body:
        raise ListFileWrong(problem=_("it has no rows"))
    if not _is_clear(columns, kind, body, said):
        raise ListUnclear(layout, sheets=sheets, columns=columns)
    rows = tuple(_row(number, cells, layout.columns) for number, cells in body if cells != names)
    return ReadList(columns, rows, layout, sheets)


def _columns(names: Sequence[Cell], keys: Sequence[str], body: Sequence[Row]) -> tuple[ListColumn, ...]:
    """Return the columns of the headings, and those beyond them that most rows fill."""
    width = max(len(names), len(keys), _width(body))
    return tuple(
        ListColumn(
            heading=_one_line(names[place]) if place < len(names) else "",
            example=_example(place, body),
            key=keys[place] if place < len(keys) else "",
        )
        for place in range(width)
    )


def _example(place: int, body: Sequence[Row]) -> str:
    """Return the first cells of a column that hold something, for a person to recognise it."""
    cells = (cells[place] for _number, cells in body[:50] if place < len(cells) and not is_blank(cells[place]))
    return ", ".join(_one_line(cell)[:40] for cell, _third in zip(cells, range(3), strict=False))


def _is_clear(columns: Sequence[ListColumn], kind: ListKind, body: Sequence[Row], said: Layout) -> bool:
    """Return whether it is clear which columns hold what is needed."""
    keys = [column.key for column in columns]
    if not kind.is_complete(keys):
        return False
    if said.columns:
        return True
    headings = [column.heading.casefold() for column in columns if column.heading]
    twice = {heading for heading in headings if headings.count(heading) > 1}
    if any(
        column.heading.casefold() in twice for column in columns if column.key in (FIRST_NAME, LAST_NAME, FULL_NAME)
    ):
        return False
    both = next((place for place, key in enumerate(keys) if key in (FULL_NAME, SURNAME_FIRST)), None)
    # «Nome» alone can be the first name: then no cell holds two words.
    return both is None or any(" " in _one_line(cells[both]) for _number, cells in body if both < len(cells))


def _row(number: int, cells: Sequence[Cell], keys: Sequence[str]) -> ListRow:
    values: dict[str, Cell] = {}
    problems = []
    for key, cell in zip(keys, cells, strict=False):
        if not key or is_blank(cell):
            continue
        if isinstance(cell, str) and "\n" in cell.strip() and any(mark in cell for mark in ";\t"):
            problems.append(_("a cell goes over two lines: is a quotation mark not closed?"))
        if key in (FULL_NAME, SURNAME_FIRST):
            first, last = split_name(_one_line(cell), surname_first=key == SURNAME_FIRST)
            values |= {FIRST_NAME: first, LAST_NAME: last}
        else:
            values[key] = clean_name(cell) if isinstance(cell, str) else cell
    extra = tuple(_one_line(cell) for cell in cells[len(keys) :] if not is_blank(cell))
    return ListRow(number, values, extra, tuple(problems))


def _one_line(cell: Cell) -> str:
    return "" if is_blank(cell) else clean_name(str(cell))
