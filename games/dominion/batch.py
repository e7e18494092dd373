"""Many games of the same policies, counted and not described: no outcome, no score sheet, no name."""

from __future__ import annotations

from ..chance import CarryChance
from ..compiling import i64
from ..tally import VICTORY, Tally
from .policy import Policy
from .state import Setup, Table
from .turn import end_of, lines_of, play_out


def play_many(setup: Setup, policies: list[Policy], key: i64, first: i64, last: i64) -> Tally:
    """Play the games ``first`` to ``last`` - 1 of a seed and count them.

    Arguments:
        policies: one per seat; they answer for all games. key: of the seed's text (:func:`games.chance.seed_key`).
    """
    tally = Tally(setup.players)
    number = first
    while number < last:
        table = Table(setup, CarryChance(key, number), policies)
        play_out(table)
        count(tally, table)
        number += 1
    return tally


def count(tally: Tally, table: Table) -> None:
    """Add a finished game to the totals."""
    lines = lines_of(table)
    winners: i64 = 0
    for line in lines:
        winners += 1 if line.place == 1 else 0
    for seat, line in enumerate(lines):
        tally.turns[seat] += line.turns
        tally.points[seat] += line.points
        if line.place == 1:
            tally.wins[seat] += VICTORY // winners
    end = end_of(table)
    tally.ends[end] = tally.ends.get(end, 0) + 1
    tally.games += 1
