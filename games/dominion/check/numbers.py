"""Checks K, T, S, W and G: kingdom, turn order, numbers of a sheet, and what can be gained in the given turns."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from .. import cards as c
from .bounds import COSTLY, CURSERS, PROVINCES, THIEVES, WORTHY, Facts
from .payments import highest_gift, keeps_what_pays, most_coins, turns_with_provinces
from .reading import ALWAYS_NEEDED, NUMBER_FIELDS, Findings, Report, Seat


def check_kingdom(report: Report, findings: Findings) -> None:
    """Check K2. Art. 1.5: a drawn kingdom has no attack without the Moat, unless it was drawn without the Moat rule."""
    attacks = [code for code in report.named if c.IS_ATTACK[code]]
    is_complete = report.kingdom is not None
    if report.tournament and report.moat_rule and is_complete and attacks and c.MOAT_CARD not in report.named:
        names = tuple(c.NAMES[code] for code in attacks)
        findings.error("K2", "kingdom", names[0], c.MOAT, cards=names, card=c.MOAT)


def check_missing(report: Report, findings: Findings) -> None:
    """Check M1: a complete sheet has the ending, points and turns, and the further numbers that a tie requires.

    With ``complete: false`` nothing counts as missing yet. At an abandoned table the sheet does not say who left, so
    neither the last player nor any number of a seat is required: the check of the places asks those who stayed.
    """
    if not report.complete:
        return
    for name, value in (("kingdom", report.kingdom), ("end", report.end), ("ended_by", report.ended_by)):
        if name == "ended_by" and report.abandoned:
            continue
        if value is None and not (name == "kingdom" and findings.has("K1")):
            findings.error("M1", name, None, None, field=name)
    tied = _needed_by_a_tie(report)
    for seat in report.seats if not report.abandoned else ():
        for name in NUMBER_FIELDS:
            if getattr(seat, name) is None and (name in ALWAYS_NEEDED or (seat.path, name) in tied):
                case = "M1:seat" if name in ALWAYS_NEEDED else "M1:tie"
                findings.error("M1", f"{seat.path}.{name}", None, None, case=case, field=name)


def _needed_by_a_tie(report: Report) -> set[tuple[str, str]]:
    """Return the missing numbers that are needed to break ties, as seat path and name (art. 1.5 a-d)."""
    required: set[tuple[str, str]] = set()
    groups = [report.seats] if report.tournament else []
    for name in NUMBER_FIELDS:
        equal: dict[tuple[int, object], list[Seat]] = {}
        for number, group in enumerate(groups):
            for seat in group:
                equal.setdefault((number, getattr(seat, name)), []).append(seat)
            if len(group) > 1:
                required |= {(seat.path, name) for seat in group if getattr(seat, name) is None}
        groups = [group for (_, value), group in equal.items() if value is not None]
    return required


def check_turns(report: Report, findings: Findings) -> None:
    """Check T1-T4. L1: turns pass in a circle and no card grants an extra turn. Art. 2.3."""
    turns = [seat.turns for seat in report.seats]
    known = [value for value in turns if value is not None]
    if len(known) == len(turns):
        if turns_are_cyclic(known):
            _check_last(report, known, findings)
        else:
            _blame_turns(report, known, findings)
    elif known and max(known) - min(known) > 1:
        low, high = turns.index(min(known)), turns.index(max(known))
        findings.error("T1", f"seats[{low}].turns", min(known), max(known) - 1, case="T1:spread", other=high + 1)
    if known and report.end in ("provinces", "piles") and len(known) == len(turns) and max(known) < 3:
        findings.error("T3", "seats[0].turns", max(known), 3)
    if turns and turns[0] is not None and not 9 <= turns[0] <= 45:
        findings.warning("T4", "seats[0].turns", turns[0], "9-45")
    elif sum(known) > 180:
        findings.warning("T4", "seats", sum(known), 180, case="T4:sum")


def turns_are_cyclic(turns: list[int]) -> bool:
    """Return whether turns that pass in a circle can give these counts. L1."""
    falling = all(before >= after for before, after in pairwise(turns))
    return falling and turns[0] - turns[-1] <= 1


def _check_last(report: Report, turns: list[int], findings: Findings) -> None:
    last = turns.count(turns[0])
    if report.ended_by is not None and report.ended_by != last:
        findings.error("T2", "ended_by", report.ended_by, last, turns=turns[0])


def _blame_turns(report: Report, turns: list[int], findings: Findings) -> None:
    """Report the only seat whose change makes the turn order consistent; else the table.

    Changes that agree with ``ended_by`` are preferred.
    """
    cures: list[tuple[int, int]] = []
    for seat in range(len(turns)):
        for value in {turns[other] + step for other in range(len(turns)) for step in (-1, 0, 1)}:
            cured = [*turns[:seat], value, *turns[seat + 1 :]]
            if value >= 0 and turns_are_cyclic(cured):
                cures.append((seat, value))
    ended_by = report.ended_by
    fitting = [
        (s, v)
        for s, v in cures
        if ended_by is None or [*turns[:s], v, *turns[s + 1 :]].count(_first(turns, s, v)) == ended_by
    ]
    best = fitting or cures
    if len({seat for seat, _ in best}) == 1:
        seat = best[0][0]
        bounds = sorted({value for _, value in best})
        shown: int | str = bounds[0] if len(bounds) == 1 else f"{bounds[0]}-{bounds[-1]}"
        findings.error("T1", f"seats[{seat}].turns", turns[seat], shown)
    else:
        findings.error("T1", "seats", ", ".join(map(str, turns)), None, case="T1:table")


def _first(turns: list[int], seat: int, value: int) -> int:
    return value if seat == 0 else turns[0]


def check_numbers(facts: Facts, findings: Findings) -> None:
    """Check S0-S10 and W1: the range of the numbers on their own."""
    for index in range(facts.players):
        _check_seat_numbers(facts, index, findings)
    _check_sums(facts, findings)
    _check_points_sum(facts, findings)


def _check_seat_numbers(facts: Facts, index: int, findings: Findings) -> None:
    seat = facts.report.seats[index]
    for name in ("gold", "coins", "actions"):
        value = getattr(seat, name)
        if value is not None and value < 0:
            findings.error("S0", f"{seat.path}.{name}", value, 0, field=name)
            return
    gold_pile = facts.init[c.GOLD]
    if seat.gold is not None and seat.gold > gold_pile:
        findings.error("S6", f"{seat.path}.gold", seat.gold, gold_pile)
        return
    if seat.gold is not None and seat.coins is not None:
        _check_coins(facts, index, seat.coins, seat.gold, findings)
    if seat.actions is not None and seat.actions > 10 * facts.action_kinds:
        findings.error("S4", f"{seat.path}.actions", seat.actions, 10 * facts.action_kinds, kinds=facts.action_kinds)
    if seat.points is not None:
        _check_points(facts, index, seat.points, findings)
    for name, limit in (("gold", 16), ("points", 80), ("coins", 90)):
        value = getattr(seat, name)
        if value is not None and value > limit:
            findings.warning("W1", f"{seat.path}.{name}", value, limit, field=name)


def _check_coins(facts: Facts, index: int, coins: int, gold: int, findings: Findings) -> None:
    path = f"seats[{index}]"
    other_coins = coins - 3 * gold
    # The player's own 7 and the supply's Coppers, all Silvers; with the Thief also the other players' Coppers.
    coppers = facts.init[c.COPPER] - (0 if facts.has(*THIEVES) else 7 * (facts.players - 1))
    most = coppers + 2 * facts.init[c.SILVER]
    if other_coins < 0:
        findings.error("S1", f"{path}.coins", coins, 3 * gold, gold=gold)
    elif other_coins < 7 and not facts.lossable[c.COPPER]:
        findings.error("S2", f"{path}.coins", coins, 3 * gold + 7, gold=gold)
    elif other_coins < 7 - gold and not facts.holdings[index].counted and facts.keeps_treasures:
        # A Mine puts a Treasure in the place of one: seven are left, and those that are no Golds pay one coin at least.
        findings.error("S2", f"{path}.coins", coins, 3 * gold + 7 - gold, case="S2:mine", gold=gold)
    elif other_coins > most:
        findings.error("S3", f"{path}.coins", coins, 3 * gold + most, gold=gold)


def _check_points(facts: Facts, index: int, points: int, findings: Findings) -> None:
    path = f"seats[{index}].points"
    estates = 0 if facts.any_loss else 3
    least = estates - facts.init[c.CURSE]
    if points < least:
        findings.error("S5", path, points, least)
    elif points < estates and not facts.has(*CURSERS) and facts.known_kingdom:
        findings.warning("S5", path, points, estates, case="S5:free")


def _check_sums(facts: Facts, findings: Findings) -> None:
    seats = facts.report.seats
    golds = [seat.gold for seat in seats if seat.gold is not None]
    if sum(golds) > facts.init[c.GOLD] and not findings.has("S6"):
        findings.error("S6", "seats", sum(golds), facts.init[c.GOLD], case="S6:sum")
    other_coins = [seat.coins - 3 * seat.gold for seat in seats if seat.gold is not None and seat.coins is not None]
    most = facts.init[c.COPPER] + 2 * facts.init[c.SILVER]
    if sum(other_coins) > most and not findings.has("S3"):
        findings.error("S7", "seats", sum(other_coins), most)
    actions = [seat.actions for seat in seats if seat.actions is not None]
    if sum(actions) > 10 * facts.action_kinds and not findings.has("S4"):
        findings.error("S8", "seats", sum(actions), 10 * facts.action_kinds, kinds=facts.action_kinds)


def _check_points_sum(facts: Facts, findings: Findings) -> None:
    report, players = facts.report, facts.players
    points = [seat.points for seat in report.seats if seat.points is not None]
    estates, curses = (0 if facts.any_loss else 3), facts.init[c.CURSE]
    # Every card but the Curses counts 0 or more: a player below the Estates' points holds as many Curses as are
    # lacking.
    missing = sum(max(0, estates - value) for value in points)
    if missing > curses and not findings.has("S5"):
        findings.error("S5", "seats", missing, curses, case="S5:sum")
    if len(points) < players:
        return
    total, victory = sum(points), facts.victory
    highest = sum(facts.init[code] * c.POINTS[code] for code in facts.victories)
    if report.end == "time" and not facts.any_loss:
        highest -= 6
    if not facts.has(*c.SCORING_PER_TEN) and total > highest:
        findings.error("S9", "seats", total, highest, case="S9:time" if report.end == "time" else "S9")
    provinces = 6 * victory + 3 * players
    if report.end == "provinces" and not facts.any_loss and facts.known_kingdom:
        if total < provinces - curses:
            findings.error("S10", "seats", total, provinces - curses, provinces=victory)
        elif total < provinces and not facts.has(*CURSERS):
            findings.warning("S10", "seats", total, provinces, case="S10:free", provinces=victory)
    if players > 2 and not 30 <= total <= 170:
        findings.warning("W1", "seats", total, "30-170", case="W1:sum")


def check_gains(facts: Facts, findings: Findings) -> None:
    """Check G1-G6: nobody can have gained more than the turns allow, nor what no hand can pay."""
    for index in range(facts.players):
        _check_budget(facts, index, findings)
    _check_joint_budget(facts, findings)
    for index in range(facts.players):
        _check_hands(facts, index, findings)
    _check_supply(facts, findings)
    for index in range(facts.players):
        later, gold = facts.later_turns(index), facts.report.seats[index].gold
        if later is None or gold is None or facts.holdings[index].counted:
            continue
        bound = later * (1 + facts.uses(index, COSTLY[facts.players]))
        if gold > bound:
            turns = facts.report.seats[index].turns
            findings.error("G2", f"seats[{index}].gold", gold, bound, turns=turns)
    if not facts.report.abandoned:
        _check_end_possible(facts, findings)
    _check_named_piles(facts, findings)


def _check_named_piles(facts: Facts, findings: Findings) -> None:
    """Check G4 of the piles that the sheet names as empty, whatever the end; a Witch can empty the Curses."""
    bound = facts.taken_at_most()
    if bound is None or findings.has("G4"):
        return
    given = (c.CURSE,) if facts.has(*CURSERS) else ()
    piles = {code for code in facts.report.empty_piles if code in facts.in_game() and code not in given}
    needed = sum(c.SUPPLY[facts.players][code] for code in piles)
    if needed > bound:
        findings.error("G4", "empty_piles", needed, bound, case="G4:named")


def _check_supply(facts: Facts, findings: Findings) -> None:
    """Check G6: what is gone from the supply was taken, but for the Curses that a Witch gives."""
    bound, supply = facts.taken_at_most(), facts.report.supply
    if bound is None or supply is None or not facts.known_kingdom:
        return
    given = (c.CURSE,) if facts.has(*CURSERS) else ()
    gone = sum(max(0, c.SUPPLY[facts.players][code] - supply[code]) for code in facts.in_game() if code not in given)
    if gone > bound:
        findings.error("G6", "supply", gone, bound)


def _check_hands(facts: Facts, index: int, findings: Findings) -> None:
    """Check G5: numbers alone, against what a hand can pay.

    A Gold was bought a first time without one. The points are those of Victory cards that a hand pays for, or that are
    given; a player without an Action pays for no Province in the first turns.
    """
    seat, holding = facts.report.seats[index], facts.holdings[index]
    growth = facts.growth(index)
    if holding.counted or growth is None or not keeps_what_pays(facts) or findings.has("G1"):
        return
    if seat.actions is None or seat.gold is None or seat.coins is None or seat.points is None:
        return
    gift, coins = highest_gift(facts), most_coins(facts, index, without=c.GOLD)
    if coins is None:
        return
    if seat.gold and coins < c.COST[c.GOLD]:
        findings.error("G5", f"{seat.path}.gold", seat.gold, 0, case="G5:gold", coins=coins)
        return
    payable = max(gift, most_coins(facts, index) or 0)
    limits = {code: 0 for code in facts.victories if c.COST[code] > payable}
    provinces = turns_with_provinces(facts, index)
    if provinces is not None:
        limits.setdefault(c.PROVINCE, provinces)
    others = seat.actions + seat.gold + (max(0, seat.coins - 3 * seat.gold - 7) + 1) // 2
    needed = others + _cards_for(facts, index, seat.points, limits)
    if needed > growth + facts.converted(index):
        bound = growth + facts.converted(index)
        findings.error("G5", f"{seat.path}.points", seat.points, needed, most=bound, coins=payable, turns=seat.turns)


def least_gained(facts: Facts, index: int) -> int | None:
    """Return the minimum number of cards, without Curses, in the player's final deck beyond the starting ones.

    G1: Actions, Golds, the cards for the coins beyond 7 Coppers and 3 x Gold (at most 2 coins each) and the cards for
    the points beyond 3 Estates are disjoint sets of gained cards. If the cards are counted the number is exact.
    """
    seat, holding = facts.report.seats[index], facts.holdings[index]
    if holding.counted and holding.actions is not None:
        low = holding.low
        counted = (code for code in c.CODES if c.IS_TREASURE[code] or c.IS_VICTORY[code])
        return sum(max(0, low[code] - c.STARTING_DECK[code]) for code in counted) + holding.actions
    if seat.actions is None or seat.gold is None or seat.coins is None or seat.points is None:
        return None
    extra_coins = max(0, seat.coins - 3 * seat.gold - 7)
    return seat.actions + seat.gold + (extra_coins + 1) // 2 + _cards_for(facts, index, seat.points)


def _cards_for(facts: Facts, index: int, points: int, limits: Mapping[int, int] | None = None) -> int:
    """Return the minimum number of gained victory cards for a number of points.

    Provinces, then Duchies, then Estates while they last; with the Gardens every card may be worth a tenth of the
    largest possible deck.

    Arguments:
        limits: the most copies of a card, where it is fewer than all.
    """
    limits = limits or {}
    wanted = points - 3
    if wanted <= 0:
        return 0
    if facts.has(*c.SCORING_PER_TEN):
        largest = 10 + (facts.growth(index) or 0) + facts.curses_trashed() + facts.init[c.CURSE]
        worth = [code for code in facts.victories if limits.get(code) != 0]
        most = max(c.POINTS[code] + c.POINTS_PER_TEN[code] * (largest // 10) for code in worth)
        return -(-wanted // most)
    return _victory_cards(facts, wanted, limits)


def _victory_cards(facts: Facts, wanted: int, limits: Mapping[int, int]) -> int:
    needed = 0
    for code in WORTHY:
        if code not in facts.victories:
            continue
        taken = min(facts.init[code], limits.get(code, wanted), -(-wanted // c.POINTS[code]))
        needed, wanted = needed + taken, wanted - taken * c.POINTS[code]
        if wanted <= 0:
            return needed
    return needed + wanted


def _check_budget(facts: Facts, index: int, findings: Findings) -> None:
    gained, growth = least_gained(facts, index), facts.growth(index)
    if gained is None or growth is None:
        return
    bound = growth + facts.converted(index)
    if gained > bound:
        findings.error("G1", f"seats[{index}].turns", gained, bound, turns=facts.report.seats[index].turns)


def _check_joint_budget(facts: Facts, findings: Findings) -> None:
    """Check G1 for the table: the victory piles are shared, so the joint points may need more cards than each alone."""
    if findings.has("G1") or facts.has(*c.SCORING_PER_TEN):
        return
    gained = bound = wanted = 0
    for index, seat in enumerate(facts.report.seats):
        growth = facts.growth(index)
        if growth is None or seat.actions is None or seat.gold is None or seat.coins is None or seat.points is None:
            return
        bound += growth + facts.converted(index)
        gained += seat.actions + seat.gold + (max(0, seat.coins - 3 * seat.gold - 7) + 1) // 2
        wanted += max(0, seat.points - 3)
    gained += _victory_cards(facts, wanted, {})
    if gained > bound:
        findings.error("G1", "seats", gained, bound, case="G1:table")


def _check_end_possible(facts: Facts, findings: Findings) -> None:
    """Check G3 and G4: enough gains to empty the Provinces, or three piles."""
    later = [facts.later_turns(index) for index in range(facts.players)]
    if facts.report.end == "provinces":
        bound = 0
        for index, count in enumerate(later):
            if count is None:
                return
            bound += count * (1 + facts.uses(index, PROVINCES))
        if bound < facts.victory:
            findings.error("G3", "end", facts.victory, bound)
    elif facts.report.end == "piles":
        taken = facts.taken_at_most()
        if taken is None:
            return
        # The Witch can empty the Curses without a gain by the active players.
        sizes = [c.SUPPLY[facts.players][code] for code in facts.in_game()]
        needed = sum(sorted([*sizes, 0] if facts.has(*CURSERS) else sizes)[:3])
        if taken < needed:
            findings.error("G4", "end", needed, taken)
