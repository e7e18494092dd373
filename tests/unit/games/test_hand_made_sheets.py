"""Eighteen sheets made by hand, each impossible for one reason: the length of the game, or what a hand can pay.

No mutation of a played sheet comes near them, because more than one number is out of place.
"""

from __future__ import annotations

from typing import Any

import pytest

from games import registry

Sheet = dict[str, Any]

PLAIN = ["moat", "cellar", "chancellor", "laboratory", "smithy", "village", "library", "militia", "spy", "adventurer"]
MINE = [*PLAIN[:9], "mine"]
NUMBERS = ("points", "turns", "gold", "coins", "actions")


def dominion(kingdom: list[str], *rows: tuple[int, ...]) -> Sheet:
    """Return the numbers of a table that ran out of time."""
    seats = [dict(zip(NUMBERS, row, strict=True)) for row in rows]
    return {"kingdom": kingdom, "tournament": False, "end": "time", "ended_by": len(rows), "seats": seats}


def decks(kingdom: list[str], turns: int, *cards: Sheet) -> Sheet:
    """Return decks that began with seven Coppers and three Estates."""
    seats = [{"turns": turns, "deck": {"copper": 7, "estate": 3, **each}} for each in cards]
    return {"kingdom": kingdom, "tournament": False, "end": "time", "ended_by": len(cards), "seats": seats}


def era(*seats: Sheet, **table: Any) -> Sheet:
    return {"complete": False, **table, "seats": list(seats)}


def lands(number: int, card: str = "houses") -> Sheet:
    return {name: {"card": card} for name in ("N", "NE", "E", "SE", "S", "SW", "W", "NW")[:number]}


def foot(*held: int, seventeen: int = 0) -> Sheet:
    """Return the totals of a whole game of Megalomania, without its rounds."""
    seats = [{"held": count, "points": 10, "lost": 0} for count in held]
    seats[0]["scroll_17"] = seventeen
    return {"seats": seats}


BASE: tuple[int, ...] = (3, 12, 0, 7, 0)
#: What is impossible: the game, the sheet, the finding's code or code:case.
SHEETS: dict[str, tuple[str, Sheet, str]] = {
    "era: more cards on all boards than three for each turn": (
        "era_of_kingdoms",
        era(
            {"cells": lands(6), "turns": 2},
            {
                "cells": lands(6, "forest") | {"W": {"card": "mine", "cards_bottom_to_top": ["mountain", "mine"]}},
                "turns": 2,
            },
        ),
        "V14",
    ),
    "era: a full board after two turns": (
        "era_of_kingdoms",
        era({"cells": lands(8), "turns": 2}, {"turns": 2}),
        "V14:seat",
    ),
    "era: kings after three turns": (
        "era_of_kingdoms",
        era({"realm": "castle", "persons": ["king"], "turns": 3}, {"turns": 3}),
        "V14:advanced",
    ),
    "era: the end card before anybody could draw it": (
        "era_of_kingdoms",
        era({"realm": "castle", "turns": 3}, {"turns": 2}, how="deck", drawer=1),
        "V15:drawer",
    ),
    "era: the end card below thirteen others, one Castle, ten turns": (
        "era_of_kingdoms",
        era(
            {"realm": "castle", "turns": 10},
            *[{"realm": "town_hall", "turns": 9}] * 3,
            how="deck",
            drawer=1,
        ),
        "V15:castle",
    ),
    "era: a Castle after one turn": ("era_of_kingdoms", era({"realm": "castle", "turns": 1}, {"turns": 1}), "V15"),
    "era: rounds against the turns of the start player": (
        "era_of_kingdoms",
        era({"turns": 9}, {}, rounds=10),
        "V7:rounds",
    ),
    "era: rounds against the turns of another seat": (
        "era_of_kingdoms",
        era({}, {"turns": 12}, rounds=10),
        "V7:circle",
    ),
    "era: turns that do not pass in a circle, on time": (
        "era_of_kingdoms",
        era({"turns": 8}, {"turns": 10}, how="time"),
        "V7:circle",
    ),
    "megalomania: 21 scrolls held": ("megalomania", foot(11, 10), "H2"),
    "megalomania: 20 scrolls held and number 17 paid": ("megalomania", foot(10, 10, seventeen=3), "H2"),
    "megalomania: 14 scrolls of twelve rounds": ("megalomania", foot(14, 0), "H2:rounds"),
    "dominion: five Treasures with the Mine alone": (
        "dominion",
        decks(MINE, 12, {"copper": 3, "silver": 2, "mine": 1}, {}),
        "D18",
    ),
    "dominion: ten coins with two Golds and the Mine alone": (
        "dominion",
        dominion(MINE, (3, 12, 2, 10, 1), BASE),
        "S2:mine",
    ),
    "dominion: Golds that no hand of five can have begun": (
        "dominion",
        dominion(PLAIN, (3, 12, 2, 13, 0), BASE),
        "G5:gold",
    ),
    "dominion: a Province with two Silvers and nothing else": (
        "dominion",
        decks(PLAIN, 12, {"province": 1, "silver": 2}, {}),
        "D10",
    ),
    "dominion: a Province in each turn from the third on": (
        "dominion",
        decks(PLAIN, 4, {"province": 2, "gold": 1, "silver": 1}, {}),
        "D12",
    ),
    "dominion: 70 points in 12 turns with 7 coins and no Action": (
        "dominion",
        dominion(PLAIN, (70, 12, 0, 7, 0), BASE, BASE, BASE),
        "G5",
    ),
}


@pytest.mark.parametrize("name", SHEETS)
def test_hand_made_sheet_refused_with_its_code(name: str) -> None:
    game, sheet, key = SHEETS[name]
    findings = registry.get(game).check(sheet, players=len(sheet["seats"])).findings
    assert key in {str(finding.params.get("case", finding.code)) for finding in findings}
