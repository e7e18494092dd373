"""Art. 1.5: group the players of a round in tables of four and three."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypeVar

from tournament.regulation.errors import ImpossibleTables, SamePlayerTwice
from tournament.regulation.parameters import CURRENT, Regulation

T = TypeVar("T")


def table_sizes(players: int, *, regulation: Regulation = CURRENT) -> list[int]:
    """Art. 1.5: return the table sizes for a number of players, the full tables first (REQ-701, REQ-702, REQ-704).

    With tables of ``s`` and ``s - 1``, ``-players mod s`` tables are short by one: the solution with most full ones.

    Arguments:
        players: how many are to be seated.
    Returns: sizes in table order; their sum is ``players``.
    Errors: ImpossibleTables for 1, 2, 5 and for 0 and below (AMB-12: no tables of 2 or 5, no byes).
    """
    size = regulation.table_size
    short = -players % size
    full = (players - short * (size - 1)) // size
    if players <= 0 or full < 0:
        raise ImpossibleTables(players=players)
    return [size] * full + [size - 1] * short


def swiss_tables(order: Sequence[T], *, regulation: Regulation = CURRENT) -> list[list[T]]:
    """Art. 1.5: return the tables of rounds 2 and 3, cut from the partial standings (REQ-703, REQ-704).

    The best placed sit together at tables of four, the last ones at tables of three; repeated meetings are not avoided.

    Arguments:
        order: the players still in, first of the standings first (REQ-706).
    Returns: the players of each table, in order of the standings; seats are drawn separately (REQ-904).
    Errors: ImpossibleTables; SamePlayerTwice.
    """
    if len(set(order)) != len(order):
        raise SamePlayerTwice(player=str(Counter(order).most_common(1)[0][0]))
    tables, start = [], 0
    for size in table_sizes(len(order), regulation=regulation):
        tables.append(list(order[start : start + size]))
        start += size
    return tables
