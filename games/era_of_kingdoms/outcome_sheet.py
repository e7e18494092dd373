"""Score sheet of a simulated game, as the referee would fill it in: the outcome and its sheet (section 14)."""

from __future__ import annotations

from typing import Any, Final

from ..game import Outcome
from ..tie_breaks import places
from .kingdom import CELLS, REALMS, Kingdom, Shadow, Side
from .pack.fields import RESOURCES
from .scoring import CHAIN, Score, row, score, victory_points
from .state import BY_ROUND_LIMIT, FROM_DECK, FROM_REFILL, NOBODY, Table

SHADOW_WORD = "shadow"
#: The ways in which a game can end.
BY_TIME: Final = "time"
HOWS: Final = (FROM_DECK, FROM_REFILL, BY_ROUND_LIMIT, BY_TIME)


def outcome(table: Table) -> Outcome:
    """Return the places, points and sheet of a finished game.

    In a solo game the place is 1, or 2 if the shadow realm is ahead by the chain (S970-S980).
    """
    is_solo = table.shadow is not None
    scores = [score(side, table.cards, alone=is_solo) for side in table.sides]
    rows = [row(side, each.total) for side, each in zip(table.sides, scores, strict=True)]
    seat_places = tuple(place for place in places(rows, CHAIN) if place is not None)[: table.players]
    return Outcome(
        players=table.players,
        places=seat_places,
        scores=tuple(each.total for each in scores[: table.players]),
        turns=tuple(table.turns[: table.players]),
        end=BY_ROUND_LIMIT if table.drawer == NOBODY else "age_of_enlightenment",
        sheet=sheet(table, scores, seat_places),
    )


def sheet(table: Table, scores: list[Score], placed: tuple[int, ...]) -> dict[str, Any]:
    """Return the complete sheet of a finished game."""
    setup = table.setup
    drawer: int | str | None = None
    if table.drawer != NOBODY:
        drawer = SHADOW_WORD if table.drawer >= table.players else table.drawer + 1
    data: dict[str, Any] = {"pack": setup.pack, "trade": setup.trade, "start": setup.start + 1}
    if setup.difficulty:
        data["difficulty"] = setup.difficulty
    data |= {"drawer": drawer, "how": table.how, "rounds": table.rounds}
    data["seats"] = [_seat(table, seat, scores[seat]) | {"place": placed[seat]} for seat in range(table.players)]
    if table.shadow is not None:
        data["shadow"] = _shadow(table, table.shadow, scores[-1])
    return data


def _side(table: Table, side: Side, turns: int, points: Score) -> dict[str, Any]:
    """Return the entries that a player and the shadow realm have in common."""
    cards = table.cards
    return {
        "victories": [
            {"card": cards[code].id, "vp": victory_points(side.units[cards[code].resource])}
            for code in sorted(side.victories)
        ],
        "immediate": len(side.won),
        "immediate_vp": points.immediate,
        "plague_vp": points.plagues,
        "age_vp": points.age,
        "points": points.total,
        "riches": side.riches,
        "attack": side.attack,
        "defence": side.defence,
        **dict(zip(RESOURCES, side.units, strict=True)),
        "turns": turns,
    }


def _seat(table: Table, seat: int, points: Score) -> dict[str, Any]:
    kingdom: Kingdom = table.kingdoms[seat]
    cards = table.cards
    cells: dict[str, Any] = {}
    for name, stack in zip(CELLS, kingdom.cells, strict=True):
        if stack is not None:
            top = cards[stack.lands[-1]]
            cells[name] = {
                "card": top.id,
                "vp": top.victory_points,
                "plagues": len(stack.plagues),
                "high_yields": stack.yields,
                "cards_bottom_to_top": [cards[code].id for code in stack.lands],
            }
    return {
        "realm": REALMS[kingdom.realm],
        "cells": cells,
        "persons": [_printed(table, code) for code in sorted(kingdom.persons)],
        "plagues": kingdom.plagues,
        "cards_left_the_territory": kingdom.lost,
        **_side(table, kingdom, table.turns[seat], points),
    }


def _printed(table: Table, code: int) -> dict[str, Any]:
    return {"card": table.cards[code].id, "vp": table.cards[code].victory_points}


def _shadow(table: Table, shadow: Shadow, points: Score) -> dict[str, Any]:
    return {
        "lands": [_printed(table, code) for code in sorted(shadow.lands)],
        "persons": [_printed(table, code) for code in sorted(shadow.persons)],
        "plagues": [RESOURCES[table.cards[code].resource] for code in shadow.plagues],
        "high_yields": [RESOURCES[resource] for resource in sorted(shadow.yields)],
        **_side(table, shadow, table.turns[-1], points),
    }
