"""Foot of a score sheet: sums, bonus, points lost, ranking (I7, I8, I9), filled in as far as the rows allow."""

from __future__ import annotations

from ...tie_breaks import places
from .. import ending, missions
from ..pack.loading import ROUNDS
from .reading import Findings, Report, Total
from .scores import MOST_LOW, MOST_POINTS


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
        if total.bonus is not None and total.bonus not in (0, ending.BONUS):
            findings.error("I7", f"{path}.bonus", total.bonus, ending.BONUS, case="I7:either")
        if total.points is not None and derived.rounds is not None and derived.bonus is not None:
            sum_of_all = derived.rounds + (derived.scroll_17 or 0) + derived.bonus
            if total.points != sum_of_all:
                findings.error("I7", f"{path}.points", total.points, sum_of_all)
        if total.lost is not None and round_points(report, seat) is not None and total.lost != derived.lost:
            findings.error("I8", f"{path}.lost", total.lost, derived.lost)
        check_whole(report, seat, derived, findings)
    check_ranks(report, filled, findings)


def check_whole(report: Report, seat: int, total: Total, findings: Findings) -> None:
    """Check I8 and I10 of a foot whose rounds are not written.

    What the rounds gave is their sum and the points lost, and not below zero. Twelve missions give, and take, no more
    than the twelve that give, or take, most; scroll 3 doubles one gain of a player, and 7 that copies it another.
    """
    if report.rows or total.lost is None:
        return
    rounds = total.rounds
    if rounds is None:
        if total.points is None or total.bonus is None:
            return
        rounds = total.points - (total.scroll_17 or 0) - total.bonus
    path = f"seats[{seat}].lost"
    if rounds + total.lost < 0:
        findings.error("I8", path, total.lost, -rounds, case="I8:rest")
        return
    assumed = any(report.pack.is_assumed(f"points.{mission}") for mission in report.pack.points)
    gains, losses = most_of_game(report)
    if rounds + total.lost > gains:
        findings.add_error_or_warning(
            assumed, "I10", f"seats[{seat}].points", rounds + total.lost, gains, case="I10:gains"
        )
    if total.lost > losses:
        findings.add_error_or_warning(assumed, "I10", path, total.lost, losses, case="I10:losses")


def most_of_game(report: Report) -> tuple[int, int]:
    """Return the most points that one player can gain, and lose, in the rounds of a whole game (Tables M3, S276)."""
    pack = report.pack
    gains: list[int] = []
    losses: list[int] = []
    for mission in pack.missions[report.players]:
        if mission in missions.FIXED:
            most = pack.points[mission]
        else:
            most = (MOST_LOW if mission == 7 else MOST_POINTS) * (-1 if pack.units[mission] < 0 else 1)
        (gains if most > 0 else losses).append(abs(most))
    best = sorted(gains, reverse=True)[:ROUNDS]
    return sum(best) + sum(best[:2]), sum(sorted(losses, reverse=True)[:ROUNDS])


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
