"""Parsing of Dominion score sheets: JSON data to a :class:`Report`, with a finding for every defect of form.

This module does not check whether the numbers are possible; only that they are numbers, and that the cards exist.
The fields are those of ``score-sheet/1``; see :func:`games.dominion.check.sheet.check`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from ... import sheet_reading
from ...findings import Param
from ...json_kinds import short
from ...sheet_reading import inside
from .. import cards

ENDS: Final = ("provinces", "piles", "time")
SHEET_FIELDS: Final = (
    *("kingdom", "tournament", "moat_rule", "end", "ended_by", "empty_piles"),
    *("seats", "trash", "supply", "abandoned", "complete"),
)
NUMBER_FIELDS: Final = ("points", "turns", "gold", "coins", "actions")
#: Numbers that every seat needs for a result; the others are needed only to break ties.
ALWAYS_NEEDED: Final = ("points", "turns")
SEAT_FIELDS: Final = (*NUMBER_FIELDS, "lot", "place", "deck", "breakdown")
#: The cards that a breakdown counts individually: the base cards and the Victory cards of a kingdom; ``actions`` and
#: ``cards`` (the whole deck) are additional fields.
BREAKDOWN_CARDS: Final = (*cards.BASE, *(cards.NAMES[code] for code in cards.KINGDOM_VICTORIES))
BREAKDOWN_FIELDS: Final = (*BREAKDOWN_CARDS, "actions", "cards")

#: Far above any number of a real table; limits the cost of absurd input.
LARGEST: Final = 9999

Counts = tuple[int, ...]


class Findings(sheet_reading.Findings):
    """Findings about a Dominion sheet: each names its seat and the deciding article."""

    def has(self, code: str) -> bool:
        """Return whether the code was found as an error, or as an error downgraded to a warning."""
        return any(finding.code == code and (finding.is_error or code in self.soft) for finding in self.entries)

    def place(self, path: str) -> dict[str, Param]:
        return {"seat": int(path[6]) + 1} if path.startswith("seats[") else {}

    def article(self, code: str) -> str:
        return ARTICLES.get(code, "")


#: The deciding article of the regulation; a code without an entry follows from the rules of the game alone.
ARTICLES: Final = {
    **dict.fromkeys(("K1", "K2", "D3", "D4", "D5", "P1", "P2", "P3"), "1.5"),
    **dict.fromkeys(("T1", "T2", "T3", "D2", "X1", "X2", "X3", "X4", "X5", "X7"), "2.3"),
}


@dataclass(slots=True)
class Seat:
    """The sheet's entries for one player; None where there is none. ``deck`` has one count per card code."""

    path: str
    points: int | None = None
    turns: int | None = None
    gold: int | None = None
    coins: int | None = None
    actions: int | None = None
    lot: int | None = None
    place: int | None = None
    deck: Counts | None = None
    breakdown: dict[str, int | None] | None = None


@dataclass(slots=True)
class Report:
    """A parsed score sheet. ``kingdom`` is None unless ten different kingdom cards are named."""

    players: int
    kingdom: Counts | None = None
    named: Counts = ()
    tournament: bool = True
    moat_rule: bool = True
    abandoned: bool = False
    complete: bool = True
    end: str | None = None
    ended_by: int | None = None
    empty_piles: Counts = ()
    seats: list[Seat] = field(default_factory=list)
    trash: Counts | None = None
    supply: Counts | None = None


class _Reader(sheet_reading.Reader):
    LARGEST = LARGEST

    def __init__(self, findings: Findings) -> None:
        super().__init__(findings)
        self.complete = True

    def card(self, name: object, path: str) -> int | None:
        try:
            return cards.by_name(name)
        except cards.UnknownCard as unknown:
            if isinstance(name, str):
                case = "F3" if unknown.nearest else "F3:none"
                self.findings.error(
                    "F3",
                    path,
                    short(name),
                    unknown.nearest,
                    case=case,
                    name=short(name),
                    nearest=unknown.nearest,
                )
            else:
                self.wrong(path, name, "text")
            return None

    def pile(self, table: dict[str, Any], key: str, path: str) -> Counts | None:
        """Return the counts per card: ``{name: count}``, or a list of names for a trash entered card by card.

        An empty count is missing (M1) on a complete sheet; on one still being typed the pile is not read yet.
        """
        value = table.get(key)
        if value is None:
            return None
        where = inside(path, key)
        counts = [0] * cards.COUNT
        if isinstance(value, list | tuple):
            for number, name in enumerate(self.listing(table, key, path) or ()):
                code = self.card(name, f"{where}[{number}]")
                if code is not None:
                    counts[code] += 1
            return tuple(counts)
        seen: dict[int, str] = {}
        unfinished = False
        entries = self.fields(value, where)
        for name in entries:
            code = self.card(name, f"{where}.{short(name)}")
            if code is None:
                continue
            if code in seen:
                self.findings.error("F5", f"{where}.{short(name)}", short(name), seen[code], card=cards.NAMES[code])
                continue
            seen[code] = short(name)
            if entries[name] is None:
                unfinished = True
                if self.complete:
                    self.findings.error(
                        "M1", f"{where}.{short(name)}", None, None, case="M1:card", card=cards.NAMES[code]
                    )
            counts[code] = self.integer(entries, name, where, -LARGEST) or 0
        return None if unfinished else tuple(counts)


def read(sheet: object, players: int, findings: Findings) -> Report:
    """Parse a sheet to a :class:`Report`; every defect of form is added to ``findings`` (codes F1-F7 and K1).

    Arguments:
        sheet: the ``sheet`` of a ``score-sheet/1`` file.
        players: number of players at the table, 2 to 4.
    """
    reader = _Reader(findings)
    table = reader.fields(sheet, "", SHEET_FIELDS)
    reader.complete = reader.boolean(table, "complete") is not False
    report = Report(
        players=players,
        tournament=reader.boolean(table, "tournament") is not False,
        moat_rule=reader.boolean(table, "moat_rule") is not False,
        abandoned=reader.boolean(table, "abandoned") is True,
        complete=reader.complete,
        end=reader.choice(table.get("end"), "end", ENDS),
        ended_by=reader.integer(table, "ended_by", "", 1, players),
        trash=reader.pile(table, "trash", ""),
        supply=reader.pile(table, "supply", ""),
    )
    _read_kingdom(reader, table, report)
    names = reader.listing(table, "empty_piles") or []
    empty = [reader.card(name, f"empty_piles[{number}]") for number, name in enumerate(names)]
    report.empty_piles = tuple(code for code in empty if code is not None)
    seats = reader.listing(table, "seats") or []
    if len(seats) != players and (seats or report.complete):
        findings.error("F7", "seats", len(seats), players)
    report.seats = [
        _read_seat(reader, seats[index] if index < len(seats) else {}, f"seats[{index}]", players)
        for index in range(players)
    ]
    return report


def _read_kingdom(reader: _Reader, table: dict[str, Any], report: Report) -> None:
    """Check K1: ten different kingdom cards of the base game, all known."""
    if table.get("kingdom") is None:
        return
    names = reader.listing(table, "kingdom") or []
    codes: list[int] = []
    for number, name in enumerate(names):
        path = f"kingdom[{number}]"
        try:
            code = cards.by_name(name)
        except cards.UnknownCard as unknown:
            case = "K1:unknown" if unknown.nearest else "K1:none"
            reader.findings.error(
                "K1", path, short(name), unknown.nearest, case=case, name=short(name), nearest=unknown.nearest
            )
            continue
        if code in cards.BASE_CODES:
            reader.findings.error("K1", path, cards.NAMES[code], None, case="K1:base", card=cards.NAMES[code])
        elif code in codes:
            reader.findings.error("K1", path, cards.NAMES[code], None, case="K1:twice", card=cards.NAMES[code])
        codes.append(code)
    if len(names) > 10 or (len(names) < 10 and report.complete):
        reader.findings.error("K1", "kingdom", len(names), 10)
    report.named = tuple(codes)
    if len(set(codes)) == len(names) == 10 and not any(code in cards.BASE_CODES for code in codes):
        report.kingdom = tuple(codes)


def _read_seat(reader: _Reader, value: object, path: str, players: int) -> Seat:
    table = reader.fields(value, path, SEAT_FIELDS)
    seat = Seat(
        path=path,
        points=reader.integer(table, "points", path, -LARGEST),
        turns=reader.integer(table, "turns", path, 0),
        gold=reader.integer(table, "gold", path, -LARGEST),
        coins=reader.integer(table, "coins", path, -LARGEST),
        actions=reader.integer(table, "actions", path, -LARGEST),
        lot=reader.integer(table, "lot", path, 1, players),
        place=reader.integer(table, "place", path, 1, players),
        deck=reader.pile(table, "deck", path),
    )
    if table.get("breakdown") is not None:
        where = f"{path}.breakdown"
        counts = reader.fields(table["breakdown"], where, BREAKDOWN_FIELDS)
        seat.breakdown = {key: reader.integer(counts, key, where, -LARGEST) for key in BREAKDOWN_FIELDS}
    return seat
