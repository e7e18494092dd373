"""Show and correct a pack of figures: tables of rows and cells in the visitor's language."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import get_language, pgettext, pgettext_lazy

from games.findings import Finding
from games.packs import ASSUMED, CHOICE, OUTSIDE, SEED, Change, Figure, PackFormat
from games.packs_csv import SENTENCES as CSV_SENTENCES
from games.wording import fill_in
from tournament.card_packs.selectors import PackDetails

#: Prefixes of the name of a figure's field, and of a row's checkbox.
FIELD: Final = "f:"
TICK: Final = "ok:"
#: Letter and label of each provenance.
PROVENANCE_LABELS: Final[dict[str, tuple[Any, Any]]] = {
    SEED: (pgettext_lazy("provenance", "R"), pgettext_lazy("provenance", "rulebook of the game")),
    OUTSIDE: (pgettext_lazy("provenance", "O"), pgettext_lazy("provenance", "printed cards or another outside source")),
    ASSUMED: (pgettext_lazy("provenance", "A"), pgettext_lazy("provenance", "assumed, without a source")),
}


def language() -> str:
    """Return the page's language as the games name it."""
    return "en" if (get_language() or "it").startswith("en") else "it"


@dataclass(frozen=True, slots=True)
class Cell:
    """A figure in its table; ``value`` as stored or typed, ``shown`` as displayed."""

    figure: Figure
    label: str
    value: str
    shown: str
    mark: str
    mark_words: str
    options: tuple[tuple[str, str], ...]
    errors: tuple[str, ...]

    @property
    def field(self) -> str:
        return f"{FIELD}{self.figure.path}"

    @property
    def ident(self) -> str:
        """Return an id for the page without dots or colons, which have a meaning in selectors."""
        return "f-" + self.figure.path.replace(".", "-")


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a table: a card, a rank, a mission. ``cells`` has None for a column without a figure."""

    key: str
    label: str
    cells: tuple[Cell | None, ...]
    sources: str
    assumed: int
    ticked: bool

    @property
    def tick(self) -> str:
        return f"{TICK}{self.key}"

    @property
    def ident(self) -> str:
        return "ok-" + self.key.replace("/", "-")


@dataclass(frozen=True, slots=True)
class Group:
    """A table. ``total`` is the sum of its copies, None if it counts none."""

    code: str
    label: str
    columns: tuple[str, ...]
    labels: tuple[str, ...]
    rows: tuple[Row, ...]
    total: int | None


def _display_value(pack: PackFormat, figure: Figure, value: str, lang: str) -> str:
    """Return a value for display: the label of a choice, anything else as it is."""
    if figure.kind != CHOICE:
        return value.replace("-", "−") if value.startswith("-") else value
    code = f"{figure.column}.{value}"
    label = pack.label(code, lang)
    return value if label == code else label


def build_groups(
    facts: PackDetails,
    *,
    typed: Mapping[str, str] | None = None,
    ticked: Collection[str] = (),
    findings: Sequence[Finding] = (),
) -> list[Group]:
    """Return the tables of a pack.

    Arguments:
        typed: by path, the text typed instead of the figure. ticked: rows confirmed.
        findings: each is shown beside its figure.
    """
    lang, pack = language(), facts.format
    figures_by_path = {figure.path: figure for figure in facts.figures}
    errors_by_path: dict[str, list[str]] = {}
    for finding in findings:
        errors_by_path.setdefault(finding.path, []).append(finding_message(pack, finding))
    groups = []
    for code in dict.fromkeys(figure.group for figure in facts.figures):
        figures = [figure for figure in facts.figures if figure.group == code]
        columns = tuple(dict.fromkeys(figure.column for figure in figures))
        rows = []
        for key in dict.fromkeys(figure.row for figure in figures):
            label = pack.row_label(figures_by_path, key, lang)
            row_figures = {figure.column: figure for figure in figures if figure.row == key}
            cells = tuple(
                _cell(pack, row_figures[column], label, (typed or {}).get(row_figures[column].path), errors_by_path)
                if column in row_figures
                else None
                for column in columns
            )
            rows.append(
                Row(
                    key=key,
                    label=label,
                    cells=cells,
                    sources="; ".join(dict.fromkeys(figure.source for figure in row_figures.values())),
                    assumed=sum(figure.provenance == ASSUMED for figure in row_figures.values()),
                    ticked=key in ticked,
                )
            )
        copies = [int(figure.value) for figure in figures if figure.column == "count"]
        labels = tuple(pack.label(column, lang) for column in columns)
        groups.append(
            Group(code, pack.label(code, lang), columns, labels, tuple(rows), sum(copies) if copies else None)
        )
    return groups


def _cell(pack: PackFormat, figure: Figure, row: str, typed: str | None, wrong: Mapping[str, list[str]]) -> Cell:
    lang = language()
    value = figure.value if typed is None else typed
    letter, mark_label = PROVENANCE_LABELS[figure.provenance]
    return Cell(
        figure=figure,
        label=f"{row}, {pack.label(figure.column, lang)}",
        value=value,
        shown=_display_value(pack, figure, value, lang),
        mark=str(letter),
        mark_words=str(mark_label),
        options=tuple((option, _display_value(pack, figure, option, lang)) for option in figure.options),
        errors=tuple(wrong.get(figure.path, ())),
    )


def finding_message(pack: PackFormat, finding: Finding) -> str:
    """Return the sentence of a finding about a pack or its CSV, in the page's language."""
    if finding.code in CSV_SENTENCES:
        return fill_in(CSV_SENTENCES[finding.code][language()], finding.params)
    return pack.sentence(finding, language())


def finding_location(facts: PackDetails, path: str) -> str:
    """Return the display label of a finding's place: a card and its figure, a deck, or the path itself."""
    lang, pack = language(), facts.format
    figures_by_path = {figure.path: figure for figure in facts.figures}
    if path in figures_by_path:
        figure = figures_by_path[path]
        return f"{pack.row_label(figures_by_path, figure.row, lang)}, {pack.label(figure.column, lang)}"
    if any(figure.row == path for figure in facts.figures):
        return pack.row_label(figures_by_path, path, lang)
    deck = path.removeprefix("totals.")
    if any(figure.group == deck for figure in facts.figures):
        return pack.label(deck, lang)
    return pgettext("pack", "the trade cards") if path == "totals.trade" else path


@dataclass(frozen=True, slots=True)
class Problem:
    """A finding as text. ``ident`` is the field's id on the page, empty if it concerns no field."""

    place: str
    sentence: str
    ident: str


def build_problems(facts: PackDetails, findings: Sequence[Finding]) -> list[Problem]:
    """Return the findings about a pack for the head of its form."""
    fields = {figure.path for figure in facts.figures if not figure.is_fixed}
    return [
        Problem(
            place=finding_location(facts, finding.path),
            sentence=finding_message(facts.format, finding),
            ident="f-" + finding.path.replace(".", "-") if finding.path in fields else "",
        )
        for finding in findings
    ]


@dataclass(frozen=True, slots=True)
class Difference:
    """A figure that changes, or is confirmed unchanged."""

    place: str
    before: str
    after: str
    is_confirmed: bool


def differences(facts: PackDetails, changes: Sequence[tuple[Figure, Change]]) -> list[Difference]:
    """Return the changes of a correction as texts."""
    lang = language()
    return [
        Difference(
            place=finding_location(facts, figure.path),
            before=_display_value(facts.format, figure, figure.value, lang),
            after=_display_value(facts.format, figure, change.value, lang),
            is_confirmed=figure.value == change.value,
        )
        for figure, change in changes
    ]
