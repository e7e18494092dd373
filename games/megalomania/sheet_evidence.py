"""What a row counts beside tricks, checked against the score (E1), the cards (E2) and their values (E3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from games.megalomania import missions
from games.megalomania.cards import COUNT, PER_COLOUR
from games.megalomania.sheet_read import Entry, Findings, Report, Row
from games.megalomania.sheet_scores import COUNTED, met, plain_points

#: The evidence that belongs to each mission (section 10).
EVIDENCE_OF: Final = {
    **dict.fromkeys((3, 4, 9, 10, 23), "colours"),
    **dict.fromkeys((6, 19), "dwarves_sorcerers"),
    7: "low_tricks",
    11: "value",
    **dict.fromkeys((2, 8), "four_colours"),
}


def check_evidence(report: Report, row: Row, found: Findings) -> None:
    """All evidence of one round. Evidence of another mission is refused."""
    if row.mission is None:
        return
    mine = EVIDENCE_OF.get(row.mission, "")
    for seat, entry in enumerate(row.players):
        for name in ("colours", "dwarves_sorcerers", "low_tricks", "value", "four_colours"):
            if name != mine and getattr(entry, name) is not None:
                found.error("E2", row.entry_path(seat, name), case="E2:mission", mission=row.mission)
    if mine:
        _CHECKS[mine](report, row, found)


def _score(row: Row, seat: int, right: int, found: Findings) -> None:
    """E1: the score, scroll 3 undone, is what the evidence gives."""
    points = plain_points(row, seat)
    if points is not None and points != right:
        shown = row.players[seat].points
        found.error("E1", row.entry_path(seat, "points"), shown, missions.doubled(right) if points != shown else right)


def _met(row: Row, seat: int, right: bool, found: Findings, *, assumed: bool = False) -> None:
    """E1: the condition is met where the evidence says so."""
    result = met(row, seat)
    if result is not None and result != right:
        case = "E1:met" if right else "E1:not"
        found.said(assumed, "E1", row.entry_path(seat, "points"), row.players[seat].points, case=case)


def _all_of(row: Row, name: str) -> list[Any] | None:
    """The evidence of every seat; None while one is missing."""
    values = [getattr(entry, name) for entry in row.players]
    return None if None in values else values


def _cards(report: Report, entry: Entry) -> int | None:
    return None if entry.tricks is None else min(entry.tricks * report.players, COUNT)


def check_colour_counts(report: Report, row: Row, found: Findings) -> None:
    """Missions 3, 4, 9, 10, 23: cards of each colour taken; together as many as the tricks have cards."""
    mission = row.mission or 0
    for seat, entry in enumerate(row.players):
        cards = _cards(report, entry)
        if entry.colours is None:
            continue
        if cards is not None and sum(entry.colours) != cards:
            found.error("E2", row.entry_path(seat, "colours"), sum(entry.colours), cards, case="E2:cards")
        if mission in missions.COUNTED_COLOUR:
            each = report.pack.units[mission]
            _score(row, seat, each * entry.colours[missions.COUNTED_COLOUR[mission]], found)
    every = _all_of(row, "colours")
    if every is None:
        return
    for colour, column in enumerate(zip(*every, strict=True)):
        _check_sum(report, row, sum(column), PER_COLOUR, "colours", found, colour)
    if mission == 23:
        for seat, led in enumerate(missions.colours_led(every)):
            _score(row, seat, report.pack.units[mission] * led, found)


def _check_sum(
    report: Report, row: Row, total: int, there_are: int, name: str, found: Findings, colour: int | None = None
) -> None:
    """E2: four players take all cards of a kind, fewer take no more than there are."""
    if total > there_are or (report.players == 4 and total != there_are):
        at = "" if colour is None else ("black", "red", "yellow", "blue")[colour]
        case = "E2:colour" if at else "E2:kind"
        found.error("E2", f"{row.path}.players", total, there_are, case=case, field=name, colour=at)


def check_dwarves(report: Report, row: Row, found: Findings) -> None:
    """Missions 6 and 19: Dwarves and Sorcerers taken, eight in the deck."""
    for seat, entry in enumerate(row.players):
        count = entry.dwarves_sorcerers
        if count is None:
            continue
        cards = _cards(report, entry)
        if cards is not None and count > cards:
            found.error("E2", row.entry_path(seat, "dwarves_sorcerers"), count, cards, case="E2:most")
        if row.mission == 6:
            _met(row, seat, count == 0, found)
        else:
            _score(row, seat, report.pack.units[19] * count, found)
    every = _all_of(row, "dwarves_sorcerers")
    if every is not None:
        _check_sum(report, row, sum(every), COUNTED, "dwarves_sorcerers", found)


def check_low_tricks(report: Report, row: Row, found: Findings) -> None:
    """Mission 7: low tricks are among the tricks, and worth two points each."""
    for seat, entry in enumerate(row.players):
        if entry.low_tricks is None:
            continue
        if entry.tricks is not None and entry.low_tricks > entry.tricks:
            found.error("E2", row.entry_path(seat, "low_tricks"), entry.low_tricks, entry.tricks, case="E2:most")
        _score(row, seat, report.pack.units[7] * entry.low_tricks, found)


def check_value(report: Report, row: Row, found: Findings) -> None:
    """Mission 11: values taken; the score is the seed's business (E1), the totals rest on Table M1 (E3)."""
    pack, assumed = report.pack, report.pack.is_assumed("values")
    for seat, entry in enumerate(row.players):
        if entry.value is None:
            continue
        _met(row, seat, entry.value >= missions.ENOUGH_VALUE, found)
        cards = _cards(report, entry)
        if cards is None:
            continue
        least, most = pack.least_value(cards), pack.most_value(cards)
        surely = pack.surely_most_value(cards)
        if surely is not None and entry.value > surely:
            found.error("E3", row.entry_path(seat, "value"), entry.value, surely, case="E3:never")
        elif not least <= entry.value <= most:
            found.said(assumed, "E3", row.entry_path(seat, "value"), entry.value, most, least=least)
    every = _all_of(row, "value")
    if every is None:
        return
    cards_dealt = report.players * missions.cards_dealt(11, pack)
    least, most = pack.least_value(cards_dealt), pack.most_value(cards_dealt)
    if not least <= sum(every) <= most:
        found.said(assumed, "E3", f"{row.path}.players", sum(every), most, least=least, case="E3:all")


def check_flags(report: Report, row: Row, found: Findings) -> None:
    """Missions 2 and 8: whether the cards taken show four colours."""
    for seat, entry in enumerate(row.players):
        if entry.four_colours is not None:
            _met(row, seat, entry.four_colours, found)


_CHECKS: Final[dict[str, Callable[[Report, Row, Findings], None]]] = {
    "colours": check_colour_counts,
    "dwarves_sorcerers": check_dwarves,
    "low_tricks": check_low_tricks,
    "value": check_value,
    "four_colours": check_flags,
}
