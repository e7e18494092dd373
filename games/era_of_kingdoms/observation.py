"""A seat's view of a table of Era of Kingdoms, as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..game import Decision
from .kingdom import CELLS, REALMS, Kingdom, Shadow, Side, Stack
from .pack.fields import DECKS, RESOURCES
from .pack.loading import NONE
from .state import Table


def observe(decision: Decision, seat: int) -> dict[str, Any]:
    """Return what a seat sees while a question is open.

    Open to all are the kingdoms, the shadow realm, the trade board, riches, the sizes of decks and discard piles and
    the number of cards in every hand. A seat also knows its own hand; who decides knows the cards of the question.
    """
    table: Table = decision.context.seen_by(seat)
    view: dict[str, Any] = {
        "turn": {"side": table.active, "number": table.turns[table.active], "actions": table.actions},
        "decks": dict(zip(DECKS, map(len, table.decks), strict=True)),
        "discards": dict(zip(DECKS, map(len, table.discards), strict=True)),
        "board": [_ids(table, row) for row in table.board],
        "seats": [_kingdom(table, kingdom) for kingdom in table.kingdoms],
    }
    if table.shadow is not None:
        view["shadow"] = _shadow(table, table.shadow)
    return view | own(decision, seat)


def own(decision: Decision, seat: int) -> dict[str, Any]:
    """Return what a seat alone sees: its hand, and the cards of its question."""
    table: Table = decision.context
    view: dict[str, Any] = {"hand": _ids(table, sorted(table.kingdoms[seat].hand))}
    if seat == decision.player:
        view |= {"aside": _ids(table, table.aside), "left": table.left}
        view["shown"] = None if table.shown == NONE else table.cards[table.shown].id
    return view


def _side(table: Table, side: Side) -> dict[str, Any]:
    return {
        "units": dict(zip(RESOURCES, side.units, strict=True)),
        "attack": side.attack,
        "defence": side.defence,
        "riches": side.riches,
        "victories": _ids(table, side.victories),
        "won": _ids(table, side.won),
        "age": side.age,
    }


def _kingdom(table: Table, kingdom: Kingdom) -> dict[str, Any]:
    cells = {name: _stack(table, stack) for name, stack in zip(CELLS, kingdom.cells, strict=True) if stack is not None}
    return _side(table, kingdom) | {
        "realm": REALMS[kingdom.realm],
        "cells": cells,
        "persons": _ids(table, kingdom.persons),
        "hand": len(kingdom.hand),
    }


def _stack(table: Table, stack: Stack) -> dict[str, Any]:
    return {"lands": _ids(table, stack.lands), "yields": stack.yields, "plagues": _ids(table, stack.plagues)}


def _shadow(table: Table, shadow: Shadow) -> dict[str, Any]:
    return _side(table, shadow) | {
        "lands": _ids(table, shadow.lands),
        "persons": _ids(table, shadow.persons),
        "beside": _ids(table, shadow.beside),
        "plagues": _ids(table, shadow.plagues),
        "yields": [RESOURCES[resource] for resource in shadow.yields],
        "tactics": shadow.tactics,
    }


def _ids(table: Table, cards: Sequence[int]) -> list[str]:
    return [table.cards[card].id for card in cards]
