"""Sortable, paginated tables (django-tables2)."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import Any

import django_tables2 as tables
from django.http import HttpRequest
from django.utils.formats import date_format, localize
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from tournament.models import Event
from tournament.pages.card_pack import Cell, Group
from tournament.pages.exports import is_export_request
from tournament.templatetags.fossato_dates import short_day
from tournament.templatetags.fossato_ui import fascia, state_chip

WIDE = {"th": {"class": "wide"}, "td": {"class": "wide"}}
WIDE_NUMBER = {"th": {"class": "number wide"}, "td": {"class": "number wide"}}


def configure_table(request: HttpRequest, table: tables.Table, *, rows_a_page: int) -> None:
    """Sort and paginate a table as the address asks; a sort by what is no column of it is ignored.

    A file of the table has every row.
    """
    field, names = table.prefixed_order_by_field, set(table.columns.names())
    known_query = request.GET.copy()
    known_query.setlist(field, [name for name in request.GET.getlist(field) if name.removeprefix("-") in names])
    asked = copy(request)
    # Set where the request's cached property is stored: its type allows no other query.
    vars(asked)["GET"] = known_query
    paginate = False if is_export_request(request) else {"per_page": rows_a_page}
    tables.RequestConfig(asked, paginate=paginate).configure(table)


def _written(value: Any) -> str:
    """Return the HTML of a cell; whole numbers are written as they are, without asking for a format."""
    if isinstance(value, SafeString) or type(value) is int:
        return str(value)
    return conditional_escape(localize(value))


class ListTable(tables.Table):
    """A table that writes its rows itself: the library's own way of making a cell takes four times as long.

    A cell is what the table's method ``render_<column>`` returns for the row's record, else ``plain(record, column)``.
    """

    @property
    def body(self) -> SafeString:
        """Return the rows of this page; empty without one."""
        columns = [(self._cell(column.name), column.attrs["td"].as_html()) for column in self.columns]
        rows = []
        for row in self.paginated_rows:
            record = row.record
            # Not format_html for each cell: eleven cells in fifty rows took a third of a page's time.
            cells = "".join(f"<td {attrs}>{_written(cell(record))}</td>" for cell, attrs in columns)
            rows.append(f"<tr{self.row_class(record)}>{cells}</tr>{self.line_below(record, len(columns))}")
        return SafeString("\n".join(rows))

    def plain(self, record: Any, name: str) -> Any:
        """Return the value of a column without a method of its own; a dash for none."""
        value = getattr(record, name)
        return "–" if value in (None, "") else value

    def row_class(self, record: Any) -> str:
        """Return the attribute of the row's classes, with a space before it; empty without one."""
        return ""

    def line_below(self, record: Any, columns: int) -> str:
        """Return a row that stands below this one; empty without one."""
        return ""

    def _cell(self, name: str) -> Callable[[Any], Any]:
        render: Callable[[Any], Any] | None = getattr(self, f"render_{name}", None)
        return render or (lambda record: self.plain(record, name))


class EventTable(ListTable):
    """The events of a season; on narrow screens the day is a large number, and all else stands below the name."""

    label = _("Events")

    first_day = tables.Column(verbose_name=_("Day"))
    name = tables.Column(verbose_name=_("Event"))
    game = tables.Column(verbose_name=_("Game"), attrs=WIDE)
    city = tables.Column(verbose_name=_("City"), attrs=WIDE)
    fascia_effective = tables.Column(verbose_name=_("Fascia"), attrs=WIDE)
    players = tables.Column(verbose_name=_("Players"), attrs=WIDE_NUMBER)
    state = tables.Column(verbose_name=_("State"), attrs=WIDE)

    class Meta:
        model = Event
        fields = ("first_day", "name", "game", "city", "fascia_effective", "players", "state")
        attrs = {"class": "fo-table"}
        order_by = "-first_day"
        empty_text = _("No event matches: remove a filter.")

    def render_first_day(self, record: Event) -> str:
        value = record.first_day
        return format_html(
            '<span class="wide">{}</span><span class="narrow fo-day">{}<small>{}<br>{}</small></span>',
            date_format(value, "SHORT_DATE_FORMAT"),
            value.day,
            short_day(value),
            value.year,
        )

    def render_name(self, record: Event) -> str:
        return format_html(
            '<a href="{}">{}</a><div class="narrow fo-label">{}, {}</div><div class="narrow">{}</div>',
            record.get_absolute_url(),
            record.name,
            record.city,
            record.game_name,
            state_chip(record.state),
        )

    def render_game(self, record: Event) -> str:
        return record.game_name

    def render_fascia_effective(self, record: Event) -> str:
        return "–" if record.is_national_final else fascia(record.fascia_effective)

    def render_state(self, record: Event) -> str:
        return state_chip(record.state)


def _figure(cell: Cell | None) -> str:
    """Render a figure with the letter of its provenance."""
    if cell is None:
        return "–"
    return format_html(
        '{} <span class="fo-label" title="{}">{}</span>',
        cell.shown,
        f"{cell.mark_words}: {cell.figure.source}",
        cell.mark,
    )


class FigureTable(tables.Table):
    """One table of a card pack; its columns depend on its figures. ``caption``: set by :func:`figure_tables`."""

    caption: str

    row = tables.Column(verbose_name=_("Card or item"))

    class Meta:
        attrs = {"class": "fo-table fo-table--tight fo-pack"}
        orderable = False
        sequence = ("row", "...")


def figure_tables(groups: list[Group]) -> list[FigureTable]:
    """Return the tables of a pack, each figure with its provenance and each row with its sources."""
    figures = []
    for group in groups:
        data = [
            {"row": row.label, "sources": row.sources}
            | {column: _figure(cell) for column, cell in zip(group.columns, row.cells, strict=True)}
            for row in group.rows
        ]
        columns = [
            (code, tables.Column(verbose_name=label)) for code, label in zip(group.columns, group.labels, strict=True)
        ]
        sources_column = tables.Column(verbose_name=_("Where it comes from"), attrs={"td": {"class": "fo-pack__where"}})
        table = FigureTable(  # type: ignore[no-untyped-call]  # django-tables2 has no annotations
            data, extra_columns=[*columns, ("sources", sources_column)]
        )
        table.caption = group.label if group.total is None else f"{group.label} ({group.total})"
        figures.append(table)
    return figures
