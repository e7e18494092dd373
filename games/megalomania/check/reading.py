"""Parsing of Megalomania score sheets: JSON data to a :class:`Report`, with a finding for every defect of form.

This module does not check whether the numbers are possible; only that they are numbers, and that colours and choices
exist. The fields are those of docs/megalomania.md. Seats count from 1 on the sheet and from 0 here (reading 13.32).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Final

from ... import sheet_reading
from ...findings import Param
from ...game import BadSetup
from ...sheet_reading import inside
from .. import resources
from ..cards import COLOURS
from ..pack import loading as packs
from ..pack.loading import MISSIONS, ROUNDS, SCROLLS, Pack
from ..readings import DECIDED

SHEET_FIELDS: Final = (
    "pack",
    "pairs",
    "dealer",
    "dominant",
    "rounds",
    "seats",
    "end",
    "abandoned",
    "complete",
    "readings",
)
#: The ways in which a game can end: after its twelve rounds, or stopped before because the time was over.
ALL_ROUNDS: Final = "rounds"
BY_TIME: Final = "time"
ENDS: Final = (ALL_ROUNDS, BY_TIME)
ROW_FIELDS: Final = ("dealer", "dominant", "mission", "printed", "scroll", "players")
SCROLL_FIELDS: Final = ("seat", "numbers")
#: Things that a mission lets the players count besides their tricks.
EVIDENCE_FIELDS: Final = ("colours", "dwarves_sorcerers", "low_tricks", "value", "four_colours")
ENTRY_FIELDS: Final = ("choice", "tricks", "effective", "points", *EVIDENCE_FIELDS)
SEAT_FIELDS: Final = ("rounds", "scroll_17", "held", "bonus", "points", "lost", "rank", "lot")
NO_CHOICE: Final = "none"
CHOICES: Final = (*resources.NAMES, *resources.PAIR_NAMES, NO_CHOICE)

#: Far above any number of a real table.
LARGEST: Final = sheet_reading.Reader.LARGEST
#: Every scroll at most twice in a round (the target of number 7 counts again).
LONGEST_CHAIN: Final = 2 * SCROLLS
#: Eight tricks, and the one more of scroll 11.
MOST_EFFECTIVE: Final = 9
_PLACE: Final = re.compile(r"(?:rounds\[(\d+)\])?\.?(?:(?:players|seats)\[(\d+)\])?")


class Findings(sheet_reading.Findings):
    """Findings about a Megalomania sheet: each has the round and the seat that its path names."""

    def add_error_or_warning(
        self, assumed: bool, code: str, path: str, value: Param = None, bound: Param = None, **params: Param
    ) -> None:
        """Add an error, or a warning if it depends on an assumed figure."""
        (self.warning if assumed else self.error)(code, path, value, bound, **params)

    def in_row(self, row: Row, *codes: str) -> bool:
        """Return whether one of the codes was found in a round."""
        return any(each.code in codes and each.path.startswith(f"{row.path}.") for each in self.entries)

    def place(self, path: str) -> dict[str, Param]:
        named = _PLACE.match(path)
        where: dict[str, Param] = {}
        if named and named[1]:
            where["round"] = int(named[1]) + 1
        if named and named[2]:
            where["seat"] = int(named[2]) + 1
        return where


@dataclass(slots=True)
class Entry:
    """One player's entries of a round."""

    choice: str | None = None
    tricks: int | None = None
    effective: int | None = None
    points: int | None = None
    colours: tuple[int | None, ...] | None = None
    dwarves_sorcerers: int | None = None
    low_tricks: int | None = None
    value: int | None = None
    four_colours: bool | None = None


@dataclass(slots=True)
class Row:
    """One round.

    ``scrolls`` are the scrolls played in it in order, including those copied by 7 and brought by 8.
    """

    index: int
    dealer: int | None = None
    dominant: int | None = None
    mission: int | None = None
    printed: int | None = None
    owner: int | None = None
    scrolls: tuple[int, ...] = ()
    players: list[Entry] = field(default_factory=list)

    @property
    def path(self) -> str:
        return f"rounds[{self.index}]"

    @property
    def in_force(self) -> int:
        """The scroll in force in the round: the last of the chain, 0 if it is 7 or 8 or there is none."""
        return self.scrolls[-1] if self.scrolls and self.scrolls[-1] not in (7, 8) else 0

    def entry_path(self, seat: int, name: str) -> str:
        """Return the path of a seat's entry: ``rounds[3].players[1].points``."""
        return f"{self.path}.players[{seat}].{name}"

    def tricks(self) -> list[int] | None:
        """Return the tricks per seat; None if any is missing."""
        counts = [entry.tricks for entry in self.players if entry.tricks is not None]
        return counts if len(counts) == len(self.players) else None


@dataclass(slots=True)
class Total:
    """One player's entries at the foot of the sheet."""

    rounds: int | None = None
    scroll_17: int | None = None
    held: int | None = None
    bonus: int | None = None
    points: int | None = None
    lost: int | None = None
    rank: int | None = None
    lot: int | None = None


@dataclass(slots=True)
class Report:
    """A parsed score sheet.

    Attributes:
        end: one of ENDS; None if nothing is written, which means ALL_ROUNDS. abandoned: whether a player left the game.
    """

    players: int
    pack: Pack
    pairs: bool = False
    dealer: int | None = None
    dominant: tuple[int, ...] | None = None
    rows: list[Row] = field(default_factory=list)
    seats: list[Total] = field(default_factory=list)
    complete: bool = True
    end: str | None = None
    abandoned: bool = False

    @property
    def is_short(self) -> bool:
        """Return whether the game may have had fewer rounds than twelve."""
        return self.end == BY_TIME or self.abandoned

    @property
    def is_whole_by_totals(self) -> bool:
        """Return whether the totals alone of a game of twelve rounds are written, and no round."""
        return not self.rows and not self.is_short and any(total.points is not None for total in self.seats)

    @property
    def rounds(self) -> int:
        """Return how many rounds the game had: those written, if it may have been short."""
        return len(self.rows) if self.is_short else ROUNDS


class _Reader(sheet_reading.Reader):
    def __init__(self, players: int, findings: Findings) -> None:
        super().__init__(findings)
        self.players = players

    def several(self, table: dict[str, Any], key: str, path: str, wanted: int, exact: bool) -> list[Any]:
        """Return a list of exactly, or at most, ``wanted`` entries; add F7 for another number."""
        value = self.listing(table, key, path)
        if value is None:
            return []
        if len(value) != wanted if exact else len(value) > wanted:
            self.findings.error("F7", inside(path, key), len(value), wanted)
        return value[:wanted]

    def seat(self, table: dict[str, Any], key: str, path: str) -> int | None:
        """Return a seat, from 0."""
        number = self.integer(table, key, path, 1, self.players)
        return None if number is None else number - 1

    def colour(self, value: object, path: str) -> int | None:
        """Return the index of a colour."""
        word = self.choice(value, path, COLOURS)
        return None if word is None else COLOURS.index(word)


def read(sheet: object, players: int, findings: Findings) -> Report:
    """Parse a sheet to a report; never raises."""
    reader = _Reader(players, findings)
    data = reader.fields(sheet, "", SHEET_FIELDS)
    report = Report(players, _pack(reader, data))
    reader.drop_readings(data, DECIDED)
    report.complete = reader.boolean(data, "complete") is not False
    report.pairs = reader.boolean(data, "pairs") is True
    report.end = reader.choice(data.get("end"), "end", ENDS)
    report.abandoned = reader.boolean(data, "abandoned") is True
    if report.pairs and players != 4:
        findings.error("F8", "pairs", players)
        report.pairs = False
    report.dealer = reader.seat(data, "dealer", "")
    report.dominant = _pad(reader, data)
    rows = reader.several(data, "rounds", "", ROUNDS, exact=False)
    report.rows = [_row(reader, row, index) for index, row in enumerate(rows)]
    while report.is_short and report.rows and _is_empty(report.rows[-1], players):
        report.rows.pop()
    seats = reader.several(data, "seats", "", players, exact=True)
    report.seats = [_total(reader, seat, f"seats[{index}]") for index, seat in enumerate(seats)]
    report.seats += [Total() for _ in range(players - len(report.seats))]
    if all(_is_empty(row, players) for row in report.rows) and any(total.points is not None for total in report.seats):
        report.rows = []
    return report


def _pack(reader: _Reader, data: dict[str, Any]) -> Pack:
    name = reader.choice(data.get("pack"), "pack", packs.choices(data.get("pack")))
    try:
        return packs.get(name or packs.DEFAULT_PACK)
    except BadSetup as error:
        raise AssertionError("a listed pack can be read") from error


def _pad(reader: _Reader, data: dict[str, Any]) -> tuple[int, ...] | None:
    words = reader.several(data, "dominant", "", ROUNDS, exact=True)
    colours = [reader.colour(word, f"dominant[{at}]") for at, word in enumerate(words)]
    known = [colour for colour in colours if colour is not None]
    return tuple(known) if len(known) == ROUNDS else None


def _is_empty(row: Row, players: int) -> bool:
    return row == Row(row.index, players=[Entry() for _ in range(players)])


def _row(reader: _Reader, raw: object, index: int) -> Row:
    row = Row(index)
    path = row.path
    data = reader.fields(raw, path, ROW_FIELDS)
    row.dealer = reader.seat(data, "dealer", path)
    row.dominant = reader.colour(data.get("dominant"), inside(path, "dominant"))
    row.mission = reader.integer(data, "mission", path, 1, MISSIONS)
    row.printed = reader.integer(data, "printed", path, -LARGEST, LARGEST)
    if data.get("scroll") is not None:
        scroll = reader.fields(data["scroll"], f"{path}.scroll", SCROLL_FIELDS)
        row.owner = reader.seat(scroll, "seat", f"{path}.scroll")
        numbers = reader.several(scroll, "numbers", f"{path}.scroll", LONGEST_CHAIN, exact=False)
        read_numbers = [
            reader.number(number, f"{path}.scroll.numbers[{at}]", 1, SCROLLS) for at, number in enumerate(numbers)
        ]
        row.scrolls = tuple(number for number in read_numbers if number is not None)
    entries = reader.several(data, "players", path, reader.players, exact=True)
    row.players = [_entry(reader, entry, f"{path}.players[{seat}]") for seat, entry in enumerate(entries)]
    row.players += [Entry() for _ in range(reader.players - len(row.players))]
    return row


def _entry(reader: _Reader, raw: object, path: str) -> Entry:
    data = reader.fields(raw, path, ENTRY_FIELDS)
    entry = Entry(
        choice=reader.choice(data.get("choice"), inside(path, "choice"), CHOICES),
        tricks=reader.integer(data, "tricks", path, 0, 8),
        effective=reader.integer(data, "effective", path, 0, MOST_EFFECTIVE),
        points=reader.integer(data, "points", path, -LARGEST, LARGEST),
        dwarves_sorcerers=reader.integer(data, "dwarves_sorcerers", path, 0, 8),
        low_tricks=reader.integer(data, "low_tricks", path, 0, 8),
        value=reader.integer(data, "value", path, 0, LARGEST),
        four_colours=reader.boolean(data, "four_colours", path),
    )
    if data.get("colours") is not None:
        counts = reader.fields(data["colours"], f"{path}.colours", COLOURS)
        numbers = [reader.integer(counts, colour, f"{path}.colours", 0, 8) for colour in COLOURS]
        entry.colours = tuple(numbers) if any(number is not None for number in numbers) else None
    return entry


def _total(reader: _Reader, raw: object, path: str) -> Total:
    data = reader.fields(raw, path, SEAT_FIELDS)

    def number(name: str, least: int = 0, most: int = LARGEST) -> int | None:
        return reader.integer(data, name, path, least, most)

    return Total(
        rounds=number("rounds", -LARGEST),
        scroll_17=number("scroll_17"),
        held=number("held", 0, SCROLLS),
        bonus=number("bonus"),
        points=number("points", -LARGEST),
        lost=number("lost"),
        rank=number("rank", 1, reader.players),
        lot=number("lot", 1, reader.players),
    )
