"""Games of Dominion per second on one core: ``python bench/dominion.py [--games N] [--rounds R] [--parts] [--json]``.

Legality is checked at every answer, nothing is recorded. Every figure is the best of the rounds, in games per second of
processor time: other load on the machine only takes away. Where pyminion 0.4.0 can be imported it plays the same series
in the same rounds; the ratio is what can be compared between machines. ``--parts`` also prints what the time of a game
divides into, and how it grows with the cards, the players and the length.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench import peer
from games import registry
from games.chance import CarryChance, seed_key
from games.decision import Decision, admit, seated
from games.dominion import cards as c
from games.dominion import turn
from games.dominion.choose_policy import policies_of
from games.dominion.policy import Policy
from games.dominion.setup import Setup
from games.dominion.state import STOP, Player, Table
from games.game import Choose

GAME = registry.get("dominion")
KEY = seed_key("bench")
ACTION_BOTS = ("big-money+smithy", "big-money+militia", "engine-builder", "big-money+market")

#: The series of the project's own bots: name, kingdom, bot of every seat.
SERIES: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...] = (
    ("2 players, Big Money", peer.KINGDOM, ("big-money", "big-money")),
    ("2 players, Smithy v Witch", peer.KINGDOM, ("big-money+smithy", "big-money+witch")),
    ("4 players, Big Money", peer.KINGDOM, ("big-money",) * 4),
    ("4 players, Actions", peer.ACTION_KINGDOM, ACTION_BOTS),
)

Play = Callable[[int], None]


class PythonMoney(Policy):
    """Province, Gold, Silver: a bot as somebody would write it, interpreted also where the engine is compiled."""

    def buy(self, table: Table, me: Player) -> int:
        coins = table.coins
        if coins >= 8:
            return c.PROVINCE
        if coins >= 6 and table.supply[c.GOLD]:
            return c.GOLD
        if coins >= 3 and table.supply[c.SILVER]:
            return c.SILVER
        return STOP


# The row measures the engine: the bot is trusted, so that no view of the table is copied for it.
admit(PythonMoney)


def choosing_money(decision: Decision) -> int:
    """Choose as the same bot, among the options of decisions, from its player's view."""
    for card, coins in ((c.PROVINCE, 8), (c.GOLD, 6), (c.SILVER, 3)):
        if decision.context.coins >= coins and card in decision.options:
            return card
    return STOP


def rate(play: Play, games: int) -> float:
    """Return games per second of processor time."""
    began = time.process_time()
    play(games)
    return games / (time.process_time() - began)


def counted(kingdom: tuple[str, ...], choose: Choose, players: int, limit: int = 0) -> Play:
    """Return a function that plays a number of games to their places; no outcome is described."""
    setup = GAME.setup(players, {"kingdom": list(kingdom), "turn_limit": limit})
    policies = policies_of(choose, players)

    def play(games: int) -> None:
        for number in range(games):
            table = Table(setup, CarryChance(KEY, number), policies)
            turn.play_out(table)
            turn.lines_of(table)

    return play


def series() -> dict[str, tuple[Play, float]]:
    """Return what is measured, by name, with its share of the games."""
    ours: dict[str, tuple[Play, float]] = {
        name: (
            counted(kingdom, seated([GAME.bot(bot)("") for bot in bots]), len(bots)),
            0.5 if len(bots) > 2 else 1.0,
        )
        for name, kingdom, bots in SERIES
    }
    ours["2 players, bot in Python"] = (counted(peer.KINGDOM, PythonMoney(), 2), 1.0)
    ours["2 players, choose(Decision)"] = (counted(peer.KINGDOM, choosing_money, 2), 0.5)
    if peer.is_installed():
        ours |= {f"pyminion, {name}": (peer.games_of(name), 0.0) for name in peer.SEATS}
    return ours


def measure(games: int, rounds: int) -> dict[str, float]:
    """Measure all series, round by round, and return the best of each and the ratios to pyminion."""
    measured = series()
    best = dict.fromkeys(measured, 0.0)
    for play, _ in measured.values():
        play(5)
    for _ in range(rounds):
        for name, (play, share) in measured.items():
            best[name] = max(best[name], rate(play, int(games * share) or 60))
    figures = {name: round(figure, 1) for name, figure in best.items()}
    if peer.is_installed():
        pairs = [(name, name) for name in peer.SEATS] + [("2 players, bot in Python", "2 players, Big Money")]
        figures |= {f"ratio, {ours}": round(best[ours] / best[f"pyminion, {theirs}"], 1) for ours, theirs in pairs}
    return figures


def seconds(work: Callable[[], object], times: int) -> float:
    """Return the processor time of one call, the best of three."""
    best = 9e9
    for _ in range(3):
        began = time.process_time()
        for _ in range(times):
            work()
        best = min(best, time.process_time() - began)
    return best / times


def parts(games: int) -> dict[str, float]:
    """Return the microseconds of a game of two Big Money, in parts."""
    setup: Setup = GAME.setup(2, {"kingdom": list(peer.KINGDOM)})
    policies = policies_of(GAME.bot("big-money")(""), 2)
    shuffled: list[int] = []

    class Noting(Table):
        def renew(self, player: Player) -> None:
            super().renew(player)
            shuffled.append(player.undrawn)

    for number in range(100):
        turn.play_out(Noting(setup, CarryChance(KEY, number), policies))
    size = round(sum(shuffled) / len(shuffled))
    over = Table(setup, CarryChance(KEY, 1), policies)
    turn.play_out(over)
    player = over.seats[0]
    deck = list(range(size))
    chance = CarryChance(KEY, 2)
    whole = 1 / rate(counted(peer.KINGDOM, GAME.bot("big-money")(""), 2), games)
    found = {
        "set-up": seconds(lambda: Table(setup, chance, policies), games),
        "first shuffles and hands": seconds(lambda: turn.deal(Table(setup, chance, policies)), games),
        f"{len(shuffled) / 100:.1f} shuffles of {size} cards": len(shuffled)
        / 100
        * (
            seconds(lambda: over.shuffle(player), games)
            if player.undrawn
            else seconds(lambda: chance.shuffle(deck), games)
        ),
        "places": seconds(lambda: turn.lines_of(over), games),
        "outcome with its sheet, not in the game": seconds(lambda: turn.outcome(over), games),
        "game": whole,
    }
    found["first shuffles and hands"] -= found["set-up"]
    return {name: round(each * 1e6, 2) for name, each in found.items()}


def growth(games: int) -> dict[str, float]:
    """Return games per second by number of players, of turns, and of different cards bought."""
    money = GAME.bot("big-money")("")
    measured: dict[str, Play] = {f"{players} players": counted(peer.KINGDOM, money, players) for players in (2, 3, 4)}
    for turns in (10, 20, 40):
        measured[f"{turns} turns of two"] = counted(peer.KINGDOM, money, 2, turns)
    for bot in ("big-money", "big-money+smithy", "attack", "engine-builder"):
        measured[f"two {bot}"] = counted(peer.ACTION_KINGDOM, GAME.bot(bot)(""), 2)
    return {name: round(max(rate(play, games) for _ in range(3)), 1) for name, play in measured.items()}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2000, help="games a round and series")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--parts", action="store_true", help="also the parts of a game and its growth")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    is_compiled = registry.is_compiled()
    result: dict[str, object] = {"compiled": is_compiled, "games": args.games, "rounds": args.rounds}
    result["games_per_second"] = measure(args.games, args.rounds)
    if args.parts:
        result["microseconds"] = parts(args.games)
        result["growth"] = growth(args.games)
    if args.json:
        print(json.dumps(result))
        return 0
    print(f"{'compiled' if is_compiled else 'plain Python'}, {args.games} games, best of {args.rounds} rounds")
    for title, figures in result.items():
        if isinstance(figures, dict):
            print(f"\n{title}")
            for name, figure in figures.items():
                print(f"  {name:45} {figure:>12,}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
