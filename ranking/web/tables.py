"""The Ranking as a sortable, paginated table (django-tables2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.formats import localize
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from ranking.national.rows import RankingLine
from ranking.web.export_columns import RANKING_LABELS
from tournament.core.formatting import ordinal
from tournament.templatetags._charts import spark
from tournament.templatetags.fossato_ui import icon, points, why

NUMBER = {"th": {"class": "number"}, "td": {"class": "number"}}
WIDE_NUMBER = {"th": {"class": "number wide"}, "td": {"class": "number wide"}}
WIDE = {"th": {"class": "wide"}, "td": {"class": "wide"}}

#: Attribute of the user's own row.
MINE = ' class="is-me"'

#: Labels of what separates a row from the next one; the others are in the site's own labels.
REASONS: dict[str, Any] = {"ordinary_wins": RANKING_LABELS["ordinary_wins"], "equal": gettext_lazy("equal")}


def _hidden(words: str) -> SafeString:
    return format_html('<span class="visually-hidden">{}</span>', words)


def _short(words: Any, letters: Any) -> SafeString:
    """Render a column heading that is abbreviated on narrow screens."""
    return format_html('<span class="wide">{}</span><abbr class="narrow" title="{}">{}</abbr>', words, words, letters)


def _letters(words: Any, letters: Any) -> SafeString:
    """Render a column heading that is abbreviated on every screen."""
    return format_html('<abbr title="{}">{}</abbr>', words, letters)


class RankingTable(tables.Table):
    """All ranked players, with or without a name (art. 1.6)."""

    label = gettext_lazy("The Ranking")

    rank = tables.Column(accessor="entry__rank", attrs={"th": {"class": "number"}, "td": {"class": "place"}})
    moved = tables.Column(accessor="moved", orderable=False, empty_values=(), attrs=WIDE)
    player = tables.Column(
        accessor="entry__name", verbose_name=RANKING_LABELS["player"], order_by="name", empty_values=()
    )
    city = tables.Column(
        accessor="entry__city",
        verbose_name=gettext_lazy("City"),
        default="",
        attrs={"th": {"class": "wide"}, "td": {"class": "wide fo-label"}},
    )
    events = tables.Column(accessor="entry__events", attrs=NUMBER)
    wins = tables.Column(accessor="entry__wins", attrs=NUMBER)
    seconds = tables.Column(accessor="entry__seconds", attrs=WIDE_NUMBER)
    thirds = tables.Column(accessor="entry__thirds", attrs=WIDE_NUMBER)
    points = tables.Column(
        accessor="entry__half_points",
        verbose_name=RANKING_LABELS["points"],
        attrs={"th": {"class": "number"}, "td": {"class": "number key"}},
    )
    why = tables.Column(
        accessor="entry__decided_by",
        verbose_name=RANKING_LABELS["decided_by"],
        orderable=False,
        empty_values=(),
        attrs=WIDE,
    )
    places = tables.Column(
        accessor="places", verbose_name=gettext_lazy("Place in time"), orderable=False, empty_values=(), attrs=WIDE
    )

    class Meta:
        attrs = {"class": "fo-table fo-table--tight"}
        order_by = "rank"
        empty_text = gettext_lazy("No player matches.")

    def __init__(self, *args: Any, worst: int = 0, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[no-untyped-call]  # django-tables2 has no annotations
        self.worst = worst
        self.columns["rank"].column.verbose_name = _hidden(RANKING_LABELS["rank"])
        self.columns["moved"].column.verbose_name = _hidden(_("Since the event before"))
        self.columns["events"].column.verbose_name = _short(RANKING_LABELS["events"], _("Ev."))
        self.columns["wins"].column.verbose_name = _short(RANKING_LABELS["wins"], _("W."))
        self.columns["seconds"].column.verbose_name = _letters(RANKING_LABELS["seconds"], ordinal(2))
        self.columns["thirds"].column.verbose_name = _letters(RANKING_LABELS["thirds"], ordinal(3))

    @property
    def body(self) -> SafeString:
        """Return the rows of this page, using the ``render_`` methods of the columns for each cell."""
        columns = [(self._cell(column.name), column.attrs["td"].as_html()) for column in self.columns]
        rows = []
        for row in self.paginated_rows:
            line = row.record
            # Not format_html for each cell: eleven cells in fifty rows took a third of the page's time.
            cells = "".join(f"<td {attrs}>{conditional_escape(localize(cell(line)))}</td>" for cell, attrs in columns)
            rows.append(f"<tr{MINE if line.entry.me else ''}>{cells}</tr>")
            if line.cut_text:
                cut = '<tr class="fo-cut"><td colspan="{}">{}</td></tr>'
                rows.append(format_html(cut, len(columns), line.cut_text))
        return SafeString("\n".join(rows))

    def _cell(self, name: str) -> Callable[[RankingLine], Any]:
        render = getattr(self, f"render_{name}", None)
        return render or (lambda line: getattr(line.entry, name))

    def render_rank(self, record: RankingLine) -> Any:
        value = record.entry.rank
        if not record.equal or self.order_by != ("rank",):
            return value
        label = _("%(place)s, equal to the one above") % {"place": value}
        return format_html('{}<span aria-hidden="true">=</span>', _hidden(label))

    def render_moved(self, record: RankingLine) -> Any:
        if not record.moved:
            return ""
        up = record.moved > 0
        number = abs(record.moved)
        label = ngettext("place up", "places up", number) if up else ngettext("place down", "places down", number)
        css = "fo-tag fo-tag--done" if up else "fo-tag"
        drawing = icon("arrow-up" if up else "arrow-down")
        return format_html('<span class="{}">{}{}{}</span>', css, drawing, number, _hidden(f" {label}"))

    def render_player(self, record: RankingLine) -> Any:
        entry = record.entry
        if entry.person_id is None:
            player_cell = format_html('<span class="fo-anonymous">{}</span>', _("no name"))
        else:
            player_cell = format_html('<a href="{}">{}</a>', reverse("player", args=[entry.person_id]), entry.name)
            if entry.anonymous:
                player_cell = format_html('{} <span class="fo-label">{}</span>', player_cell, _("without consent"))
        if record.lot:
            player_cell = format_html("{} {}", player_cell, why("lot", text=_("lot, if it stays like this")))
        return player_cell

    def render_points(self, record: RankingLine) -> str:
        return points(record.entry.half_points)

    def render_why(self, record: RankingLine) -> Any:
        by = record.entry.decided_by
        if not by:
            return ""
        if by == "points":
            return format_html('<span class="fo-label">{}</span>', _("points"))
        return why(by, record.entry.tied, text=str(REASONS.get(by, "")))

    def render_places(self, record: RankingLine) -> Any:
        return spark(record.places, self.worst) if record.places else ""
