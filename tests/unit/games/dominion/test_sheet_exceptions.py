"""The legal exceptions of the validator's bounds: for each a table by hand that lies just inside, and one just beyond.

A bound that forgets its exception sends a legal table back; one that widens it for nothing lets a slip through. Each
docstring says how the table was played.
"""

from __future__ import annotations

import pytest

from tests.unit.games.dominion.sheet_samples import PLAIN, Sheet, bare, deck, errors, plain_with, table, with_fields


def replaced(sheet: Sheet, seat: int, **cards: int) -> Sheet:
    """Return the table with other counts of these cards in one deck, and its numbers afresh."""
    decks = [dict(each["deck"]) for each in sheet["seats"]]
    decks[seat].update(cards)
    turns = [each["turns"] for each in sheet["seats"]]
    rest = {name: value for name, value in sheet.items() if name not in ("seats", "kingdom", "ended_by", "end")}
    return table(sheet["kingdom"], decks, turns, sheet["end"], **rest)


ROBBED = table(plain_with("thief"), [deck(copper=5), deck(thief=1)], [20, 20], trash={"copper": 2})
THIEF_OF_THREE = table(
    plain_with("thief"), [deck(thief=1, silver=1, copper=11), *[deck(copper=6)] * 3], [3] * 4, trash={}
)
THRONED_BUY = table(
    plain_with("throne_room", "woodcutter"), [deck(throne_room=1, woodcutter=1, copper=10), deck()], [3, 3]
)
THRONED_FEAST = table(
    plain_with("throne_room", "feast"),
    [deck(throne_room=1, silver=1, copper=9, laboratory=2), deck()],
    [5, 5],
    trash={"feast": 1},
)
REMODELLED = table(
    plain_with("remodel"), [deck(estate=2, remodel=1, silver=2, copper=8), deck()], [3, 3], trash={"estate": 1}
)
MINED = table(
    plain_with("mine"),
    [deck(copper=6, mine=1, cellar=1, laboratory=1, silver=1), deck()],
    [3, 3],
    trash={"copper": 1},
)
CURSED = table(plain_with("witch"), [deck(witch=1, cellar=1, copper=8), deck(copper=10, curse=1)], [3, 3])
LENT = table(plain_with("moneylender"), [deck(copper=5, moneylender=1), deck()], [6, 6], trash={"copper": 2})
UNFINISHED = table(PLAIN, [deck(copper=11), deck()], [3, 3], abandoned=True)
PROVINCE_TRASHED = table(
    plain_with("remodel", "chapel"),
    [deck(province=7, gold=3, silver=4), deck(remodel=1, chapel=1, laboratory=2, village=2, gold=2, silver=2)],
    [25, 25],
    "provinces",
    trash={"province": 1, "gold": 1},
)
RICH_CHANCELLOR = table(PLAIN, [deck(province=1, chancellor=1, laboratory=2), deck()], [10, 10])
#: What the exception is, a legal table just inside it, one beyond, and the code that then speaks.
EXCEPTIONS: list[tuple[str, Sheet, Sheet, str]] = [
    # Two Coppers stolen by the other player and left in the trash; without the Thief nothing took them.
    ("a thief robs who trashes nothing", ROBBED, replaced(ROBBED, 1, thief=0), "D7"),
    # Turn 1 a Thief, turn 2 a Silver, turn 3 the Thief: a Copper of each of three others is kept, and one is bought.
    ("a thief gains from each other player", THIEF_OF_THREE, replaced(THIEF_OF_THREE, 0, copper=12), "D8"),
    # All Silvers, and all Coppers of the box: those of the other player were stolen one by one.
    (
        "a thief has the other players' coppers",
        bare(plain_with("thief"), [(3, 100, 0, 140, 1), (3, 100, 0, 0, 0)]),
        bare(plain_with("thief"), [(3, 100, 0, 141, 1), (3, 100, 0, 0, 0)]),
        "S3",
    ),
    # Turn 1 throne_room, turn 2 woodcutter; turn 3 both, with three buys of copper.
    ("a throned buy", THRONED_BUY, replaced(THRONED_BUY, 0, copper=11), "D8"),
    # Turns 1 to 4 throne_room, silver, feast, copper; turn 5 the feast played twice, two laboratories and a copper.
    ("a throned feast gains twice", THRONED_FEAST, replaced(THRONED_FEAST, 0, copper=12), "D8"),
    # Turn 3: the Remodel of turn 1 makes a Silver of an Estate, and a Copper is bought.
    ("a card trashed by a remodel becomes another", REMODELLED, replaced(REMODELLED, 0, estate=1, silver=3), "G1"),
    # Turn 3: the Mine of turn 1 makes a Silver of a Copper, and a Laboratory is bought with it.
    ("a card trashed by a mine becomes another", MINED, replaced(MINED, 0, laboratory=2, copper=5), "G1"),
    # Three purchases, and the Curse that the first player's third turn gave.
    ("a curse comes on top of what is gained", CURSED, replaced(CURSED, 1, copper=11), "D8"),
    # A Moneylender bought, two Coppers trashed with it, nothing else bought.
    ("a deck shrinks by a card trashed", LENT, replaced(LENT, 0, moneylender=0), "D7"),
    # Three finished turns and the purchase of a fourth that the break-off left unfinished.
    ("an abandoned turn gains", UNFINISHED, with_fields(UNFINISHED, abandoned=False), "D8"),
    # The last turn: a Gold is remodelled into the last Province, which Laboratories draw and the Chapel trashes.
    (
        "the last province is trashed",
        PROVINCE_TRASHED,
        replaced(with_fields(PROVINCE_TRASHED, trash={"gold": 1}), 0, province=8),
        "X2",
    ),
    # Two Laboratories, a Chancellor, six Coppers: eight coins of a deck that has seven Coppers.
    (
        "coins of an action buy a province",
        RICH_CHANCELLOR,
        replaced(RICH_CHANCELLOR, 0, chancellor=0, smithy=1),
        "D10",
    ),
    # One Province is left when the time is up; all other Victory cards are taken.
    (
        "time-out leaves a province",
        bare(PLAIN, [(40, 45, 5, 40, 3), (40, 45, 5, 40, 3)]),
        bare(PLAIN, [(41, 45, 5, 40, 3), (40, 45, 5, 40, 3)]),
        "S9",
    ),
    # The Provinces are gone: the same points and six more.
    (
        "without a time-out there is none left",
        bare(PLAIN, [(43, 45, 5, 40, 3), (43, 45, 5, 40, 3)], "provinces"),
        bare(PLAIN, [(44, 45, 5, 40, 3), (43, 45, 5, 40, 3)], "provinces"),
        "S9",
    ),
    # Two turns each when the clock stops.
    (
        "time-out in the second turn",
        bare(PLAIN, [(3, 2, 0, 7, 1), (3, 2, 0, 7, 1)]),
        bare(PLAIN, [(3, 2, 0, 7, 1), (3, 2, 0, 7, 1)], "piles"),
        "T3",
    ),
    # All three Estates trashed, all ten Curses taken.
    (
        "estates are trashed",
        bare(plain_with("chapel"), [(20, 20, 2, 20, 1), (-10, 20, 0, 7, 1)]),
        bare(plain_with("chapel"), [(20, 20, 2, 20, 1), (-11, 20, 0, 7, 1)]),
        "S5",
    ),
    # Two Coppers lent; nothing can take them in a kingdom without.
    (
        "coppers are trashed",
        bare(plain_with("moneylender"), [(3, 20, 0, 5, 1), (3, 20, 0, 7, 1)]),
        bare(PLAIN, [(3, 20, 0, 5, 1), (3, 20, 0, 7, 1)]),
        "S2",
    ),
]


@pytest.mark.parametrize(("name", "inside", "beyond", "code"), EXCEPTIONS, ids=[each[0] for each in EXCEPTIONS])
def test_legal_table_inside_accepted_and_beyond_refused(name: str, inside: Sheet, beyond: Sheet, code: str) -> None:
    assert errors(inside) == set()
    assert code in errors(beyond)
