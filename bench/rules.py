"""Time to form tables and standings, by number of players: about n log n, below a second for 20,000.

Run from the root: ``python -m bench.rules [players ...]``.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Sequence
from typing import TypeVar

from ranking.rules.national import Ranking
from tournament.regulation.draws import Stream, shuffled
from tournament.regulation.seating import swiss_tables
from tournament.regulation.standings import places_in_order, standings, tied_groups

T = TypeVar("T")
SEED = "0123456789abcdef" * 4


def timed(work: Callable[[], T]) -> tuple[T, float]:
    """Return the result of the work and its seconds, the best of three runs."""
    best = float("inf")
    for _ in range(3):
        start = time.perf_counter()
        result = work()
        best = min(best, time.perf_counter() - start)
    return result, best


def rounds_of(names: Sequence[str], chance: random.Random) -> list[list[dict[str, int]]]:
    """Return two rounds with random results."""
    rounds = []
    for _ in range(2):
        order = list(names)
        chance.shuffle(order)
        rounds.append([places_in_order(table) for table in swiss_tables(order)])
    return rounds


def measure(players: int) -> dict[str, float]:
    """Measure the seconds of every step for this number of players."""
    names = [f"p{number:06}" for number in range(players)]
    chance = random.Random(players)
    _, draw = timed(lambda: swiss_tables(shuffled(names, Stream(SEED, "bench", "tables", "round-1"))))
    rounds = rounds_of(names, chance)
    groups, ties = timed(lambda: tied_groups(rounds, players=names))
    lots = {player: lot for group in groups for lot, player in enumerate(group, start=1)}
    rows, table = timed(lambda: standings(rounds, lots=lots, players=names))
    _, swiss = timed(lambda: swiss_tables([row.player for row in rows]))
    sums = {name: (chance.randrange(240), chance.randrange(12), 0, 0, 0) for name in names}
    _, national = timed(lambda: list(Ranking(sums)))
    return {"draw": draw, "ties": ties, "standings": table, "swiss": swiss, "ranking": national}


def main(sizes: Sequence[int]) -> None:
    """Print a line per number of players, times in milliseconds."""
    for players in sizes:
        times = measure(players)
        print(f"{players:>7} players  " + "  ".join(f"{name} {1000 * value:9.2f} ms" for name, value in times.items()))


if __name__ == "__main__":
    main([int(text) for text in sys.argv[1:]] or [200, 2_000, 20_000])
