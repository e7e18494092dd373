"""Building blocks of the validator's cases: small tables, each with one value to change."""

from __future__ import annotations

from typing import Any, NamedTuple

from tests.unit.games.dominion.sheet_samples import (
    PLAIN,
    Deck,
    Sheet,
    bare,
    breakdown_of,
    deck,
    plain_with,
    table,
    with_supply,
)

ERROR, WARNING = "error", "warning"


class Case(NamedTuple):
    """A code, the sheet beyond its bound, the sheet on it, and the finding's content."""

    code: str
    name: str
    beyond: Sheet
    inside: Sheet
    path: str | None = None
    value: Any = None
    bound: Any = None
    severity: str = ERROR


ROW = (20, 20, 3, 30, 4)


def rows(*changed: tuple[int, int, int, int, int], kingdom: list[str] = PLAIN, end: str = "time", **more: Any) -> Sheet:
    """Return four seats with the numbers of ROW, the first of them changed."""
    return bare(kingdom, [*changed, *[ROW] * (4 - len(changed))], end, **more)


def example(count: int, kingdom: list[str] = PLAIN) -> Sheet:
    """Return the example of rule G1: 5 Actions, 4 Golds, coins 27 and 33 points need 18 turns."""
    return bare(kingdom, [(33, count, 4, 27, 5), *[(20, count, 3, 30, 4)] * 3])


def golds(first: int) -> Sheet:
    """Return ten turns each, with Golds beside the starting deck."""
    return bare(PLAIN, [(3, 10, gold, 7 + 3 * gold, 0) for gold in (first, 1, 1, 1)])


def points(*values: int, kingdom: list[str] = PLAIN, end: str = "time") -> Sheet:
    return bare(kingdom, [(value, *ROW[1:]) for value in values], end)


def turns(*values: int, end: str = "time", **more: Any) -> Sheet:
    return bare(PLAIN, [(20, value, 3, 30, 4) for value in values], end) | more


def two_player_sheet(
    cards: Deck, count: int = 20, *, kingdom: list[str] = PLAIN, other: Deck | None = None, **seat: Any
) -> Sheet:
    """Return a sheet of two: the first with ``cards`` after ``count`` turns, ``seat`` overriding its numbers."""
    sheet = table(kingdom, [cards, other or deck()], [count, count], tournament=False)
    sheet["seats"][0].update(seat)
    return sheet


def counted(sheet: Sheet) -> Sheet:
    """Return the same sheet with breakdowns instead of decks."""
    for seat in sheet["seats"]:
        seat["breakdown"] = breakdown_of(seat.pop("deck"))
    return sheet


def piles(*emptied: str, end: str = "piles", by: Deck | None = None, **more: Any) -> Sheet:
    """Return four decks that share the ten copies of each card in ``emptied``; the last player ends the game."""
    first = 3 if by is None else 4
    decks = [deck(**dict.fromkeys(emptied, count)) for count in (first, 3, 3)]
    decks.append(deck(**dict.fromkeys(emptied, 1)) if by is None else by)
    return table(PLAIN, decks, [15] * 4, end, **more)


def provinces(last: int, *, gone: int = 12, end: str = "provinces", kingdom: list[str] = PLAIN, **more: Any) -> Sheet:
    rest = gone - last
    decks = [deck(province=rest - 2 * (rest // 3), silver=3), *[deck(province=rest // 3, silver=3)] * 2]
    return table(kingdom, [*decks, deck(province=last, silver=3)], [20] * 4, end, **more)


def placed(*places: int | None, lots: tuple[int | None, ...] = (None,) * 4, equal: bool = False) -> Sheet:
    """Return four players, first to last by points, or all equal."""
    sheet = bare(PLAIN, [(20 - (0 if equal else seat), *ROW[1:]) for seat in range(4)])
    for seat, place, lot in zip(sheet["seats"], places, lots, strict=True):
        seat.update({"place": place, "lot": lot})
    return sheet


def changed(sheet: Sheet, **fields: Any) -> Sheet:
    return {**sheet, **fields}


def supplied(**pile: int) -> Sheet:
    sheet = with_supply(table(PLAIN, [deck(gold=2), deck(silver=1)], [20, 20]))
    sheet["supply"].update(pile)
    return sheet


ANY = plain_with("chapel")
WITCH = plain_with("witch")
FULL = [(20, 20, 3, 30, 25)] * 3
