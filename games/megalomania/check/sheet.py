"""Public entry point of the score-sheet checks: what can be derived from a reported table without observing the game.

A sheet is the ``sheet`` of a ``score-sheet/1`` file; docs/megalomania.md lists its fields and the codes of the checks.
Form (F1-F8) and missing values (M1) come first; then the structure of the rows (I1-I6, P1), the scores of each round
(K1-K6, I10) with their evidence (E1-E3), the scrolls (I4, H1) and the totals (I7-I9). A sheet that cannot be read is
not checked any further.
"""

from __future__ import annotations

from typing import Any, Final

from ...game import Check
from ..cards import COLOURS
from ..rounds import dealer_of
from .evidence import check_evidence
from .reading import BY_TIME, EVIDENCE_FIELDS, Entry, Findings, Report, Row, Total, read
from .rows import check_rows, first_dealer
from .scores import check_scores
from .scrolls import check_scrolls
from .totals import chain_rows, check_totals, complete_totals

PLAYERS: Final = range(2, 5)
#: Errors downgraded to warnings where a player left the game: tricks of a round, scrolls held, places.
SOFT_IF_ABANDONED: Final = frozenset(("I6", "H1", "I9"))


def check(sheet: dict[str, Any], *, players: int) -> Check:
    """Check a reported table against the rules of the game.

    Arguments:
        sheet: see the module; it is not modified.
        players: number of players at the table, 2 to 4.

    Returns:
        Findings in the order of the sheet. An ERROR is impossible in any legal game; a WARNING is doubtful, or
        impossible only if an assumed figure of the pack is right. ``sheet["pack"]`` of the result names the pack.

    Raises:
        ValueError: the game cannot be played by so many players. The sheet itself never raises.
    """
    if players not in PLAYERS:
        raise ValueError(f"Megalomania is played by 2 to 4, not by {players}")
    collector = Findings()
    report = read(sheet, players, collector)
    if report.abandoned:
        collector.soft |= SOFT_IF_ABANDONED
    filled = complete_totals(report)
    if not collector.has_form():
        check_rows(report, collector)
        for row in report.rows:
            check_scores(report, row, collector)
            check_evidence(report, row, collector)
        check_scrolls(report, collector)
        check_totals(report, filled, collector)
    return Check(tuple(collector.entries), chain_rows(report, filled), canonical(report, filled))


def canonical(report: Report, filled: list[Total]) -> dict[str, Any]:
    """Return the sheet with every derivable number filled in; underivable ones are left out."""
    sheet: dict[str, Any] = {"pack": report.pack.name, "pairs": report.pairs}
    first = first_dealer(report)
    if first is not None:
        sheet["dealer"] = first + 1
    if report.dominant is not None:
        sheet["dominant"] = [COLOURS[colour] for colour in report.dominant]
    sheet["rounds"] = [_canonical_row(report, row, first) for row in report.rows]
    names = Total.__slots__
    sheet["seats"] = [
        {name: getattr(total, name) for name in names if getattr(total, name) is not None} for total in filled
    ]
    if report.end == BY_TIME:
        sheet["end"] = BY_TIME
    if report.abandoned:
        sheet["abandoned"] = True
    if not report.complete:
        sheet["complete"] = False
    return sheet


def _canonical_row(report: Report, row: Row, first: int | None) -> dict[str, Any]:
    content: dict[str, Any] = {}
    if first is not None:
        content["dealer"] = (
            row.dealer if row.dealer is not None else dealer_of(first, row.index + 1, report.players)
        ) + 1
    if row.dominant is not None:
        content["dominant"] = COLOURS[row.dominant]
    for name in ("mission", "printed"):
        if getattr(row, name) is not None:
            content[name] = getattr(row, name)
    if row.owner is not None and row.scrolls:
        content["scroll"] = {"seat": row.owner + 1, "numbers": list(row.scrolls)}
    content["players"] = [_canonical_entry(entry) for entry in row.players]
    return content


def _canonical_entry(entry: Entry) -> dict[str, Any]:
    names = ("choice", "tricks", "effective", "points", *EVIDENCE_FIELDS)
    content = {name: getattr(entry, name) for name in names if getattr(entry, name) is not None}
    if entry.colours is not None:
        colour_counts = zip(COLOURS, entry.colours, strict=True)
        content["colours"] = {colour: count for colour, count in colour_counts if count is not None}
    return content
