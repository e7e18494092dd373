"""Plans of the golden playthroughs of Era of Kingdoms: their set-ups, and the events each game must contain."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from games.era_of_kingdoms.builder import Builder
from games.era_of_kingdoms.game import GAME
from games.era_of_kingdoms.moves import CURING, REFRESH, REMOVE, RICHES, WILD
from games.era_of_kingdoms.state import YES, Table
from games.era_of_kingdoms.weights import MEDIUM
from games.game import Choose, Decision
from games.record import Record
from games.runner import play_recorded


class Wanted(NamedTuple):
    """One playthrough.

    Arguments:
        name: of the files. players, options: as in a set-up. shows: events it must contain, see :func:`shown`.
        seeded: whether the record keeps the seed rather than the drawn orders, which remain valid if the generator
        changes.
    """

    name: str
    players: int
    options: dict[str, Any]
    shows: frozenset[str]
    seeded: bool = False


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split(", "))


WANTED = (
    Wanted(
        "01-base-cards",
        2,
        {},
        _words(
            "play survival_tactics, play steal, play high_yield, play religious_sacrifice, play crude_attack, "
            "play forgotten_knowledge, play walls, play storehouse, play market, wild, upgrade castle"
        ),
        seeded=True,
    ),
    Wanted(
        "02-medium-and-advanced-cards",
        4,
        {"start": 3},
        _words(
            "play swindler, play lost_artifact, play oracle, play attack, play great_attack, play knight, "
            "play scholar, play lord, play general, prevented swindler, riches"
        ),
    ),
    Wanted(
        "03-plagues",
        3,
        {},
        _words("play plague_F, play plague_W, play plague_M, play plague_P, cure, prevented steal, play trader"),
    ),
    Wanted(
        "04-trade-expansion",
        3,
        {"trade": True},
        _words("play trade_expedition, play trading_post, refresh, draft, source board, take, end refill"),
        seeded=True,
    ),
    Wanted(
        "05-alone-against-the-shadow-realm",
        1,
        {"difficulty": "champion"},
        _words("shadow_sacrifice, swindle_shadow, plague_own, end shadow, play steal"),
    ),
    Wanted("06-alone-with-trade", 1, {"trade": True}, _words("shadow_yield, give_up, draft, end deck"), seeded=True),
    Wanted(
        "07-victory-and-play-immediately-cards",
        4,
        {},
        _words("play victory_F, play victory_W, play victory_M, play victory_P, play monument, won 8"),
    ),
)
#: Cards resolved automatically whenever they are drawn; recorded as "won".
IMMEDIATE = frozenset(f"won {kind}_{resource}" for kind in ("help", "festival") for resource in "FWMP")


def shown(decision: Decision, option: Any) -> set[str]:
    """Return the events of an answer at a table: ``"play oracle"``, ``"won help_F"``, ``"prevented steal"``."""
    table: Table = decision.context
    cards, kind = table.cards, decision.kind
    events = {kind} if kind not in ("act", "tactics") else set()
    won = [cards[code].id for side in table.sides for code in side.won]
    events.update(f"won {name}" for name in won)
    events.add(f"won {len(won)}")
    if kind == "act" and isinstance(option, int):
        events.add(f"play {cards[option].id}")
    elif kind == "act":
        named = {REFRESH: "refresh", RICHES: "riches", WILD: "wild"}
        events.add("draft" if option.act == "draft" else named.get(option, "move"))
    elif kind == "remove" and not isinstance(option, int) and table.dismissed == CURING - 1:
        if table.kingdoms[decision.player].plagues:
            events.add("cure")
    elif kind == "tactics" and option == YES:
        events.add(f"prevented {cards[table.shown].id}")
    elif kind == "source" and option.act == "draft":
        events.add("source board")
    elif kind == "upgrade" and option == YES:
        events.add("upgrade castle" if table.kingdoms[decision.player].realm else "upgrade town_hall")
    if table.how:
        events.add(f"end {'shadow' if table.drawer >= table.players else table.how}")
    return events


def cures(decision: Decision) -> bool:
    """Return whether removing persons would cure plagues."""
    table: Table = decision.context
    kingdom = table.kingdoms[decision.player]
    return kingdom.plagues > 0 and table.dismissed + len(kingdom.persons) >= CURING


def curious(seed: str, shows: set[str]) -> Choose:
    """Return a builder bot that favours events and free moves; records events."""
    random = Random(seed)

    def choose(decision: Decision) -> Any:
        options = decision.options
        option = Builder(MEDIUM)(decision)
        if decision.kind == "act":
            cards = decision.context.cards
            tried = [
                each
                for each in options
                if each in (RICHES, WILD, REFRESH)
                or (each == REMOVE and cures(decision))
                or (isinstance(each, int) and (cards[each].type in ("event", "victory") or cards[each].wild))
            ]
            if tried and random.random() < 0.6:
                option = random.choice(tried)
        elif decision.kind == "source" and random.random() < 0.5:
            option = random.choice(options)
        shows.update(shown(decision, option))
        return option

    return choose


def era_playthroughs() -> Iterator[tuple[str, Record]]:
    """Yield, for each planned playthrough, the game of the first seed that contains all required events."""
    for plan in WANTED:
        names = [f"Seat {seat + 1}" for seat in range(plan.players)]
        setup = GAME.setup(plan.players, plan.options)
        for number in range(3000):
            shows: set[str] = set()
            seed = f"golden/{plan.name}/{number}"
            choose = curious(seed, shows)
            _, record = play_recorded(GAME, names, setup, seed, choose, with_chance=not plan.seeded)
            if plan.shows <= shows and len(record.choices) < 200 * plan.players + 150:
                break
        else:
            raise AssertionError(f"no game shows {sorted(plan.shows)}")
        yield plan.name, record
