"""Foot of a score sheet: sums, bonus, points lost, ranking (I7, I8, I9), filled in as far as the rows allow."""

from __future__ import annotations

from ...placing import places
from .. import ending
from .reading import Findings, Report, Total


def round_points(report: Report, seat: int) -> list[int] | None:
    """Return the scores of a seat in all rounds of the game; None if any is missing, or no round is written."""
    points = [row.players[seat].points for row in report.rows]
    known = [each for each in points if each is not None]
    return known if known and len(known) == report.rounds else None


def complete_totals(report: Report) -> list[Total]:
    """Return the foot with every number filled in that follows from the rows or from the numbers beside it."""
    filled = []
    for seat, total in enumerate(report.seats):
        points = round_points(report, seat)
        rounds = total.rounds if points is None else sum(points)
        bonus = total.bonus if total.held is None else ending.bonus_of(total.held)
        reward = total.scroll_17 if total.scroll_17 is not None else 0
        known = None if rounds is None or bonus is None else rounds + reward + bonus
        filled.append(
            Total(
                rounds=rounds,
                scroll_17=reward,
                held=total.held,
                bonus=bonus,
                points=total.points if total.points is not None else known,
                lost=total.lost if points is None else ending.points_lost(points),
                rank=total.rank,
                lot=total.lot,
            )
        )
    return filled


def check_totals(report: Report, filled: list[Total], findings: Findings) -> None:
    """Check I7, I8 and I9."""
    for seat, total in enumerate(report.seats):
        path, derived = f"seats[{seat}]", filled[seat]
        if total.rounds is not None and total.rounds != derived.rounds:
            findings.error("I7", f"{path}.rounds", total.rounds, derived.rounds, case="I7:rounds")
        if total.bonus is not None and total.held is not None and total.bonus != derived.bonus:
            findings.error("I7", f"{path}.bonus", total.bonus, derived.bonus, case="I7:bonus", held=total.held)
        if total.points is not None and derived.rounds is not None and derived.bonus is not None:
            sum_of_all = derived.rounds + (derived.scroll_17 or 0) + derived.bonus
            if total.points != sum_of_all:
                findings.error("I7", f"{path}.points", total.points, sum_of_all)
        if total.lost is not None and round_points(report, seat) is not None and total.lost != derived.lost:
            findings.error("I8", f"{path}.lost", total.lost, derived.lost)
    check_ranks(report, filled, findings)


def chain_rows(report: Report, filled: list[Total]) -> tuple[ending.Row, ...]:
    """Return, per seat, the values of the chain; in pairs both partners have the sums of the pair (S65-S67)."""
    rows: list[ending.Row] = []
    for seat, own_total in enumerate(filled):
        side = [own_total, filled[(seat + 2) % 4]] if report.pairs else [own_total]
        scroll_counts = [each.held for each in side]
        rows.append(
            {
                "points": _sum([each.points for each in side]),
                "lost": _sum([each.lost for each in side]),
                "holds_scroll": None if None in scroll_counts else int(any(scroll_counts)),
                "lot": own_total.lot,
            }
        )
    return tuple(rows)


def _sum(values: list[int | None]) -> int | None:
    known = [value for value in values if value is not None]
    return sum(known) if len(known) == len(values) else None


def check_ranks(report: Report, filled: list[Total], findings: Findings) -> None:
    """Check I9: points, fewer points lost, no scrolls; seats equal in all share the place, or a lot decides."""
    rows = chain_rows(report, filled)
    without_lots = places([{**row, "lot": None} for row in rows], ending.CHAIN)
    seat_places = [place for place in places(rows, ending.CHAIN) if place is not None]
    shared = [place for place in without_lots if place is not None]
    if len(seat_places) < report.players:
        return
    ranks, equal = (ending.ranks_of(each, pairs=report.pairs) for each in (seat_places, shared))
    for seat, total in enumerate(report.seats):
        if total.rank is not None and total.rank not in (ranks[seat], equal[seat]):
            findings.error("I9", f"seats[{seat}].rank", total.rank, ranks[seat])
        if total.lot is not None and shared.count(shared[seat]) == (2 if report.pairs else 1):
            findings.error("I9", f"seats[{seat}].lot", total.lot, case="I9:lot")
    _check_lots(report, shared, findings)


def _check_lots(report: Report, shared: list[int], findings: Findings) -> None:
    for place in sorted(set(shared)):
        lots: dict[int, int] = {}
        for seat in range(report.players):
            lot = report.seats[seat].lot
            if shared[seat] != place or lot is None:
                continue
            partner = report.pairs and lots.get(lot) == (seat + 2) % 4
            if lot in lots and not partner:
                findings.error("I9", f"seats[{seat}].lot", lot, case="I9:twice")
            lots.setdefault(lot, seat)
