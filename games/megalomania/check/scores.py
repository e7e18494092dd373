"""Scores of the rounds of a score sheet: exact if numbers of tricks decide, ranges otherwise (K1-K6, I10).

Scroll 3 doubles what its owner gained; scores are compared after undoing that. Checks that depend on the values of
the cards (missions 7 and 11) are warnings while these are assumed (reading 13.31).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ...findings import Param
from .. import missions, scrolls
from ..cards import COUNT, PER_COLOUR
from .colours_led import can_lead
from .reading import Findings, Report, Row

#: Number of Dwarves and Sorcerers in the deck.
COUNTED: Final = 8
#: Points of a variable mission, together and for one player, by the seed.
MOST_POINTS: Final = 8
MOST_LOW: Final = 16


def check_scores(report: Report, row: Row, findings: Findings) -> None:
    """Check the scores of one round."""
    if row.mission is None:
        return
    check_range(row, findings)
    if row.mission in missions.BY_TRICKS:
        check_by_tricks(report, row, findings)
    elif row.mission in missions.FIXED:
        check_fixed(report, row, findings)
    else:
        check_variable(report, row, findings)


def is_doubled(row: Row, seat: int) -> bool:
    """Return whether scroll 3 doubles the gains of this seat."""
    return row.in_force == scrolls.DOUBLE and seat == row.owner


def plain_points(row: Row, seat: int) -> int | None:
    """Return the points that the mission itself gave, with scroll 3 undone.

    None if they are missing or cannot be halved.
    """
    points = row.players[seat].points
    if points is None or not is_doubled(row, seat) or points <= 0:
        return points
    return points // 2 if points % 2 == 0 else None


def check_range(row: Row, findings: Findings) -> None:
    """Check I10: no score of a variable mission above 8 (16 for mission 7), twice that with scroll 3, or below -8.

    A doubled score is even (reading 13.1).
    """
    for seat, entry in enumerate(row.players):
        if entry.points is None:
            continue
        path = row.entry_path(seat, "points")
        doubled = is_doubled(row, seat)
        if doubled and entry.points > 0 and entry.points % 2:
            findings.error("I10", path, entry.points, case="I10:even")
        if row.mission in missions.FIXED:
            continue
        most = (MOST_LOW if row.mission == 7 else MOST_POINTS) * (2 if doubled else 1)
        if not -MOST_POINTS <= entry.points <= most:
            findings.error("I10", path, entry.points, most, least=-MOST_POINTS)


# --- Missions that numbers of tricks decide ---------------------------------------------------------------------------


def effective_counts(row: Row) -> Iterator[list[int]]:
    """Yield the numbers of tricks that the mission may have counted; nothing if a number is missing.

    One list, or up to three if scroll 11's owner did not give a count (reading 13.7).
    """
    counts = row.tricks()
    if counts is None:
        return
    owner = row.owner
    if owner is None or row.in_force not in (scrolls.ONE_TRICK_MORE_OR_LESS, scrolls.FIVE_TRICKS):
        yield counts
        return
    stated_count = row.players[owner].effective
    if row.in_force == scrolls.FIVE_TRICKS:
        choices = [scrolls.TRICKS_OF_FIVE]
    elif stated_count is not None:
        choices = [stated_count]
    else:
        choices = [counts[owner] + change for change in (0, -1, 1)]
    for count in choices:
        if count >= 0:
            yield [*counts[:owner], count, *counts[owner + 1 :]]


def points_by_tricks(report: Report, row: Row, counts: Sequence[int]) -> list[int]:
    """Return the scores that numbers of tricks give, doubled if scroll 3 is in force."""
    mission = row.mission or 0
    printed = row.printed if row.printed is not None else report.pack.points.get(mission, 0)
    each = printed if mission in missions.FIXED else report.pack.units[mission]
    points = [each * amount for amount in missions.amounts(mission, (), counts, report.pack)]
    return [missions.doubled(value) if is_doubled(row, seat) else value for seat, value in enumerate(points)]


def check_by_tricks(report: Report, row: Row, findings: Findings) -> None:
    """Check K1: recompute the scores and compare them exactly."""
    if row.mission in (missions.SWAP_MOST, missions.SWAP_FEWEST) and report.players != 4:
        return
    possible = [points_by_tricks(report, row, counts) for counts in effective_counts(row)]
    scores = [entry.points for entry in row.players]
    if not possible or any(_agrees(scores, points) for points in possible):
        return
    assumed = row.mission in missions.FIXED and row.printed is None and report.pack.is_assumed(f"points.{row.mission}")
    nearest = max(possible, key=lambda points: sum(a == b for a, b in zip(scores, points, strict=True)))
    for seat, (points, expected) in enumerate(zip(scores, nearest, strict=True)):
        if points is not None and points != expected:
            only_amount = assumed and (points > 0) - (points < 0) == (expected > 0) - (expected < 0)
            findings.add_error_or_warning(
                only_amount, "K1", row.entry_path(seat, "points"), points, expected, tricks=row.players[seat].tricks
            )


def _agrees(said: Sequence[int | None], points: Sequence[int]) -> bool:
    return all(score is None or score == expected for score, expected in zip(said, points, strict=True))


# --- Fixed missions that the cards taken decide -----------------------------------------------------------------------


def check_fixed(report: Report, row: Row, findings: Findings) -> None:
    """Check K2: nothing or the printed points. K3, K4: who can meet the condition with these tricks."""
    mission = row.mission or 0
    printed = row.printed if row.printed is not None else report.pack.points[mission]
    assumed = row.printed is None and report.pack.is_assumed(f"points.{mission}")
    for seat in range(report.players):
        points = plain_points(row, seat)
        if points is not None and points not in (0, printed):
            same_sign = assumed and points * printed > 0
            findings.add_error_or_warning(same_sign, "K2", row.entry_path(seat, "points"), points, printed)
    if mission == 11:
        check_values(report, row, findings)
    elif mission == 6:
        check_without(report, row, findings)
    else:
        check_four_colours(report, row, findings)


def met(row: Row, seat: int) -> bool | None:
    """Return whether a seat's score implies that it met the condition; None if it is undetermined."""
    points = plain_points(row, seat)
    return None if points is None else points != 0


def check_four_colours(report: Report, row: Row, findings: Findings) -> None:
    """Check K3, missions 2 and 8: four colours need four cards; 25 cards or more always have them (reading 13.29).

    They need not be together in a trick (9.5) and are the printed ones (9.17).
    """
    for seat, entry in enumerate(row.players):
        if entry.tricks is None:
            continue
        taken = entry.tricks * report.players
        path = row.entry_path(seat, "points")
        if met(row, seat) is True and taken < 4:
            findings.error("K3", path, entry.points, case="K3:few", tricks=entry.tricks, cards=taken)
        if met(row, seat) is False and taken > COUNT - PER_COLOUR:
            findings.error("K3", path, entry.points, case="K3:all", tricks=entry.tricks, cards=taken)


def check_without(report: Report, row: Row, findings: Findings) -> None:
    """Check K3, mission 6: no player without tricks has a Dwarf or Sorcerer.

    Four players take all eight of them, for which those who do not score need at least two tricks (reading 13.29).
    """
    failing, is_complete = 0, True
    for seat, entry in enumerate(row.players):
        result = met(row, seat)
        if result is None or entry.tricks is None:
            is_complete = False
        elif not result:
            failing += entry.tricks
            if entry.tricks == 0:
                findings.error("K3", row.entry_path(seat, "points"), entry.points, case="K3:none")
    if is_complete and report.players == 4 and failing * report.players < COUNTED:
        findings.error("K3", f"{row.path}.players", failing, 2, case="K3:eight")


def report_by_values(
    report: Report, findings: Findings, code: str, path: str, value: int | None, bound: int, **params: Param
) -> None:
    """Add an error against a bound made of the values of the ranks: a warning while these are assumed (13.31)."""
    is_assumed = report.pack.is_assumed("values")
    findings.add_error_or_warning(is_assumed, code, path, value, bound, **params, by_assumed_values=is_assumed)


def check_values(report: Report, row: Row, findings: Findings) -> None:
    """Check K4, mission 11: the minimum and maximum value of the number of cards taken.

    Without a card no player reaches 80. Everything else depends on the values of the ranks (Table M1) and on printed
    values being the ones that count (reading 9.17).
    """
    pack = report.pack
    scorers = 0
    for seat, entry in enumerate(row.players):
        result = met(row, seat)
        scorers += result is True
        if entry.tricks is None:
            continue
        taken = min(entry.tricks * report.players, COUNT)
        path = row.entry_path(seat, "points")
        if result is True and taken == 0:
            findings.error("K4", path, entry.points, 0, tricks=entry.tricks, case="K4:never")
        elif result is True and (most := pack.most_value(taken)) < missions.ENOUGH_VALUE:
            report_by_values(report, findings, "K4", path, entry.points, most, tricks=entry.tricks, case="K4:few")
        if result is False and (least := pack.least_value(taken)) >= missions.ENOUGH_VALUE:
            report_by_values(report, findings, "K4", path, entry.points, least, tricks=entry.tricks)
    dealt = report.players * missions.cards_dealt(11, pack)
    if scorers * missions.ENOUGH_VALUE > pack.most_value(dealt):
        most = pack.most_value(dealt) // missions.ENOUGH_VALUE
        report_by_values(report, findings, "K4", f"{row.path}.players", scorers, most, case="K4:many")


# --- Variable missions that the cards taken decide --------------------------------------------------------------------


def allowed_points(report: Report, mission: int, tricks: int) -> range:
    """Return the scores, with scroll 3 undone, that a number of tricks can give in a variable mission.

    Of the cards taken, no more than the 24 others of the deck do not count. In mission 23 another player has at least
    as many cards of each colour that a player does not lead, and a colour has eight: n players and t tricks make
    n * t cards, which are no more than eight for each colour led and the n * (8 - t) of the others.
    """
    taken = tricks * report.players
    if mission == 7:
        return range(0, 2 * tricks + 1, 2)
    if mission == 23:
        # Of eight cards shared by four players, a player who alone has the most has at least three.
        needed = 3 if report.players == 4 else 1
        others = report.players * report.pack.tricks[mission] - taken
        least = max(0, -(-(taken - others) // PER_COLOUR))
        return range(2 * least, 2 * min(4, taken // needed) + 1, 2)
    least, most = max(0, taken - (COUNT - COUNTED)), min(MOST_POINTS, taken)
    return range(-most, 1 - least) if mission in (9, 10) else range(least, most + 1)


def check_variable(report: Report, row: Row, findings: Findings) -> None:
    """Check K5: each score for its tricks. K6: their sum; eight of a kind if four players take all the cards."""
    mission = row.mission or 0
    total, is_complete = 0, True
    for seat, entry in enumerate(row.players):
        points = plain_points(row, seat)
        if points is None:
            is_complete = False
            continue
        total += points
        if entry.tricks is None:
            continue
        allowed = allowed_points(report, mission, entry.tricks)
        if points not in allowed:
            shown = f"{allowed[0]}…{allowed[-1]}" if len(allowed) > 1 else "0"
            findings.error("K5", row.entry_path(seat, "points"), entry.points, shown, tricks=entry.tricks)
    if is_complete:
        check_sum(report, row, total, findings)
        if mission == 23 and not findings.in_row(row, "K5", "K6"):
            check_leads(report, row, findings)


def check_leads(report: Report, row: Row, findings: Findings) -> None:
    """Check K6, mission 23: some distribution of the cards taken gives these leads together."""
    tricks = row.tricks()
    size = report.pack.tricks[23]
    if tricks is None or sum(tricks) != size:
        return
    led = tuple((plain_points(row, seat) or 0) // report.pack.units[23] for seat in range(report.players))
    if not can_lead(tuple(count * report.players for count in tricks), led, size):
        shown = ", ".join(str(entry.points) for entry in row.players)
        findings.error("K6", f"{row.path}.players", shown, case="K6:led", tricks=", ".join(map(str, tricks)))


def check_sum(report: Report, row: Row, total: int, findings: Findings) -> None:
    """Check K6 over a complete row, with scroll 3 undone."""
    path = f"{row.path}.players"
    sign = -1 if row.mission in (9, 10) else 1
    if row.mission == 7:
        most = 2 * most_low_tricks(report)
        if MOST_LOW >= total > most:
            report_by_values(report, findings, "K6", path, total, most, case="K6:most")
        elif total > MOST_LOW:
            findings.error("K6", path, total, MOST_LOW, case="K6:most")
    elif row.mission == 23 or report.players < 4:
        if total * sign > MOST_POINTS:
            findings.error("K6", path, total, MOST_POINTS * sign, case="K6:most")
    elif total * sign != MOST_POINTS:
        findings.error("K6", path, total, MOST_POINTS * sign)


def most_low_tricks(report: Report) -> int:
    """Return the maximum number of tricks of 25 or less for mission 7; six of eight with four players (13.31)."""
    pack, players = report.pack, report.players
    size = missions.cards_dealt(7, pack)
    if players < 4:
        return size
    total_value = pack.least_value(COUNT)
    rest = (total_value - missions.LOW_TRICK * low for low in range(size + 1))
    fits = [low for low, value in enumerate(rest) if pack.most_value(players * (size - low)) >= value]
    return max(fits)
