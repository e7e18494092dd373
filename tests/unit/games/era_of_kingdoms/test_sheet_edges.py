"""V12 at its edge: how many advanced cards can be in play, and what each exception of the last turns adds.

The cards are placed on the cells of a real game without regard to the other checks, which may report such a sheet.
"""

from __future__ import annotations

import pytest

from tests.unit.games.era_of_kingdoms.sheet_cases import Sheet, codes, played

ADVANCED = ["food4", "metal4", "wood4", "pop4", "monument"]
CELLS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
#: Players, seats with a Castle (from 1), whether the trade expansion is played, and the most advanced cards: those
#: above Age of Enlightenment, three by Oracles for each Castle but the drawer's.
EDGES = [
    (2, [1], False, 9),
    (2, [1, 2], False, 12),
    (3, [1], False, 11),
    (3, [1, 2], False, 14),
    (3, [1, 2, 3], False, 17),
    (4, [1], False, 13),
    (4, [1, 2, 3, 4], False, 22),
    (2, [1, 2], True, 12),
]


def with_advanced(players: int, castles: list[int], number: int, *, trade: bool) -> Sheet:
    """Return a sheet of a game that the first player ends, with so many advanced cards on the boards."""
    sheet = played(players, trade) | {"drawer": 1}
    for seat in sheet["seats"]:
        seat |= {"realm": "town_hall", "cells": {}, "persons": [], "victories": []}
    for index in range(number):
        sheet["seats"][index % players]["cells"][CELLS[index // players]] = {"card": ADVANCED[index % 5]}
    for seat in castles:
        sheet["seats"][seat - 1]["realm"] = "castle"
    return sheet


@pytest.mark.parametrize(("players", "castles", "trade", "most"), EDGES)
def test_advanced_cards_accepted_up_to_their_number(players: int, castles: list[int], trade: bool, most: int) -> None:
    inside, beyond = (with_advanced(players, castles, number, trade=trade) for number in (most, most + 1))
    assert "V12" not in {code for code, _ in codes(inside)}
    assert "V12" in {code for code, _ in codes(beyond)}
