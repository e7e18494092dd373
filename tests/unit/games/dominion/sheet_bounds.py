"""The bounds of Dominion: for each the sheet that breaks it alone, and the legal one beside it."""

from __future__ import annotations

from typing import Any

from tests.unit.games.bounds import WARNING, Bound, Sheet
from tests.unit.games.dominion.sheet_cases import placed
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


BOUNDS = [
    Bound("F2", "A sheet's own fields", "1.5", "a field colour", "without", one(*START) | {"colour": 1}, one(*START)),
    Bound("K1", "Ten kingdom cards", "1.5", "nine", "ten", one(*START, kingdom=PLAIN[:9]), one(*START)),
    Bound(
        "K1:twice",
        "All different",
        "1.5",
        "the Spy twice",
        "once",
        one(*START, kingdom=[*PLAIN[:9], "spy"]),
        one(*START),
    ),
    Bound(
        "K2",
        "No attack without the Moat",
        "1.5",
        "Militia and Spy, no Moat",
        "with it",
        bare(["chapel", *PLAIN[1:]], [(4, 20, 0, 7, 0), START]),
        bare(["chapel", "moat", *PLAIN[2:]], [(4, 20, 0, 7, 0), START]),
    ),
    Bound(
        "T1", "Turns fall by one at most", "2.3, L1", "20, 20, 18", "20, 20, 19", turns(20, 20, 18), turns(20, 20, 19)
    ),
    Bound("T1:table", "And never rise", "2.3, L1", "19, 20", "20, 19", turns(19, 20, ended_by=1), turns(20, 19)),
    Bound(
        "T2",
        "Who has the last of the most turns ended it",
        "2.3",
        "seat 2 at 20, 19",
        "seat 1",
        turns(20, 19, ended_by=2),
        turns(20, 19, ended_by=1),
    ),
    Bound("S0", "Nothing is below zero", "1.5", "-1 Golds", "0", one(3, 20, -1, 7, 0), one(3, 20, 0, 7, 0)),
    Bound(
        "S1",
        "A Gold is three coins",
        "S2",
        "5 coins with 2 Golds",
        "6, with a Chapel",
        one(3, 20, 2, 5, 1, kingdom=plain_with("chapel")),
        one(3, 20, 2, 6, 1, kingdom=plain_with("chapel")),
    ),
    Bound("S2", "Seven Coppers stay", "L3", "6 coins", "7", one(3, 20, 0, 6, 0), one(3, 20, 0, 7, 0)),
    Bound(
        "S2:mine",
        "With the Mine alone seven Treasures stay",
        "L7",
        "2 Golds and 4 coins more, 12 turns",
        "2 Golds and 5",
        one(3, 12, 2, 10, 1, kingdom=MINE),
        one(3, 12, 2, 11, 1, kingdom=MINE),
    ),
    Bound(
        "S3",
        "All coins of one player",
        "C.4",
        "134 beside the Golds",
        "133",
        one(3, 60, 0, 134, 4, kingdom=plain_with("woodcutter")),
        one(3, 60, 0, 133, 4, kingdom=plain_with("woodcutter")),
    ),
    Bound("S4", "Ten copies of ten kinds", "C.4", "101 Actions", "100", one(3, 120, 0, 7, 101), one(3, 120, 0, 7, 100)),
    Bound(
        "S5",
        "Three Estates less all Curses",
        "C.4",
        "-8 of two players",
        "-7",
        one(-8, 20, 0, 7, 0, kingdom=WITCH),
        one(-7, 20, 0, 7, 0, kingdom=WITCH),
    ),
    Bound(
        "S5:sum",
        "The Curses of all",
        "C.4",
        "-3 and -2 of two",
        "-2 and -2",
        several((-3, 20, 0, 7, 0), (-2, 20, 0, 7, 0), kingdom=WITCH),
        several((-2, 20, 0, 7, 0), (-2, 20, 0, 7, 0), kingdom=WITCH),
    ),
    Bound(
        "S5:free", "Curses without a Witch", "C.4", "2 points", "3", one(2, 20, 0, 7, 0), one(3, 20, 0, 7, 0), WARNING
    ),
    Bound("S6", "Thirty Golds", "C.4", "31", "30", one(3, 60, 31, 102, 0), one(3, 60, 30, 99, 0)),
    Bound(
        "S6:sum",
        "Thirty Golds of all",
        "C.4",
        "16 and 15",
        "15 and 15",
        several((3, 40, 16, 57, 0), (3, 40, 15, 54, 0)),
        several((3, 40, 15, 54, 0), (3, 40, 15, 54, 0)),
    ),
    Bound(
        "S7",
        "140 coins of Coppers and Silvers",
        "C.4",
        "71 and 70",
        "70 and 70",
        several((3, 60, 0, 71, 0), (3, 60, 0, 70, 0)),
        several((3, 60, 0, 70, 0), (3, 60, 0, 70, 0)),
    ),
    Bound(
        "S8",
        "100 Actions of all",
        "C.4",
        "51 and 50",
        "50 and 50",
        several((3, 60, 0, 7, 51), (3, 60, 0, 7, 50)),
        several((3, 60, 0, 7, 50), (3, 60, 0, 7, 50)),
    ),
    Bound(
        "S9",
        "Points of all Victory cards",
        "C.4",
        "44 and 43 by Provinces",
        "43 and 43",
        several((44, 45, 5, 40, 3), (43, 45, 5, 40, 3), end="provinces"),
        several((43, 45, 5, 40, 3), (43, 45, 5, 40, 3), end="provinces"),
    ),
    Bound(
        "S9:time",
        "With a Province left",
        "2.3",
        "41 and 40 on time",
        "40 and 40",
        several((41, 45, 5, 40, 3), (40, 45, 5, 40, 3)),
        several((40, 45, 5, 40, 3), (40, 45, 5, 40, 3)),
    ),
    Bound(
        "S10",
        "All Provinces and Estates less all Curses",
        "2.3",
        "22 and 21 by Provinces",
        "22 and 22",
        several((22, 30, 5, 40, 3), (21, 30, 5, 40, 3), end="provinces", kingdom=WITCH),
        several((22, 30, 5, 40, 3), (22, 30, 5, 40, 3), end="provinces", kingdom=WITCH),
    ),
    Bound(
        "G1",
        "One card a turn",
        "L6",
        "5 Actions, 4 Golds, 4 Silvers, 5 Provinces in 17 turns",
        "in 18",
        one(33, 17, 4, 27, 5),
        one(33, 18, 4, 27, 5),
    ),
    Bound(
        "G1:table",
        "The piles are shared",
        "L6",
        "33 and 33 points of two, 15 other cards each, in 20 turns",
        "in 21",
        several((33, 20, 3, 20, 10), (33, 20, 3, 20, 10)),
        several((33, 21, 3, 20, 10), (33, 21, 3, 20, 10)),
    ),
    Bound("G2", "Golds from the third turn on", "L2", "2 in 3 turns", "1", one(3, 3, 2, 15, 0), one(3, 3, 1, 12, 0)),
    Bound(
        "G3",
        "Provinces from the third turn on",
        "L2, L8",
        "eight of two in 5 and 5 turns",
        "in 8 and 8",
        told((27, 5), (27, 5), end="provinces"),
        told((27, 8), (27, 8), end="provinces"),
    ),
    Bound(
        "G4",
        "Three piles in so many turns",
        "L8",
        "11 and 11 turns of two",
        "14 and 14",
        bare(PLAIN, [(2, 11, 0, 7, 5), (2, 11, 0, 7, 5)], "piles", tournament=False),
        table(PLAIN, [deck(moat=5, curse=5, estate=7)] * 2, [14, 14], "piles", tournament=False),
    ),
    Bound(
        "G4:named",
        "Piles named as empty",
        "L8",
        "Golds named after 14 and 14 turns",
        "after 30 and 30",
        told((3, 14), (3, 14), empty_piles=["gold"]),
        told((3, 30), (3, 30), empty_piles=["gold"]),
    ),
    Bound(
        "G5",
        "What a hand can pay: 5 coins, no Province",
        "L2",
        "70 points, 12 turns, 7 coins, no Action",
        "12 points",
        several((70, 12, 0, 7, 0), *[(3, 12, 0, 7, 0)] * 3),
        several((12, 12, 0, 7, 0), *[(3, 12, 0, 7, 0)] * 3),
    ),
    Bound(
        "G5",
        "7 coins with two Silvers",
        "L2",
        "30 points, 12 turns, 2 Silvers, no Action",
        "15",
        one(30, 12, 0, 11, 0),
        one(15, 12, 0, 11, 0),
    ),
    Bound(
        "G5",
        "No Province before the fifth turn",
        "L2",
        "15 points, 5 turns, a Gold, 2 Silvers, no Action, no attack",
        "10",
        one(15, 5, 1, 14, 0, kingdom=QUIET),
        one(10, 5, 1, 14, 0, kingdom=QUIET),
    ),
    Bound(
        "G5:gold",
        "A Gold needs a Silver, without an Action",
        "L2",
        "1 Gold, 10 coins",
        "1 Gold, 12 coins",
        one(3, 12, 1, 10, 0),
        one(3, 12, 1, 12, 0),
    ),
    Bound(
        "G6", "What is gone from the supply", "L8", "21 Coppers in 10 and 10 turns", "20", taken(21, 10), taken(20, 10)
    ),
    Bound("D1", "No negative count", "1.5", "-1 Silvers", "0", two(deck(silver=-1)), two(deck(silver=0))),
    Bound("D1:kingdom", "Cards of the game", "1.5", "a Witch", "a Spy", two(deck(witch=1)), two(deck(spy=1))),
    Bound(
        "D2",
        "Points are those of the cards",
        "2.3",
        "4 of three Estates",
        "3",
        entry(two(deck()), points=4),
        entry(two(deck()), points=3),
    ),
    Bound(
        "D2",
        "Gardens: a point for ten cards",
        "2.3",
        "7 of two Gardens in 21 cards",
        "7 of 20",
        entry(two(deck(gardens=2, silver=8), kingdom=plain_with("gardens")), points=8),
        entry(two(deck(gardens=2, silver=8), kingdom=plain_with("gardens")), points=7),
    ),
    Bound(
        "D3",
        "Golds are those of the deck",
        "1.5",
        "2 of 1",
        "1",
        entry(two(deck(gold=1, silver=1)), gold=2),
        entry(two(deck(gold=1, silver=1)), gold=1),
    ),
    Bound(
        "D4",
        "Coins are those of the deck",
        "1.5",
        "10 of 7 Coppers and a Silver",
        "9",
        entry(two(deck(silver=1)), coins=10),
        entry(two(deck(silver=1)), coins=9),
    ),
    Bound(
        "D5",
        "Actions are those of the deck",
        "1.5",
        "2 of 1",
        "1",
        entry(two(deck(spy=1)), actions=2),
        entry(two(deck(spy=1)), actions=1),
    ),
    Bound(
        "D6",
        "An Estate needs its trasher",
        "L5",
        "2 Estates, no Chapel",
        "a Chapel",
        two(deck(estate=2), kingdom=plain_with("chapel")),
        two(deck(estate=2, chapel=1), kingdom=plain_with("chapel")),
    ),
    Bound(
        "D7",
        "So does a Copper",
        "L5",
        "6 Coppers, no Moneylender",
        "a Moneylender",
        two(deck(copper=6), kingdom=plain_with("moneylender")),
        two(deck(copper=6, moneylender=1), kingdom=plain_with("moneylender")),
    ),
    Bound(
        "D8",
        "A deck grows by a card a turn",
        "L6",
        "21 cards in 10 turns",
        "20",
        two(deck(silver=11), 10),
        two(deck(silver=10), 10),
        also=("G1",),
    ),
    Bound(
        "D8",
        "An extra buy each",
        "L6",
        "a Woodcutter in 3 turns: 16 cards",
        "14",
        two(deck(woodcutter=1, copper=12), 3, kingdom=plain_with("woodcutter")),
        two(deck(woodcutter=1, copper=10), 3, kingdom=plain_with("woodcutter")),
        also=("G1",),
    ),
    Bound(
        "D9",
        "Nothing leaves without another",
        "L7",
        "9 cards",
        "10",
        two(deck(copper=6, remodel=1, estate=2), kingdom=plain_with("remodel"), trash={"copper": 1, "estate": 1}),
        two(deck(copper=6, remodel=1, estate=3), kingdom=plain_with("remodel"), trash={"copper": 1}),
    ),
    Bound(
        "D10",
        "A hand without an Action: the five best Treasures",
        "L2",
        "a Province, 2 Silvers",
        "3 Silvers",
        two(deck(province=1, silver=2)),
        two(deck(province=1, silver=3)),
    ),
    Bound(
        "D10",
        "A first Gold was paid without one",
        "L2",
        "2 Golds, no Silver",
        "a Silver",
        two(deck(gold=2)),
        two(deck(gold=2, silver=1)),
    ),
    Bound(
        "D10",
        "What Actions draw",
        "L4",
        "a Province, a Laboratory, 2 Silvers: 7 coins of six cards",
        "2 Laboratories",
        two(deck(province=1, laboratory=0, spy=1, silver=2)),
        two(deck(province=1, laboratory=1, silver=2)),
    ),
    Bound(
        "D10",
        "What Actions pay",
        "L4",
        "a Province, a Chancellor, a Silver: 7 coins",
        "2 Silvers",
        two(deck(province=1, chancellor=1, silver=1)),
        two(deck(province=1, chancellor=1, silver=2)),
    ),
    Bound(
        "D10",
        "An Adventurer costs six",
        "C.2",
        "one, no Silver",
        "a Silver",
        two(deck(adventurer=1)),
        two(deck(adventurer=1, silver=1)),
    ),
    Bound(
        "D11",
        "Cards of 6 from the third turn on",
        "L2",
        "2 Golds in 3 turns",
        "1",
        two(deck(gold=2, silver=1), 3),
        two(deck(gold=1, silver=2), 3),
    ),
    Bound(
        "D12",
        "Provinces from the third turn on",
        "L2",
        "2 in 3 turns, a Smithy",
        "1",
        two(deck(province=2, smithy=1), 3),
        two(deck(province=1, smithy=1, silver=1), 3),
        also=("D10",),
    ),
    Bound(
        "D12",
        "Without an Action from the fifth",
        "L2",
        "2 in 5 turns, a Gold, 2 Silvers, no attack",
        "1",
        two(deck(province=2, gold=1, silver=2), 5, kingdom=QUIET),
        two(deck(province=1, gold=1, silver=2, estate=4), 5, kingdom=QUIET),
    ),
    Bound(
        "D12",
        "Where others discard of the deck, from the fourth",
        "L2",
        "2 in 4 turns, a Gold, a Silver",
        "1",
        two(deck(province=2, gold=1, silver=1), 4),
        two(deck(province=1, gold=1, silver=1), 4),
    ),
    Bound(
        "D17",
        "Seven coins of the first two turns: one card of 5",
        "L2",
        "5 Duchies in 5 turns",
        "4",
        two(deck(duchy=5), 5),
        two(deck(duchy=4), 5),
    ),
    Bound("D17", "And one of 4", "L2", "2 Smithies in 2 turns", "1", two(deck(smithy=2), 2), two(deck(smithy=1), 2)),
    Bound(
        "D18",
        "A Mine leaves a Treasure",
        "L7",
        "2 Silvers and 4 Coppers",
        "5 Coppers",
        two(deck(copper=4, silver=2, mine=1), 12, kingdom=MINE),
        two(deck(copper=5, silver=2, mine=1), 12, kingdom=MINE),
    ),
    Bound(
        "D16",
        "Breakdown and deck agree",
        "1.5",
        "2 Silvers beside one",
        "1",
        entry(two(deck(silver=1)), breakdown={"silver": 2}),
        entry(two(deck(silver=1)), breakdown={"silver": 1}),
    ),
    Bound(
        "D13",
        "Curses that Witches can give",
        "L8",
        "5 after 5 turns of a rival with one Witch",
        "3",
        two(deck(curse=4), 5, kingdom=WITCH, other=deck(witch=1, silver=2)),
        two(deck(curse=3), 5, kingdom=WITCH, other=deck(witch=1, silver=2)),
        WARNING,
    ),
    Bound(
        "C1",
        "No more copies than the box has",
        "C.4",
        "6 and 5 Spies",
        "5 and 5",
        two(deck(spy=6), other=deck(spy=5)),
        two(deck(spy=5), other=deck(spy=5)),
    ),
    Bound(
        "C2",
        "Only what this kingdom trashes",
        "L3",
        "a Spy in the trash, a Moneylender",
        "a Copper",
        two(deck(moneylender=1), kingdom=plain_with("moneylender"), trash={"smithy": 1}),
        two(deck(moneylender=1, copper=6), kingdom=plain_with("moneylender"), trash={"copper": 1}),
    ),
    Bound(
        "C3",
        "Decks, trash and supply are all copies",
        "L3",
        "a Gold too many in the supply",
        "as many as are left",
        supplied(gold=29),
        supplied(gold=28),
    ),
    Bound(
        "C4",
        "Four cards for each Chapel and turn",
        "L4",
        "5 in the trash after 3 and 3 turns, a Chapel",
        "4",
        two(deck(chapel=1, copper=2), 3, kingdom=plain_with("chapel"), trash={"copper": 5}),
        two(deck(chapel=1, copper=3), 3, kingdom=plain_with("chapel"), trash={"copper": 4}),
    ),
    Bound(
        "C4",
        "One for each Mine and turn",
        "L4",
        "2 Coppers in the trash after 3 and 3 turns",
        "1",
        two(deck(mine=1, copper=5, silver=2), 3, kingdom=MINE, trash={"copper": 2}),
        two(deck(mine=1, copper=6, silver=1), 3, kingdom=MINE, trash={"copper": 1}),
    ),
    Bound(
        "X1",
        "The Provinces are gone",
        "2.3",
        "7 of 8 in the decks",
        "8",
        provinces(4, 3),
        provinces(4, 4),
        also=("X7",),
    ),
    Bound("X2", "The last is the ender's", "2.3, L8", "8 and 0", "7 and 1", provinces(8, 0), provinces(7, 1)),
    Bound(
        "X3",
        "Three piles are empty",
        "2.3",
        "two of ten",
        "three",
        piles("moat", "cellar", last="cellar"),
        piles("moat", "cellar", "chancellor", last="chancellor"),
        also=("X7",),
    ),
    Bound(
        "X8",
        "A pile named as empty is",
        "L3",
        "the Spy, 9 in the decks",
        "10",
        two(deck(spy=5), other=deck(spy=4), empty_piles=["spy"]),
        two(deck(spy=5), other=deck(spy=5), empty_piles=["spy"]),
    ),
    Bound(
        "X4:piles",
        "Time, though three piles were empty",
        "2.3",
        "three",
        "two",
        piles("moat", "cellar", "chancellor", last="chancellor", end="time"),
        piles("moat", "cellar", end="time"),
        WARNING,
    ),
    Bound(
        "X5",
        "Who ended it took of the third pile",
        "L8",
        "no Chancellor",
        "the last one",
        piles("moat", "cellar", "chancellor"),
        piles("moat", "cellar", "chancellor", last="chancellor"),
    ),
    Bound(
        "X6",
        "Piles of the game",
        "2.3",
        "the Witch named as empty",
        "without",
        one(*START, empty_piles=["witch"]),
        one(*START),
    ),
    Bound("P1", "Places by the chain", "1.5", "1, 3, 2, 4", "1, 2, 3, 4", placed(1, 3, 2, 4), placed(1, 2, 3, 4)),
    Bound(
        "P2",
        "A lot among equals",
        "1.5",
        "none",
        "1 to 4",
        placed(1, 2, 3, 4, equal=True),
        placed(1, 2, 3, 4, lots=(1, 2, 3, 4), equal=True),
    ),
    Bound(
        "P2:given",
        "And only there",
        "1.5",
        "one, nobody equal",
        "none",
        placed(1, 2, 3, 4, lots=(1, None, None, None)),
        placed(1, 2, 3, 4),
    ),
    Bound("P3", "Each place once", "1.5", "1, 1, 3, 4", "1, 2, 3, 4", placed(1, 1, 3, 4), placed(1, 2, 3, 4)),
]
