"""Evolve the weights of the strong bot of Era of Kingdoms, and print them.

usage: python -m bench.era_weights [--rounds 150] [--games 120] [--solo] [--seed era] [--start FILE]

A hill climb: change one to three weights at random, play the same games with the weights before and after, and keep the
change if it wins more; ``--start`` begins with the weights of a file and stores what is found. With two players the
opponent is the medium bot (`builder`); alone (`--solo`) it is the shadow realm. Games of the climb and of
``bench/strengths.py`` have different seeds.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path
from random import Random
from time import process_time

from games.chance import carry_chance
from games.decision import seated
from games.era_of_kingdoms import scoring, turn
from games.era_of_kingdoms.builder import Builder
from games.era_of_kingdoms.setup import make_setup
from games.era_of_kingdoms.state import Table
from games.era_of_kingdoms.weights import MEDIUM, NAMES, Weights

SMALL = 0.02


def score(weights: Weights, games: int, seed: str, *, solo: bool) -> float:
    """Return the victories in a number of games, and a little for each point ahead."""
    setup = make_setup(1, {}) if solo else make_setup(2, {})
    total = 0.0
    for number in range(games):
        seat = 0 if solo else number % 2
        bots = [Builder(MEDIUM)] * setup.players
        bots[seat] = Builder(weights)
        table = Table(setup, carry_chance(f"{seed}/{number // (1 if solo else 2)}"), seated(bots))
        turn.set_up(table)
        if solo:
            turn.play_alone(table)
        else:
            turn.play_together(table)
        points = [scoring.score(side, table.cards, alone=solo).total for side in table.sides]
        ahead = points.pop(seat) - max(points)
        total += (1 if ahead > 0 else 0.5 if ahead == 0 else 0) + SMALL * max(-20, min(20, ahead))
    return total / games


def changed(weights: Weights, random: Random) -> Weights:
    """Return weights with one to three of them changed at random."""
    changes = {}
    for _ in range(random.choice((1, 1, 2, 3))):
        name = random.choice(NAMES)
        value = getattr(weights, name)
        if name.endswith(("_lead", "_points")):
            value = random.choice((value, 0, 0)) + random.choice((-99, -8, -4, -2, 2, 4, 8, 12, 20))
        else:
            value = value * random.choice((0.5, 0.7, 0.85, 1.2, 1.5, 2)) + random.choice((-2, -0.5, 0, 0, 0.5, 2))
        changes[name] = round(value, 2)
    return replace(weights, **changes)


def main() -> None:
    """Climb and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=150)
    parser.add_argument("--games", type=int, default=120)
    parser.add_argument("--solo", action="store_true")
    parser.add_argument("--seed", default="era")
    parser.add_argument("--start", type=Path, default=None)
    args = parser.parse_args()
    random, best, began = Random(args.seed), replace(MEDIUM, harm=4.0), process_time()
    if args.start is not None and args.start.exists():
        best = replace(best, **json.loads(args.start.read_text(encoding="utf-8")))
    for number in range(args.rounds):
        draft, seed = changed(best, random), f"{args.seed}/{number}"
        few = args.games // 4
        if score(draft, few, seed, solo=args.solo) < score(best, few, seed, solo=args.solo):
            continue
        before, after = (score(each, args.games, f"{seed}/again", solo=args.solo) for each in (best, draft))
        if after > before + 0.02:
            best = draft
            found = {name: getattr(best, name) for name in NAMES if getattr(best, name) != getattr(MEDIUM, name)}
            print(f"{number:4} {process_time() - began:5.0f} s  {before:.3f} -> {after:.3f}  {found}", flush=True)
            if args.start is not None:
                args.start.write_text(json.dumps(found) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
