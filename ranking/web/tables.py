"""The Ranking as a sortable, paginated table (django-tables2)."""

from __future__ import annotations

from typing import Any

import django_tables2 as tables
from django.http import QueryDict
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from ranking.national.rows import RankingLine, RankingLines
from ranking.web.export_columns import RANKING_LABELS
from tournament.core.formatting import ordinal, points, points_number
from tournament.templatetags._charts import strip
from tournament.templatetags.fossato_ui import icon, why
from tournament.web.tables import ListTable

WIDE_NUMBER = {"th": {"class": "number wide"}, "td": {"class": "number wide"}}
WIDE = {"th": {"class": "wide"}, "td": {"class": "wide"}}
WIDEST = {"th": {"class": "widest"}, "td": {"class": "widest"}}

#: Labels of what separates a row from the next one; the others are in the site's own labels.
REASONS: dict[str, Any] = {"ordinary_wins": RANKING_LABELS["ordinary_wins"], "equal": gettext_lazy("equal")}

#: One word for what decides, and the sentence that it opens: a figure of this row against that of the next (art. 1.6).
DECISIONS: dict[str, tuple[Any, Any]] = {
    "wins": (gettext_lazy("wins"), gettext_lazy("More wins: %(mine)s to %(theirs)s.")),
    "ordinary_wins": (
        gettext_lazy("in the rounds"),
        gettext_lazy("As many wins, but more of them before the final: %(mine)s to %(theirs)s."),
    ),
    "seconds": (gettext_lazy("seconds"), gettext_lazy("More second places: %(mine)s to %(theirs)s.")),
    "thirds": (gettext_lazy("thirds"), gettext_lazy("More third places: %(mine)s to %(theirs)s.")),
}


def _hidden(words: str) -> SafeString:
    return format_html('<span class="visually-hidden">{}</span>', words)


def _letters(words: Any, letters: Any) -> SafeString:
    """Render a column heading that is abbreviated on every screen."""
    return format_html('<abbr title="{}">{}</abbr>', words, letters)


class RankingTable(ListTable):
    """All ranked players, with or without a name (art. 1.6)."""

    label = gettext_lazy("The Ranking")

    rank = tables.Column(
        accessor="entry__rank",
        verbose_name=RANKING_LABELS["rank"],
        attrs={"th": {"class": "number"}, "td": {"class": "place"}},
    )
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
    events = tables.Column(accessor="entry__events", verbose_name=RANKING_LABELS["events"], attrs=WIDE_NUMBER)
    wins = tables.Column(accessor="entry__wins", verbose_name=RANKING_LABELS["wins"], attrs=WIDE_NUMBER)
    seconds = tables.Column(accessor="entry__seconds", attrs=WIDE_NUMBER)
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
    results = tables.Column(
        accessor="results",
        verbose_name=gettext_lazy("Event by event"),
        orderable=False,
        empty_values=(),
        attrs=WIDEST,
    )

    class Meta:
        attrs = {"class": "fo-table fo-table--tight"}
        order_by = "rank"
        empty_text = gettext_lazy("No player matches: try fewer letters or filters.")

    def __init__(self, lines: RankingLines, *, query: QueryDict, finalists: int, selected: int | None) -> None:
        """Build the table.

        Arguments:
            query: of the page's address, kept by the links to a player's panel.
            finalists: how many play the final of an event.
            selected: primary key of the player whose panel is open.
        """
        super().__init__(lines)  # type: ignore[no-untyped-call]  # django-tables2 has no annotations
        self.query, self.finalists, self.selected = query, finalists, selected
        self.columns["moved"].column.verbose_name = _hidden(_("Since the previous event"))
        label = _("Second and third places")
        self.columns["seconds"].column.verbose_name = _letters(label, f"{ordinal(2)} · {ordinal(3)}")

    def plain(self, record: RankingLine, name: str) -> Any:
        return getattr(record.entry, name)

    def line_below(self, record: RankingLine, columns: int) -> str:
        if not record.cut_text:
            return ""
        cut = '<tr class="fo-cut"><td colspan="{}"><div class="fo-cut__line">{}<span>{}</span></div></td></tr>'
        return format_html(cut, columns, record.cut_text, _gap_words(record.gap))

    def row_class(self, record: RankingLine) -> str:
        names = [
            *(["is-me"] if record.entry.me else []),
            *(["is-selected"] if self.selected is not None and record.entry.person_id == self.selected else []),
        ]
        return f' class="{" ".join(names)}"' if names else ""

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
            name = format_html('<span class="fo-anonymous">{}</span>', _("no name"))
        else:
            name = format_html('<a href="{}">{}</a>', self._panel_address(entry.person_id), entry.name)
            if entry.anonymous:
                name = format_html('{} <span class="fo-label">{}</span>', name, _("without consent"))
        if record.lot:
            name = format_html("{} {}", name, why("lot", text=_("lot, if it stays like this")))
        return format_html('{}<small class="narrow">{}</small>', name, self._small_line(record))

    def _small_line(self, record: RankingLine) -> str:
        """Return the facts that have no column on a phone."""
        entry = record.entry
        parts = [
            entry.city,
            ngettext("%(n)s event", "%(n)s events", entry.events) % {"n": entry.events},
            ngettext("%(n)s win", "%(n)s wins", entry.wins) % {"n": entry.wins},
        ]
        if record.decision:
            parts.append(_("decided by: %(figure)s") % {"figure": DECISIONS[record.decision.figure][0]})
        return ", ".join(part for part in parts if part)

    def _panel_address(self, person: int) -> str:
        """Return the address of this page with a player's panel open."""
        query = self.query.copy()
        query["giocatore"] = str(person)
        return f"?{query.urlencode()}#scheda"

    def render_points(self, record: RankingLine) -> str:
        return points(record.entry.half_points)

    def render_wins(self, record: RankingLine) -> Any:
        return self._decisive(record, record.entry.wins, "wins", "ordinary_wins")

    def render_seconds(self, record: RankingLine) -> Any:
        entry = record.entry
        seconds, thirds = (
            self._decisive(record, entry.seconds, "seconds"),
            self._decisive(record, entry.thirds, "thirds"),
        )
        return format_html('{} <span class="fo-label" aria-hidden="true">·</span> {}', seconds, thirds)

    def _decisive(self, record: RankingLine, number: int, *figures: str) -> Any:
        """Render a number, marked if it is what decides between this row and the next one."""
        if record.decision and record.decision.figure in figures:
            return format_html('<span class="fo-decides">{}</span>', number)
        return number

    def render_why(self, record: RankingLine) -> Any:
        """Render what decides, where points do not: a word that opens the sentence and the article."""
        by, decision = record.entry.decided_by, record.decision
        if decision is None:
            return why(by, record.entry.tied, text=str(REASONS.get(by, ""))) if by in ("lot", "equal") else ""
        word, sentence = DECISIONS[decision.figure]
        return format_html(
            '<details class="fo-decider"><summary>{}</summary>'
            '<div class="fo-decider__text"><p>{} {}</p><p>{}</p></div></details>',
            word,
            _("%(points)s points, like %(name)s.")
            % {"points": points(record.entry.half_points), "name": decision.next_name or _("the next one")},
            sentence % {"mine": decision.mine, "theirs": decision.theirs},
            _("Art. 1.6, with equal points: wins, wins before finals, second places, third places."),
        )

    def render_results(self, record: RankingLine) -> Any:
        results = [(result.place, result.half_points) if result else None for result in record.results]
        return strip(results, record.most, self.finalists)


def _gap_words(gap: int) -> str:
    """Return how far behind the first player not called is."""
    if gap <= 0:
        return _("the next one has as many points")
    return ngettext("the next one is %(n)s point behind", "the next one is %(n)s points behind", points_number(gap)) % {
        "n": points(gap)
    }
