"""Art. 1.6 and 1.7: the national ranking and the call-up to the national final, as pure functions."""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from tournament.rules.errors import LotMissing, LotNotNeeded, LotsNotAPermutation
from tournament.rules.points import event_points
from tournament.rules.regulation import CURRENT, Fascia, Regulation
from tournament.rules.standings import TableResult, Tally, tallies

P = TypeVar("P", bound=Hashable)

POINTS, LOT, EQUAL = "points", "lot", "equal"


@dataclass(frozen=True, slots=True)
class LedgerLine(Generic[P]):
    """Art. 1.6: what one homologated event gives one player.

    Arguments:
        player: who; half_points: multiplied points, in half-points; tally: wins, seconds and thirds, never multiplied.
    """

    player: P
    half_points: int
    tally: Tally


@dataclass(frozen=True, slots=True)
class RankingRow(Generic[P]):
    """One row of the national ranking.

    Arguments:
        rank: from 1; equals share it, unless a lot was drawn among them.
        player: who; half_points: the total; tally: the sum of all events.
        decided_by: what separates this row from the next one (for the last row, from the previous one): ``"points"``,
            ``"wins"``, ``"ordinary_wins"``, ``"seconds"``, ``"thirds"``, ``"lot"``, or ``"equal"`` for nothing;
            empty for a row alone.
        tied: how many are equal on everything, 1 for a row alone.
        lot: the rank drawn among the equals; None where none was.
    """

    rank: int
    player: P
    half_points: int
    tally: Tally
    decided_by: str
    tied: int
    lot: int | None = None


def event_lines(
    places: Sequence[P],
    fascia: Fascia,
    rounds: Iterable[Iterable[TableResult]],
    final: TableResult | None,
    *,
    homologated: bool,
    national: bool = False,
    regulation: Regulation = CURRENT,
) -> list[LedgerLine[P]]:
    """Art. 1.6: what an event adds to the ranking (REQ-608, REQ-1402 to REQ-1405, REQ-505, AMB-30, AMB-31).

    Arguments:
        places: players from first to last; fascia: the effective one.
        rounds, final: the results of the tables, as in ``tournament.rules.standings.tallies``.
        homologated: nothing comes from any other event; national: the national final gives none (REQ-1507, AMB-36).
    """
    if not homologated or national:
        return []
    counted = tallies(rounds, players=places, final=final)
    return [
        LedgerLine(row.player, row.multiplied, counted[row.player])
        for row in event_points(places, fascia, regulation=regulation)
    ]


@dataclass(frozen=True, slots=True)
class _Total(Generic[P]):
    player: P
    half_points: int
    tally: Tally

    @property
    def chain(self) -> tuple[tuple[str, int], ...]:
        return ((POINTS, self.half_points), *self.tally.chain)

    @property
    def key(self) -> tuple[int, ...]:
        return (-self.half_points, *self.tally.key)


def _totals(lines: Iterable[LedgerLine[P]]) -> list[_Total[P]]:
    points: dict[P, int] = {}
    counts: dict[P, Tally] = {}
    for line in lines:
        points[line.player] = points.get(line.player, 0) + line.half_points
        counts[line.player] = counts.get(line.player, Tally()) + line.tally
    return sorted(
        (_Total(player, points[player], counts[player]) for player in points),
        key=lambda total: (total.key, str(total.player)),
    )


def _groups(lines: Iterable[LedgerLine[P]]) -> list[list[_Total[P]]]:
    return [list(group) for _, group in itertools.groupby(_totals(lines), key=lambda total: total.key)]


def across_line(lines: Iterable[LedgerLine[P]], line: int) -> list[P]:
    """Art. 1.6, 1.7: the equals whose tie crosses the qualification line: a lot is drawn among them (REQ-1406, AMB-20).

    Arguments:
        line: how many are called.
    Returns: the players in the order of their text, the draw's inputs; empty where the line cuts no tie.
    """
    above = 0
    for group in _groups(lines):
        if above < line < above + len(group):
            return [total.player for total in group]
        above += len(group)
    return []


def _separator(above: _Total[P], below: _Total[P]) -> str:
    pairs = zip(above.chain, below.chain, strict=True)
    return next((name for (name, one), (_, other) in pairs if one != other), EQUAL)


def ranking(
    lines: Iterable[LedgerLine[P]], *, lots: Mapping[P, int] | None = None, line: int | None = None
) -> list[RankingRow[P]]:
    """Art. 1.6: the national ranking: the sum of all points, then wins, ordinary wins, seconds, thirds, then equal rank
    (REQ-1401, REQ-1404, REQ-1405, REQ-1406, AMB-20, AMB-26).

    Arguments:
        lines: one per player and homologated event, in any order.
        lots: drawn among the equals across the line, 1 first; none elsewhere.
        line: how many are called; None where nothing is qualified for yet.
    Errors: LotNotNeeded; LotsNotAPermutation. A lot still to be drawn is no error: the equals share their rank.
    """
    all_lines = list(lines)
    drawn = dict(lots or {})
    crossing = across_line(all_lines, line) if line is not None else []
    idle = tuple(player for player in drawn if player not in crossing)
    if idle:
        raise LotNotNeeded(rows=idle, who=idle)
    if drawn and {drawn.get(player) for player in crossing} != set(range(1, len(crossing) + 1)):
        numbers = tuple(drawn.get(player) for player in crossing)
        raise LotsNotAPermutation(rows=tuple(crossing), who=tuple(crossing), lots=numbers, size=len(crossing))
    ordered: list[tuple[_Total[P], int, int]] = []
    for group in _groups(all_lines):
        rank = len(ordered) + 1
        if drawn and group[0].player in drawn:
            group.sort(key=lambda total: drawn[total.player])
            ordered.extend((total, rank + offset, len(group)) for offset, total in enumerate(group))
        else:
            ordered.extend((total, rank, len(group)) for total in group)
    between = [_decided(one[0], two[0], drawn) for one, two in itertools.pairwise(ordered)]
    after = [*between, between[-1] if between else ""][: len(ordered)]
    return [
        RankingRow(rank, total.player, total.half_points, total.tally, why, tied, drawn.get(total.player))
        for (total, rank, tied), why in zip(ordered, after, strict=True)
    ]


def _decided(above: _Total[P], below: _Total[P], drawn: Mapping[P, int]) -> str:
    why = _separator(above, below)
    return LOT if why == EQUAL and above.player in drawn else why


def qualified(rows: Sequence[RankingRow[P]], number: int) -> list[P]:
    """Art. 1.7: the first of the ranking, who are called to the national final (REQ-1502).

    Arguments:
        number: how many; fewer are returned where the ranking is shorter.
    Errors: LotMissing where a tie crosses the line and no lot was drawn.
    """
    if 0 < number < len(rows) and rows[number - 1].rank == rows[number].rank:
        group = tuple(row.player for row in rows if row.rank == rows[number].rank)
        raise LotMissing(groups=(group,), who=(group,))
    return [row.player for row in rows[:number]]


@dataclass(frozen=True, slots=True)
class PublishedRow:
    """Art. 1.6: a row as everybody sees it; ``name`` is None for who has not signed the consent."""

    rank: int
    name: str | None
    half_points: int
    tally: Tally
    decided_by: str


def published(rows: Iterable[RankingRow[P]], names: Mapping[P, str], consents: Mapping[P, Any]) -> list[PublishedRow]:
    """Art. 1.6: the ranking as it is published (REQ-1407, AMB-19): everybody holds a rank, only who signed has a name.

    Arguments:
        names: "name surname" by player; consents: whether each has signed, missing being no.
    """
    return [
        PublishedRow(
            rank=row.rank,
            name=names[row.player] if consents.get(row.player, False) else None,
            half_points=row.half_points,
            tally=row.tally,
            decided_by=row.decided_by,
        )
        for row in rows
    ]
