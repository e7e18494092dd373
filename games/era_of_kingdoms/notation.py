"""Notation of options in a record: code names of cards, cells, seats, resources (section 16)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ..game import Decision
from ..options import Option
from .kingdom import CELLS, REALMS
from .outcome_sheet import SHADOW_WORD
from .pack.fields import DECKS, RESOURCES
from .state import DRAW, STOP, YES, Table

STOP_WORD: Final = "stop"
_CELL_KINDS: Final = frozenset(("cell", "high_yield", "sacrifice", "swindle", "plague_own"))
_DECK_KINDS: Final = frozenset(("oracle_deck", "expedition"))
_YES_NO: Final = frozenset(("tactics", "upgrade"))
_SEAT_AND_CELL: Final = frozenset(("swindle_for", "plague"))


def show(decision: Decision, option: Any) -> Any:
    """Return the notation of an option."""
    table: Table = decision.context
    kind = decision.kind
    if kind == "act":
        return _act(table, option)
    if kind in _CELL_KINDS:
        return CELLS[option]
    if kind in _DECK_KINDS:
        return DECKS[option]
    if kind in _YES_NO:
        return "yes" if option == YES else "no"
    if kind in _SEAT_AND_CELL:
        return [str(option.where + 1), CELLS[option.what]]
    if kind in _SPECIAL:
        return _SPECIAL[kind](table, option)
    return STOP_WORD if option == STOP else table.cards[option].id


def read(decision: Decision, value: Any) -> Any:
    """Return the option that a recorded value denotes; any other value unchanged, a number as its text."""
    if not isinstance(value, str | list):
        return repr(value)
    for option in decision.options:
        if show(decision, option) == value:
            return option
    return value


def _act(table: Table, option: int | Option) -> Any:
    if isinstance(option, int):
        return table.cards[option].id
    return [option.act, table.cards[option.what].id] if option.act == "draft" else option.act


def _source(table: Table, option: Option) -> str:
    return "deck" if option == DRAW else table.cards[option.what].id


def _steal(table: Table, option: Option) -> list[str]:
    return [str(option.where + 1), option.act]


def _cell_or_person(table: Table, option: int | Option) -> str:
    return CELLS[option] if isinstance(option, int) else table.cards[option.what].id


def _riches(table: Table, option: Option) -> list[str]:
    return [SHADOW_WORD if option.where >= table.players else str(option.where + 1), RESOURCES[option.what]]


def _wild(table: Table, option: Option) -> list[str]:
    persons = table.kingdoms[table.active].persons
    where = CELLS[option.where] if option.act == "cell_gives" else table.cards[persons[option.where]].id
    return [where, RESOURCES[option.what]]


def _resource(table: Table, option: int) -> str:
    return RESOURCES[option]


_SPECIAL: Final[dict[str, Callable[[Table, Any], Any]]] = {
    "source": _source,
    "steal": _steal,
    "remove": _cell_or_person,
    "give_up": _cell_or_person,
    "riches": _riches,
    "wild": _wild,
    "shadow_yield": _resource,
}


def describe(decision: Decision) -> str:
    """Describe turn, realm, hand, units, actions left, and the subject of the question."""
    table: Table = decision.context
    kingdom = table.kingdoms[decision.player]
    units = " ".join(f"{name[0].upper()}{count}" for name, count in zip(RESOURCES, kingdom.units, strict=True))
    parts = [f"turn {table.turns[table.active]} of seat {table.active + 1}", REALMS[kingdom.realm]]
    parts.append(f"hand {in_words(table, kingdom.hand)}")
    parts.append(f"{units} attack {kingdom.attack} defence {kingdom.defence} riches {kingdom.riches}")
    if decision.kind == "act":
        parts.append(f"{table.actions} actions")
    if table.shown >= 0:
        parts.append(f"about {table.cards[table.shown].id}")
    if table.left:
        parts.append(f"{table.left} more")
    return "; ".join(parts)


def in_words(table: Table, cards: list[int]) -> str:
    """Format cards as ``"2 field, walls"``; ``"-"`` if there are none."""
    counts = [(code, cards.count(code)) for code in sorted(set(cards))]
    named = [f"{count} {table.cards[code].id}" if count > 1 else table.cards[code].id for code, count in counts]
    return ", ".join(named) or "-"
