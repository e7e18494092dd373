"""Reading a Dominion score sheet: from whatever JSON holds to a :class:`Report`, with a finding for all that is wrong.

Nothing here knows whether the numbers are possible; only whether they are numbers, and cards that exist. The fields are
those of ``score-sheet/1``; see :func:`games.dominion.sheet.check`.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sized
from dataclasses import dataclass, field
from typing import Any, Final

from games.dominion import cards
from games.findings import Finding, Param, Severity
from games.values import kind_of, short

ENDS: Final = ("provinces", "piles", "time")
SHEET_FIELDS: Final = (
    *("kingdom", "tournament", "end", "ended_by", "empty_piles", "seats", "trash", "supply", "abandoned", "complete"),
)
NUMBER_FIELDS: Final = ("points", "turns", "gold", "coins", "actions")
SEAT_FIELDS: Final = (*NUMBER_FIELDS, "lot", "place", "deck", "breakdown")
#: The eight cards that a breakdown counts one by one; ``actions`` and ``cards`` (the whole deck) stand beside them.
BREAKDOWN_CARDS: Final = ("copper", "silver", "gold", "estate", "duchy", "province", "curse", "gardens")
BREAKDOWN_FIELDS: Final = (*BREAKDOWN_CARDS, "actions", "cards")

#: No number of a real table comes near it; keeps absurd input from costing time.
LARGEST: Final = 9999
#: No object of a sheet has so many fields, no game so many cards.
MOST_FIELDS: Final = 64
MOST_CARDS: Final = 400

Counts = tuple[int, ...]


class Findings:
    """Collects findings; a code in ``soft`` is softened from error to warning."""

    def __init__(self, soft: frozenset[str] = frozenset()) -> None:
        self.found: list[Finding] = []
        self.soft = soft

    def error(self, code: str, path: str, value: Param = None, bound: Param = None, **params: Param) -> None:
        severity = Severity.WARNING if code in self.soft else Severity.ERROR
        self._add(code, severity, path, value, bound, params)

    def warning(self, code: str, path: str, value: Param = None, bound: Param = None, **params: Param) -> None:
        self._add(code, Severity.WARNING, path, value, bound, params)

    def _add(
        self, code: str, severity: Severity, path: str, value: Param, bound: Param, params: dict[str, Param]
    ) -> None:
        seat = {"seat": int(path[6]) + 1} if path.startswith("seats[") else {}
        filled = {**seat, **params, "value": value, "bound": bound}
        self.found.append(Finding(code, severity, path, filled, ARTICLES.get(code, ""), value, bound))

    def has(self, code: str) -> bool:
        """Whether the code was found as an error (or as one that was softened)."""
        return any(finding.code == code and (finding.is_error or code in self.soft) for finding in self.found)


#: The article of the regulation that decides; a code that is not here follows from the rules of the game alone.
ARTICLES: Final = {
    **dict.fromkeys(("K1", "K2", "D3", "D4", "D5", "P1", "P2", "P3"), "1.5"),
    **dict.fromkeys(("T1", "T2", "T3", "D2", "X1", "X2", "X3", "X4", "X5", "X7"), "2.3"),
}


@dataclass(slots=True)
class Seat:
    """What the sheet says of one player; None where it says nothing. ``deck`` has one count per card code."""

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
    """A score sheet as read. ``kingdom`` is None unless ten different kingdom cards are named."""

    players: int
    kingdom: Counts | None = None
    named: Counts = ()
    tournament: bool = True
    abandoned: bool = False
    complete: bool = True
    end: str | None = None
    ended_by: int | None = None
    empty_piles: Counts = ()
    seats: list[Seat] = field(default_factory=list)
    trash: Counts | None = None
    supply: Counts | None = None


class _Reader:
    def __init__(self, found: Findings) -> None:
        self.found = found
        self.complete = True

    def wrong(self, path: str, value: object, expected: str) -> None:
        self.found.error("F1", path, short(value), expected, found=kind_of(value), expected=expected)

    def table(self, value: object, path: str, known: Iterable[str] | None = None) -> dict[str, Any]:
        """An object whose keys are all ``known``; an empty one, with findings, otherwise."""
        if not isinstance(value, dict):
            self.wrong(path, value, "object")
            return {}
        if self.too_many(value, path, MOST_FIELDS):
            return {}
        if known is None:
            return value
        names = tuple(known)
        for key in value:
            if key not in names:
                close = difflib.get_close_matches(str(key), names, n=1)
                where = f"{path}.{short(key)}" if path else short(key)
                self.found.error("F2", where, short(key), close[0] if close else None, field=short(key))
        return value

    def too_many(self, value: Sized, path: str, most: int) -> bool:
        if len(value) > most:
            self.found.error("F4", path, len(value), most, case="F4:many", most=most)
        return len(value) > most

    def listing(self, value: object, path: str) -> list[Any]:
        if isinstance(value, list | tuple):
            return [] if self.too_many(value, path, MOST_CARDS) else list(value)
        self.wrong(path, value, "list")
        return []

    def integer(self, table: dict[str, Any], key: str, path: str, least: int, most: int = LARGEST) -> int | None:
        value = table.get(key)
        if value is None:
            return None
        where = f"{path}.{key}" if path else key
        if isinstance(value, bool) or not isinstance(value, int):
            self.wrong(where, value, "integer")
            return None
        if not least <= value <= most:
            shown = max(-LARGEST - 1, min(LARGEST + 1, value))
            self.found.error("F4", where, shown, f"{least}-{most}", least=least, most=most)
            return None
        return value

    def boolean(self, table: dict[str, Any], key: str, default: bool) -> bool:
        value = table.get(key)
        if value is None or isinstance(value, bool):
            return default if value is None else value
        self.wrong(key, value, "boolean")
        return default

    def card(self, name: object, path: str) -> int | None:
        try:
            return cards.by_name(name)
        except cards.UnknownCard as unknown:
            if isinstance(name, str):
                case = "F3" if unknown.nearest else "F3:none"
                self.found.error(
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
        """Counts per card: ``{name: count}``, or a list of names for a trash written card by card.

        A count left empty is missing (M1) on a complete sheet; on one still being typed the pile is not looked at yet.
        """
        value = table.get(key)
        if value is None:
            return None
        where = f"{path}.{key}" if path else key
        counts = [0] * cards.COUNT
        if isinstance(value, list | tuple):
            for number, name in enumerate(self.listing(value, where)):
                code = self.card(name, f"{where}[{number}]")
                if code is not None:
                    counts[code] += 1
            return tuple(counts)
        seen: dict[int, str] = {}
        unfinished = False
        entries = self.table(value, where)
        for name in entries:
            code = self.card(name, f"{where}.{short(name)}")
            if code is None:
                continue
            if code in seen:
                self.found.error("F5", f"{where}.{short(name)}", short(name), seen[code], card=cards.NAMES[code])
                continue
            seen[code] = short(name)
            if entries[name] is None:
                unfinished = True
                if self.complete:
                    self.found.error("M1", f"{where}.{short(name)}", None, None, case="M1:card", card=cards.NAMES[code])
            counts[code] = self.integer(entries, name, where, -LARGEST) or 0
        return None if unfinished else tuple(counts)

    def choice(self, table: dict[str, Any], key: str, allowed: tuple[str, ...]) -> str | None:
        value = table.get(key)
        if value is None or (isinstance(value, str) and value in allowed):
            return value
        if isinstance(value, str):
            self.found.error("F6", key, short(value), ", ".join(allowed), allowed=allowed)
        else:
            self.wrong(key, value, "text")
        return None


def read(sheet: object, players: int, found: Findings) -> Report:
    """The sheet as a :class:`Report`; every defect of form goes to ``found`` (codes F1-F7 and K1).

    Arguments:
        sheet: the ``sheet`` of a ``score-sheet/1`` file.
        players: how many sit at the table, 2 to 4.
    """
    reader = _Reader(found)
    table = reader.table(sheet, "", SHEET_FIELDS)
    reader.complete = reader.boolean(table, "complete", True)
    report = Report(
        players=players,
        tournament=reader.boolean(table, "tournament", True),
        abandoned=reader.boolean(table, "abandoned", False),
        complete=reader.complete,
        end=reader.choice(table, "end", ENDS),
        ended_by=reader.integer(table, "ended_by", "", 1, players),
        trash=reader.pile(table, "trash", ""),
        supply=reader.pile(table, "supply", ""),
    )
    _read_kingdom(reader, table, report)
    names = [] if table.get("empty_piles") is None else reader.listing(table["empty_piles"], "empty_piles")
    empty = [reader.card(name, f"empty_piles[{number}]") for number, name in enumerate(names)]
    report.empty_piles = tuple(code for code in empty if code is not None)
    seats = [] if table.get("seats") is None else reader.listing(table["seats"], "seats")
    if len(seats) != players and (seats or report.complete):
        found.error("F7", "seats", len(seats), players)
    report.seats = [
        _read_seat(reader, seats[index] if index < len(seats) else {}, f"seats[{index}]", players)
        for index in range(players)
    ]
    return report


def _read_kingdom(reader: _Reader, table: dict[str, Any], report: Report) -> None:
    """K1: ten different kingdom cards of the base game, all known."""
    if table.get("kingdom") is None:
        return
    names = reader.listing(table["kingdom"], "kingdom")
    codes: list[int] = []
    for number, name in enumerate(names):
        path = f"kingdom[{number}]"
        try:
            code = cards.by_name(name)
        except cards.UnknownCard as unknown:
            case = "K1:unknown" if unknown.nearest else "K1:none"
            reader.found.error(
                "K1", path, short(name), unknown.nearest, case=case, name=short(name), nearest=unknown.nearest
            )
            continue
        if code in cards.BASE_CODES:
            reader.found.error("K1", path, cards.NAMES[code], None, case="K1:base", card=cards.NAMES[code])
        elif code in codes:
            reader.found.error("K1", path, cards.NAMES[code], None, case="K1:twice", card=cards.NAMES[code])
        codes.append(code)
    if len(names) > 10 or (len(names) < 10 and report.complete):
        reader.found.error("K1", "kingdom", len(names), 10)
    report.named = tuple(codes)
    if len(set(codes)) == len(names) == 10 and not any(code in cards.BASE_CODES for code in codes):
        report.kingdom = tuple(codes)


def _read_seat(reader: _Reader, value: object, path: str, players: int) -> Seat:
    table = reader.table(value, path, SEAT_FIELDS)
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
        counts = reader.table(table["breakdown"], where, BREAKDOWN_FIELDS)
        seat.breakdown = {key: reader.integer(counts, key, where, -LARGEST) for key in BREAKDOWN_FIELDS}
    return seat
