"""Parsing of Era of Kingdoms score sheets: JSON data to a :class:`Report`, with a finding for every defect of form.

This module does not check whether the numbers are possible; only that they are numbers, and that cards and words exist.
The fields are described in :mod:`games.era_of_kingdoms.check.sheet`.
"""

from __future__ import annotations

import difflib
from dataclasses import dataclass, field
from typing import Any, Final

from ... import sheet_reading
from ...findings import Param
from ...json_kinds import short
from ..kingdom import CELLS, REALMS
from ..outcome_sheet import BY_TIME, HOWS, SHADOW_WORD
from ..pack.fields import RESOURCES
from ..pack.loading import DEFAULT_PACK, Pack, choices, pack
from ..readings import DECIDED
from ..setup import SOLO_AGE_BELOW
from ..state import BY_ROUND_LIMIT

#: The ways to end in which nobody drew Age of Enlightenment.
WITHOUT_DRAWER: Final = (BY_ROUND_LIMIT, BY_TIME)
SHEET_FIELDS: Final = (
    *("pack", "trade", "start", "difficulty", "drawer", "how", "rounds", "readings", "seats", "shadow"),
    *("abandoned", "complete"),
)
#: The numbers that decide the places, and the turns: required for the result of a finished table.
NEEDED: Final = ("points", "riches", "attack", "defence", *RESOURCES, "turns")
#: Points by source, for sheets that do not list the cards.
SUMS: Final = ("lands_vp", "persons_vp", "victories_vp")
NUMBERS: Final = (*NEEDED, *SUMS, "immediate", "immediate_vp", "plague_vp", "age_vp")
SIGNED: Final = frozenset(("points", "plague_vp", "attack", "defence", *RESOURCES, *SUMS))
SEAT_FIELDS: Final = (
    *NUMBERS,
    *("realm", "cells", "persons", "victories", "plagues", "cards_left_the_territory", "lot", "place"),
)
SHADOW_FIELDS: Final = (*NUMBERS, "lands", "persons", "victories", "plagues", "high_yields")
CELL_FIELDS: Final = ("card", "vp", "plagues", "high_yields", "cards_bottom_to_top")
#: Far above any number of a real table.
LARGEST: Final = sheet_reading.Reader.LARGEST


class Findings(sheet_reading.Findings):
    """Findings about an Era of Kingdoms sheet: each names the seat or side that it is about."""

    def has_code(self, code: str) -> bool:
        """Return whether a code was found."""
        return any(finding.code == code for finding in self.entries)

    def place(self, path: str) -> dict[str, Param]:
        if path.startswith("seats["):
            return {"who": int(path[6])}
        return {"who": SHADOW_WORD} if path.startswith("shadow") else {}


@dataclass(slots=True)
class Listed:
    """A card of the sheet with the points entered beside it. ``path`` is its location."""

    path: str
    code: int
    vp: int | None


@dataclass(slots=True)
class Cell:
    """A cell: its top card, what is under it, and the complete stack from bottom to top if given."""

    top: Listed
    index: int
    plagues: int = 0
    yields: int = 0
    stack: list[int] | None = None


@dataclass(slots=True)
class Seat:
    """The sheet's entries for a player or for the shadow realm; None where there is none.

    Attributes:
        numbers: by field name. cells: a player's; lands: the shadow realm's.
        plagues: their number; plague_resources: those of the shadow realm.
    """

    path: str
    index: int
    numbers: dict[str, int | None]
    realm: str | None = None
    cells: list[Cell] | None = None
    lands: list[Listed] | None = None
    persons: list[Listed] | None = None
    victories: list[Listed] | None = None
    plagues: int | None = None
    plague_resources: list[int] | None = None
    yields: list[int] | None = None
    left: bool | None = None
    lot: int | None = None
    place: int | None = None

    @property
    def is_shadow(self) -> bool:
        return self.path == SHADOW_WORD

    def units(self) -> list[int] | None:
        """Return the fixed units per resource, if all four are given."""
        units_given = [self.numbers[name] for name in RESOURCES]
        return None if None in units_given else [units for units in units_given if units is not None]

    @property
    def resources(self) -> int | None:
        """The sum of the four resources."""
        units = self.units()
        return None if units is None else sum(units)


@dataclass(slots=True)
class Report:
    """A parsed score sheet. ``drawer`` is a seat from 0, ``players`` for the shadow realm, None for nobody."""

    players: int
    pack: Pack
    trade: bool = False
    start: int = 0
    difficulty: str = ""
    drawer: int | None = None
    how: str | None = None
    rounds: int | None = None
    complete: bool = True
    abandoned: bool = False
    seats: list[Seat] = field(default_factory=list)
    shadow: Seat | None = None

    @property
    def sides(self) -> list[Seat]:
        """The seats, and the shadow realm if there is one."""
        return [*self.seats, *([self.shadow] if self.shadow else [])]


class _Reader(sheet_reading.Reader):
    MOST_ENTRIES = 250

    def __init__(self, findings: Findings) -> None:
        super().__init__(findings)
        self.pack: Pack = pack(DEFAULT_PACK)

    def card(self, name: object, path: str, kind: str) -> int | None:
        """Return a card of the pack if it has the type required there."""
        if not isinstance(name, str):
            self.wrong(path, name, "text")
            return None
        code = self.pack.codes.get(name)
        if code is None:
            close = difflib.get_close_matches(short(name), self.pack.codes, n=1)
            case = "F3" if close else "F3:none"
            self.findings.error("F3", path, short(name), close[0] if close else None, case=case, name=short(name))
            return None
        if self.pack.cards[code].type != kind:
            self.findings.error("F5", path, name, kind, card=self.pack.cards[code].id, kind=kind)
            return None
        return code

    def cards(self, table: dict[str, Any], key: str, path: str, kind: str) -> list[Listed] | None:
        """Return a list of ``{"card": id, "vp": points}``; a bare id is accepted."""
        entries = self.listing(table, key, path)
        if entries is None:
            return None
        listed_cards: list[Listed] = []
        for number, entry in enumerate(entries):
            where = f"{path}.{key}[{number}]"
            each = {"card": entry} if isinstance(entry, str) else self.fields(entry, where, ("card", "vp"))
            code = self.card(each["card"], where, kind) if "card" in each else None
            if code is not None:
                listed_cards.append(Listed(where, code, self.integer(each, "vp", where, -LARGEST)))
        return listed_cards


def read(sheet: object, players: int, findings: Findings) -> Report:
    """Parse a sheet to a :class:`Report`; every defect of form is added to ``findings`` (codes F1-F7)."""
    reader = _Reader(findings)
    table = reader.fields(sheet, "", SHEET_FIELDS)
    name = reader.choice(table.get("pack"), "pack", choices(table.get("pack")))
    reader.pack = pack(name or DEFAULT_PACK)
    reader.drop_readings(table, DECIDED)
    report = Report(
        players=players,
        pack=reader.pack,
        trade=reader.boolean(table, "trade") or False,
        start=(reader.integer(table, "start", "", 1, players) or 1) - 1,
        difficulty=reader.choice(table.get("difficulty"), "difficulty", SOLO_AGE_BELOW if players == 1 else ()) or "",
        how=reader.choice(table.get("how"), "how", HOWS),
        rounds=reader.integer(table, "rounds", "", 0),
        complete=reader.boolean(table, "complete") is not False,
        abandoned=reader.boolean(table, "abandoned") is True,
    )
    if table.get("drawer") == SHADOW_WORD and players == 1:
        report.drawer = players
    else:
        drawer = reader.integer(table, "drawer", "", 1, players)
        report.drawer = None if drawer is None else drawer - 1
    seats = reader.listing(table, "seats", "") or []
    if len(seats) != players and (seats or report.complete):
        findings.error("F7", "seats", len(seats), players)
    report.seats = [
        _seat(reader, seats[index] if index < len(seats) else {}, f"seats[{index}]", index, players)
        for index in range(players)
    ]
    if players == 1 and (report.complete or "shadow" in table):
        report.shadow = _shadow(reader, table.get("shadow") or {}, players)
    elif "shadow" in table and players > 1:
        findings.error("F2", "shadow", "shadow", None, field="shadow")
    return report


def _numbers(reader: _Reader, table: dict[str, Any], path: str) -> dict[str, int | None]:
    return {name: reader.integer(table, name, path, -LARGEST if name in SIGNED else 0) for name in NUMBERS}


def _seat(reader: _Reader, value: object, path: str, index: int, players: int) -> Seat:
    table = reader.fields(value, path, SEAT_FIELDS)
    return Seat(
        path=path,
        index=index,
        numbers=_numbers(reader, table, path),
        realm=reader.choice(table.get("realm"), f"{path}.realm", REALMS),
        cells=_cells(reader, table, path),
        persons=reader.cards(table, "persons", path, "person"),
        victories=reader.cards(table, "victories", path, "victory"),
        plagues=reader.integer(table, "plagues", path, 0),
        left=reader.boolean(table, "cards_left_the_territory", path),
        lot=reader.integer(table, "lot", path, 1, players),
        place=reader.integer(table, "place", path, 1, max(players, 2)),
    )


def _cells(reader: _Reader, table: dict[str, Any], path: str) -> list[Cell] | None:
    if table.get("cells") is None:
        return None
    where = f"{path}.cells"
    cells: list[Cell] = []
    for name, value in reader.fields(table["cells"], where, CELLS).items():
        if name not in CELLS or value is None:
            continue
        cell_path = f"{where}.{name}"
        entry = {"card": value} if isinstance(value, str) else reader.fields(value, cell_path, CELL_FIELDS)
        names = reader.listing(entry, "cards_bottom_to_top", cell_path)
        stack = [reader.card(each, cell_path, "land") for each in names or ()]
        known_codes = [code for code in stack if code is not None]
        top = reader.card(entry["card"], cell_path, "land") if entry.get("card") is not None else None
        if top is None and entry.get("card") is None and known_codes and len(known_codes) == len(stack):
            top = known_codes[-1]
        if top is not None:
            cells.append(
                Cell(
                    Listed(cell_path, top, reader.integer(entry, "vp", cell_path, -LARGEST)),
                    CELLS.index(name),
                    reader.integer(entry, "plagues", cell_path, 0) or 0,
                    reader.integer(entry, "high_yields", cell_path, 0) or 0,
                    known_codes if known_codes and len(known_codes) == len(stack) else None,
                )
            )
    return cells


def _shadow(reader: _Reader, value: object, players: int) -> Seat:
    table = reader.fields(value, SHADOW_WORD, SHADOW_FIELDS)
    plagues = _resources(reader, table, "plagues")
    return Seat(
        path=SHADOW_WORD,
        index=players,
        numbers=_numbers(reader, table, SHADOW_WORD),
        lands=reader.cards(table, "lands", SHADOW_WORD, "land"),
        persons=reader.cards(table, "persons", SHADOW_WORD, "person"),
        victories=reader.cards(table, "victories", SHADOW_WORD, "victory"),
        plagues=None if plagues is None else len(plagues),
        plague_resources=plagues,
        yields=_resources(reader, table, "high_yields"),
    )


def _resources(reader: _Reader, table: dict[str, Any], key: str) -> list[int] | None:
    names = reader.listing(table, key, SHADOW_WORD)
    if names is None:
        return None
    read = [reader.choice(name, f"{SHADOW_WORD}.{key}[{number}]", RESOURCES) for number, name in enumerate(names)]
    return [RESOURCES.index(name) for name in read if name is not None]
