"""Measure the strength of the Dominion bots against Big Money.

usage: python bench/bots.py [--games N] [--jobs J] [--markdown]

Two players; each bot sits first in half of the games. A shared first place counts half for each. The kingdom is the
rulebook's "First game"; a card that is not in it takes the place of the Woodcutter.
"""

from __future__ import annotations

import argparse
import sys
from math import sqrt
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from games import runner
from games.dominion.cards import KINGDOM, SUGGESTED_KINGDOMS
from games.dominion.game import GAME

FIRST = SUGGESTED_KINGDOMS["first_game"]
GARDENS = ("gardens", *(name for name in FIRST if name != "mine"))
ATTACKS = ("witch", *(name for name in FIRST if name != "mine"))
ENGINE = ("laboratory", "festival", "chapel", *(name for name in FIRST if name not in ("mine", "remodel", "moat")))


class Match(NamedTuple):
    """One row of the table: a bot and the kingdom it plays in."""

    bot: str
    kingdom: tuple[str, ...]
    label: str


def with_card(card: str) -> tuple[str, ...]:
    """Return the kingdom "First game", with ``card`` in it."""
    return FIRST if card in FIRST else tuple(card if name == "woodcutter" else name for name in FIRST)


MATCHES = (
    Match("random", FIRST, "First game"),
    Match("big-money", FIRST, "First game"),
    Match("engine-builder", FIRST, "First game"),
    Match("engine-builder", ENGINE, "with Chapel, Laboratory, Festival"),
    Match("gardens", GARDENS, "with Gardens"),
    Match("attack", FIRST, "First game (Militia)"),
    Match("attack", ATTACKS, "with Witch"),
    *(
        Match(f"big-money+{card}", with_card(card), "First game" if card in FIRST else f"with {card}")
        for card in KINGDOM
    ),
)


def win_rate(match: Match, games: int, jobs: int) -> tuple[float, float]:
    """Return the share of games won and the mean difference in points, over both seats."""
    won = points = 0.0
    for seat in (0, 1):
        bots = (match.bot, "big-money") if seat == 0 else ("big-money", match.bot)
        options = {"kingdom": list(match.kingdom), "turn_limit": 400}
        plan = runner.Plan(GAME.slug, 2, options, bots, f"bots/{match.bot}/{match.label}/{seat}")
        for _, outcome, _ in runner.simulate(plan, games // 2, jobs):
            won += (outcome.places[seat] == 1) / outcome.places.count(1)
            points += outcome.scores[seat] - outcome.scores[1 - seat]
    return won / (games // 2 * 2), points / (games // 2 * 2)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--jobs", type=int, default=1)
    args = parser.parse_args()
    print(f"{args.games} games each; standard error at most {50 / sqrt(args.games):.1f} points of percentage\n")
    print("| bot | kingdom | wins | points ahead |\n|---|---|---|---|")
    for match in MATCHES:
        rate, ahead = win_rate(match, args.games, args.jobs)
        print(f"| `{match.bot}` | {match.label} | {rate:.1%} | {ahead:+.1f} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
