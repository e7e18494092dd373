"""Checks D and C: a deck against its numbers, its turns and the kingdom; all decks against the total of each card."""

from __future__ import annotations

from collections.abc import Iterator

from .. import cards as c
from .bounds import (
    ANY,
    COSTLY,
    COSTLY_FROM,
    MINERS,
    OTHERS_TREASURE,
    OWN_COPPER,
    OWN_TREASURE,
    PROVINCES,
    REMODELLERS,
    SHRINKERS,
    TRASHING,
    WITCHES,
    Facts,
    gaining,
)
from .numbers import least_gained
from .payments import highest_gift, keeps_what_pays, most_coins, turns_with_provinces
from .reading import BREAKDOWN_CARDS, Counts, Findings, Report, Seat

#: Costs of which the seven coins of the first two turns pay one card at most.
_HALF_OF_SEVEN = (5, 4)


def check_cards(report: Report, findings: Findings) -> None:
    """Check D1 and X6: only base cards and the ten of the kingdom, and no negative count."""
    _check_piles(report, findings)
    for seat in report.seats:
        _check_breakdown(report, seat, findings)
    for code in report.empty_piles:
        if report.kingdom is not None and code not in report.kingdom and code not in c.BASE_CODES:
            findings.error("X6", "empty_piles", c.NAMES[code], None, card=c.NAMES[code])


def _check_piles(report: Report, findings: Findings) -> None:
    piles: list[tuple[str, Counts | None]] = [(f"{seat.path}.deck", seat.deck) for seat in report.seats]
    piles += [("trash", report.trash), ("supply", report.supply)]
    for path, counts in piles:
        for code, count in enumerate(counts or ()):
            name = c.NAMES[code]
            if count < 0:
                findings.error("D1", f"{path}.{name}", count, 0, card=name)
            elif count and report.kingdom is not None and code not in report.kingdom and code not in c.BASE_CODES:
                findings.error("D1", f"{path}.{name}", count, None, case="D1:kingdom", card=name)


def _check_breakdown(report: Report, seat: Seat, findings: Findings) -> None:
    for name, value in (seat.breakdown or {}).items():
        if value is not None and value < 0:
            findings.error("D1", f"{seat.path}.breakdown.{name}", value, 0, case="D1:field", field=name)
    for code in absent_victories(report):
        name = c.NAMES[code]
        count = (seat.breakdown or {}).get(name)
        if count:
            findings.error("D1", f"{seat.path}.breakdown.{name}", count, None, case="D1:kingdom", card=name)


def absent_victories(report: Report) -> list[int]:
    """Return the Victory cards of other kingdoms, none if the kingdom is not known."""
    return [code for code in c.KINGDOM_VICTORIES if report.kingdom is not None and code not in report.kingdom]


def complete_seat(report: Report, seat: Seat, findings: Findings) -> None:
    """Check D2-D5: compare numbers that follow from the cards with the given ones; fill in the missing ones.

    Afterwards the seat holds the derived numbers, so that later checks do not report the same mistake again.
    """
    if seat.deck is not None:
        _against_breakdown(seat, seat.deck, findings)
        deck = seat.deck
        known: dict[str, int | None] = {name: deck[c.NAMES.index(name)] for name in BREAKDOWN_CARDS}
        known["actions"] = sum(deck[code] for code in c.KINGDOM_CODES if c.IS_ACTION[code])
        known["cards"] = sum(deck)
    elif seat.breakdown is not None:
        known = seat.breakdown
        _complete_breakdown(report, seat, known, findings)
    else:
        return
    _settle(seat, "D3", "gold", known["gold"], findings)
    _settle(seat, "D4", "coins", _sum(known, c.VALUE), findings)
    _settle(seat, "D5", "actions", known["actions"], findings)
    plain, per_ten, size = _sum(known, c.POINTS), _sum(known, c.POINTS_PER_TEN), known["cards"]
    if plain is not None and (per_ten == 0 or (per_ten is not None and size is not None)):
        # In a kingdom without Gardens the proof does not mention them.
        absent = {"gardens": 0} if c.GARDENS in absent_victories(report) else {}
        _settle(seat, "D2", "points", plain + (per_ten or 0) * ((size or 0) // 10), findings, **absent)


def _complete_breakdown(report: Report, seat: Seat, known: dict[str, int | None], findings: Findings) -> None:
    """Derive a missing number of a breakdown: its counts and their sum, of which any one follows from the others."""
    for code in absent_victories(report):
        if known[c.NAMES[code]] is None:
            known[c.NAMES[code]] = 0
    for name in ("actions", "gold"):
        if known[name] is None:
            known[name] = getattr(seat, name)
    parts = (*BREAKDOWN_CARDS, "actions")
    total = sum(known[name] or 0 for name in parts)
    missing = [name for name in parts if known[name] is None]
    if not missing and known["cards"] is not None and known["cards"] != total:
        findings.error("D5", f"{seat.path}.breakdown.cards", known["cards"], total, case="D5:total")
    if not missing:
        known["cards"] = total
    elif len(missing) == 1 and known["cards"] is not None and known["cards"] >= total:
        known[missing[0]] = known["cards"] - total


def _sum(known: dict[str, int | None], worth: Counts) -> int | None:
    """Return what the counted cards are worth; None if the number of some that are worth anything is missing."""
    total = 0
    for name in BREAKDOWN_CARDS:
        each, count = worth[c.NAMES.index(name)], known[name]
        if each and count is None:
            return None
        total += each * (count or 0)
    return total


def _settle(seat: Seat, code: str, name: str, derived: int | None, findings: Findings, **params: int) -> None:
    if derived is None:
        return
    reported = getattr(seat, name)
    if reported is not None and reported != derived:
        findings.error(code, f"{seat.path}.{name}", reported, derived, **params)
    setattr(seat, name, derived)


def _against_breakdown(seat: Seat, deck: Counts, findings: Findings) -> None:
    """Check D16: a breakdown beside a deck agrees with it."""
    for name, count in (seat.breakdown or {}).items():
        if name == "cards":
            own = sum(deck)
        elif name == "actions":
            own = sum(deck[code] for code in c.KINGDOM_CODES if c.IS_ACTION[code])
        else:
            own = deck[c.NAMES.index(name)]
        if count is not None and count != own:
            findings.error("D16", f"{seat.path}.breakdown.{name}", count, own, field=name)


def check_decks(facts: Facts, findings: Findings) -> None:
    """Run D6-D15, D17 and D18 for every player whose cards are counted."""
    for index, holding in enumerate(facts.holdings):
        if holding.counted:
            _check_start(facts, index, findings)
            _check_size(facts, index, findings)
            _check_costly(facts, index, findings)
            _check_doubtful(facts, index, findings)


def _seat_path(facts: Facts, index: int, name: str) -> str:
    holding = "deck" if facts.holdings[index].exact else "breakdown"
    return f"seats[{index}].{holding}.{name}"


def _keeps_one(facts: Facts, index: int, *codes: int) -> bool:
    """L5: return whether the card of a player's last own trashing must still be there.

    Where Actions are only counted, the card may be there, and counts as present.
    """
    holding = facts.holdings[index]
    in_kingdom = [code for code in codes if code in facts.kingdom]
    if holding.exact:
        return any(holding.low[code] for code in in_kingdom)
    return bool(in_kingdom) and bool(holding.actions)


def _check_start(facts: Facts, index: int, findings: Findings) -> None:
    """Check D6 and D7: dealt Estates and Coppers leave only by the player's own trashers, Coppers also by a Thief.

    D18: a Mine puts a Treasure in the place of one.
    """
    low = facts.holdings[index].low
    if low[c.ESTATE] < 3 and not _keeps_one(facts, index, *ANY):
        findings.error("D6", _seat_path(facts, index, "estate"), low[c.ESTATE], 3)
    has_rival_thief = any(
        facts.most_held(other, code) for other in range(facts.players) if other != index for code in OTHERS_TREASURE
    )
    own = _keeps_one(facts, index, *ANY, *OWN_TREASURE, *OWN_COPPER)
    if low[c.COPPER] < 7 and not own and not has_rival_thief:
        findings.error("D7", _seat_path(facts, index, "copper"), low[c.COPPER], 7)
    elif facts.keeps_treasures and (treasures := sum(low[code] for code in c.CODES if c.IS_TREASURE[code])) < 7:
        findings.error("D18", f"seats[{index}].{'deck' if facts.holdings[index].exact else 'breakdown'}", treasures, 7)


def _check_size(facts: Facts, index: int, findings: Findings) -> None:
    holding, growth = facts.holdings[index], facts.growth(index)
    path = f"seats[{index}].deck" if holding.exact else f"seats[{index}].breakdown.cards"
    if holding.size is None:
        return
    turns = facts.report.seats[index].turns
    if growth is not None:
        # L6: no turn adds more cards than the growth; a Curse that Remodel converted into another card adds one as
        # well.
        bound = 10 + growth + facts.converted(index, curses_only=True) + holding.low[c.CURSE]
        if holding.size > bound:
            findings.error("D8", path, holding.size, bound, turns=turns, curses=holding.low[c.CURSE])
        else:
            _check_gained(facts, index, path, growth, findings)
    copper_left = facts.left(c.COPPER)[0] > 0
    if holding.size < 10 and not facts.has(*SHRINKERS) and (copper_left or not facts.has(*REMODELLERS, *MINERS)):
        findings.error("D9", path, holding.size, 10)
    if not 5 <= holding.size <= 80:
        findings.warning("D15", path, holding.size, "5-80")


def _check_gained(facts: Facts, index: int, path: str, growth: int, findings: Findings) -> None:
    gained = least_gained(facts, index)
    bound = growth + facts.converted(index)
    if gained is not None and gained > bound and not findings.has("G1"):
        findings.error("G1", path, gained, bound, turns=facts.report.seats[index].turns)


def _check_costly(facts: Facts, index: int, findings: Findings) -> None:
    """Check D10-D12: what costs 6 or more needs a turn after the second, and a Province the coins to pay for it."""
    holding, low, later = facts.holdings[index], facts.holdings[index].low, facts.later_turns(index)
    turns = facts.report.seats[index].turns
    _check_payable(facts, index, findings)
    if later is None:
        return
    costly = sum(low[code] for code in c.CODES if c.COST[code] >= COSTLY_FROM)
    bound = later * (1 + facts.uses(index, COSTLY[facts.players]))
    provinces = later * (1 + facts.uses(index, PROVINCES))
    by_hands = turns_with_provinces(facts, index)
    provinces = provinces if by_hands is None else min(provinces, by_hands)
    if low[c.PROVINCE] > provinces:
        findings.error("D12", _seat_path(facts, index, "province"), low[c.PROVINCE], provinces, turns=turns)
    elif costly > bound:
        findings.error("D11", f"seats[{index}].{'deck' if holding.exact else 'breakdown'}", costly, bound, turns=turns)
    else:
        _check_first_turns(facts, index, later, findings)


def _check_payable(facts: Facts, index: int, findings: Findings) -> None:
    """Check D10: each card that nothing gives was paid for a first time, by a hand of the other cards."""
    holding = facts.holdings[index]
    if not keeps_what_pays(facts):
        return
    gift = highest_gift(facts)
    for code in facts.in_game():
        if not holding.low[code] or c.COST[code] <= max(gift, c.COST[c.ESTATE]):
            continue
        coins = most_coins(facts, index, without=code)
        if coins is not None and coins < c.COST[code]:
            name = c.NAMES[code]
            findings.error("D10", _seat_path(facts, index, name), holding.low[code], 0, card=name, coins=coins)


def _check_first_turns(facts: Facts, index: int, later: int, findings: Findings) -> None:
    """Check D17: the first two hands are the ten dealt cards, whose seven coins pay for one card of 4 or more (L2)."""
    holding = facts.holdings[index]
    turns = facts.report.seats[index].turns or 0
    for cost in _HALF_OF_SEVEN:
        number = sum(holding.low[code] for code in c.CODES if c.COST[code] >= cost)
        bound = min(1, turns + facts.report.abandoned) + later * (1 + facts.uses(index, gaining(facts.players, cost)))
        if number > bound:
            path = f"seats[{index}].{'deck' if holding.exact else 'breakdown'}"
            findings.error("D17", path, number, bound, cost=cost, turns=turns)
            return


def _check_doubtful(facts: Facts, index: int, findings: Findings) -> None:
    """Check D13 and D14: more Curses than the Witches can give, Provinces earlier than ever observed."""
    low, turns = facts.holdings[index].low, facts.report.seats[index].turns
    curses_given: int | None = 0
    for other in range(facts.players):
        later = facts.later_turns(other)
        if other != index:
            curses_given = (
                None if later is None or curses_given is None else curses_given + later * facts.uses(other, WITCHES)
            )
    if curses_given is not None and low[c.CURSE] > curses_given:
        findings.warning("D13", _seat_path(facts, index, "curse"), low[c.CURSE], curses_given)
    if turns is not None and low[c.PROVINCE] > max(0, turns - 6):
        findings.warning("D14", _seat_path(facts, index, "province"), low[c.PROVINCE], max(0, turns - 6), turns=turns)


def check_conservation(facts: Facts, findings: Findings) -> None:
    """Check C1-C4. L3: nothing returns to the supply; a copy is in a deck, in the trash or in the supply."""
    report = facts.report
    if report.trash is not None and report.kingdom is not None:
        for code in facts.in_game():
            if report.trash[code] and not facts.lossable[code]:
                name = c.NAMES[code]
                findings.error("C2", f"trash.{name}", report.trash[code], 0, card=name)
    unbalanced = False
    for code in facts.in_game():
        unbalanced = _check_card(facts, code, findings) or unbalanced
    if not unbalanced:
        _check_totals(facts, findings)
    _check_trash_size(facts, findings)


def _check_trash_size(facts: Facts, findings: Findings) -> None:
    """Check C4: each use of a card trashes so many cards, from the third turn on."""
    trash = facts.report.trash
    if trash is None or not facts.known_kingdom or findings.has("C2"):
        return
    bound = 0
    for index in range(facts.players):
        later = facts.later_turns(index)
        if later is None:
            return
        bound += later * facts.uses(index, TRASHING[facts.players])
    if sum(trash) > bound:
        findings.error("C4", "trash", sum(trash), bound)


def _check_card(facts: Facts, code: int, findings: Findings) -> bool:
    report, name, init = facts.report, c.NAMES[code], facts.init[code]
    low = sum(holding.low[code] for holding in facts.holdings)
    high = sum(holding.high[code] for holding in facts.holdings)
    trash = report.trash[code] if report.trash is not None else 0
    if report.supply is None:
        if low + trash > init:
            if code == c.GOLD and findings.has("S6"):
                return True
            if not all(holding.counted for holding in facts.holdings) and any(map(findings.has, ("S3", "S5", "S7"))):
                return True
            findings.error("C1", _blame(facts, code), low + trash, init, card=name)
            return True
        return False
    supply = report.supply[code]
    settled = report.trash is not None or not facts.lossable[code]
    if low + trash + supply > init:
        findings.error("C3", f"supply.{name}", low + trash + supply, init, card=name)
        return True
    if settled and high + trash + supply < init:
        findings.error("C3", f"supply.{name}", high + trash + supply, init, card=name)
        return True
    return False


def _blame(facts: Facts, code: int) -> str:
    """Return the path of the only seat that holds more copies than exist, if there is exactly one."""
    for index, holding in enumerate(facts.holdings):
        if holding.low[code] > facts.init[code]:
            return _seat_path(facts, index, c.NAMES[code])
    return "seats"


def _check_totals(facts: Facts, findings: Findings) -> None:
    """Check C3 for bare sheets and breakdowns: the sums of the numbers equal what is in neither trash nor supply.

    Without the trash the sums are exact if nothing of the kind can be trashed, and an upper bound otherwise.
    """
    report = facts.report
    if report.supply is None or not facts.known_kingdom or all(holding.exact for holding in facts.holdings):
        return
    owned = [0] * c.COUNT
    for code in facts.in_game():
        trash = report.trash[code] if report.trash is not None else 0
        owned[code] = facts.init[code] - report.supply[code] - trash
    for name, codes, worth in _totals(owned):
        values = [getattr(seat, name) for seat in report.seats]
        if any(value is None for value in values):
            continue
        total = sum(owned[code] * worth[code] for code in codes)
        exact = report.trash is not None or not any(facts.lossable[code] for code in codes if code in facts.in_game())
        if name == "points" and any(owned[code] for code in c.SCORING_PER_TEN):
            least, most = _gardens_points(facts, owned)
            if exact and not total + least <= sum(values) <= total + most:
                findings.error("C3", "seats", sum(values), f"{total + least}-{total + most}", case="C3:points")
        elif sum(values) != total if exact else sum(values) > total and name != "points":
            findings.error("C3", "seats", sum(values), total, case=f"C3:{name}")


def _totals(owned: list[int]) -> Iterator[tuple[str, tuple[int, ...], Counts]]:
    yield "coins", tuple(code for code in c.CODES if c.IS_TREASURE[code]), c.VALUE
    yield "actions", tuple(code for code in c.CODES if c.IS_ACTION[code]), tuple(map(int, c.IS_ACTION))
    yield "points", c.SCORING, c.POINTS


def _gardens_points(facts: Facts, owned: list[int]) -> tuple[int, int]:
    """Return the minimum and maximum points of all owned cards that count the cards of the deck.

    Each deck is at least as large as its numbers need, and at most what the others leave of all owned cards.
    """
    least = [_least_size(facts, index) for index in range(facts.players)]
    total = sum(owned)
    most = [total - sum(least) + size for size in least]
    each = sum(owned[code] * c.POINTS_PER_TEN[code] for code in c.SCORING_PER_TEN)
    return each * (min(least) // 10), each * (max(most) // 10)


def _least_size(facts: Facts, index: int) -> int:
    holding, seat = facts.holdings[index], facts.report.seats[index]
    if holding.size is not None:
        return holding.size
    gold = seat.gold or 0
    return max(0, (seat.actions or 0) + gold + ((seat.coins or 0) - 3 * gold + 1) // 2)
