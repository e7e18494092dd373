"""Sheets of Megalomania that its bounds are shown on."""

from __future__ import annotations

from typing import Any

from tests.unit.games.bounds import Sheet
from tests.unit.games.megalomania.sheet_samples import blank, picks, row, typed

TAKEN = picks("C4 C4 C4 C4")
NONE_TAKEN = picks("C2 C2 C2 C2")
PAD = ["black", "red", "yellow", "blue", "yellow", "red", "blue", "black", "red", "yellow", "black", "blue"]


def after(*rows: Sheet) -> Sheet:
    """Return the rounds after one in which every player takes a scroll."""
    return typed(picks(" ".join(["C4"] * len(rows[0]["players"]))), *rows)


def coloured(*colours: str, **more: Any) -> Sheet:
    """Return rounds with these dominant colours."""
    return typed(*[blank(dominant=colour) for colour in colours], **more)


def feet(*held: int, first: Sheet | None = None, **table: Any) -> Sheet:
    """Return the foot alone, with the scrolls held; ``first`` are more fields of the first seat."""
    seats: list[Sheet] = [{"held": count} for count in held]
    seats[0] |= first or {}
    return typed(seats=seats, **table)


def foot(**first: int) -> Sheet:
    """Return the foot of two players, the first with these numbers."""
    return typed(seats=[first, {}])


def ended(first: Sheet, *held: int, seventeen: int = 0) -> Sheet:
    """Return twelve rounds of choices, the first as given, and the scrolls held at the end."""
    seats: list[Sheet] = [{"held": count} for count in held]
    seats[0]["scroll_17"] = seventeen
    return typed(first, *[NONE_TAKEN] * 11, seats=seats)


def played(choices: Sheet, *numbers: int, before: tuple[Sheet, ...] = (TAKEN,), **more: Any) -> Sheet:
    """Return rounds of choices and one in which the first seat plays these scrolls."""
    return typed(*before, {**choices, "scroll": {"seat": 1, "numbers": list(numbers)}, **more})


def evidence(mission: int, tricks: list[int], name: str, *values: Any) -> Sheet:
    return typed(row(mission, tricks, evidence={name: list(values)}))


def colours(*counts: int) -> Sheet:
    return dict(zip(("black", "red", "yellow", "blue"), counts, strict=True))


def ranks(first: Sheet, second: Sheet, *places: int) -> Sheet:
    """Return the foot of two players and their ranks."""
    return typed(seats=[{**first, "rank": places[0]}, {**second, "rank": places[1]}])


EVEN = {"points": 9, "lost": 4, "held": 0}
