"""Export the lists of a page: the page's URL with ``?formato=xlsx``, or ``?lista=NAME&formato=csv``.

The page's own view answers, so a file holds the same rows as the page, for the same users: the same permission, the
same selector, the same filters and order. Exports ignore pagination.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from decimal import Decimal
from io import BytesIO
from operator import attrgetter, itemgetter
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.formats import get_format
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _

from tournament.core.lists.tables import FORMULA_PREFIXES
from tournament.models.season import game_name
from tournament.pages.labels import yes_no_words

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a list.

    Arguments:
        key: its stable name in the open data; label: its heading in a list, in the visitor's language.
        value: from a row to a text, number, boolean, date, datetime, or None.
        shown: the value in a list, for a code that has a label.
    """

    key: str
    label: Any
    value: Callable[[Any], Any]
    shown: Callable[[Any], Any] | None = None


def attribute_column(key: str, label: Any, of: str = "") -> Column:
    """Return the column of a row's attribute: ``of``, with dots for a nested one (event.name), else the key's own."""
    return Column(key, label, attrgetter(of or key))


def key_column(key: str, label: Any, of: str | int = "") -> Column:
    """Return the column of an item of the row, a dict or a tuple: ``of``, else the key's own."""
    return Column(key, label, itemgetter(key if of == "" else of))


def code(key: str, label: Any, of: str = "") -> Column:
    """Return the column of a field with choices; a list shows the label of the choice."""
    owner, _dot, name = (of or key).rpartition(".")
    part = attrgetter(owner) if owner else _itself
    return Column(key, label, attrgetter(of or key), lambda row: getattr(part(row), f"get_{name}_display")())


def game_column(of: str = "game") -> Column:
    """Return the column of a game, by its slug; a list shows its name."""
    return Column("game", _("Game"), attrgetter(of), lambda row: game_name(attrgetter(of)(row)))


def nested_columns(part: Callable[[Any], Any], *columns: Column) -> tuple[Column, ...]:
    """Return the same columns for rows that contain the original row as a part."""
    return tuple(
        Column(
            column.key,
            column.label,
            _apply_to_part(part, column.value),
            column.shown and _apply_to_part(part, column.shown),
        )
        for column in columns
    )


def _apply_to_part(part: Callable[[Any], Any], value: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda row: value(part(row))


def _itself(row: Any) -> Any:
    return row


@dataclass(frozen=True, slots=True)
class Export:
    """A list of a page.

    Arguments:
        rows: of all pages of the list; a callable if computing them is expensive.
        label: what it is, where the page has several lists.
    """

    name: str
    columns: Sequence[Column]
    rows: Iterable[Any] | Callable[[], Iterable[Any]]
    label: Any = ""

    @property
    def is_empty(self) -> bool:
        """Return whether the list is known to have no rows, without computing them."""
        return isinstance(self.rows, list | tuple) and not self.rows

    def iter_rows(self) -> Iterable[Any]:
        return self.rows() if callable(self.rows) else self.rows


def is_export_request(request: HttpRequest) -> bool:
    """Return whether the URL requests a list as a file."""
    return "formato" in request.GET


def render_or_export(
    request: HttpRequest,
    template: str,
    context: dict[str, Any],
    *lists: Export,
    status: int = 200,
    proof: Callable[[HttpRequest], None] | None = None,
) -> HttpResponse:
    """Render the page, or the file that the URL names.

    Arguments:
        proof: asks who opened the session once more, before a list of people leaves as a file.

    Errors: Http404 for an unknown list or format.
    """
    offered = [page_list for page_list in lists if not page_list.is_empty]
    if is_export_request(request) and request.method != "POST":
        if proof is not None:
            proof(request)
        return _file(request, lists, offered or lists[:1])
    return render(request, template, context | {"downloads": offered}, status=status)


def _file(request: HttpRequest, lists: Sequence[Export], offered: Sequence[Export]) -> HttpResponse:
    """Return the list that the URL names; without a name all lists as one spreadsheet, the first as CSV."""
    name, kind = request.GET.get("lista", ""), request.GET["formato"]
    chosen = [page_list for page_list in lists if page_list.name == name] if name else offered
    if not chosen or kind not in ("csv", "xlsx"):
        raise Http404
    return _as_csv(chosen[0]) if kind == "csv" else _as_xlsx(chosen)


def _as_csv(export: Export) -> HttpResponse:
    """Return a list for people, as their spreadsheet opens it: semicolons and decimal commas in Italian.

    Spreadsheets split a file at the mark that their language does not need in numbers.
    """
    decimal = get_format("DECIMAL_SEPARATOR")
    response = _csv_response(export.name)
    # The byte order mark makes spreadsheets read the file as UTF-8.
    response.write("\ufeff")
    writer = csv.writer(response, delimiter=";" if decimal == "," else ",")
    for cells in _cells(export):
        writer.writerow([_localised(cell, decimal) for cell in cells])
    return response


def _localised(cell: str | float, decimal: str) -> str | float:
    return str(cell).replace(".", decimal) if isinstance(cell, float) else cell


def csv_file(name: str, columns: Sequence[Column], rows: Iterable[Any]) -> HttpResponse:
    """Return rows as open data, the same for everybody: keys of columns, codes, commas and points."""
    response = _csv_response(name)
    writer = csv.writer(response)
    writer.writerow([column.key for column in columns])
    for row in rows:
        writer.writerow([csv_cell(column.value(row)) for column in columns])
    return response


def _csv_response(name: str) -> HttpResponse:
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return response


def _cells(export: Export) -> Iterator[list[str | int | float]]:
    """Yield the headings, then the values of each row, as a spreadsheet shows them."""
    yield [csv_cell(column.label) for column in export.columns]
    for row in export.iter_rows():
        yield [_list_cell((column.shown or column.value)(row)) for column in export.columns]


def _list_cell(value: Any) -> str | int | float:
    return yes_no_words(value) if isinstance(value, bool) else csv_cell(value)


def _as_xlsx(lists: Sequence[Export]) -> HttpResponse:
    """Return a spreadsheet with a sheet for each list."""
    # openpyxl takes a tenth of the start of every process, most of which write no spreadsheet.
    from openpyxl import Workbook
    from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE

    workbook = Workbook(write_only=True)
    for export in lists:
        # A sheet's name has at most 31 characters.
        sheet = workbook.create_sheet(export.name[:31])
        for cells in _cells(export):
            sheet.append([ILLEGAL_CHARACTERS_RE.sub("", cell) if isinstance(cell, str) else cell for cell in cells])
    content = BytesIO()
    workbook.save(content)
    response = HttpResponse(content.getvalue(), content_type=XLSX)
    response["Content-Disposition"] = f'attachment; filename="{lists[0].name}.xlsx"'
    return response


def csv_cell(value: Any) -> str | int | float:
    """Return a value in CSV; a text that a spreadsheet would compute gets an apostrophe before it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, int | float):
        return value
    if isinstance(value, Decimal):
        return int(value) if value == int(value) else float(value)
    if isinstance(value, datetime):
        return localtime(value).strftime("%Y-%m-%d %H:%M")
    text = str(value)
    return f"'{text}" if text.startswith(FORMULA_PREFIXES) else text


def json_rows(columns: Sequence[Column], rows: Iterable[Any]) -> list[dict[str, Any]]:
    """Return the values of each row by the key of the column, for JSON."""
    return [{column.key: _json_value(column.value(row)) for column in columns} for row in rows]


def _json_value(value: Any) -> Any:
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, datetime):
        return value.isoformat(timespec="seconds")
    if isinstance(value, date | time):
        return value.isoformat()
    return float(value) if isinstance(value, Decimal) else str(value)


def points_from_half_points(half_points: int | None) -> int | float | None:
    """Return points from half-points: 25 -> 12.5, 24 -> 12."""
    if half_points is None:
        return None
    return half_points // 2 if half_points % 2 == 0 else half_points / 2


def absolute_url(path: str) -> str:
    """Return the absolute URL of a page."""
    return str(settings.FOSSATO_SITE_URL).rstrip("/") + path
