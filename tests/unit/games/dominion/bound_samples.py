"""Sheets of Dominion that its bounds are shown on."""

from __future__ import annotations

from typing import Any

from tests.unit.games.bounds import Sheet
from tests.unit.games.dominion.sheet_samples import (
    PLAIN,
    Deck,
    bare,
    breakdown_of,
    deck,
    plain_with,
    table,
    with_supply,
)

Row = tuple[int, int, int, int, int]
WITCH = plain_with("witch")
MINE = plain_with("mine")
#: Ten cards without an attack, with which nothing leaves a deck.
QUIET = [*PLAIN[:7], "adventurer", "woodcutter", "market"]
START: Row = (3, 20, 0, 7, 0)


def two(cards: Deck, turns: int = 20, *, kingdom: list[str] = PLAIN, other: Deck | None = None, **more: Any) -> Sheet:
    """Return two decks after as many turns each, when the time was over."""
    return table(kingdom, [cards, other or deck()], [turns, turns], tournament=False, **more)


def one(*row: int, kingdom: list[str] = PLAIN, end: str = "time", **more: Any) -> Sheet:
    """Return two players' numbers: points, turns, Golds, coins, Actions of the first; the other has bought nothing."""
    first: Row = (row[0], row[1], row[2], row[3], row[4])
    return bare(kingdom, [first, (3, row[1], 0, 7, 0)], end, tournament=False, **more)


def several(*rows: Row, kingdom: list[str] = PLAIN, end: str = "time", **more: Any) -> Sheet:
    return bare(kingdom, list(rows), end, tournament=False, **more)


def turns(*counts: int, end: str = "time", **more: Any) -> Sheet:
    return several(*[(20, count, 3, 30, 4) for count in counts], end=end, **more)


def counted(sheet: Sheet) -> Sheet:
    """Return the same table with breakdowns, where the Actions are only counted."""
    for seat in sheet["seats"]:
        seat["breakdown"] = breakdown_of(seat.pop("deck"))
    return sheet


def entry(sheet: Sheet, **fields: Any) -> Sheet:
    """Return a sheet whose first seat has other fields."""
    sheet["seats"][0].update(fields)
    return sheet


def told(*rows: tuple[int, int], end: str = "time", **more: Any) -> Sheet:
    """Return points and turns alone."""
    seats = [{"points": points, "turns": count} for points, count in rows]
    return {"kingdom": PLAIN, "end": end, "ended_by": len(seats), "tournament": False, "seats": seats, **more}


def supplied(**pile: int) -> Sheet:
    """Return two decks with the supply that they leave, changed in these piles."""
    sheet = with_supply(two(deck(gold=2, silver=1), other=deck(silver=1)))
    sheet["supply"].update(pile)
    return sheet


def piles(*emptied: str, last: str = "", end: str = "piles") -> Sheet:
    """Return two decks that share the ten copies of each of these cards; the second has a copy of ``last``."""
    first = {name: 10 - (name == last) for name in emptied}
    second = {last: 1} if last else {}
    return table(PLAIN, [deck(**first, silver=1), deck(**second, silver=1)], [42, 42], end, tournament=False)


def provinces(first: int, last: int, *, end: str = "provinces", turns_each: int = 20) -> Sheet:
    """Return two decks with so many Provinces; the second ended the game."""
    decks = [deck(province=first, silver=4, smithy=2), deck(province=last, silver=4, smithy=2)]
    return table(PLAIN, decks, [turns_each, turns_each], end, tournament=False)


def taken(number: int, turns_each: int) -> Sheet:
    """Return numbers of two players and a supply from which so many Coppers are gone."""
    sheet = with_supply(two(deck(), turns_each))
    sheet["supply"]["copper"] -= number
    for seat in sheet["seats"]:
        del seat["deck"]
        seat["coins"] = 7 + number // 2
    sheet["seats"][0]["coins"] += number % 2
    return sheet
