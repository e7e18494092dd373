"""The bounds on what can be gained in time, and X5, at their edge: the last number that passes and the first that not.

``LEGAL`` holds whole tables with how they were played. ``EDGES`` holds the proofs' own numbers: where no game comes as
close as the bound does, the other checks may speak of such a table, but the bound must not until it is passed.
"""

from __future__ import annotations

import copy

import pytest

from tests.unit.games.dominion.sheet_samples import (
    PLAIN,
    Sheet,
    bare,
    breakdown_of,
    deck,
    errors,
    plain_with,
    table,
    with_fields,
)


def first(kingdom: list[str], turns: int, *, end: str = "time", **cards: int) -> Sheet:
    """Return a sheet of two players with equal turns; the first holds these cards beside the starting ones."""
    return table(kingdom, [deck(**cards), deck()], [turns, turns], end)


def counted(sheet: Sheet) -> Sheet:
    """Return the same table with breakdowns, where the Actions are only counted."""
    done = copy.deepcopy(sheet)
    for seat in done["seats"]:
        seat["breakdown"] = breakdown_of(seat.pop("deck"))
    return done


def rows(players: int, turns: int, gold: int = 0, actions: int = 0) -> list[tuple[int, int, int, int, int]]:
    """Numbers alone: the first player has these Golds, a Silver for the first of them, and these Actions."""
    return [(3, turns, gold, (9 if gold else 7) + 3 * gold, actions), *[(3, turns, 0, 7, 0)] * (players - 1)]


PROVINCES_EARLY = {"province": 3, "smithy": 1, "silver": 4}
WITCHES = plain_with("witch")
PILES_BY_TWO = [deck(moat=5, curse=5, estate=7), deck(moat=5, curse=5, estate=7)]
ENDED_LAST = [deck(moat=10, cellar=10, chancellor=9, silver=8), deck(chancellor=1, silver=5)]
ESTATES_LAST = [deck(moat=10, cellar=10, estate=10, silver=3), deck(estate=4, silver=5)]
CURSED_LAST = [deck(moat=10, cellar=10, curse=10), deck(witch=6, silver=8)]
CURSED_BEFORE = [deck(moat=10, cellar=10, chancellor=9, curse=9), deck(chancellor=1, curse=1, witch=6)]

LEGAL: list[tuple[str, Sheet, Sheet, str]] = [
    # Turns 1 and 2 a Silver each, turn 3 both Silvers and two Coppers.
    ("G2 a gold in the third turn", bare(PLAIN, rows(2, 3, 1)), bare(PLAIN, rows(2, 3, 2)), "G2"),
    ("D11 a gold in the third turn", first(PLAIN, 3, gold=1, silver=2), first(PLAIN, 3, gold=2, silver=1), "D11"),
    # The same in a third turn that the break-off left unfinished.
    (
        "G2 a gold in the unfinished turn",
        bare(PLAIN, rows(2, 2, 1), abandoned=True),
        bare(PLAIN, rows(2, 2, 1)),
        "G2",
    ),
    (
        "D11 a gold in the unfinished turn",
        with_fields(first(PLAIN, 2, gold=1, silver=2), abandoned=True),
        first(PLAIN, 2, gold=1, silver=1),
        "D11",
    ),
    # Turns 1 and 2 a Smithy and a Silver; turn 3 the Smithy finds three Coppers beside the Silver and three more.
    (
        "D12 a province in the third turn",
        first(PLAIN, 3, province=1, smithy=1, silver=1),
        first(PLAIN, 3, province=2, smithy=1),
        "D12",
    ),
    (
        "D12 a province in the unfinished turn",
        with_fields(first(PLAIN, 2, province=1, smithy=1, silver=1), abandoned=True),
        first(PLAIN, 2, province=1, smithy=1),
        "D12",
    ),
    # An Adventurer bought as the Gold above.
    (
        "D11 an adventurer in the third turn",
        first(PLAIN, 3, adventurer=1, silver=2),
        first(PLAIN, 3, adventurer=1, gold=1, silver=1),
        "D11",
    ),
    # The fourth buys a Thief, a Silver, a Gold in turns 1 to 3, and in turn 4 the Thief takes the Golds that the three
    # others bought in their third turns.
    (
        "D11 a thief gains three golds in one turn",
        table(
            plain_with("thief"),
            [*[deck(silver=3)] * 3, deck(thief=1, silver=2, gold=4)],
            [4, 4, 4, 4],
            trash={},
        ),
        table(plain_with("thief"), [*[deck(silver=3)] * 3, deck(silver=2, gold=4)], [4, 4, 4, 4], trash={}),
        "D11",
    ),
    (
        "G2 a thief gains three golds in one turn",
        bare(plain_with("thief"), [*[(3, 4, 0, 13, 0)] * 3, (3, 4, 4, 23, 1)]),
        bare(PLAIN, [*[(3, 4, 0, 13, 0)] * 3, (3, 4, 4, 23, 1)]),
        "G2",
    ),
    # Each of four buys a Smithy and a Silver; the Smithy pays for a Province in turn 3 as above, with three Silvers for
    # one in turn 6 and with four for one in turn 8. Turns 4, 5 and 7 buy the Silvers.
    (
        "G3 twelve provinces in eight turns each",
        table(PLAIN, [deck(**PROVINCES_EARLY)] * 4, [8, 8, 8, 8], "provinces"),
        table(PLAIN, [deck(**PROVINCES_EARLY)] * 4, [5, 5, 5, 4], "provinces"),
        "G3",
    ),
    # Free Curses, Estates and Moats for two: ten Curses, eight Estates, ten Moats in fourteen turns each.
    (
        "G4 three cheap piles",
        table(PLAIN, PILES_BY_TWO, [14, 14], "piles"),
        bare(PLAIN, [(2, 12, 0, 7, 5), (2, 11, 0, 7, 5)], "piles"),
        "G4",
    ),
    # Seat 1 has all Moats and Cellars and nine Chancellors; seat 2 ends the game with the tenth.
    (
        "X5 the last card of the third pile",
        table(PLAIN, ENDED_LAST, [42, 42], "piles"),
        table(PLAIN, [{**ENDED_LAST[0], "chancellor": 10, "silver": 7}, deck(silver=6)], [42, 42], "piles"),
        "X5",
    ),
    # Seat 2 ends the game with the last Estate: its fourth. With three it has taken none.
    (
        "X5 the last estate on top of the dealt ones",
        table(PLAIN, ESTATES_LAST, [42, 42], "piles"),
        table(PLAIN, [{**ESTATES_LAST[0], "estate": 11, "silver": 2}, deck(silver=5)], [42, 42], "piles"),
        "X5",
    ),
    # Seat 1 has emptied the Moats and the Cellars; in the last turn the Witch of seat 2 gives the tenth Curse. A fourth
    # empty pile would be one that seat 2 took from.
    (
        "X5 the last curse is given",
        table(WITCHES, CURSED_LAST, [42, 42], "piles"),
        table(WITCHES, [{**CURSED_LAST[0], "chancellor": 10}, deck(witch=6, silver=8)], [42, 42], "piles"),
        "X5",
    ),
    (
        "X5 a curse that nobody can have given",
        table(PLAIN, [deck(moat=10, cellar=10, curse=9), deck(curse=1, silver=8)], [42, 42], "piles"),
        table(PLAIN, [deck(moat=10, cellar=10, curse=10), deck(silver=8)], [42, 42], "piles"),
        "X5",
    ),
    # Seat 2 bought a Curse long ago; in the last turn it buys the last Chancellor and its Witch gives the last Curse.
    (
        "X5 two piles in the last turn",
        table(WITCHES, CURSED_BEFORE, [42, 42], "piles"),
        table(WITCHES, [{**CURSED_BEFORE[0], "chancellor": 10}, deck(curse=1, witch=6)], [42, 42], "piles"),
        "X5",
    ),
]


@pytest.mark.parametrize(("name", "inside", "beyond", "code"), LEGAL, ids=[each[0] for each in LEGAL])
def test_legal_table_inside_accepted_and_beyond_refused(name: str, inside: Sheet, beyond: Sheet, code: str) -> None:
    assert errors(inside) == set()
    assert code in errors(beyond)


Edge = tuple[Sheet, Sheet, str]


def third(code: str, kingdom: str, cards: str, *, players: int = 2, lost: str = "", in_kingdom: str = "") -> Edge:
    """Three turns each. The first player has ``cards``, the last of them at its highest number, and then once more.

    The kingdom holds ``kingdom`` and ``in_kingdom``, ``lost`` lies in the trash; cards read ``"mine=1 silver=2"``.
    """
    cards_held, ten = _cards(cards), plain_with(*kingdom.split(), *in_kingdom.split())
    name = list(cards_held)[-1]
    both = [{**cards_held}, {**cards_held, name: cards_held[name] + 1}]
    others = [deck()] * (players - 1)
    inside, beyond = (table(ten, [deck(**each), *others], [3] * players, trash=_cards(lost)) for each in both)
    return inside, beyond, code


def _cards(text: str) -> dict[str, int]:
    return {name: int(count) for name, count in (word.split("=") for word in text.split())}


def golds(kingdom: str, most: int, actions: int, players: int = 2) -> Edge:
    """Three turns each as bare numbers, nothing trashed: the first has the most Golds, and then one more."""
    ten = plain_with(*kingdom.split())
    inside, beyond = (bare(ten, rows(players, 3, gold, actions), trash={}) for gold in (most, most + 1))
    return inside, beyond, "G2"


def turned(kingdom: str, most: int, lost: str) -> Edge:
    """Return twelve turns as bare numbers.

    The first has one Action and the most Golds for what lies in the trash, the second one Gold more.
    """
    ten = plain_with(*kingdom.split())
    inside, beyond = (bare(ten, rows(2, 12, gold, 1), trash=_cards(lost)) for gold in (most, most + 1))
    for sheet in (inside, beyond):
        sheet["seats"][0]["coins"] -= 7
    return inside, beyond, "G1"


def shortest(code: str, cards: str, most: tuple[int, int], fewer: tuple[int, int]) -> Edge:
    """Return the fewest turns in which the bound lets the game end, and one fewer; the first player has ``cards``."""
    cards_held = _cards(cards)
    end, ten = "provinces" if code == "G3" else "piles", plain_with(*cards_held)
    inside, beyond = (table(ten, [deck(**cards_held), deck()], list(turns), end, trash={}) for turns in (most, fewer))
    return inside, beyond, code


def by_count(edge: Edge) -> Edge:
    return counted(edge[0]), counted(edge[1]), edge[2]


#: What takes a card from the supply beside the buy.
TAKERS = ("woodcutter", "market", "festival", "council_room", "workshop", "bureaucrat", "feast", "mine", "remodel")
#: Two cards that take from the supply, one of them played twice.
TWO = "throne_room=1 woodcutter=1 market=1"
EDGES: dict[str, Edge] = {
    # What one turn adds. A Workshop in the kingdom: cards gained in the turn may serve in it.
    "D8 nothing but the buy": third("D8", "workshop", "copper=10"),
    "D8 a buy": third("D8", "woodcutter", "woodcutter=1 copper=10", in_kingdom="workshop"),
    "D8 a throned buy": third(
        "D8", "throne_room woodcutter", "throne_room=1 woodcutter=1 copper=10", in_kingdom="workshop"
    ),
    "D8 one throne room doubles one": third(
        "D8", "throne_room woodcutter market", f"{TWO} copper=10", in_kingdom="workshop"
    ),
    "D8 one throne room doubles one of two alike": third(
        "D8", "throne_room woodcutter", "throne_room=1 woodcutter=2 copper=10", in_kingdom="workshop"
    ),
    "D8 a throned workshop": third("D8", "throne_room workshop", "throne_room=1 workshop=1 copper=10"),
    "D8 a throned bureaucrat": third(
        "D8", "throne_room bureaucrat", "throne_room=1 bureaucrat=1 copper=10", in_kingdom="workshop"
    ),
    "D8 a throned thief": third("D8", "throne_room thief", "throne_room=1 thief=1 copper=10"),
    "D8 a throned thief of three": third("D8", "throne_room thief", "throne_room=1 thief=1 copper=14", players=4),
    "D8 a feast replaces itself": third("D8", "feast", "feast=1 copper=9"),
    "D8 a throned feast": third("D8", "throne_room feast", "throne_room=1 feast=1 copper=9"),
    "D8 two actions, which is not told": by_count(
        third("D8", "throne_room woodcutter", "throne_room=1 woodcutter=1 copper=10", in_kingdom="workshop")
    ),
    # What is turned into another card.
    "G1 a remodel": third("G1", "remodel", "estate=1 remodel=1 copper=8 silver=2", lost="estate=2"),
    "G1 a throned remodel": third(
        "G1", "throne_room remodel", "estate=0 throne_room=1 remodel=1 copper=8 silver=2", lost="estate=3"
    ),
    "G1 a mine": third("G1", "mine", "copper=5 mine=1 cellar=1 silver=2", lost="copper=2"),
    "G1 a throned mine": third(
        "G1", "throne_room mine", "copper=4 throne_room=1 mine=1 cellar=1 silver=2", lost="copper=3"
    ),
    "G1 no more than lies in the trash": third(
        "G1", "throne_room remodel", "estate=2 throne_room=1 remodel=1 copper=8 silver=1", lost="estate=1"
    ),
    "G1 no more coppers than were dealt": turned("mine", 18, "copper=10"),
    "G1 no more estates than were dealt": turned("remodel", 14, "estate=5"),
    "G1 a mine turns no estate": turned("mine chapel", 12, "copper=1 estate=2"),
    # Golds as bare numbers.
    "G2 a buy": golds("woodcutter", 2, 1),
    "G2 a throned buy": golds("throne_room woodcutter", 3, 2),
    "G2 a remodel": golds("remodel", 2, 1),
    "G2 throned remodels": golds("throne_room remodel", 5, 2),
    "G2 a mine": golds("mine", 2, 1),
    "G2 a throned mine": golds("throne_room mine", 3, 2),
    "G2 a thief": golds("thief", 2, 1),
    "G2 a thief of three": golds("thief", 4, 1, players=4),
    "G2 a throned thief of three": golds("throne_room thief", 7, 2, players=4),
    # Golds and Provinces among counted cards.
    "D11 a throned buy": third("D11", "throne_room woodcutter", "throne_room=1 woodcutter=1 gold=3"),
    "D11 a throned remodel": third("D11", "throne_room remodel", "throne_room=1 remodel=1 gold=3"),
    "D11 a mine": third("D11", "mine", "mine=1 gold=2"),
    "D11 a throned mine": third("D11", "throne_room mine", "throne_room=1 mine=1 gold=3"),
    "D11 a thief": third("D11", "thief", "thief=1 gold=2"),
    "D11 a thief of three": third("D11", "thief", "thief=1 gold=4", players=4),
    "D11 a throned thief of three": third("D11", "throne_room thief", "throne_room=1 thief=1 gold=7", players=4),
    "D11 adventurers count": third("D11", "mine adventurer", "mine=1 gold=1 adventurer=1"),
    "D12 a buy": third("D12", "woodcutter", "woodcutter=1 province=2"),
    "D12 a throned buy": third("D12", "throne_room woodcutter", "throne_room=1 woodcutter=1 province=3"),
    "D12 a remodel": third("D12", "remodel", "remodel=1 province=2"),
    "D12 a throned remodel": third("D12", "throne_room remodel", "throne_room=1 remodel=1 province=3"),
    "D12 one throne room doubles one": third(
        "D12", "throne_room remodel woodcutter", "throne_room=1 remodel=1 woodcutter=1 province=4"
    ),
    "D12 no mine": third("D12", "throne_room mine", "throne_room=1 mine=1 province=1"),
    "D12 no thief": third("D12", "throne_room thief", "throne_room=1 thief=1 province=1", players=4),
    "D12 two actions, which is not told": by_count(
        third("D12", "throne_room woodcutter", "throne_room=1 woodcutter=1 province=3")
    ),
    # The Provinces of two players are eight.
    "G3 one a turn": shortest("G3", "", (6, 6), (6, 5)),
    "G3 a buy": shortest("G3", "woodcutter=1", (5, 4), (4, 4)),
    "G3 a throned buy": shortest("G3", "throne_room=1 woodcutter=1", (4, 4), (4, 3)),
    "G3 a remodel": shortest("G3", "remodel=1", (5, 4), (4, 4)),
    "G3 a throned remodel": shortest("G3", "throne_room=1 remodel=1", (4, 4), (4, 3)),
    # Three piles of eight; with the Witch two.
    "G4 one a turn": shortest("G4", "", (12, 12), (12, 11)),
    "G4 a witch gives the curses": shortest("G4", "witch=1", (8, 8), (8, 7)),
    **{f"G4 a {card}": shortest("G4", f"{card}=1", (9, 8), (8, 8)) for card in TAKERS},
    **{f"G4 a throned {card}": shortest("G4", f"throne_room=1 {card}=1", (7, 7), (7, 6)) for card in TAKERS},
}


@pytest.mark.parametrize("name", EDGES)
def test_bound_silent_up_to_its_edge(name: str) -> None:
    inside, beyond, code = EDGES[name]
    assert code not in errors(inside)
    assert code in errors(beyond)
