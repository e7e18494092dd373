"""Rows of a score sheet: colours, missions, dealers, resources, numbers of tricks (I1, I2, I3, I5, I6, P1, M1)."""

from __future__ import annotations

from typing import Final

from .. import missions, resources, scrolls
from ..cards import COLOURS
from ..pack.loading import FOUR_PLAYERS_ONLY, ROUNDS
from ..rounds import dealer_of
from .reading import NO_CHOICE, Findings, Report, Row

#: Combinations that only the owner of scroll 9 can take.
PAIR_CODES: Final = frozenset(resources.PAIR_NAMES)


def check_rows(report: Report, findings: Findings) -> None:
    """Check single rows, except scrolls and scores, and what spans all rows."""
    if report.complete and report.is_whole_by_totals:
        findings.warning("I1", "rounds", case="I1:alone")
    elif report.complete and len(report.rows) != report.rounds:
        findings.error("I1", "rounds", len(report.rows), ROUNDS, case="I1:rows")
    check_missing(report, findings)
    check_colours(report, findings)
    check_missions(report, findings)
    check_dealers(report, findings)
    for row in report.rows:
        check_resources(row, findings)
        check_tricks(report, row, findings)
        check_printed(report, row, findings)


def check_missing(report: Report, findings: Findings) -> None:
    """Check M1: values that no other number determines are given.

    These are missions, choices, tricks, points, and a count that scroll 11 may have changed; of a whole game whose
    totals alone are written, the points lost, which follow from the rounds otherwise. Where a player left the
    game nothing is required: the sheet does not say who, and what the places need is asked for with them.
    """
    if not report.complete or report.abandoned:
        return
    for row in report.rows:
        if row.mission is None:
            findings.error("M1", f"{row.path}.mission", field="mission")
        _check_missing_entries(row, findings)
    wanted = ("held", "points", "lost") if report.is_whole_by_totals else ("held", "points")
    for seat, total in enumerate(report.seats):
        for name in wanted:
            if getattr(total, name) is None:
                findings.error("M1", f"seats[{seat}].{name}", field=name)


def _check_missing_entries(row: Row, findings: Findings) -> None:
    for seat, entry in enumerate(row.players):
        for name in ("choice", "tricks", "points"):
            if getattr(entry, name) is None:
                findings.error("M1", row.entry_path(seat, name), field=name)
        changed = row.in_force == scrolls.ONE_TRICK_MORE_OR_LESS and seat == row.owner
        if changed and row.mission in missions.BY_TRICKS and entry.effective is None:
            findings.error("M1", row.entry_path(seat, "effective"), field="effective")


# --- I1: the dominant colour ------------------------------------------------------------------------------------------


def colours_of_the_pattern(report: Report) -> dict[str, int] | None:
    """Return the colour of each letter of the pad's pattern (A to D) according to the rows; None if they break it."""
    seen: dict[str, int] = {}
    for row in report.rows:
        if row.dominant is None or not follows_the_pad(row):
            continue
        letter = report.pack.pattern[row.index]
        if seen.setdefault(letter, row.dominant) != row.dominant:
            return None
    return seen if len(set(seen.values())) == len(seen) else None


def follows_the_pad(row: Row) -> bool:
    """Return whether the column must be the pad's.

    Not with scroll 1, however it came to be played; ignored for mission 14.
    """
    return row.in_force != scrolls.NEW_DOMINANT and row.mission != missions.TURNED_COLOUR


def check_colours(report: Report, findings: Findings) -> None:
    """Check I1: the colour of round r is the pad's; with scroll 1 it is a different one.

    The form's own column is exact. Without it, the pad's pattern is in the seed and the names of the colours are
    assumed (2.2): rows that follow the pattern under other names are a warning, rows that break it are an error.
    """
    shown = colours_of_the_pattern(report)
    for row in report.rows:
        if row.dominant is None or row.mission == missions.TURNED_COLOUR:
            continue
        letter, wanted = report.pack.pattern[row.index], report.pack.dominant[row.index]
        assumed = shown is not None and report.pack.is_assumed("dominant")
        if report.dominant is not None:
            wanted, assumed = report.dominant[row.index], False
        elif shown is not None and letter in shown and not follows_the_pad(row):
            wanted, assumed = shown[letter], False
        path, value = f"{row.path}.dominant", COLOURS[row.dominant]
        if follows_the_pad(row):
            if row.dominant != wanted:
                findings.add_error_or_warning(assumed, "I1", path, value, COLOURS[wanted])
        elif row.dominant == wanted:
            findings.add_error_or_warning(assumed, "I1", path, value, case="I1:same")


# --- I2, I3 -----------------------------------------------------------------------------------------------------------


def check_missions(report: Report, findings: Findings) -> None:
    """Check I2: no mission twice; 20 and 21 only with four players; those that the pack excludes are doubtful (2.3)."""
    first: dict[int, int] = {}
    for row in report.rows:
        mission = row.mission
        if mission is None:
            continue
        path = f"{row.path}.mission"
        if mission in first:
            findings.error("I2", path, mission, first[mission] + 1, case="I2:twice")
        first.setdefault(mission, row.index)
        if mission in FOUR_PLAYERS_ONLY and report.players < 4:
            findings.error("I2", path, mission, 4)
        elif mission not in report.pack.missions[report.players]:
            findings.warning("I2", path, mission, report.players, case="I2:players")


def first_dealer(report: Report) -> int | None:
    """Return the first dealer, given at the top or derived from a row."""
    if report.dealer is not None:
        return report.dealer
    for row in report.rows:
        if row.dealer is not None:
            return (row.dealer - row.index) % report.players
    return None


def check_dealers(report: Report, findings: Findings) -> None:
    """Check I3: the dealer's role moves to the left every round (S149)."""
    first = first_dealer(report)
    if first is None:
        return
    for row in report.rows:
        wanted = dealer_of(first, row.index + 1, report.players)
        if row.dealer is not None and row.dealer != wanted:
            findings.error("I3", f"{row.path}.dealer", row.dealer + 1, wanted + 1)


# --- I5, I6, P1 -------------------------------------------------------------------------------------------------------


def check_resources(row: Row, findings: Findings) -> None:
    """Check I5: one combination each; none under scroll 6; two of the first three for the owner of scroll 9."""
    for seat, entry in enumerate(row.players):
        if entry.choice is None:
            continue
        path = row.entry_path(seat, "choice")
        if row.in_force == scrolls.NO_RESOURCES:
            if entry.choice != NO_CHOICE:
                findings.error("I5", path, entry.choice, NO_CHOICE, case="I5:none")
        elif row.in_force == scrolls.TWO_RESOURCES and seat == row.owner:
            if entry.choice not in PAIR_CODES:
                findings.error("I5", path, entry.choice, resources.PAIR_NAMES, case="I5:two")
        elif entry.choice == NO_CHOICE or entry.choice in PAIR_CODES:
            findings.error("I5", path, entry.choice, resources.NAMES)


def check_tricks(report: Report, row: Row, findings: Findings) -> None:
    """Check I6: the tricks of a round add up to its hand size."""
    counts = row.tricks()
    if row.mission is not None:
        size = report.pack.tricks[row.mission]
        for seat, entry in enumerate(row.players):
            if entry.tricks is not None and entry.tricks > size:
                findings.error("I6", row.entry_path(seat, "tricks"), entry.tricks, size, case="I6:seat")
        if counts is not None and sum(counts) != size:
            findings.error("I6", f"{row.path}.players", sum(counts), size)
    for seat, entry in enumerate(row.players):
        if entry.effective is not None:
            check_effective(row, seat, entry.effective, findings)


def check_effective(row: Row, seat: int, count: int, findings: Findings) -> None:
    """Check I6: only the owner of scroll 11 or 12 has an effective count.

    Scroll 12: five tricks (9.11, 13.15). Scroll 11: as many as taken, or one more or less (13.14).
    """
    path, tricks = row.entry_path(seat, "effective"), row.players[seat].tricks
    if seat != row.owner or row.in_force not in (scrolls.ONE_TRICK_MORE_OR_LESS, scrolls.FIVE_TRICKS):
        findings.error("I6", path, count, case="I6:effective")
    elif row.in_force == scrolls.FIVE_TRICKS:
        if count != scrolls.TRICKS_OF_FIVE:
            findings.error("I6", path, count, scrolls.TRICKS_OF_FIVE, case="I6:five")
    elif abs(count - (tricks or 0)) > 1:
        findings.error("I6", path, count, tricks, case="I6:one")


def check_printed(report: Report, row: Row, findings: Findings) -> None:
    """Check P1: a fixed mission has printed points with the seed's sign; a variable one has none.

    Without the form's figure the pack's is used: a warning while that is assumed (Table M3).
    """
    if row.mission is None:
        return
    path = f"{row.path}.printed"
    if row.mission not in missions.FIXED:
        if row.printed is not None:
            findings.error("P1", path, row.printed, case="P1:variable")
    elif row.printed is None:
        if report.complete and report.pack.is_assumed(f"points.{row.mission}"):
            assumed = report.pack.points[row.mission]
            findings.warning("P1", path, None, assumed, case="P1:missing", pack=report.pack.name)
    elif row.printed * report.pack.signs[row.mission] <= 0:
        findings.error("P1", path, row.printed, "+" if report.pack.signs[row.mission] > 0 else "-")
