"""Games of Dominion per second on one core: ``python bench/dominion.py [--games N] [--rounds R] [--json]``.

Legality is checked at every decision, nothing is recorded. Every figure is the median of the rounds, in games per
second of processor time. Where pyminion 0.4.0 can be imported, its Big Money plays in the same rounds, and the ratio is
printed: the ratio is what can be compared between machines.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from games import runner
from games.dominion import turn

ACTION_CARDS = ["cellar", "market", "militia", "mine", "moat", "remodel", "smithy", "village", "festival", "workshop"]
ACTION_BOTS = ("big-money+smithy", "big-money+militia", "engine-builder", "big-money+market")

#: The measured series: name, players, kingdom, bots, target in games per second.
SERIES = (
    ("2 players, Big Money", 2, "first_game", ("big-money",), 6500),
    ("4 players, Big Money", 4, "first_game", ("big-money",), 3800),
    ("4 players, Actions", 4, ACTION_CARDS, ACTION_BOTS, 1500),
)
RATIO_TARGET = 7.5


def rate(play: Callable[[int], None], games: int) -> float:
    """Return games per second of processor time."""
    began = time.process_time()
    play(games)
    return games / (time.process_time() - began)


def ours(players: int, kingdom: object, bots: tuple[str, ...]) -> Callable[[int], None]:
    """Return a function that plays the given number of our games."""
    plan = runner.Plan("dominion", players, {"kingdom": kingdom}, bots, "bench")

    def play(games: int) -> None:
        for _ in runner.simulate(plan, games):
            pass

    return play


def pyminion() -> Callable[[int], None] | None:
    """Return a function that plays two-player Big Money games of pyminion; None if it is not installed."""
    if find_spec("pyminion") is None:
        return None
    logging = import_module("logging")
    logging.disable(logging.CRITICAL)
    game, base = import_module("pyminion.game"), import_module("pyminion.expansions.base")
    big_money = import_module("pyminion.bots.examples").BigMoney

    def play(games: int) -> None:
        for _ in range(games):
            seats = [big_money("a"), big_money("b")]
            game.Game(players=seats, expansions=[base.base_set], log_stdout=False).play()

    return play


def measure(games: int, rounds: int) -> dict[str, object]:
    """Measure all series, round by round, so that other load on the machine affects all of them alike."""
    players: dict[str, Callable[[int], None]] = {name: ours(*rest[:3]) for name, *rest in SERIES}
    other = pyminion()
    if other is not None:
        players["pyminion 0.4.0, 2 players, Big Money"] = other
    rates: dict[str, list[float]] = {name: [] for name in players}
    for play in players.values():
        play(20)
    for _ in range(rounds):
        for name, play in players.items():
            rates[name].append(rate(play, games if play is not other else max(20, games // 10)))
    figures: dict[str, object] = {name: round(median(series)) for name, series in rates.items()}
    if other is not None:
        pairs = zip(rates[SERIES[0][0]], rates["pyminion 0.4.0, 2 players, Big Money"], strict=True)
        figures["ratio to pyminion"] = round(median(our_rate / their_rate for our_rate, their_rate in pairs), 2)
    return {"compiled": not str(turn.__file__).endswith(".py"), "games": games, "rounds": rounds, "figures": figures}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2000, help="games a round and series")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    result = measure(args.games, args.rounds)
    if args.json:
        print(json.dumps(result))
        return 0
    print(
        f"{'compiled' if result['compiled'] else 'plain CPython'}, {args.games} games, median of {args.rounds} rounds"
    )
    targets = {name: target for name, *_, target in SERIES} | {"ratio to pyminion": RATIO_TARGET}
    figures = result["figures"]
    assert isinstance(figures, dict)
    for name, figure in figures.items():
        goal = f"   (target {targets[name]:,})" if name in targets else ""
        print(f"{name:40} {figure:>10,}{goal}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
