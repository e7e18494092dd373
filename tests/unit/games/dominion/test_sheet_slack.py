"""No legal game is refused, not even one that was made to come as close to a bound as it can.

Random games stay far from most bounds. Here each bound has games of its own: a hill-climb makes its slack small. The
slack that it must reach is pinned: a climb that stays further away has lost its strength. ``SHEET_SLACK`` multiplies
the steps for a longer search (``SHEET_SLACK=50 pytest -s`` on this file shows the slack reached).
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import NamedTuple

import pytest

from games.dominion import cards as c
from games.dominion.check.bounds import COSTLY, PROVINCES, TRASHING, Facts, gaining
from games.dominion.check.numbers import least_gained
from games.dominion.check.payments import keeps_what_pays, most_coins, turns_with_provinces
from tests.unit.games.dominion.sheet_samples import Sheet, breakdown_of, errors, modes
from tests.unit.games.dominion.tight_games import FAR, Slack, climb
from tests.volume import VOLUME

TIMES = int(os.environ.get("SHEET_SLACK", VOLUME.climb_steps))
STEPS = 200
#: The mode in which a game reports its sheet.
WHOLE = "deck+trash+supply"
#: With these in the kingdom a card can leave a deck.
LOSING = frozenset({"chapel", "remodel", "mine", "thief", "moneylender", "feast"})


def _each(facts: Facts, bound: Callable[[int], int]) -> int:
    """Return the least slack of the players."""
    return min(map(bound, range(facts.players)))


def _beyond(value: int, wanted: int, bound: int) -> int:
    """Return the slack, once the value is one that is wanted: at first the way to it counts."""
    return bound - value if value >= wanted else FAR + wanted - value


def size(facts: Facts) -> int:
    """D8, of decks that grew by more than one card a turn."""

    def of(seat: int) -> int:
        holding, turns = facts.holdings[seat], facts.report.seats[seat].turns or 0
        most = 10 + (facts.growth(seat) or 0) + facts.converted(seat, curses_only=True) + holding.low[c.CURSE]
        return _beyond(holding.size or 0, 10 + turns + holding.low[c.CURSE] + 2, most)

    return _each(facts, of)


def gained(facts: Facts) -> int:
    """G1, of players who gained more than one card a turn."""

    def of(seat: int) -> int:
        bound = (facts.growth(seat) or 0) + facts.converted(seat)
        return _beyond(least_gained(facts, seat) or 0, (facts.report.seats[seat].turns or 0) + 2, bound)

    return _each(facts, of)


def golds(facts: Facts) -> int:
    """G2, of four Golds and more."""

    def of(seat: int) -> int:
        bound = (facts.later_turns(seat) or 0) * (1 + facts.uses(seat, COSTLY[facts.players]))
        return _beyond(facts.report.seats[seat].gold or 0, 4, bound)

    return _each(facts, of)


def costly(facts: Facts) -> int:
    """D11, of four such cards and more."""

    def of(seat: int) -> int:
        low = facts.holdings[seat].low
        bound = (facts.later_turns(seat) or 0) * (1 + facts.uses(seat, COSTLY[facts.players]))
        return _beyond(low[c.GOLD] + low[c.PROVINCE] + low[c.ADVENTURER], 4, bound)

    return _each(facts, of)


def provinces(facts: Facts) -> int:
    """D12, of three Provinces and more."""

    def of(seat: int) -> int:
        bound = (facts.later_turns(seat) or 0) * (1 + facts.uses(seat, PROVINCES))
        return _beyond(facts.holdings[seat].low[c.PROVINCE], 3, bound)

    return _each(facts, of)


def last_province(facts: Facts) -> int:
    """G3, of games that end by Provinces."""
    supply = facts.report.supply or []
    if supply[c.PROVINCE]:
        return FAR + supply[c.PROVINCE]
    later = [facts.later_turns(seat) or 0 for seat in range(facts.players)]
    bound = sum(count * (1 + facts.uses(seat, PROVINCES)) for seat, count in enumerate(later))
    return bound - facts.victory


def _piles_left(facts: Facts) -> int:
    return sum(sorted((facts.report.supply or [])[code] for code in facts.in_game())[:3])


def three_piles(facts: Facts) -> int:
    """G4, of games that end by piles."""
    if facts.report.end != "piles":
        return FAR + _piles_left(facts) + 10 * (facts.report.end == "provinces")
    bound = facts.taken_at_most() or 0
    sizes = sorted(c.SUPPLY[facts.players][code] for code in facts.in_game())
    return bound - sum(sizes[: 2 if facts.has(c.WITCH) else 3])


def last_pile(facts: Facts) -> int:
    """X5, of games that end by piles where nothing leaves a deck."""
    empty = facts.surely_empty()
    if len(empty) < 3:
        return FAR + _piles_left(facts)
    high = facts.holdings[(facts.report.ended_by or 1) - 1].high
    return sum(high[code] > c.STARTING_DECK[code] for code in empty) - len(empty) + 2


def coins(facts: Facts) -> int:
    """D10: the coins of a hand that bought a Province where nothing that pays leaves."""

    def of(seat: int) -> int:
        most = most_coins(facts, seat, without=c.PROVINCE) or 0
        return most - 8 if facts.holdings[seat].low[c.PROVINCE] else FAR - most

    return _each(facts, of) if keeps_what_pays(facts) else 2 * FAR


def coins_for_gold(facts: Facts) -> int:
    """D10: the coins of a hand that bought a first Gold."""

    def of(seat: int) -> int:
        most = most_coins(facts, seat, without=c.GOLD) or 0
        return most - 6 if facts.holdings[seat].low[c.GOLD] else FAR - most

    return _each(facts, of) if keeps_what_pays(facts) else 2 * FAR


def first_turns(facts: Facts) -> int:
    """D17, of three cards and more that cost 5."""

    def of(seat: int) -> int:
        low = facts.holdings[seat].low
        number = sum(low[code] for code in c.CODES if c.COST[code] >= 5)
        bound = 1 + (facts.later_turns(seat) or 0) * (1 + facts.uses(seat, gaining(facts.players, 5)))
        return _beyond(number, 3, bound)

    return _each(facts, of)


def no_actions(facts: Facts) -> int:
    """D12, of players without an Action who have two Provinces and more."""

    def of(seat: int) -> int:
        turns = turns_with_provinces(facts, seat)
        return 2 * FAR if turns is None else _beyond(facts.holdings[seat].low[c.PROVINCE], 2, turns)

    return _each(facts, of)


def treasures(facts: Facts) -> int:
    """D18, of players who lack a Copper."""

    def of(seat: int) -> int:
        low = facts.holdings[seat].low
        number = low[c.COPPER] + low[c.SILVER] + low[c.GOLD]
        return number - 7 if low[c.COPPER] < 7 else FAR + number

    return _each(facts, of)


def trash_size(facts: Facts) -> int:
    """C4, of tables that trashed ten cards and more."""
    later = [facts.later_turns(seat) or 0 for seat in range(facts.players)]
    bound = sum(turns * facts.uses(seat, TRASHING[facts.players]) for seat, turns in enumerate(later))
    return _beyond(sum(facts.report.trash or []), 10, bound)


def taken(facts: Facts) -> int:
    """G6: what is gone from the supply."""
    supply = facts.report.supply or []
    given = (c.CURSE,) if facts.has(c.WITCH) else ()
    gone = sum(c.SUPPLY[facts.players][code] - supply[code] for code in facts.in_game() if code not in given)
    return (facts.taken_at_most() or 0) - gone


def whole_deck(facts: Facts) -> int:
    """D9: decks of players who trashed with Remodel and Mine alone."""
    trashed = sum(facts.report.trash or [])
    smallest = _each(facts, lambda seat: (facts.holdings[seat].size or 0) - 10)
    return smallest if trashed >= 6 else FAR - trashed


def few_points(facts: Facts) -> int:
    """S5."""
    least = (0 if facts.any_loss else 3) - facts.init[c.CURSE]
    return _each(facts, lambda seat: (facts.report.seats[seat].points or 0) - least)


def many_points(facts: Facts) -> int:
    """S9, without Gardens, whatever the end."""
    less = 6 if facts.report.end == "time" and not facts.any_loss else 0
    return 10 * facts.victory + 3 * facts.players - less - sum(seat.points or 0 for seat in facts.report.seats)


def all_provinces(facts: Facts) -> int:
    """S10, of games that end by Provinces where no card is trashed."""
    if facts.report.end != "provinces":
        return FAR + facts.left(c.PROVINCE)[1]
    total = sum(seat.points or 0 for seat in facts.report.seats)
    return total - 6 * facts.victory - 3 * facts.players + facts.init[c.CURSE]


def many_coins(facts: Facts) -> int:
    """S3."""
    most = facts.init[c.COPPER] - (0 if facts.has(c.THIEF) else 7 * (facts.players - 1)) + 2 * facts.init[c.SILVER]
    rows = facts.report.seats
    return _each(facts, lambda seat: most - (rows[seat].coins or 0) + 3 * (rows[seat].gold or 0))


def _other_coins(facts: Facts, seat: int) -> int:
    row = facts.report.seats[seat]
    return (row.coins or 0) - 3 * (row.gold or 0)


def few_coins(facts: Facts) -> int:
    """S1."""
    return _each(facts, lambda seat: _other_coins(facts, seat))


def dealt_coins(facts: Facts) -> int:
    """S2, of players who gained cards."""
    return _each(facts, lambda seat: _other_coins(facts, seat) - 7)


def many_actions(facts: Facts) -> int:
    """S4."""
    most = 10 * facts.action_kinds
    return _each(facts, lambda seat: most - (facts.report.seats[seat].actions or 0))


def many_golds(facts: Facts) -> int:
    """S6, of one player and of all."""
    return facts.init[c.GOLD] - sum(row.gold or 0 for row in facts.report.seats)


def all_coins(facts: Facts) -> int:
    """S7."""
    most = facts.init[c.COPPER] + 2 * facts.init[c.SILVER]
    return most - sum(_other_coins(facts, seat) for seat in range(facts.players))


def all_actions(facts: Facts) -> int:
    """S8."""
    return 10 * facts.action_kinds - sum(row.actions or 0 for row in facts.report.seats)


def last_estate_trasher(facts: Facts) -> int:
    """D6: the trashers beyond the one that a deck must keep which lacks an Estate."""

    def of(seat: int) -> int:
        low = facts.holdings[seat].low
        return low[c.CHAPEL] + low[c.REMODEL] - 1 if low[c.ESTATE] < 3 else FAR + low[c.ESTATE]

    return _each(facts, of)


def last_copper_trasher(facts: Facts) -> int:
    """D7: the trashers beyond the one that a deck must keep, or a rival's Thief, which lacks a Copper."""

    def of(seat: int) -> int:
        low = facts.holdings[seat].low
        trashers = sum(low[code] for code in (c.CHAPEL, c.REMODEL, c.MINE, c.MONEYLENDER))
        thieves = sum(holding.low[c.THIEF] for other, holding in enumerate(facts.holdings) if other != seat)
        return trashers + thieves - 1 if low[c.COPPER] < 7 else FAR + low[c.COPPER]

    return _each(facts, of)


def scarcest_card(facts: Facts) -> int:
    """C1: the copies of a card that are in no deck, with neither trash nor supply reported."""
    counted_cards = (c.SILVER, c.GOLD, c.ESTATE, c.DUCHY, c.PROVINCE, c.CURSE)
    return min(facts.init[code] - sum(holding.low[code] for holding in facts.holdings) for code in counted_cards)


class Climb(NamedTuple):
    """A bound to approach: slack function, slack to reach, report mode, required and barred kingdom cards."""

    slack: Slack
    reached: int
    mode: str = WHOLE
    required: str = ""
    barred: frozenset[str] = frozenset()


#: The letters after a code tell the exception that is pressed.
CLIMBS = {
    "D8 throned gains": Climb(size, 3, required="throne_room workshop"),
    "D8 thieves": Climb(size, 2, required="thief"),
    "D8 counted actions": Climb(size, 17, "breakdown+trash+supply", "throne_room festival", LOSING),
    "G1 remodel": Climb(gained, 0, required="throne_room remodel"),
    "G1 mine": Climb(gained, 3, required="throne_room mine"),
    "G1 bare": Climb(gained, 6, "sheet+trash+supply", "throne_room market", LOSING),
    "G2 buys": Climb(golds, 3, "sheet+trash+supply", "market festival", LOSING),
    "G2 thieves": Climb(golds, 9, "sheet+trash+supply", "thief"),
    "G2 remodel": Climb(golds, 6, "sheet+trash+supply", "remodel mine"),
    "D11 adventurer": Climb(costly, 3, required="adventurer", barred=LOSING),
    "D11 thieves": Climb(costly, 5, required="thief throne_room"),
    "D12 buys": Climb(provinces, 12, required="festival throne_room"),
    "D12 remodel": Climb(provinces, 6, required="remodel throne_room"),
    "G3": Climb(last_province, 32),
    "G3 remodel": Climb(last_province, 26, required="remodel throne_room festival"),
    "G4": Climb(three_piles, 21),
    "G4 witch": Climb(three_piles, 22, required="witch workshop"),
    "X5": Climb(last_pile, 0, barred=LOSING),
    "X5 witch": Climb(last_pile, 1, required="witch", barred=LOSING),
    "D6 chapel": Climb(last_estate_trasher, 0, required="chapel"),
    "D6 remodel": Climb(last_estate_trasher, 0, required="remodel", barred=frozenset({"chapel"})),
    "D7 own": Climb(last_copper_trasher, 0, required="moneylender", barred=frozenset({"thief"})),
    "D7 thief": Climb(last_copper_trasher, 0, required="thief", barred=LOSING - {"thief"}),
    "D9": Climb(whole_deck, 1, required="remodel mine", barred=LOSING - {"remodel", "mine"}),
    "D10": Climb(coins, 0, barred=LOSING),
    "D10 gold": Climb(coins_for_gold, 1, barred=LOSING),
    "D12 no action": Climb(no_actions, 12, barred=LOSING),
    "D17": Climb(first_turns, 2),
    "D18": Climb(treasures, 0, required="mine", barred=LOSING - {"mine"}),
    "C4": Climb(trash_size, 85, required="chapel"),
    "C4 remodel": Climb(trash_size, 50, required="remodel throne_room"),
    "G6": Climb(taken, 0),
    "G6 witch": Climb(taken, 0, required="witch workshop"),
    "C1": Climb(scarcest_card, 0, "breakdown"),
    "S3": Climb(many_coins, 46, "sheet", "thief"),
    "S1": Climb(few_coins, 0, "sheet", "chapel moneylender"),
    "S2": Climb(dealt_coins, 0, "sheet", barred=LOSING),
    "S4": Climb(many_actions, 42, "sheet"),
    "S5": Climb(few_points, 0, "sheet", "witch"),
    "S6": Climb(many_golds, 0, "sheet"),
    "S7": Climb(all_coins, 6, "sheet"),
    "S8": Climb(all_actions, 40, "sheet"),
    "S9": Climb(many_points, 6, "sheet", barred=frozenset({"gardens"})),
    "S10": Climb(all_provinces, 0, "sheet", "witch", LOSING | {"gardens"}),
}


def _view(sheet: Sheet, mode: str) -> Sheet:
    """Return the whole sheet as it is reported in the mode; nothing of it is changed."""
    if mode == WHOLE:
        return sheet
    how, *more = mode.split("+")
    bare = [{name: value for name, value in seat.items() if name != "deck"} for seat in sheet["seats"]]
    if how == "breakdown":
        for seat, complete_seat in zip(bare, sheet["seats"], strict=True):
            seat["breakdown"] = breakdown_of(complete_seat["deck"])
    reported = {name: value for name, value in sheet.items() if name not in ("trash", "supply") or name in more}
    return {**reported, "seats": bare}


@pytest.mark.soak(
    gate="tests/unit/games/dominion/test_sheet_edges.py::test_legal_table_inside_accepted_and_beyond_refused"
)
@pytest.mark.parametrize("name", CLIMBS)
def test_legal_games_near_bound_never_refused(name: str) -> None:
    press = CLIMBS[name]
    least = FAR * 2
    games = climb(
        name, press.slack, lambda sheet: _view(sheet, press.mode), STEPS * TIMES, press.required, press.barred
    )
    for sheet, shown, slack, closer in games:
        assert errors(shown) == set(), sheet
        if closer:
            assert {mode: errors(view) for mode, view in modes(sheet).items() if errors(view)} == {}, sheet
        assert slack >= 0, sheet
        least = min(least, slack)
    print(f"{name}: {least}")
    assert TIMES > 1 or least <= press.reached
