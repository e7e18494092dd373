"""Checks V10 to V13, on the cards (section 15).

What follows from their figures (V10 to V12, the levels in V13) is a warning while the pack is a placeholder.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Final

from ..kingdom import PERSON_SLOTS, REALMS, Kingdom, Shadow, Side, Stack
from ..pack.fields import RESOURCES
from ..pack.loading import NONE
from ..setup import AGE_BELOW, SOLO_AGE_BELOW
from ..state import ADVANCED
from .reading import Cell, Findings, Listed, Report, Seat

#: Codes that are errors only with a pack of the printed cards.
OF_THE_PACK: Final = frozenset(("V10", "V11", "V12"))
#: 17.4: number of cards that an Oracle can bring a Castle player in the last turn; what the shadow realm still draws.
ORACLE_PLAYS: Final = 3
SHADOW_TURNS: Final = 2


def check_cards(report: Report, findings: Findings) -> None:
    """Run V10 to V13."""
    check_counts(report, findings)
    for seat in report.sides:
        check_printed(report, seat, findings)
        check_trade(report, seat, findings)
        check_stacks(report, seat, findings)
        check_sums(report, seat, findings)
    check_advanced(report, findings)


def cards_of(seat: Seat) -> list[int]:
    """Return every card that the sheet lists for a side, including covered ones where given."""
    listed = [card.code for cards in (seat.lands, seat.persons, seat.victories) for card in cards or ()]
    for cell in seat.cells or ():
        listed.extend(cell.stack or [cell.top.code])
    return listed


def check_counts(report: Report, findings: Findings) -> None:
    """Check V10: no card more often than it is in the game; the same for plagues and play-immediately cards."""
    pack = report.pack
    counts: Counter[int] = Counter()
    immediate = plagues = 0
    for seat in report.sides:
        counts.update(cards_of(seat))
        counts[pack.yield_code] += sum(cell.yields for cell in seat.cells or ()) + len(seat.yields or ())
        immediate += seat.numbers["immediate"] or 0
        plagues += seat.plagues if seat.plagues is not None else sum(cell.plagues for cell in seat.cells or ())
        for resource, number in _plagues_of(report, seat).items():
            counts[plague_code(report, resource)] += number
    most = pack.counts(report.players, trade=report.trade)
    for code in sorted(counts):
        if counts[code] > most[code] and (report.trade or not pack.cards[code].trade):
            findings.error("V10", "seats", counts[code], most[code], card=pack.cards[code].id)
    known = sum(most[code] for code in pack.immediate)
    if immediate > known:
        findings.error("V10", "seats", immediate, known, case="V10:immediate")
    known = sum(most[code] for code in pack.with_effect("plague"))
    if plagues > known:
        findings.error("V10", "seats", plagues, known, case="V10:plagues")


def plague_code(report: Report, resource: int) -> int:
    """Return the plague of a resource."""
    return next(code for code in report.pack.with_effect("plague") if report.pack.cards[code].resource == resource)


def _plagues_of(report: Report, seat: Seat) -> Counter[int]:
    plagues = Counter(seat.plague_resources or ())
    for cell in seat.cells or ():
        resource = report.pack.cards[cell.top.code].resource
        if resource != NONE:
            plagues[resource] += cell.plagues
    return plagues


def check_printed(report: Report, seat: Seat, findings: Findings) -> None:
    """Check V11: the points entered beside each card are those printed on it."""
    tops = [cell.top for cell in seat.cells or ()]
    listed: list[Listed] = [*tops, *(seat.lands or ()), *(seat.persons or ())]
    for card in listed:
        printed = report.pack.cards[card.code]
        if card.vp is not None and card.vp != printed.victory_points:
            findings.error("V11", card.path, card.vp, printed.victory_points, case="V11:points", card=printed.id)


def check_trade(report: Report, seat: Seat, findings: Findings) -> None:
    """Check V13: without the trade expansion its cards are in the box (13.33)."""
    if report.trade:
        return
    lands = [(card.path, card.code) for card in seat.lands or ()]
    lands += [(cell.top.path, code) for cell in seat.cells or () for code in cell.stack or [cell.top.code]]
    for path, code in lands:
        if (card := report.pack.cards[code]).trade:
            findings.error("V13", path, card.id, None, case="V13:trade", card=card.id)


def check_stacks(report: Report, seat: Seat, findings: Findings) -> None:
    """Check V13: a stack-icon card lies over a lower card of its resource; the cards under a stack match it."""
    cards = report.pack.cards
    for cell in seat.cells or ():
        path, top = cell.top.path, cards[cell.top.code]
        if cell.plagues and top.resource == NONE:
            findings.error("V13", path, cell.plagues, 0, case="V13:plague", card=top.id)
        if cell.yields and not (top.amount or top.wild):
            findings.error("V13", path, cell.yields, 0, case="V13:yield", card=top.id)
        if cell.stack is not None:
            _check_order(report, cell, findings)


def _check_order(report: Report, cell: Cell, findings: Findings) -> None:
    cards = report.pack.cards
    stack = [cards[code] for code in cell.stack or ()]
    if stack[-1].id != cards[cell.top.code].id:
        findings.error("V13", cell.top.path, cards[cell.top.code].id, stack[-1].id, case="V13:top")
    if stack[0].icon == "stack":
        findings.error("V13", cell.top.path, stack[0].id, None, case="V13:bottom", card=stack[0].id)
    report_order = findings.error if report.pack.printed else findings.warning
    for below, above in pairwise(stack):
        if above.icon != "stack" or above.resource != below.resource or above.level <= below.level:
            report_order("V13", cell.top.path, above.id, below.id, card=above.id, below=below.id)


def check_sums(report: Report, seat: Seat, findings: Findings) -> None:
    """Check V11: resources, attack and defence are those of the listed cards."""
    side = rebuilt(report, seat)
    if side is None:
        return
    side_values = dict(zip(RESOURCES, side.units, strict=True)) | {"attack": side.attack, "defence": side.defence}
    for name, bound in side_values.items():
        value = seat.numbers[name]
        if value is not None and value != bound:
            findings.error("V11", f"{seat.path}.{name}", value, bound, field=name)


def rebuilt(report: Report, seat: Seat) -> Side | None:
    """Rebuild a side with its totals computed by the engine; return None if the sheet does not list all its cards."""
    if seat.persons is None:
        return None
    if seat.is_shadow:
        return _shadow(report, seat)
    if seat.cells is None or len(seat.persons) > PERSON_SLOTS:
        return None
    kingdom = Kingdom(report.pack, 0)
    for cell in seat.cells:
        stack = Stack(cell.top.code)
        stack.lands = list(cell.stack or stack.lands)
        stack.yields = cell.yields
        resource = report.pack.cards[cell.top.code].resource
        if resource != NONE:
            stack.plagues = [plague_code(report, resource)] * cell.plagues
        kingdom.cells[cell.index] = stack
    kingdom.persons = [card.code for card in seat.persons]
    kingdom.person_chosen = [[] for _ in kingdom.persons]
    kingdom.refresh()
    return kingdom


def _shadow(report: Report, seat: Seat) -> Shadow | None:
    if seat.lands is None:
        return None
    shadow = Shadow(report.pack, 0)
    shadow.lands = [card.code for card in seat.lands]
    shadow.persons = [card.code for card in seat.persons or ()]
    shadow.plagues = [plague_code(report, resource) for resource in seat.plague_resources or ()]
    shadow.yields = list(seat.yields or ())
    shadow.refresh()
    return shadow


def check_advanced(report: Report, findings: Findings) -> None:
    """Check V12: the advanced cards in play are among the N above Age of Enlightenment, but for the last turns (17.4).

    There are none where nobody has a Castle: only that realm draws them, and the shadow realm by the realm of the
    player (S300 to S305, S887-S900, 13.28).
    """
    if report.how is None or (report.players == 1 and not report.difficulty):
        return
    bound = SOLO_AGE_BELOW[report.difficulty] if report.players == 1 else AGE_BELOW[report.players]
    if report.drawer is not None:
        castles = [seat for seat in report.seats if seat.index != report.drawer and seat.realm in (None, REALMS[-1])]
        bound += ORACLE_PLAYS * len(castles)
        if report.players == 1 and report.drawer == 0:
            bound += SHADOW_TURNS
    cards = report.pack.cards
    number = sum(cards[code].deck == ADVANCED for seat in report.sides for code in cards_of(seat))
    if number and not any(seat.realm in (None, REALMS[-1]) for seat in report.seats):
        findings.error("V12", "seats", number, None, case="V12:castle")
    elif number > bound:
        findings.error("V12", "seats", number, bound)
