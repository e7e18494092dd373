"""Art. 1.5: group the players of a round in tables of four and three."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypeVar

from tournament.regulation.parameters import TABLE_SIZE
from tournament.regulation.refusals import ImpossibleTables
from tournament.regulation.refused import Refused

T = TypeVar("T")


def table_sizes(players: int) -> list[int]:
    """Art. 1.5: return the table sizes for a number of players, the full tables first (REQ-701, REQ-702, REQ-704).

    ``-players mod 4`` tables are of three: the solution with most tables of four.

    Arguments:
        players: how many are to be seated.
    Returns: sizes in table order; their sum is ``players``.
    Errors: ImpossibleTables for 1, 2, 5 and for 0 and below (AMB-12: no tables of 2 or 5, no byes).
    """
    short = -players % TABLE_SIZE
    full = (players - short * (TABLE_SIZE - 1)) // TABLE_SIZE
    if players <= 0 or full < 0:
        raise ImpossibleTables(players=players)
    return [TABLE_SIZE] * full + [TABLE_SIZE - 1] * short


def swiss_tables(order: Sequence[T]) -> list[list[T]]:
    """Art. 1.5: return the tables of rounds 2 and 3, cut from the partial standings (REQ-703, REQ-704).

    The best placed sit together at tables of four, the last ones at tables of three; repeated meetings are not avoided.

    Arguments:
        order: the players still in, first of the standings first (REQ-706).
    Returns: the players of each table, in order of the standings; seats are drawn separately (REQ-904).
    Errors: ImpossibleTables; SAME_PLAYER_TWICE.
    """
    if len(set(order)) != len(order):
        raise Refused("SAME_PLAYER_TWICE", player=str(Counter(order).most_common(1)[0][0]))
    tables, start = [], 0
    for size in table_sizes(len(order)):
        tables.append(list(order[start : start + size]))
        start += size
    return tables
