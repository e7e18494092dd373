"""Measure the speed of Megalomania games and the strength of the mission bot.

usage: python -m bench.megalomania [--games 500]

Processor time of this process, plain interpreter, one core. The second table: one mission bot among random ones in
every seat in turn, and pairs of mission bots against pairs of random ones.
"""

from __future__ import annotations

import argparse
from time import process_time_ns

from games.chance import SeededChance
from games.decision import Choose, seated
from games.megalomania.game import GAME


def speed(players: int, bot: str, games: int) -> float:
    """Return games per second of processor time."""
    setup = GAME.setup(players, {})
    began = process_time_ns()
    for number in range(games):
        seed = f"speed/{number}"
        GAME.play(setup, SeededChance(seed), GAME.bot(bot)(seed))
    return games * 1e9 / (process_time_ns() - began)


def among_random(players: int, games: int) -> tuple[float, float, float]:
    """Return one mission bot's share of first places among random ones, its points, and the points of the others."""
    setup = GAME.setup(players, {})
    wins, own_points, other_points = 0.0, 0, 0
    for number in range(games):
        seed, seat = f"worth/{number}", number % players
        bots: list[Choose] = [GAME.bot("random")(f"{seed}/{other}") for other in range(players)]
        bots[seat] = GAME.bot("mission")(seed)
        outcome = GAME.play(setup, SeededChance(seed), seated(bots))
        firsts = outcome.places.count(1)
        wins += (outcome.places[seat] == 1) / firsts
        own_points += outcome.scores[seat]
        other_points += sum(outcome.scores) - outcome.scores[seat]
    return wins / games, own_points / games, other_points / games / (players - 1)


def pairs_against_random(games: int) -> float:
    """Return the share of games won by a pair of mission bots against a pair of random ones; a tie counts half."""
    setup = GAME.setup(4, {"pairs": True})
    wins = 0.0
    for number in range(games):
        seed, side = f"pairs/{number}", number % 2
        bots = [GAME.bot("mission" if seat % 2 == side else "random")(f"{seed}/{seat}") for seat in range(4)]
        outcome = GAME.play(setup, SeededChance(seed), seated(bots))
        wins += (outcome.places[side] == 1) / (outcome.places.count(1) // 2)
    return wins / games


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=500)
    games = parser.parse_args().games
    print("players  bots     games/s")
    for players in (2, 3, 4):
        for bot in ("random", "mission"):
            print(f"{players:7}  {bot:7}  {speed(players, bot, games):7.1f}")
    print("\nplayers  mission bot wins  fair share  its points  points of each random bot")
    for players in (2, 3, 4):
        wins, own_points, other_points = among_random(players, games)
        print(f"{players:7}  {wins:16.1%}  {1 / players:10.1%}  {own_points:10.2f}  {other_points:25.2f}")
    print(f"  pairs  {pairs_against_random(games):16.1%}  {0.5:10.1%}")


if __name__ == "__main__":
    main()
