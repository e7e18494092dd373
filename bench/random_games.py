"""Random games of Dominion with every invariant asserted at every decision.

``python bench/random_games.py [--games N] [--seed S] [--jobs J]``: N (100,000) games over all kingdoms and numbers
of players; every seat is a random bot or a sensible one; every second game lets treasures be laid in part. The first
violation stops the run and names the game.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from games.chance import SeededChance
from games.cli.progress import shown
from games.decision import Decision, Watching, put, seated
from games.dominion.game import GAME
from games.game import GameError
from tests.unit.games.dominion.invariants import watched

BOTS = ("random", "random", "random", "big-money", "engine-builder", "gardens", "attack", "big-money+throne_room")


def play_game(seed: str, number: int) -> tuple[int, str, int]:
    """Play one game and return its number of players, its end and the number of its decisions."""
    name = f"{seed}/{number}"
    players = 2 + number % 3
    setup = GAME.setup(players, {"kingdom": "random", "lay": number % 2 == 1, "turn_limit": 3000}, name)
    bots = [BOTS[(number // 3 * (seat + 1) + seat) % len(BOTS)] if number % 4 else "random" for seat in range(players)]
    choose = watched(seated([GAME.bot(bot)(f"{name}/{seat}") for seat, bot in enumerate(bots)]))
    decisions = 0

    def counted(decision: Decision) -> object:
        nonlocal decisions
        decisions += 1
        return put(choose, decision)

    try:
        outcome = GAME.play(setup, SeededChance(name), Watching(counted))
    except (AssertionError, ArithmeticError, LookupError, TypeError, ValueError, GameError) as error:
        raise AssertionError(f"game {name}, {players} players, {', '.join(setup.kingdom)}: {error}") from error
    return players, outcome.end, decisions


def some(seed: str, numbers: range) -> list[tuple[int, str, int]]:
    """Play the games of a range of numbers."""
    return [play_game(seed, number) for number in numbers]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--seed", default="random-games")
    parser.add_argument("--jobs", type=int, default=1)
    args = parser.parse_args()
    began = time.perf_counter()
    chunks = [range(first, min(first + 100, args.games)) for first in range(0, args.games, 100)]
    ends: Counter[tuple[int, str]] = Counter()
    decisions = 0
    with ProcessPoolExecutor(args.jobs) as pool:
        for played in shown(pool.map(some, [args.seed] * len(chunks), chunks), len(chunks)):
            for players, end, decision_count in played:
                ends[players, end] += 1
                decisions += decision_count
    print(f"{args.games} games, {decisions} decisions, no violation; {time.perf_counter() - began:.0f} s")
    for (players, end), count in sorted(ends.items()):
        print(f"{players} players, end {end:10} {count}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
