"""Measure the strongest bot of each game against yardsticks: the table of docs/bots.md.

usage: python -m bench.strengths [--game dominion] [--games 400] [--kingdoms 20]

A shared first place counts in part. The interval is Wilson's, at 95 %. The kingdoms are drawn by the championship's
rule from seeds that the evolution of the menus (``bench/menus.py``) did not use; every seat is taken in turn. Seconds a
decision are processor time of the strong bot alone, in the build that runs.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from math import sqrt
from time import process_time
from typing import Any

from games import registry
from games.chance import carry_chance
from games.decision import Choose, Decision, seated
from games.dominion.cards import GOLD, SILVER, SMITHY, WITCH
from games.dominion.game import drawn_kingdom
from games.dominion.menus import ANY_NUMBER, Menu, MenuBot

SMITHY_OPENING = MenuBot(Menu([(GOLD, ANY_NUMBER, 0), (SMITHY, 2, 0), (SILVER, ANY_NUMBER, 0)], 8, 4, 5, 2))
DOUBLE_WITCH = MenuBot(Menu([(WITCH, 2, 0), (GOLD, ANY_NUMBER, 0), (SILVER, ANY_NUMBER, 0)], 8, 4, 5, 2))
#: The strongest policy before there were menus: that of the first card which the kingdom has, else engine-builder.
STRONG_BEFORE = (
    ("witch", "attack"),
    ("militia", "attack"),
    ("smithy", "big-money+smithy"),
    ("council_room", "big-money+council_room"),
    ("library", "big-money+library"),
    ("remodel", "big-money+remodel"),
    ("laboratory", "big-money+laboratory"),
    ("market", "big-money+market"),
)


class Timed:
    """A bot whose decisions are counted and timed."""

    def __init__(self, choose: Choose) -> None:
        self.choose, self.seconds, self.decisions = choose, 0.0, 0

    def __call__(self, decision: Decision) -> Any:
        began = process_time()
        answer = self.choose(decision)
        self.seconds += process_time() - began
        self.decisions += 1
        return answer


def interval(won: float, games: int) -> tuple[float, float]:
    """Return Wilson's interval at 95 % of a share."""
    z = 1.96
    middle = (won + z * z / (2 * games)) / (1 + z * z / games)
    half = z * sqrt(won * (1 - won) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return middle - half, middle + half


def match(
    game: str, strong: str, rival: Callable[[int], Choose], players: int, games: int, options: Callable[[int], Any]
) -> str:
    """Return the row of one match: victories of one strong bot among rivals in all other seats."""
    plugin, won, seconds, decisions = registry.get(game), 0.0, 0.0, 0
    for number in range(games):
        seat = number % players
        seed = f"strength/{number // players}"
        timed = Timed(plugin.bot(strong)(f"{seed}/{seat}"))
        bots = [timed if each == seat else rival(number) for each in range(players)]
        setup = plugin.setup(players, options(number // players), seed)
        outcome = plugin.play(setup, carry_chance(seed), seated(bots))
        won += (outcome.places[seat] == 1) / max(1, outcome.places.count(1))
        seconds, decisions = seconds + timed.seconds, decisions + timed.decisions
    share = won / games
    low, high = interval(share, games)
    return f"{share:.1%} | {low:.1%} to {high:.1%} | {games} | {seconds / decisions * 1000:.2f} ms"


def kingdoms(needed: str, number: int) -> list[tuple[str, ...]]:
    """Return kingdoms of the championship's draw that have a card; any without a card."""
    drawn = (drawn_kingdom(f"strengths/{place}", moat_rule=True) for place in range(1000))
    return [kingdom for kingdom in drawn if not needed or needed in kingdom][:number]


def dominion(games: int, number: int) -> None:
    """Print the rows of Dominion, two players."""
    plugin = registry.get("dominion")

    def named(name: str) -> Choose:
        return plugin.bot(name)("")

    rows: tuple[tuple[str, str, Callable[[tuple[str, ...]], Choose]], ...] = (
        ("BigMoneyUltimate, kingdoms with a Smithy", "smithy", lambda _kingdom: named("big-money-ultimate")),
        ("Smithy opening, kingdoms with a Smithy", "smithy", lambda _kingdom: SMITHY_OPENING),
        ("Double Witch opening, kingdoms with a Witch", "witch", lambda _kingdom: DOUBLE_WITCH),
        ("the strongest bot before, any kingdom", "", lambda kingdom: named(before(kingdom))),
    )
    for words, needed, rival in rows:
        drawn = kingdoms(needed, number)

        def options(pair: int, drawn: Sequence[tuple[str, ...]] = drawn) -> dict[str, Any]:
            return {"kingdom": list(drawn[pair % len(drawn)]), "turn_limit": 160}

        def rival_of(
            game: int, drawn: Sequence[tuple[str, ...]] = drawn, rival: Callable[[tuple[str, ...]], Choose] = rival
        ) -> Choose:
            return rival(drawn[game // 2 % len(drawn)])

        print(f"| Dominion | {words} | {match('dominion', 'strong', rival_of, 2, games, options)} |", flush=True)


def before(kingdom: Sequence[str]) -> str:
    """Return the policy that was the strongest one for a kingdom before there were menus."""
    return next((policy for card, policy in STRONG_BEFORE if card in kingdom), "engine-builder")


def megalomania(games: int, _kingdoms: int) -> None:
    """Print the rows of Megalomania."""
    plugin = registry.get("megalomania")
    for players in (4, 3, 2):
        for rival in ("random", "mission"):
            row = match(
                "megalomania", "search", lambda number, rival=rival: plugin.bot(rival)(f"r/{number}"), players, games,
                lambda _pair: {},
            )  # fmt: skip
            print(f"| Megalomania | {players} players, against {rival} | {row} |", flush=True)


def era_of_kingdoms(games: int, _kingdoms: int) -> None:
    """Print the rows of Era of Kingdoms."""
    plugin = registry.get("era_of_kingdoms")
    for players in (1, 2, 3, 4):
        words = "alone, normal" if players == 1 else f"{players} players, against builder"
        row = match(
            "era_of_kingdoms", "strong", lambda _number: plugin.bot("builder")(""), players, games, lambda _pair: {}
        )
        print(f"| Era of Kingdoms | {words} | {row} |", flush=True)


def main() -> None:
    """Print the table."""
    measured = {"dominion": dominion, "megalomania": megalomania, "era_of_kingdoms": era_of_kingdoms}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=list(measured), action="append")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--kingdoms", type=int, default=20)
    args = parser.parse_args()
    print("| game | the strong bot against | wins | 95 % | games | a decision |\n|---|---|---|---|---|---|")
    for name in args.game or measured:
        measured[name](args.games, args.kingdoms)


if __name__ == "__main__":
    main()
