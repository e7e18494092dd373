"""Evidence of a row (what it counts besides tricks) against the score (E1), the cards (E2) and their values (E3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from .. import missions
from ..cards import COLOURS, COUNT, PER_COLOUR
from .reading import Entry, Findings, Report, Row
from .scores import COUNTED, met, plain_points, report_by_values

#: Numbers of which some may be missing.
Counts = Sequence[int | None]

#: The evidence that belongs to each mission (section 10).
EVIDENCE_OF: Final = {
    **dict.fromkeys((3, 4, 9, 10, 23), "colours"),
    **dict.fromkeys((6, 19), "dwarves_sorcerers"),
    7: "low_tricks",
    11: "value",
    **dict.fromkeys((2, 8), "four_colours"),
}


def check_evidence(report: Report, row: Row, findings: Findings) -> None:
    """Check all evidence of one round. Evidence of another mission is an error."""
    if row.mission is None:
        return
    own_field = EVIDENCE_OF.get(row.mission, "")
    for seat, entry in enumerate(row.players):
        for name in ("colours", "dwarves_sorcerers", "low_tricks", "value", "four_colours"):
            if name != own_field and getattr(entry, name) is not None:
                findings.error("E2", row.entry_path(seat, name), case="E2:mission", mission=row.mission)
    if own_field:
        _CHECKS[own_field](report, row, findings)


def _score(row: Row, seat: int, right: int, findings: Findings) -> None:
    """Check E1: the score, with scroll 3 undone, is what the evidence gives."""
    points = plain_points(row, seat)
    if points is not None and points != right:
        shown = row.players[seat].points
        findings.error(
            "E1",
            row.entry_path(seat, "points"),
            shown,
            missions.doubled(right) if points != shown else right,
        )


def _met(row: Row, seat: int, right: bool, findings: Findings) -> None:
    """Check E1: the condition is met if the evidence says so."""
    result = met(row, seat)
    if result is not None and result != right:
        case = "E1:met" if right else "E1:not"
        findings.error("E1", row.entry_path(seat, "points"), row.players[seat].points, case=case)


def _all_of(row: Row, name: str) -> list[Any] | None:
    """Return the evidence of every seat; None if any is missing."""
    values = [getattr(entry, name) for entry in row.players]
    return None if None in values else values


def _cards(report: Report, entry: Entry) -> int | None:
    return None if entry.tricks is None else min(entry.tricks * report.players, COUNT)


def check_colour_counts(report: Report, row: Row, findings: Findings) -> None:
    """Check the cards of each colour taken in missions 3, 4, 9, 10, 23, as far as given."""
    mission = row.mission or 0
    for seat, entry in enumerate(row.players):
        if entry.colours is None:
            continue
        check_own_colours(report, row, seat, entry.colours, findings)
        counted = entry.colours[missions.COUNTED_COLOUR[mission]] if mission in missions.COUNTED_COLOUR else None
        if counted is not None:
            _score(row, seat, report.pack.units[mission] * counted, findings)
    columns = list(zip(*(entry.colours or (None,) * len(COLOURS) for entry in row.players), strict=True))
    for colour, column in enumerate(columns):
        _check_sum(report, row, column, PER_COLOUR, "colours", findings, colour)
    if mission == 23:
        check_colours_led(report, row, findings)


def check_own_colours(report: Report, row: Row, seat: int, colours: Counts, findings: Findings) -> None:
    """Check E2: a player's colour counts add up to the cards of the tricks, or to no more if some are missing."""
    cards = _cards(report, row.players[seat])
    counted_cards = sum(count for count in colours if count is not None)
    if cards is not None and (counted_cards > cards or (None not in colours and counted_cards != cards)):
        findings.error("E2", row.entry_path(seat, "colours"), counted_cards, cards, case="E2:cards")


def check_colours_led(report: Report, row: Row, findings: Findings) -> None:
    """Check mission 23: the leader in a colour is known once all players have given all four counts.

    Until then the row is incomplete.
    """
    counts_by_seat = [entry.colours or (None,) * len(COLOURS) for entry in row.players]
    given_counts = [[count for count in counts if count is not None] for counts in counts_by_seat]
    if all(len(counts) == len(COLOURS) for counts in given_counts):
        for seat, led in enumerate(missions.colours_led(given_counts)):
            _score(row, seat, report.pack.units[23] * led, findings)
    elif report.complete and any(given_counts):
        for seat, counts in enumerate(counts_by_seat):
            for colour, count in zip(COLOURS, counts, strict=True):
                if count is None:
                    findings.error("M1", f"{row.entry_path(seat, 'colours')}.{colour}", field=colour)


def _check_sum(
    report: Report, row: Row, counts: Counts, there_are: int, name: str, findings: Findings, colour: int | None = None
) -> None:
    """Check E2: four players take all cards of a kind, fewer players take no more than exist."""
    total = sum(count for count in counts if count is not None)
    if total > there_are or (report.players == 4 and None not in counts and total != there_are):
        at = "" if colour is None else COLOURS[colour]
        case = "E2:colour" if at else "E2:kind"
        findings.error("E2", f"{row.path}.players", total, there_are, case=case, field=name, colour=at)


def check_dwarves(report: Report, row: Row, findings: Findings) -> None:
    """Check the Dwarves and Sorcerers taken in missions 6 and 19; there are eight in the deck."""
    for seat, entry in enumerate(row.players):
        count = entry.dwarves_sorcerers
        if count is None:
            continue
        cards = _cards(report, entry)
        if cards is not None and count > cards:
            findings.error("E2", row.entry_path(seat, "dwarves_sorcerers"), count, cards, case="E2:most")
        if row.mission == 6:
            _met(row, seat, count == 0, findings)
        else:
            _score(row, seat, report.pack.units[19] * count, findings)
    _check_sum(report, row, [entry.dwarves_sorcerers for entry in row.players], COUNTED, "dwarves_sorcerers", findings)


def check_low_tricks(report: Report, row: Row, findings: Findings) -> None:
    """Check mission 7: low tricks are among the tricks, and worth two points each."""
    for seat, entry in enumerate(row.players):
        if entry.low_tricks is None:
            continue
        if entry.tricks is not None and entry.low_tricks > entry.tricks:
            findings.error("E2", row.entry_path(seat, "low_tricks"), entry.low_tricks, entry.tricks, case="E2:most")
        _score(row, seat, report.pack.units[7] * entry.low_tricks, findings)


def check_value(report: Report, row: Row, findings: Findings) -> None:
    """Check mission 11: the score by the seed (E1), the values taken by Table M1 and reading 9.17 (E3)."""
    pack = report.pack
    for seat, entry in enumerate(row.players):
        if entry.value is None:
            continue
        _met(row, seat, entry.value >= missions.ENOUGH_VALUE, findings)
        cards = _cards(report, entry)
        if cards is None:
            continue
        least, most = pack.least_value(cards), pack.most_value(cards)
        if cards == 0 and entry.value:
            findings.error("E3", row.entry_path(seat, "value"), entry.value, 0, case="E3:never")
        elif not least <= entry.value <= most:
            report_by_values(report, findings, "E3", row.entry_path(seat, "value"), entry.value, most, least=least)
    values = _all_of(row, "value")
    if values is None:
        return
    cards_dealt = report.players * missions.cards_dealt(11, pack)
    least, most = pack.least_value(cards_dealt), pack.most_value(cards_dealt)
    if not least <= sum(values) <= most:
        report_by_values(report, findings, "E3", f"{row.path}.players", sum(values), most, least=least, case="E3:all")


def check_flags(report: Report, row: Row, findings: Findings) -> None:
    """Check whether the cards taken in missions 2 and 8 show four colours."""
    for seat, entry in enumerate(row.players):
        if entry.four_colours is not None:
            _met(row, seat, entry.four_colours, findings)


_CHECKS: Final[dict[str, Callable[[Report, Row, Findings], None]]] = {
    "colours": check_colour_counts,
    "dwarves_sorcerers": check_dwarves,
    "low_tricks": check_low_tricks,
    "value": check_value,
    "four_colours": check_flags,
}
