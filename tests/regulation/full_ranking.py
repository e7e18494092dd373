"""The Ranking computed at once from all lines, to compare with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import add
from typing import TypeVar

from ranking.rules.national import Figures, LedgerLine, Ranking, RankingRow

P = TypeVar("P")


def _sums(lines: Iterable[LedgerLine[P]]) -> dict[P, Figures]:
    sums: dict[P, Figures] = {}
    for line in lines:
        figures = (line.half_points, *(figure for _, figure in line.tally.chain))
        previous_sums = sums.get(line.player)
        sums[line.player] = figures if previous_sums is None else tuple(map(add, previous_sums, figures))
    return sums


def across_line(lines: Iterable[LedgerLine[P]], line: int) -> list[P]:
    """Return the players tied across the qualification line, who need a lot; empty if the line divides no tie."""
    return Ranking(_sums(lines)).across(line)


def ranking(
    lines: Iterable[LedgerLine[P]], *, lots: Mapping[P, int] | None = None, line: int | None = None
) -> list[RankingRow[P]]:
    """Return the rows of the ranking of some lines, one per player and homologated event, in any order."""
    return list(Ranking(_sums(lines), lots=lots, line=line))
