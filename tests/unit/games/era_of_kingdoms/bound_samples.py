"""Sheets of Era of Kingdoms that its bounds are shown on."""

from __future__ import annotations

from typing import Any

from tests.unit.games.bounds import Sheet

CELLS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")


def typed(*seats: Sheet, **table: Any) -> Sheet:
    """Return a sheet still being typed."""
    return {"complete": False, **table, "seats": list(seats)}


def alone(seat: Sheet, shadow: Sheet, **table: Any) -> Sheet:
    """Return a sheet of the game alone, still being typed."""
    return {"complete": False, "difficulty": "normal", **table, "seats": [seat], "shadow": shadow}


def each(name: str, *values: Any, **table: Any) -> Sheet:
    """Return a sheet with one field of each seat."""
    return typed(*[{name: value} for value in values], **table)


def cells(*cards: str, **more: Any) -> Sheet:
    """Return a seat with these top lands."""
    return {"cells": {name: {"card": card} for name, card in zip(CELLS, cards, strict=False)}, **more}


def under(card: str, *, amount: int = 1, name: str = "plagues") -> Sheet:
    """Return a seat with one land and what lies under it."""
    return {"cells": {"N": {"card": card, name: amount}}}


def stack(*cards: str, top: str = "") -> Sheet:
    """Return a seat with one stack, from bottom to top."""
    return {"cells": {"N": {"card": top or cards[-1], "cards_bottom_to_top": list(cards)}}}


def boards(players: int, card: str, number: int, **table: Any) -> Sheet:
    """Return a sheet on which so many copies of a land lie, eight at most on each board."""
    counts = [min(8, max(0, number - 8 * seat)) for seat in range(players)]
    return typed(*[cells(*[card] * count) for count in counts], **table)


ROW = {"points": 9, "riches": 2, "attack": 1, "defence": 1, "food": 1, "wood": 1, "metal": 1, "population": 1}


def placed(name: str, first: int, second: int) -> Sheet:
    """Return two seats equal in all but one number, the first of them in the first place."""
    return typed({**ROW, name: first, "place": 1}, {**ROW, name: second, "place": 2})


def ended(how: str, *turns: int, drawer: int = 1, **table: Any) -> Sheet:
    """Return a sheet that says how the game ended, and each seat's turns."""
    return each("turns", *turns, how=how, drawer=drawer, **table)


def realm(name: str, turns: int) -> Sheet:
    return typed({"realm": name, "turns": turns}, {})


def advanced(players: int, number: int, **table: Any) -> Sheet:
    """Return a sheet with so many victory and other advanced cards, all beside the first board, which has a Castle."""
    kinds = ("food4", "metal4", "wood4", "pop4", "monument")
    names = [kind for kind in kinds for _ in range(2)]
    persons = ["king"] * 2 + ["general"] * 2
    victories = ["victory_F", "victory_W", "victory_M", "victory_P"]
    seats: list[Sheet] = [{"realm": "town_hall"} for _ in range(players)]
    seats[0]["realm"] = "castle"
    taken = number
    seats[0]["victories"], taken = victories[:taken], max(0, taken - 4)
    seats[0]["persons"], taken = persons[: min(3, taken)], max(0, taken - 3)
    seats[0] |= cells(*names[: min(8, taken)])
    taken = max(0, taken - 8)
    seats[-1] |= cells(*names[8:][:taken])
    return typed(*seats, how="deck", drawer=1, **table)


def twelve(last: Sheet) -> Sheet:
    """Return two boards of six cells after two turns each; the last cell is given."""
    first, second = cells(*["houses"] * 6, turns=2), cells(*["forest"] * 5, turns=2)
    second["cells"]["W"] = last
    return typed(first, second)


def shadow_lands(number: int, turns: int, realm_name: str = "town_center") -> Sheet:
    """Return the game alone with so many lands of the shadow realm, no more of each than there are."""
    lands = [name for name in ("mountain", "forest", "houses", "field") for _ in range(7)]
    return alone({"realm": realm_name, "turns": turns}, {"lands": lands[:number], "turns": turns})


def castle_turns(first: int, second: int) -> Sheet:
    """Return four seats, two of them with a Castle, and the turns of the first and of the others."""
    names = ["castle", "castle", "town_hall", "town_hall"]
    numbers = [first, second, second, second]
    seats = [{"realm": name, "turns": number} for name, number in zip(names, numbers, strict=True)]
    return typed(*seats, how="deck", drawer=1)
