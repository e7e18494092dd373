"""Evolve the buy menus of the strong Dominion bot and rank them: writes games/dominion/menus.json.

usage: python -m bench.menus [--first 0] [--kingdoms 60] [--rounds 300] [--games 200] [--seed menus] [--rank]

It begins with simple menus of one and two cards. For each of a number of kingdoms of the championship's draw a hill
climb starts at the best menu known so far that the kingdom allows: change a line at random, keep the change if it wins
more games against the menu before and against the yardsticks. The menus found are added to the file. ``--rank`` rates
all menus of the file against a panel and stores them in order, the strongest first, without those never chosen.
Compile first (``script/compile``): it is twenty times as fast.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

from games.chance import CarryChance, seed_key
from games.dominion import cards as c
from games.dominion import turn
from games.dominion.bots import bot
from games.dominion.game import GAME, drawn_kingdom
from games.dominion.menus import ANY_NUMBER, Menu, MenuBot, MoneyUltimate
from games.dominion.policy import Policy
from games.dominion.state import Table

FILE = Path(__file__).resolve().parents[1] / "games" / "dominion" / "menus.json"
#: Turns of the table after which a game that goes nowhere ends.
TURN_LIMIT = 160
Line = tuple[str, int, int]


@dataclass(frozen=True)
class Draft:
    """A menu that is being evolved; see :class:`games.dominion.menus.Menu`."""

    lines: tuple[Line, ...]
    money: int = 16
    duchy_first: int = 4
    duchy_then: int = 6
    estate_first: int = 2

    @property
    def needs(self) -> tuple[str, ...]:
        """The kingdom cards on the menu."""
        return tuple(sorted({name for name, _most, _every in self.lines} & set(c.KINGDOM)))

    def data(self) -> dict[str, Any]:
        """Return the row of the file."""
        return {
            "needs": list(self.needs),
            "lines": [list(line) for line in self.lines],
            "money": self.money,
            "duchy_first": self.duchy_first,
            "duchy_then": self.duchy_then,
            "estate_first": self.estate_first,
        }

    def policy(self) -> MenuBot:
        """Return the bot that plays it."""
        return MenuBot(Menu.from_data(self.data()))


MONEY = Draft((("gold", ANY_NUMBER, 0), ("silver", ANY_NUMBER, 0)))


def won(ours: Policy, theirs: Policy, kingdom: Sequence[str], games: int, seed: str) -> float:
    """Return the share of games that the first policy wins, sitting first in half of them."""
    setup = GAME.setup(2, {"kingdom": list(kingdom), "turn_limit": TURN_LIMIT})
    key, half, wins = seed_key(seed), games // 2, 0.0
    for number in range(2 * half):
        seats = [ours, theirs] if number < half else [theirs, ours]
        table = Table(setup, CarryChance(key, number), seats)
        turn.play_out(table)
        places = [line.place for line in turn.lines_of(table)]
        if places[seats.index(ours)] == 1:
            wins += 1 / places.count(1)
    return wins / (2 * half)


def changed(draft: Draft, kingdom: Sequence[str], random: Random) -> Draft:
    """Return a draft with one change at random."""
    lines = list(draft.lines)
    place = random.randrange(len(lines))
    name, most, every = lines[place]
    kind = random.randrange(8)
    if kind <= 1:
        card = random.choice([*kingdom, "silver", "gold", "duchy", "estate", "copper"])
        lines.insert(
            random.randrange(len(lines) + 1), (card, random.choice((1, 1, 2, 2, 3, 10)), random.choice((0, 0, 8)))
        )
    elif kind == 2 and len(lines) > 2:
        del lines[place]
    elif kind == 3:
        lines.insert(random.randrange(len(lines)), lines.pop(place))
    elif kind == 4:
        lines[place] = (name, max(1, random.choice((most + 1, most - 1, ANY_NUMBER, 1, 2))), every)
    elif kind == 5:
        lines[place] = (name, most, random.choice((0, 4, 6, 8, 10, 12, 15)))
    elif kind == 6:
        return replace(draft, money=max(7, draft.money + random.choice((-4, -2, -1, 1, 2, 4))))
    else:
        field = random.choice(("duchy_first", "duchy_then", "estate_first"))
        return replace(draft, **{field: max(0, getattr(draft, field) + random.choice((-1, 1)))})
    return replace(draft, lines=tuple(lines))


def yardsticks(kingdom: Sequence[str]) -> list[Policy]:
    """Return the fixed opponents that a kingdom allows."""
    named = ["engine-builder", "attack", *(f"big-money+{name}" for name in kingdom)]
    made: list[Policy] = [bot(name)("") for name in named]  # type: ignore[misc]
    return [*made, MoneyUltimate()]


def climbed(start: Draft, kingdom: Sequence[str], args: argparse.Namespace, seed: str) -> Draft:
    """Return the end of a hill climb of one kingdom."""
    random = Random(seed)
    hardest = sorted(
        yardsticks(kingdom), key=lambda each: won(start.policy(), each, kingdom, args.games, f"{seed}/yardstick")
    )[:2]
    best = start
    rivals = [best.policy(), *hardest]
    scores = [0.5, *(won(best.policy(), each, kingdom, 4 * args.games, f"{seed}/hardest") for each in hardest)]
    for number in range(args.rounds):
        draft = changed(best, kingdom, random)
        if len(draft.needs) > 5:
            continue
        policy = draft.policy()
        shorter = 0.01 * (len(best.lines) - len(draft.lines))
        trial = won(policy, rivals[0], kingdom, args.games, f"{seed}/{number}")
        if trial + shorter < 0.5:
            continue
        again = [won(policy, each, kingdom, 3 * args.games, f"{seed}/{number}/again") for each in rivals]
        if sum(again) + 3 * shorter > sum(scores) + 0.015:
            best = draft
            rivals[0] = policy
            scores = [0.5, *again[1:]]
    return best


#: Menus that all others are rated against: without and with a Witch on the other side.
PANELS = {
    False: (
        MONEY,
        Draft((("gold", ANY_NUMBER, 0), ("smithy", 2, 8), ("silver", ANY_NUMBER, 0))),
        Draft((("gold", ANY_NUMBER, 0), ("council_room", 1, 0), ("silver", ANY_NUMBER, 0))),
        Draft((("gold", ANY_NUMBER, 0), ("laboratory", 3, 0), ("militia", 2, 0), ("silver", ANY_NUMBER, 0)), 14),
        Draft((("gold", ANY_NUMBER, 0), ("library", 1, 0), ("militia", 1, 0), ("silver", ANY_NUMBER, 0))),
    ),
    True: (
        Draft((("witch", 2, 8), ("gold", ANY_NUMBER, 0), ("silver", ANY_NUMBER, 0)), 18),
        Draft((("witch", 2, 8), ("gold", ANY_NUMBER, 0), ("laboratory", 2, 6), ("silver", ANY_NUMBER, 0)), 20),
    ),
}


def begun() -> list[Draft]:
    """Return simple menus of one and two cards, to begin with."""
    names = [name for name in c.KINGDOM if name != "gardens"]
    found = [MONEY]
    for one, first in enumerate(names):
        found += [simple((first, most, every)) for most, every in ((1, 0), (2, 8), (10, 8))]
        for second in names[:one]:
            found += [simple((first, 2, 8), (second, 1, 8)), simple((second, 2, 8), (first, 1, 8))]
    for helper in ("workshop", "woodcutter", "militia", "witch", "bureaucrat"):
        rush = (("gardens", 12, 0), (helper, 6, 0), ("silver", 3, 0), ("estate", 12, 0), ("copper", ANY_NUMBER, 0))
        found += [Draft(rush, 99, 12, 12, 12), Draft((rush[1], rush[0], *rush[2:]), 99, 8, 8, 8)]
    return found


def simple(*extra: Line) -> Draft:
    """Return Big Money with some cards: attacks that hand out Curses before Gold, the others after it."""
    before = tuple(line for line in extra if line[0] == "witch")
    after = tuple(line for line in extra if line[0] != "witch")
    return Draft((*before, ("gold", ANY_NUMBER, 0), *after, ("silver", ANY_NUMBER, 0)), 17)


def rated(draft: Draft, games: int) -> float:
    """Return the share of games that a menu wins against its panel, one more with a Witch: those come first."""
    with_witch = "witch" in draft.needs
    total = 0.0
    for rival in PANELS[with_witch]:
        cards = sorted({*draft.needs, *rival.needs})
        cards += [name for name in c.KINGDOM if name not in (*cards, *c.ATTACKS, "moat")][: 10 - len(cards)]
        total += won(draft.policy(), rival.policy(), cards[:10], games, "rate")
    return total / len(PANELS[with_witch]) + with_witch


def ranked(drafts: Sequence[Draft], games: int) -> list[tuple[Draft, float]]:
    """Rate menus, the strongest first."""
    return sorted(((draft, rated(draft, games)) for draft in drafts), key=lambda rate: -rate[1])


def pruned(rates: Sequence[tuple[Draft, float]]) -> list[tuple[Draft, float]]:
    """Leave out the menus that need more than a stronger one, which is always chosen instead."""
    kept: list[tuple[Draft, float]] = []
    for draft, rate in rates:
        if not any(set(other.needs) <= set(draft.needs) for other, _rate in kept):
            kept.append((draft, rate))
    return kept


def read(data: dict[str, Any]) -> Draft:
    """Return the draft of a row of the file."""
    lines = tuple((str(name), int(most), int(every)) for name, most, every in data["lines"])
    return Draft(lines, data["money"], data["duchy_first"], data["duchy_then"], data["estate_first"])


def stored() -> list[Draft]:
    """Return the menus of the file, or those to begin with."""
    if not FILE.exists():
        return [draft for draft, _rate in pruned(ranked(begun(), 200))]
    return [read(row) for row in json.loads(FILE.read_text(encoding="utf-8"))["menus"]]


def store(rows: Sequence[dict[str, Any]]) -> None:
    """Write the file, a menu a line."""
    text = ",\n  ".join(json.dumps(row) for row in rows)
    FILE.write_text(f'{{"menus": [\n  {text}\n]}}\n', encoding="utf-8")


def main() -> None:
    """Evolve and store, or rank."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--kingdoms", type=int, default=60)
    parser.add_argument("--rounds", type=int, default=300)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", default="menus")
    parser.add_argument("--rank", action="store_true")
    args = parser.parse_args()
    found = stored()
    if args.rank:
        store([draft.data() | {"rate": round(rate, 3)} for draft, rate in pruned(ranked(found, args.games))])
        return
    for number in range(args.first, args.first + args.kingdoms):
        began, seed = process_time(), f"{args.seed}/{number}"
        kingdom = drawn_kingdom(seed, moat_rule=True)
        usable = [draft for draft in found if set(draft.needs) <= set(kingdom)]
        tried = yardsticks(kingdom)
        start = max(usable, key=lambda each: sum(won(each.policy(), other, kingdom, 60, seed) for other in tried))
        best = climbed(start, kingdom, args, seed)
        if best is not start:
            found.append(best)
        gain = won(best.policy(), start.policy(), kingdom, 1000, f"{seed}/gain")
        print(f"{number:3} {process_time() - began:5.1f} s  {gain:.0%} against its start  {best.data()}", flush=True)
        store([draft.data() for draft in found])


if __name__ == "__main__":
    main()
