"""Era of Kingdoms: how fast its games are, how they end, and that no sheet of a legal game is refused.

usage: python -m bench.era_of_kingdoms [--games 200] [--sheets 2000]

One process on one core. The first table: games of the builder by numbers of players, with and without trade. Then the
sheets of ``--sheets`` random games (all numbers of players and bots), each of which must be free of findings;
and the time of one check. Last, slips of the pen in ``--games`` random games, and how many of them are found.
"""

from __future__ import annotations

import argparse
import copy
from collections import Counter
from random import Random
from time import perf_counter, process_time
from typing import Any

from games.chance import SeededChance
from games.era_of_kingdoms.game import GAME
from games.game import Outcome

#: The bots of the random games: the restless one explores most, the random one never ends a game.
BOTS = ("restless", "restless", "builder", "random")
#: Numbers of a seat that a simulated mistake increases by one.
SLIPS = ("points", "riches", "attack", "defence", "food", "turns", "plagues", "immediate")


def builder_games(players: int, games: int, *, trade: bool) -> str:
    """Return a row: games per second, share ended by Age of Enlightenment, seats with a Castle, rounds, points."""
    setup = GAME.setup(players, {"trade": trade})
    began = process_time()
    outcomes = [GAME.play(setup, SeededChance(seed), GAME.bot("builder")("")) for seed in range(games)]
    seconds = process_time() - began
    ended = sum(outcome.end == "age_of_enlightenment" for outcome in outcomes) / games
    castles = sum(seat["realm"] == "castle" for outcome in outcomes for seat in outcome.sheet["seats"])
    rounds = sum(outcome.sheet["rounds"] for outcome in outcomes) / games
    points = sum(sum(outcome.scores) for outcome in outcomes) / games / players
    return (
        f"| {players} | {'yes' if trade else 'no'} | {games / seconds:.0f} | {ended:.1%} | "
        f"{castles / games / players:.1%} | {rounds:.1f} | {points:.1f} |"
    )


def random_game(number: int) -> Outcome:
    """Play a game of any kind: players, bots, trade, start player."""
    rng = Random(number)
    players = 1 + number % 4
    options: dict[str, Any] = {"trade": rng.random() < 0.5, "start": rng.randrange(players) + 1}
    if players == 1:
        options["difficulty"] = rng.choice(("normal", "hard", "champion"))
    choose = GAME.bot(BOTS[number // 4 % len(BOTS)])(str(number))
    return GAME.play(GAME.setup(players, options), SeededChance(number), choose)


def check_sheets(games: int) -> tuple[Counter[str], Counter[str], float]:
    """Return the ends of the games by count, the findings of the checks, and the seconds per check."""
    ends: Counter[str] = Counter()
    findings: Counter[str] = Counter()
    seconds = 0.0
    for number in range(games):
        outcome = random_game(number)
        ends[outcome.sheet["how"]] += 1
        began = perf_counter()
        check = GAME.check(outcome.sheet, players=outcome.players)
        seconds += perf_counter() - began
        findings.update(f"{finding.severity} {finding.code} (game {number})" for finding in check.findings)
    return ends, findings, seconds / games


def slips(games: int) -> list[str]:
    """Return rows: one number of one seat increased by one, in finished games, and how often that is detected."""
    attempts: Counter[str] = Counter()
    errors: Counter[str] = Counter()
    detected: Counter[str] = Counter()
    for number in range(games):
        outcome = random_game(number)
        for name in SLIPS if outcome.end != "round_limit" else ():
            sheet = copy.deepcopy(outcome.sheet)
            Random(number).choice(sheet["seats"])[name] += 1
            findings = GAME.check(sheet, players=outcome.players).findings
            attempts[name] += 1
            errors[name] += any(finding.is_error for finding in findings)
            detected[name] += bool(findings)
    return [
        f"| {name} | {count} | {errors[name] / count:.0%} | {detected[name] / count:.0%} |"
        for name, count in attempts.items()
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--sheets", type=int, default=2000)
    args = parser.parse_args()
    print("| players | trade | games/s | ended | castles | rounds | points |\n|---|---|---|---|---|---|---|")
    for players in (1, 2, 3, 4):
        for trade in (False, True):
            print(builder_games(players, args.games, trade=trade), flush=True)
    ends, findings, seconds = check_sheets(args.sheets)
    print(f"\n{args.sheets} random games ended: {dict(ends)}")
    print(f"findings on their sheets: {dict(findings) or 'none'}; one check takes {seconds * 1e6:.0f} µs")
    print("\n| one too high | sheets | error | error or warning |\n|---|---|---|---|")
    print("\n".join(slips(args.games)))


if __name__ == "__main__":
    main()
