"""Checks X and P: the end of the game against the piles, the places against the chain of art. 1.5."""

from __future__ import annotations

from collections import Counter

from .. import cards as c
from .bounds import CURSERS, Facts
from .reading import NUMBER_FIELDS, Findings, Report, Seat


def check_ending(facts: Facts, findings: Findings) -> None:
    """Check X1-X8. Art. 2.3: a game ends with a turn that leaves no Province, or three empty piles."""
    if not facts.known_kingdom:
        return
    report = facts.report
    provinces_left = facts.left(c.PROVINCE)
    empty = facts.surely_empty()
    three_possible = _three_possible(facts)
    if report.end == "provinces":
        _check_end_by_provinces(facts, provinces_left, findings)
    elif report.end == "piles":
        if not three_possible:
            findings.error("X3", "end", len(empty), 3)
        elif len(empty) < 3 and all(holding.exact for holding in facts.holdings):
            findings.warning("X3", "end", len(empty), 3, case="X3:trash")
    elif report.end == "time" and (provinces_left[1] == 0 or len(empty) >= 3):
        natural = "provinces" if provinces_left[1] == 0 else "piles"
        findings.warning("X4", "end", "time", natural, case=f"X4:{natural}")
    if report.end != "time" and provinces_left[0] > 0 and not three_possible:
        findings.error("X7", "end", len(empty), 3, provinces=provinces_left[0])
    _check_last_turn(facts, empty, findings)
    _check_empty_piles(facts, findings)


def _check_empty_piles(facts: Facts, findings: Findings) -> None:
    """Check X8: no pile reported as empty has a copy left."""
    for code in facts.report.empty_piles:
        least = facts.left(code)[0]
        if least > 0 and code in facts.in_game():
            findings.error("X8", "empty_piles", least, 0, card=c.NAMES[code])


def _check_end_by_provinces(facts: Facts, left: tuple[int, int], findings: Findings) -> None:
    """Check X1 and X2. ``left``: the fewest and the most Provinces that can be left."""
    if left[0] > 0:
        findings.error("X1", "end", left[0], 0)
    elif left[1] > 0 and all(holding.counted for holding in facts.holdings):
        findings.warning("X1", "end", left[1], 0, case="X1:trash")
    _check_last_province(facts, findings)


def _check_last_province(facts: Facts, findings: Findings) -> None:
    """Check X2: the player who ended the game took the last Province in that turn (L8), and it cannot have left again.

    It can have left only if Provinces can be trashed; a reported trash without one settles that, too.
    """
    report = facts.report
    if report.ended_by is None or facts.trashed(c.PROVINCE)[1] > 0:
        return
    holding = facts.holdings[report.ended_by - 1]
    if holding.high[c.PROVINCE] < 1:
        seat = f"seats[{report.ended_by - 1}]"
        path = f"{seat}.deck" if holding.exact else f"{seat}.breakdown" if holding.counted else f"{seat}.points"
        findings.error("X2", path, 0, 1)


def _check_last_turn(facts: Facts, empty: list[int], findings: Findings) -> None:
    """Check X5: before the last turn at most two piles were empty, and not the Provinces.

    The player who ended the game emptied the others.

    Only the active player takes cards (L8), except for the Curses that a Witch gives. If nothing leaves a deck, the
    last copy of each pile emptied in this way is still there, besides the dealt Coppers and Estates.
    """
    report = facts.report
    if report.ended_by is None or not facts.nothing_leaves or len(empty) < 3:
        return
    high = facts.holdings[report.ended_by - 1].high
    taken = [code for code in empty if high[code] > c.STARTING_DECK[code]]
    curse_pile_count = 1 if c.CURSE in empty and facts.has(*CURSERS) and c.CURSE not in taken else 0
    least = len(empty) - 2 - curse_pile_count
    if len(taken) < least:
        names = tuple(c.NAMES[code] for code in empty)
        findings.error("X5", f"seats[{report.ended_by - 1}]", len(taken), least, cards=names)


def _three_possible(facts: Facts) -> bool:
    """Return whether three piles can be empty: X3 counts a pile whose missing cards may be in an unreported trash.

    Where a player's Actions are only counted, the Action piles must not need more copies than those players report.
    """
    possible = [code for code in facts.in_game() if facts.left(code)[0] == 0]
    if len(possible) < 3:
        return False
    vague = [holding for holding in facts.holdings if not holding.exact]
    if not vague or facts.report.supply is not None:
        return True
    counts = [holding.actions for holding in vague]
    budget = sum(count for count in counts if count is not None)
    if None in counts:
        return True
    other_pile_count = sum(not c.IS_ACTION[code] for code in possible)
    costs = sorted(_still_needed(facts, code) for code in possible if c.IS_ACTION[code])
    return sum(costs[: max(0, 3 - other_pile_count)]) <= budget


def _still_needed(facts: Facts, code: int) -> int:
    """Return the copies of an Action that the players with counted Actions must own for its pile to be empty."""
    exact = sum(holding.low[code] for holding in facts.holdings if holding.exact)
    return max(0, facts.init[code] - exact - facts.trashed(code)[1])


def rank(seats: list[Seat]) -> list[int]:
    """Return the seats' indices in order of place, by points, fewer turns, Golds, coins, Actions, lot.

    Source: art. 1.5.
    """
    return sorted(range(len(seats)), key=lambda index: (*_key(seats[index]), seats[index].lot or 0))


def _key(seat: Seat) -> tuple[int, ...]:
    points, turns, gold, coins, actions = (getattr(seat, name) or 0 for name in NUMBER_FIELDS)
    return -points, turns, -gold, -coins, -actions


def check_places(report: Report, findings: Findings) -> None:
    """Check P1-P3: places follow the chain, lots stand exactly where all five numbers are equal, places are unique."""
    seats = report.seats
    places = [seat.place for seat in seats]
    if not report.tournament:
        check_shared_places(seats, findings)
        return
    if any(place is not None for place in places) and (report.complete or None not in places):
        _check_places_once(places, findings)
    if any(getattr(seat, name) is None for seat in seats for name in NUMBER_FIELDS):
        return
    _check_lots(report, findings)
    if findings.has("P2") or findings.has("P3") or None in places:
        return
    for place, index in enumerate(rank(seats), start=1):
        if seats[index].place != place:
            findings.error("P1", f"{seats[index].path}.place", seats[index].place, place)


def _check_places_once(places: list[int | None], findings: Findings) -> None:
    for place in range(1, len(places) + 1):
        if places.count(place) != 1:
            findings.error("P3", "seats", places.count(place), 1, place=place)
            break


def _check_lots(report: Report, findings: Findings) -> None:
    seats = report.seats
    groups = Counter(_key(seat) for seat in seats)
    for seat in seats:
        equal = groups[_key(seat)]
        if equal == 1 and seat.lot is not None:
            findings.error("P2", f"{seat.path}.lot", seat.lot, None, case="P2:given")
        elif equal > 1 and seat.lot is None and report.complete:
            findings.error("P2", f"{seat.path}.lot", None, f"1-{equal}", equal=equal)
        elif equal > 1 and seat.lot is not None and _lot_repeated(seats, seat, equal):
            findings.error("P2", f"{seat.path}.lot", seat.lot, f"1-{equal}", case="P2:repeated", equal=equal)


def check_shared_places(seats: list[Seat], findings: Findings) -> None:
    """Check P1 outside tournaments: points, then fewer turns; seats equal in both share the place (S0:281)."""
    keys = [(-seat.points, seat.turns) for seat in seats if seat.points is not None and seat.turns is not None]
    if len(keys) < len(seats):
        return
    for seat, key in zip(seats, keys, strict=True):
        place = 1 + sum(other < key for other in keys)
        if seat.place is not None and seat.place != place:
            findings.error("P1", f"{seat.path}.place", seat.place, place, case="P1:shared")


def _lot_repeated(seats: list[Seat], seat: Seat, equal: int) -> bool:
    same = [other.lot for other in seats if _key(other) == _key(seat)]
    return (seat.lot or 0) > equal or same.count(seat.lot) > 1
