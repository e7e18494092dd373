"""Show a pack of figures and what an edited one changes, in the visitor's language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import get_language, pgettext, pgettext_lazy

from games.findings import Finding
from games.packs import ASSUMED, CHOICE, OUTSIDE, SEED, Change, Figure, PackFormat
from tournament.card_packs.selectors import PackDetails

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
    """A figure in its table; ``shown`` is its value as displayed."""

    figure: Figure
    label: str
    shown: str
    mark: str
    mark_words: str


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a table: a card, a rank, a mission. ``cells`` has None for a column without a figure."""

    label: str
    cells: tuple[Cell | None, ...]
    sources: str


@dataclass(frozen=True, slots=True)
class Group:
    """A table. ``total`` is the sum of its copies, None if it counts none."""

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


def build_groups(facts: PackDetails) -> list[Group]:
    """Return the tables of a pack."""
    lang, pack = language(), facts.format
    figures_by_path = {figure.path: figure for figure in facts.figures}
    groups = []
    for code in dict.fromkeys(figure.group for figure in facts.figures):
        figures = [figure for figure in facts.figures if figure.group == code]
        columns = tuple(dict.fromkeys(figure.column for figure in figures))
        rows = []
        for key in dict.fromkeys(figure.row for figure in figures):
            label = pack.row_label(figures_by_path, key, lang)
            row_figures = {figure.column: figure for figure in figures if figure.row == key}
            rows.append(
                Row(
                    label=label,
                    cells=tuple(
                        _cell(pack, row_figures[column], label) if column in row_figures else None for column in columns
                    ),
                    sources="; ".join(dict.fromkeys(figure.source for figure in row_figures.values())),
                )
            )
        copies = [int(figure.value) for figure in figures if figure.column == "count"]
        labels = tuple(pack.label(column, lang) for column in columns)
        groups.append(Group(pack.label(code, lang), columns, labels, tuple(rows), sum(copies) if copies else None))
    return groups


def _cell(pack: PackFormat, figure: Figure, row: str) -> Cell:
    lang = language()
    letter, mark_label = PROVENANCE_LABELS[figure.provenance]
    return Cell(
        figure=figure,
        label=f"{row}, {pack.label(figure.column, lang)}",
        shown=_display_value(pack, figure, figure.value, lang),
        mark=str(letter),
        mark_words=str(mark_label),
    )


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
    """A finding as text: its path in the file, and the card and figure that stand there, empty if none does."""

    path: str
    place: str
    sentence: str


def build_problems(facts: PackDetails, findings: Sequence[Finding]) -> list[Problem]:
    """Return the findings about an edited pack."""
    problems = []
    for finding in findings:
        place = finding_location(facts, finding.path)
        sentence = facts.format.sentence(finding, language())
        problems.append(Problem(finding.path, "" if place == finding.path else place, sentence))
    return problems


@dataclass(frozen=True, slots=True)
class Difference:
    """A figure that changes, or is confirmed unchanged, with its new source."""

    path: str
    place: str
    before: str
    after: str
    is_confirmed: bool
    source: str


def differences(facts: PackDetails, changes: Sequence[tuple[Figure, Change]]) -> list[Difference]:
    """Return the changes of a correction as texts."""
    lang = language()
    return [
        Difference(
            path=figure.path,
            place=finding_location(facts, figure.path),
            before=_display_value(facts.format, figure, figure.value, lang),
            after=_display_value(facts.format, figure, change.value, lang),
            is_confirmed=figure.value == change.value and figure.provenance != change.provenance,
            source=change.source,
        )
        for figure, change in changes
    ]
