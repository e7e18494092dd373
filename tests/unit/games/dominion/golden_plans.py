"""Plans of Dominion's golden playthroughs: their kingdoms, and the events each game must contain."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from games.dominion.bots import BOTS
from games.dominion.cards import KINGDOM_CODES, NAMES, SUGGESTED_KINGDOMS
from games.dominion.game import GAME
from games.dominion.state import STOP, YES, Table
from games.game import Choose, Decision
from games.record import Record
from games.runner import play_recorded


class Wanted(NamedTuple):
    """One playthrough.

    Arguments:
        name: of the files. players, kingdom: as in a set-up. shows: events it must contain, see :func:`shown`.
        lay: whether treasures are laid one by one. seeded: whether the record keeps the seed rather than the drawn
            orders, which remain valid if the generator changes.
    """

    name: str
    players: int
    kingdom: tuple[str, ...]
    shows: frozenset[str]
    lay: bool = False
    seeded: bool = False


def _ten(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def _played(kingdom: tuple[str, ...]) -> frozenset[str]:
    return frozenset(f"play {name}" for name in kingdom if name != "gardens")


THRONES = _ten("throne_room feast remodel thief village market moat festival workshop gardens")
ATTACKS = _ten("bureaucrat militia spy thief witch moat village festival laboratory cellar")
WANTED = (
    *(
        Wanted(f"{number:02}-{slug.replace('_', '-')}", 2 + number % 3, kingdom, _played(kingdom), seeded=True)
        for number, (slug, kingdom) in enumerate(SUGGESTED_KINGDOMS.items(), 1)
    ),
    Wanted("06-moat-against-bureaucrat-and-spy", 3, ATTACKS, frozenset({"moat bureaucrat", "moat spy"})),
    Wanted("07-moat-against-militia-and-witch", 4, ATTACKS, frozenset({"moat militia", "moat witch"})),
    Wanted("08-moat-against-thief", 3, ATTACKS, frozenset({"moat thief", "no moat thief"})),
    Wanted("09-throne-room-on-throne-room", 2, THRONES, frozenset({"throne throne_room"})),
    Wanted("10-throne-room-on-feast", 3, THRONES, frozenset({"throne feast"})),
    Wanted("11-throne-room-on-remodel", 2, THRONES, frozenset({"throne remodel"})),
    Wanted("12-throne-room-on-thief", 4, THRONES, frozenset({"throne thief", "thief_gain silver"})),
    Wanted("13-treasures-one-by-one", 2, SUGGESTED_KINGDOMS["first_game"], frozenset({"lay copper"}), lay=True),
)


def shown(decision: Decision, option: int) -> str:
    """Return the event of an answer, kind and word.

    For example ``"play witch"``, ``"throne feast"``, ``"moat spy"``, ``"no moat spy"``.
    """
    table: Table = decision.context
    if decision.kind == "moat":
        return f"{'moat' if option == YES else 'no moat'} {NAMES[table.shown]}"
    kind = "throne" if decision.kind == "throne_room" else decision.kind
    return f"{kind} {GAME.show(decision, option)}"


def curious(seed: str, shows: set[str]) -> Choose:
    """Return a player who plays every Action, buys many cards and otherwise answers at random; records events."""
    random = Random(seed)
    money = BOTS["big-money"](seed)

    def choose(decision: Decision) -> Any:
        options = decision.options
        kingdom = [option for option in options if option in KINGDOM_CODES]
        if decision.kind == "buy":
            option = random.choice(kingdom) if kingdom and random.random() < 0.6 else money(decision)
        elif decision.kind in ("play", "throne_room"):
            option = random.choice([option for option in options if option != STOP])
        elif decision.kind == "lay":
            option = options[1] if random.random() < 0.9 else STOP
        elif decision.kind == "moat":
            option = random.choice((YES, YES, 0))
        else:
            option = random.choice(options)
        shows.add(shown(decision, option))
        return option

    return choose


def dominion_playthroughs() -> Iterator[tuple[str, Record]]:
    """Yield, for each planned playthrough, the game of the first seed that contains all required events."""
    for plan in WANTED:
        names = [f"Seat {seat + 1}" for seat in range(plan.players)]
        setup = GAME.setup(plan.players, {"kingdom": list(plan.kingdom), "lay": plan.lay})
        for number in range(5000):
            shows: set[str] = set()
            seed = f"golden/{plan.name}/{number}"
            choose = curious(seed, shows)
            _, record = play_recorded(GAME, names, setup, seed, choose, with_chance=not plan.seeded)
            if plan.shows <= shows and len(record.choices) < 400:
                break
        else:
            raise AssertionError(f"no game shows {sorted(plan.shows)}")
        yield plan.name, record
