"""Every code of the validator: a sheet that makes it fire, and one just inside its bound that does not."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from games.dominion import cards as c
from tests.games.dominion.sheet_samples import (
    PLAIN,
    Deck,
    Sheet,
    bare,
    breakdown_of,
    codes,
    deck,
    findings,
    plain_with,
    table,
    with_lots,
    with_supply,
)

ERROR, WARNING = "error", "warning"


class Case(NamedTuple):
    """A code, the sheet beyond its bound, the sheet on it, and what the finding says."""

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
    """Four seats with the numbers of ROW, the first of them changed."""
    return bare(kingdom, [*changed, *[ROW] * (4 - len(changed))], end, **more)


def example(count: int, kingdom: list[str] = PLAIN) -> Sheet:
    """The example of rule G1: 5 Actions, 4 Golds, coins 27 and 33 points need 18 turns."""
    return bare(kingdom, [(33, count, 4, 27, 5), *[(20, count, 3, 30, 4)] * 3])


def golds(first: int) -> Sheet:
    """Ten turns each; Golds beside the starting deck."""
    return bare(PLAIN, [(3, 10, gold, 7 + 3 * gold, 0) for gold in (first, 1, 1, 1)])


def points(*values: int, kingdom: list[str] = PLAIN, end: str = "time") -> Sheet:
    return bare(kingdom, [(value, *ROW[1:]) for value in values], end)


def turns(*values: int, end: str = "time", **more: Any) -> Sheet:
    return bare(PLAIN, [(20, value, 3, 30, 4) for value in values], end) | more


def one(cards: Deck, count: int = 20, *, kingdom: list[str] = PLAIN, other: Deck | None = None, **seat: Any) -> Sheet:
    """Two players: the first with ``cards`` after ``count`` turns, ``seat`` overriding its numbers."""
    sheet = table(kingdom, [cards, other or deck()], [count, count], tournament=False)
    sheet["seats"][0].update(seat)
    return sheet


def counted(sheet: Sheet) -> Sheet:
    """The same sheet with breakdowns in the place of decks."""
    for seat in sheet["seats"]:
        seat["breakdown"] = breakdown_of(seat.pop("deck"))
    return sheet


def piles(*emptied: str, end: str = "piles", by: Deck | None = None, **more: Any) -> Sheet:
    """Four players among whom the ten copies of each of ``emptied`` are spread; the last one ends the game."""
    first = 3 if by is None else 4
    decks = [deck(**dict.fromkeys(emptied, count)) for count in (first, 3, 3)]
    decks.append(deck(**dict.fromkeys(emptied, 1)) if by is None else by)
    return table(PLAIN, decks, [15] * 4, end, **more)


def provinces(last: int, *, gone: int = 12, end: str = "provinces", kingdom: list[str] = PLAIN, **more: Any) -> Sheet:
    rest = gone - last
    decks = [deck(province=rest - 2 * (rest // 3), silver=3), *[deck(province=rest // 3, silver=3)] * 2]
    return table(kingdom, [*decks, deck(province=last, silver=3)], [20] * 4, end, **more)


def placed(*places: int | None, lots: tuple[int | None, ...] = (None,) * 4, equal: bool = False) -> Sheet:
    """Four players, first to last by points, or all equal."""
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
CASES = [
    Case("K1", "eleven", rows(kingdom=[*PLAIN, "witch"]), rows(), "kingdom", 11, 10),
    Case("K1", "nine", rows(kingdom=PLAIN[:9]), rows(kingdom=PLAIN), "kingdom", 9, 10),
    Case("K1", "unknown", rows(kingdom=[*PLAIN[:9], "Fucinaa"]), rows(kingdom=[*PLAIN[:9], "Fiera"]), "kingdom[9]"),
    Case("K1", "twice", rows(kingdom=[*PLAIN[:9], "Fossato"]), rows(), "kingdom[9]", "moat"),
    Case("K1", "base card", rows(kingdom=[*PLAIN[:9], "Oro"]), rows(), "kingdom[9]", "gold"),
    Case("K2", "no moat", rows(kingdom=[*PLAIN[1:], "feast"]), rows(), "kingdom", "militia", "moat"),
    Case("K2", "not a tournament", rows(kingdom=[*PLAIN[1:], "feast"]), rows(kingdom=[*PLAIN[1:], "feast"], tournament=False)),
    Case("T1", "growing", turns(20, 21, 20, 20, ended_by=4), turns(21, 21, 20, 20), "seats[1].turns", 21, 20),
    Case("T1", "two fewer", turns(20, 20, 20, 18), turns(20, 20, 20, 19), "seats[3].turns", 18, 19),
    Case("T1", "two seats wrong", turns(20, 25, 18, 20), turns(20, 20, 20, 20), "seats"),
    Case("T2", "all equal", turns(20, 20, 20, 20, ended_by=1), turns(20, 20, 20, 20, ended_by=4), "ended_by", 1, 4),
    Case("T2", "two ahead", turns(20, 20, 19, 19, ended_by=3), turns(20, 20, 19, 19, ended_by=2), "ended_by", 3, 2),
    Case("T3", "turn 2", turns(2, 2, 2, 2, end="provinces"), turns(3, 3, 3, 3, end="provinces"), "seats[0].turns", 2, 3),
    Case("T3", "time", turns(2, 2, 2, 2, end="piles"), turns(2, 2, 2, 2, end="time")),
    Case("T4", "few", turns(8, 8, 8, 8), turns(9, 9, 9, 9), "seats[0].turns", 8, "9-45", WARNING),
    Case("T4", "many", turns(46, 46, 45, 45), turns(45, 45, 45, 45), "seats[0].turns", 46, "9-45", WARNING),
    Case("T4", "sum", turns(45, 46, 45, 45), turns(45, 45, 45, 45), "seats", 181, 180, WARNING),
    Case("S0", "gold", rows((20, 20, -1, 30, 4)), rows((20, 20, 0, 30, 4)), "seats[0].gold", -1, 0),
    Case("S0", "actions", rows((20, 20, 3, 30, -1)), rows((20, 20, 3, 30, 0)), "seats[0].actions", -1, 0),
    Case("S1", "less than the gold", rows((20, 20, 3, 8, 4), kingdom=ANY), rows((20, 20, 3, 9, 4), kingdom=ANY), "seats[0].coins", 8, 9),
    Case("S2", "coppers stay", rows((20, 20, 3, 15, 4)), rows((20, 20, 3, 16, 4)), "seats[0].coins", 15, 16),
    Case("S2", "coppers leave", rows((20, 20, 3, 15, 4)), rows((20, 20, 3, 15, 4), kingdom=plain_with("thief"))),
    Case("S3", "own and supply", rows((20, 20, 0, 120, 4)), rows((20, 20, 0, 119, 4)), "seats[0].coins", 120, 119),
    Case("S3", "thief", rows((20, 20, 0, 141, 4), kingdom=plain_with("thief")), rows((20, 20, 0, 140, 4), kingdom=plain_with("thief")), "seats[0].coins", 141, 140),
    Case("S4", "one seat", rows((20, 20, 3, 30, 101)), rows((20, 20, 3, 30, 100)), "seats[0].actions", 101, 100),
    Case("S4", "gardens", rows((20, 20, 3, 30, 91), kingdom=plain_with("gardens")), rows((20, 20, 3, 30, 90), kingdom=plain_with("gardens")), "seats[0].actions", 91, 90),
    Case("S5", "least", points(-28, 20, 20, 20), points(-27, 20, 20, 20), "seats[0].points", -28, -27),
    Case("S5", "least with chapel", points(-31, 20, 20, 20, kingdom=ANY), points(-30, 20, 20, 20, kingdom=ANY), "seats[0].points", -31, -30),
    Case("S5", "curses shared", points(-5, -5, -5, -4), points(-5, -5, -4, -4), "seats", 31, 30),
    Case("S5", "free", points(2, 20, 20, 20), points(3, 20, 20, 20), "seats[0].points", 2, 3, WARNING),
    Case("S6", "one seat", rows((20, 20, 31, 120, 4)), rows((20, 20, 30, 120, 4), *[(20, 20, 0, 30, 4)] * 3), "seats[0].gold", 31, 30),
    Case("S6", "sum", rows((20, 20, 22, 90, 4)), rows((20, 20, 21, 90, 4)), "seats", 31, 30),
    Case("S7", "sum", rows(*[(20, 20, 0, coins, 4) for coins in (60, 60, 14, 7)]), rows(*[(20, 20, 0, coins, 4) for coins in (60, 60, 13, 7)]), "seats", 141, 140),
    Case("S8", "sum", rows(*FULL, (20, 20, 3, 30, 26)), rows(*FULL, (20, 20, 3, 30, 25)), "seats", 101, 100),
    Case("S9", "all cards", points(33, 33, 33, 34, end="piles"), points(33, 33, 33, 33, end="piles"), "seats", 133, 132),
    Case("S9", "time", points(31, 32, 32, 32), points(31, 31, 32, 32), "seats", 127, 126),
    Case("S9", "gardens", points(33, 33, 33, 34), points(33, 33, 33, 34, kingdom=plain_with("gardens"))),
    Case("S10", "error", points(13, 13, 13, 14, end="provinces"), points(13, 13, 14, 14, end="provinces"), "seats", 53, 54),
    Case("S10", "warning", points(20, 21, 21, 21, end="provinces"), points(21, 21, 21, 21, end="provinces"), "seats", 83, 84, WARNING),
    Case("S10", "witch", points(20, 21, 21, 21, end="provinces"), points(20, 21, 21, 21, end="provinces", kingdom=WITCH), severity=WARNING),
    Case("W1", "gold", rows((20, 20, 17, 60, 0)), rows((20, 20, 16, 60, 0)), "seats[0].gold", 17, 16, WARNING),
    Case("W1", "points", rows((81, 20, 3, 30, 4)), rows((80, 20, 3, 30, 4)), "seats[0].points", 81, 80, WARNING),
    Case("W1", "coins", rows((20, 20, 3, 91, 4)), rows((20, 20, 3, 90, 4)), "seats[0].coins", 91, 90, WARNING),
    Case("W1", "sum high", points(60, 60, 30, 21), points(60, 60, 30, 20), "seats", 171, "30-170", WARNING),
    Case("W1", "sum low", points(9, 7, 7, 6), points(9, 7, 7, 7), "seats", 29, "30-170", WARNING),
    Case("G1", "the example", example(17), example(18), "seats[0].turns", 18, 17),
    Case("G1", "remodelled starting cards", example(17), example(17, plain_with("remodel"))),
    Case("G1", "table", bare(PLAIN, [(39, 19, 4, 27, 4)] * 3), bare(PLAIN, [(39, 20, 4, 27, 4)] * 3), "seats", 60, 57),
    Case("G2", "gold", golds(9), golds(8), "seats[0].gold", 9, 8),
    Case("G3", "few turns", turns(5, 5, 5, 4, end="provinces"), turns(5, 5, 5, 5, end="provinces"), "end", 12, 11),
    Case("G4", "few turns", turns(8, 7, 7, 7, end="piles"), turns(8, 8, 7, 7, end="piles"), "end", 30, 29),
    Case("G4", "witch", turns(5, 5, 5, 4, end="piles", kingdom=WITCH), turns(8, 7, 7, 7, end="piles", kingdom=WITCH), "end"),
    Case("D1", "not in the kingdom", one(deck(witch=1)), one(deck(spy=1)), "seats[0].deck.witch", 1),
    Case("D1", "negative", one(deck(spy=-1)), one(deck(spy=0)), "seats[0].deck.spy", -1, 0),
    Case("D1", "trash", one(deck()) | {"trash": {"witch": 1}}, one(deck()) | {"trash": {"witch": 0}}, "trash.witch", 1),
    Case("D2", "points", one(deck(duchy=1), points=7), one(deck(duchy=1), points=6), "seats[0].points", 7, 6),
    Case("D2", "gardens", one(deck(gardens=1), points=3, kingdom=plain_with("gardens")), one(deck(gardens=1), points=4, kingdom=plain_with("gardens")), "seats[0].points", 3, 4),
    Case("D3", "gold", one(deck(gold=2), gold=3), one(deck(gold=2), gold=2), "seats[0].gold", 3, 2),
    Case("D4", "coins", one(deck(gold=2), coins=12), one(deck(gold=2), coins=13), "seats[0].coins", 12, 13),
    Case("D5", "actions", one(deck(spy=2), actions=1), one(deck(spy=2), actions=2), "seats[0].actions", 1, 2),
    Case("D5", "breakdown total", counted(one(deck())) | {"seats": [{"turns": 20, "breakdown": breakdown_of(deck()) | {"cards": 11}}] * 2}, counted(one(deck())), "seats[0].breakdown.cards", 11, 10),
    Case("D6", "no chapel kept", one(deck(estate=2), kingdom=ANY), one(deck(estate=2, chapel=1), kingdom=ANY), "seats[0].deck.estate", 2, 3),
    Case("D6", "breakdown", counted(one(deck(estate=2), kingdom=ANY)), counted(one(deck(estate=2, spy=1), kingdom=ANY)), "seats[0].breakdown.estate", 2, 3),
    Case("D7", "no moneylender kept", one(deck(copper=6), kingdom=plain_with("moneylender")), one(deck(copper=6, moneylender=1), kingdom=plain_with("moneylender")), "seats[0].deck.copper", 6, 7),
    Case("D7", "thief", one(deck(copper=6, thief=1), kingdom=plain_with("thief")), one(deck(copper=6), other=deck(thief=1), kingdom=plain_with("thief")), "seats[0].deck.copper", 6, 7),
    Case("D8", "one a turn", one(deck(silver=13), 12), one(deck(silver=12), 12), "seats[0].deck", 23, 22),
    Case("D8", "one market", one(deck(silver=9, market=1), 5, kingdom=plain_with("market")), one(deck(silver=7, market=1), 5, kingdom=plain_with("market")), "seats[0].deck", 20, 18),
    Case("D8", "breakdown", counted(one(deck(silver=13), 12)), counted(one(deck(silver=12), 12)), "seats[0].breakdown.cards", 23, 22),
    Case("D9", "nothing shrinks", one({"copper": 7, "estate": 2}), one(deck()), "seats[0].deck", 9, 10),
    Case("D10", "seven coins", one(deck(province=1)), one(deck(province=1, copper=8)), "seats[0].deck.province", 1, 0),
    Case("D10", "an action pays", one(deck(province=1, spy=1)), one(deck(province=1, militia=1)), "seats[0].deck.province", 1, 0),
    Case("D11", "6 or more", one(deck(gold=5, province=3, adventurer=1), 10), one(deck(gold=5, province=2, adventurer=1), 10), "seats[0].deck", 9, 8),
    Case("D12", "provinces", one(deck(province=7, gold=1), 8), one(deck(province=6, gold=1), 8), "seats[0].deck.province", 7, 6),
    Case("D13", "no witch", one(deck(curse=1)), one(deck()), "seats[0].deck.curse", 1, 0, WARNING),
    Case("D13", "one witch, one turn", one(deck(curse=2), 3, other=deck(witch=1), kingdom=WITCH), one(deck(curse=1), 3, other=deck(witch=1), kingdom=WITCH), "seats[0].deck.curse", 2, 1, WARNING),
    Case("D14", "soon", one(deck(province=5, gold=1), 10), one(deck(province=4, gold=1), 10), "seats[0].deck.province", 5, 4, WARNING),
    Case("D15", "large", one(deck(silver=40, moat=10, cellar=10, gold=11), 80), one(deck(silver=40, moat=10, cellar=10, gold=10), 80), "seats[0].deck", 81, "5-80", WARNING),
    Case("D15", "small", one({"chapel": 1, "copper": 3}, kingdom=ANY), one({"chapel": 1, "copper": 4}, kingdom=ANY), "seats[0].deck", 4, "5-80", WARNING),
    Case("D16", "breakdown beside a deck", one(deck(), breakdown=breakdown_of(deck(silver=1))), one(deck(), breakdown=breakdown_of(deck())), "seats[0].breakdown.silver", 1, 0),
    Case("C1", "estates", one(deck(estate=8), other=deck(estate=7)), one(deck(estate=7), other=deck(estate=7)), "seats", 15, 14),
    Case("C1", "one seat", one(deck(spy=11)), one(deck(spy=10)), "seats[0].deck.spy", 11, 10),
    Case("C1", "trash", one(deck(feast=9), kingdom=plain_with("feast")) | {"trash": {"feast": 2}}, one(deck(feast=9), kingdom=plain_with("feast")) | {"trash": {"feast": 1}}, "seats", 11, 10),
    Case("C2", "copper", one(deck()) | {"trash": {"copper": 1}}, one(deck(), kingdom=plain_with("thief")) | {"trash": {"copper": 1}}, "trash.copper", 1, 0),
    Case("C3", "too many", supplied(gold=29), supplied(gold=28), "supply.gold", 31, 30),
    Case("C3", "too few", supplied(spy=9), supplied(spy=10), "supply.spy", 9, 10),
    Case("X1", "one left", provinces(3, gone=11), provinces(3), "end", 1, 0),
    Case("X1", "perhaps trashed", provinces(3, gone=11, kingdom=ANY), provinces(3, kingdom=ANY), "end", 1, 0, WARNING),
    Case("X2", "none", provinces(0), provinces(1), "seats[3].deck", 0, 1),
    Case("X2", "trash without provinces", provinces(0, kingdom=ANY, trash={"estate": 1}), provinces(0, gone=11, kingdom=ANY)),
    Case("X3", "two piles", piles("moat", "cellar"), piles("moat", "cellar", "spy"), "end", 2, 3),
    Case("X3", "perhaps trashed", changed(piles("moat", "cellar"), kingdom=plain_with("feast")), changed(piles("moat", "cellar", "village"), kingdom=plain_with("feast")), "end", 2, 3, WARNING),
    Case("X4", "provinces", provinces(3, end="time"), provinces(3, gone=11, end="time"), "end", "time", "provinces", WARNING),
    Case("X4", "piles", piles("moat", "cellar", "spy", end="time"), piles("moat", "cellar", end="time"), "end", "time", "piles", WARNING),
    Case("X5", "none of them", piles("moat", "cellar", "spy", by=deck()), piles("moat", "cellar", "spy"), "seats[3]", 0, 1),
    Case("X6", "not in the game", provinces(3, empty_piles=["province", "witch"]), provinces(3, empty_piles=["province"]), "empty_piles", "witch"),
    Case("X7", "not over", provinces(3, gone=11), provinces(3, gone=11, end="time"), "end"),
    Case("X7", "three piles", piles("moat", "cellar"), piles("moat", "cellar", "spy"), "end"),
    Case("X8", "not empty", provinces(3, empty_piles=["moat"]), provinces(3, empty_piles=["province"]), "empty_piles", 10, 0),
    Case("P1", "exchanged", placed(2, 1, 3, 4), placed(1, 2, 3, 4), "seats[0].place", 2, 1),
    Case("P2", "missing", placed(1, 2, 3, 4, equal=True), placed(1, 2, 3, 4, lots=(1, 2, 3, 4), equal=True), "seats[0].lot"),
    Case("P2", "not needed", placed(1, 2, 3, 4, lots=(1, None, None, None)), placed(1, 2, 3, 4), "seats[0].lot", 1),
    Case("P2", "repeated", placed(1, 2, 3, 4, lots=(1, 2, 2, 4), equal=True), placed(1, 3, 2, 4, lots=(1, 3, 2, 4), equal=True), "seats[1].lot", 2, "1-4"),
    Case("P3", "two winners", placed(1, 1, 3, 4), placed(1, 2, 3, 4), "seats", 2, 1),
    Case("M1", "points", rows() | {"seats": [{"turns": 20, "gold": 3, "coins": 30, "actions": 4}] * 4}, rows(), "seats[0].points"),
    Case("M1", "end", rows() | {"end": None}, rows(), "end"),
    Case("F1", "text", rows() | {"seats": [{"points": "20"}] * 4}, rows(), "seats[0].points", "20", "integer"),
    Case("F2", "field", rows(colour=1), rows(), "colour", "colour"),
    Case("F3", "card", one({"copper": 7, "Fucinaa": 1}), one({"copper": 7, "Fucina": 1}), "seats[0].deck.Fucinaa", "Fucinaa", "smithy"),
    Case("F4", "seat", rows() | {"ended_by": 5}, rows() | {"ended_by": 4}, "ended_by", 5, "1-4"),
    Case("F5", "two names", one(deck(feast=1, banchetto=1)), one(deck(spy=1, feast=0)), "seats[0].deck.banchetto"),
    Case("F6", "end", rows(end="curses"), rows(end="piles"), "end", "curses"),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=[f"{case.code}-{case.name}".replace(" ", "_") for case in CASES])
def test_code_fires_beyond_its_bound_only(case: Case) -> None:
    wanted = (case.code, case.severity)
    found = [f for f in findings(with_lots_unless(case, case.beyond)) if (f.code, f.severity.value) == wanted]
    assert found, codes(case.beyond)
    if case.path is not None:
        assert found[0].path == case.path
    if case.value is not None:
        assert found[0].value == case.value
    if case.bound is not None:
        assert found[0].bound == case.bound
    assert wanted not in codes(with_lots_unless(case, case.inside))


def with_lots_unless(case: Case, sheet: Sheet) -> Sheet:
    """Equal rows get their lots, unless lots are what the case is about or the rows cannot be read."""
    return sheet if case.code[0] in "PMF" else with_lots(sheet)


def test_every_code_has_a_case() -> None:
    from games.dominion.sentences import SENTENCES

    assert {case.code for case in CASES} | {"F7"} == {key.split(":")[0] for key in SENTENCES}


def test_f7_as_many_seats_as_players() -> None:
    assert ("F7", ERROR) in codes(rows(), players=3)
    assert ("F7", ERROR) not in codes(rows(), players=4)


def test_known_losses_of_every_kingdom_card() -> None:
    """C2 and the proofs beside it: which card can leave a deck with which kingdom card."""
    from games.dominion.sheet_facts import lossable

    expected = {
        c.CHAPEL: set(c.CODES),
        c.REMODEL: set(c.CODES),
        c.MINE: {c.COPPER, c.SILVER, c.GOLD},
        c.THIEF: {c.COPPER, c.SILVER, c.GOLD},
        c.MONEYLENDER: {c.COPPER},
        c.FEAST: {c.FEAST},
    }
    for code in c.KINGDOM_CODES:
        losses = lossable(frozenset((code,)))
        assert {card for card in c.CODES if losses[card]} == expected.get(code, set())
