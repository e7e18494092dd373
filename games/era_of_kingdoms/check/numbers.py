"""Checks V1 to V9, valid for every finished game whatever the printed cards say (section 15, as corrected in 17)."""

from __future__ import annotations

from itertools import pairwise

from ...tie_breaks import places
from ..kingdom import CASTLE, PERSON_SLOTS, REALMS
from ..outcome_sheet import BY_TIME
from ..pack.fields import RESOURCES
from ..scoring import CHAIN, PLAGUE_POINTS, age_points, victory_points
from ..setup import all_riches
from ..state import BY_ROUND_LIMIT, FROM_DECK, FROM_REFILL
from .reading import NEEDED, WITHOUT_DRAWER, Findings, Report, Seat

#: S368-S372: number of cards of level 3 or more that a Castle needs.
CASTLE_CARDS = 3
CASTLE_LEVEL = 3


def check_missing(report: Report, findings: Findings) -> None:
    """Check M1: values without which there is no result.

    A game that the time limit stopped needs no turns. Where a player left nothing is required: the sheet does not say
    who, and what the places need is asked for with them.
    """
    if not report.complete or report.abandoned:
        return
    for seat in report.sides:
        for name in NEEDED:
            if seat.numbers[name] is None and not (name == "turns" and report.how == BY_TIME):
                findings.error("M1", f"{seat.path}.{name}", None, None, field=name)
    if report.how is None:
        findings.error("M1", "how", None, None, field="how")
    if report.drawer is None and report.how in (FROM_DECK, FROM_REFILL):
        findings.error("M1", "drawer", None, None, field="drawer")


def check_rules(report: Report, findings: Findings) -> None:
    """Run V1 to V9."""
    check_riches(report, findings)
    for seat in report.sides:
        check_territory(seat, findings)
        check_victories(report, seat, findings)
        check_plagues(seat, findings)
        check_total(report, seat, findings)
    check_age(report, findings)
    check_drawer(report, findings)
    check_turns(report, findings)
    check_castles(report, findings)
    check_places(report, findings)


def check_riches(report: Report, findings: Findings) -> None:
    """Check V1: riches are only transferred, so there are as many as at the start."""
    reported = [seat.numbers["riches"] for seat in report.sides]
    known = [number for number in reported if number is not None]
    total = all_riches(report.players)
    sides = report.players + (report.players == 1)
    if sum(known) > total or (len(known) == sides and sum(known) != total):
        findings.error("V1", "seats", sum(known), total)


def check_territory(seat: Seat, findings: Findings) -> None:
    """Check V2: at most three persons (a ninth cell has no name, F2); the shadow realm has no slots."""
    if seat.is_shadow:
        return
    if seat.persons is not None and len(seat.persons) > PERSON_SLOTS:
        findings.error("V2", f"{seat.path}.persons", len(seat.persons), PERSON_SLOTS)


def check_victories(report: Report, seat: Seat, findings: Findings) -> None:
    """Check V3: a victory card counts half the units of its resource, rounded down, without Markets and Traders."""
    units = seat.units()
    if units is None:
        return
    for card in seat.victories or ():
        resource = report.pack.cards[card.code].resource
        bound = victory_points(units[resource])
        if card.vp is not None and card.vp != bound:
            findings.error("V3", card.path, card.vp, bound, field=RESOURCES[resource], units=units[resource])


def check_plagues(seat: Seat, findings: Findings) -> None:
    """Check V4: -2 per plague, with as many plagues as are under the stacks; 1 per play-immediately card."""
    if seat.cells is not None:
        under = sum(cell.plagues for cell in seat.cells)
        if seat.plagues is not None and seat.plagues != under:
            findings.error("V4", f"{seat.path}.plagues", seat.plagues, under, case="V4:count")
    for name, number, each in (
        ("plague_vp", seat.plagues, PLAGUE_POINTS),
        ("immediate_vp", seat.numbers["immediate"], 1),
    ):
        value = seat.numbers[name]
        if value is not None and number is not None and value != each * number:
            case = "V4" if name == "plague_vp" else "V4:immediate"
            findings.error("V4", f"{seat.path}.{name}", value, each * number, case=case, number=number)


def parts(report: Report, seat: Seat) -> dict[str, int | None]:
    """Return the parts of a total: computed from the cards if they are listed with their points, else as entered."""
    lands = seat.lands if seat.is_shadow else None if seat.cells is None else [cell.top for cell in seat.cells]
    sums: dict[str, int | None] = {}
    for name, cards in (("lands_vp", lands), ("persons_vp", seat.persons), ("victories_vp", seat.victories)):
        values = None if cards is None else [card.vp for card in cards]
        if values is not None and None not in values:
            sums[name] = sum(value for value in values if value is not None)
        else:
            sums[name] = seat.numbers[name]
    sums["immediate"] = seat.numbers["immediate"]
    sums["plagues"] = None if seat.plagues is None else PLAGUE_POINTS * seat.plagues
    sums["age"] = seat.numbers["age_vp"]
    if sums["age"] is None and not age_points(alone=report.players == 1):
        sums["age"] = 0
    return sums


def check_total(report: Report, seat: Seat, findings: Findings) -> None:
    """Check V5 for a player, V9 for the shadow realm: the total is the sum of its parts."""
    sums = parts(report, seat)
    for name in ("lands_vp", "persons_vp", "victories_vp"):
        written = seat.numbers[name]
        if written is not None and sums[name] is not None and written != sums[name]:
            findings.error("V5", f"{seat.path}.{name}", written, sums[name], case="V5:part", field=name)
    total = seat.numbers["points"]
    if total is None or None in sums.values():
        return
    bound = sum(value for value in sums.values() if value is not None)
    if total != bound:
        findings.error("V9" if seat.is_shadow else "V5", f"{seat.path}.points", total, bound)


def check_places(report: Report, findings: Findings) -> None:
    """Check V5: places follow total, riches, attack, defence, resources, lot; seats equal in all of them share one."""
    seat_places = places([row(seat) for seat in report.sides], CHAIN)
    for seat, bound in zip(report.seats, seat_places, strict=False):
        if seat.place is not None and bound is not None and seat.place != bound:
            findings.error("V5", f"{seat.path}.place", seat.place, bound, case="V5:place")


def row(seat: Seat) -> dict[str, int | None]:
    """Return a side's values for the tie-break chain."""
    values = {criterion.name: seat.numbers.get(criterion.name) for criterion in CHAIN}
    return {**values, "resources": seat.resources, "lot": seat.lot}


def check_age(report: Report, findings: Findings) -> None:
    """Check V6: the point of Age of Enlightenment belongs to its drawer alone (S960, 13.16)."""
    if report.how is None or (report.how not in WITHOUT_DRAWER and report.drawer is None):
        return
    for seat in report.sides:
        value = seat.numbers["age_vp"]
        bound = age_points(alone=report.players == 1) if seat.index == report.drawer else 0
        if value is not None and value != bound:
            findings.error("V6", f"{seat.path}.age_vp", value, bound, case="V6:points")


def check_drawer(report: Report, findings: Findings) -> None:
    """Check V6: one drawer, with a Castle; none if the round limit (17.5) or the time ended the game.

    The shadow realm draws by the player's realm (S887-S900, 13.28).
    """
    if report.how in WITHOUT_DRAWER and report.drawer is not None:
        findings.error("V6", "drawer", report.drawer + 1, None, case="V6:limit")
    if report.how == FROM_REFILL and not report.trade:
        findings.error("V6", "how", FROM_REFILL, FROM_DECK, case="V6:refill")
    if report.how in WITHOUT_DRAWER or report.drawer is None:
        return
    by_shadow = report.drawer >= report.players
    seat = report.seats[0 if by_shadow else report.drawer]
    if seat.realm is not None and seat.realm != REALMS[CASTLE]:
        case = "V6:shadow" if by_shadow else "V6"
        findings.error("V6", f"{seat.path}.realm", seat.realm, REALMS[CASTLE], case=case)


def check_turns(report: Report, findings: Findings) -> None:
    """Check V7: turns go round; after Age of Enlightenment the others have one more each, its drawer one or none."""
    turns = [seat.numbers["turns"] for seat in report.sides]
    first = turns[report.start]
    if report.rounds is not None and first is not None and report.rounds != first:
        findings.error("V7", "rounds", report.rounds, first, case="V7:rounds")
    check_circle(report, findings)
    if report.how == BY_ROUND_LIMIT:
        extra = [0] * len(turns)
        base = report.start
    elif report.how in (None, BY_TIME) or report.drawer is None:
        return
    else:
        extra = _turns_after(report)
        base = report.drawer
    own = turns[base]
    if own is None:
        return
    for seat, number in zip(report.sides, turns, strict=True):
        bound = own + extra[seat.index] - extra[base]
        if number is not None and number != bound:
            findings.error("V7", f"{seat.path}.turns", number, bound, base=base)


def check_circle(report: Report, findings: Findings) -> None:
    """Check V7 without the drawer: from the start player on, turns fall by one at most, to those of the last round.

    Also holds after Age of Enlightenment, but :func:`check_turns` then knows each number.
    """
    sides = report.sides
    order = [sides[(report.start + step) % len(sides)] for step in range(len(sides))]
    known = [(seat, seat.numbers["turns"]) for seat in order if seat.numbers["turns"] is not None]
    most = report.rounds
    if most is not None and order[0].numbers["turns"] is None:
        for seat, number in known:
            if number is not None and not most - 1 <= number <= most:
                findings.error("V7", f"{seat.path}.turns", number, most, case="V7:circle", least=most - 1)
    if report.how not in (None, BY_TIME) or findings.has_code("V7"):
        return
    for (_, before), (seat, number) in pairwise(known):
        first = known[0][1]
        if number is not None and before is not None and first is not None and not first - 1 <= number <= before:
            findings.error("V7", f"{seat.path}.turns", number, before, case="V7:circle", least=first - 1)
            return


def _turns_after(report: Report) -> list[int]:
    """Return how many turns each side has beyond the drawer's number at the time of the draw."""
    drawer, players = report.drawer or 0, report.players
    if players == 1:
        return [1, 1]
    position = [(seat - report.start) % players for seat in range(players)]
    return [
        int(report.how == FROM_DECK) if seat == drawer else 1 - (position[seat] > position[drawer])
        for seat in range(players)
    ]


def check_castles(report: Report, findings: Findings) -> None:
    """Check V8: three cards of level 3 were needed for a Castle; fewer now means that some have left (17.6).

    Where the sheet says that none has, fewer than three cards of any level are an error, whatever is printed on them:
    a top card is covered by higher ones only. Their levels are the pack's.
    """
    cards = report.pack.cards
    for seat in report.seats:
        if seat.realm != REALMS[CASTLE] or seat.left or seat.cells is None or seat.persons is None:
            continue
        codes = [*[cell.top.code for cell in seat.cells], *[card.code for card in seat.persons]]
        high = sum(cards[code].level >= CASTLE_LEVEL for code in codes)
        if high < CASTLE_CARDS:
            is_certain = seat.left is False and (report.pack.printed or len(codes) < CASTLE_CARDS)
            (findings.error if is_certain else findings.warning)("V8", f"{seat.path}.realm", high, CASTLE_CARDS)
