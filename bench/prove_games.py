"""The two searches of ``script/prove-games``: impossible sheets that are accepted, faults that no test notices."""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence

from bench import impossible, mutants


def search(minutes: float, seed: int) -> int:
    """Print what the checks accept of games by relaxed rules. Returns 1 if a legal game was refused."""
    tallies = impossible.search(60 * minutes, seed)
    print("\n".join(impossible.lines(tallies)))
    problems = impossible.problems(tallies)
    print("\n".join(problems) or "no game by the rules was refused")
    return bool(problems)


def mutate(minutes: float, seed: str, number: int) -> int:
    """Print the mutants that no test notices, with commit and seconds. Returns 1 if there are 3 % or more."""
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], check=True, capture_output=True, text=True)
    everything = mutants.every_mutant()
    start, tried, survived = time.monotonic(), Counter[str](), Counter[str]()
    print(f"commit {commit.stdout.strip()}, {len(everything)} mutants, drawn by {seed!r}", flush=True)
    for mutant, is_noticed in mutants.survivors(mutants.drawn(number, seed), 60 * minutes):
        tried[mutant.subject] += 1
        if not is_noticed:
            survived[mutant.subject] += 1
            print(f"survives: {mutant.words()}", flush=True)
    for subject, count in sorted(tried.items()):
        print(f"{subject}: {survived[subject]} of {count} survive")
    share = survived.total() / max(1, tried.total())
    print(f"{survived.total()} of {tried.total()} survive ({share:.1%}), {time.monotonic() - start:.0f} s")
    return share >= 0.03


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="script/prove-games", description=__doc__)
    commands = parser.add_subparsers(required=True, dest="command", metavar="COMMAND")
    searching = commands.add_parser("search", help="sheets of games by relaxed rules that are accepted")
    searching.add_argument("--minutes", type=float, default=60)
    searching.add_argument("--seed", type=int, default=0, help="number of the first game")
    mutating = commands.add_parser("mutate", help="faults in rules and checks that no test notices")
    mutating.add_argument("--minutes", type=float, default=600)
    mutating.add_argument("--seed", default="0")
    mutating.add_argument("--mutants", type=int, default=100_000, metavar="N", help="at most so many")
    options = parser.parse_args(arguments)
    if options.command == "search":
        return search(options.minutes, options.seed)
    return mutate(options.minutes, options.seed, options.mutants)


if __name__ == "__main__":
    sys.exit(main())
