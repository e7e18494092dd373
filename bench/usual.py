"""Calibrate the ranges of "How usual are these numbers?" on one half of the real games and measure the other half.

usage: python -m bench.usual FOLDER [--write] [--games 2000]

FOLDER holds logs of the Isotropic server (``docs/logs.md``). Which half a log belongs to follows from its name
(``games.dominion.check.real_games.is_held_back``). Every finished game is set beside simulated games of its kingdom,
with the seed that the product takes. ``--write`` makes ``games/dominion/check/real_games.json`` from the calibration
half. Then the rates of both halves and what the ranges notice are printed.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from games.dominion.check import plausibility
from games.dominion.check.plausibility import FIELDS, Distributions, place_of
from games.dominion.check.real_games import PATH, RealGames, is_held_back, real_games
from games.dominion.check.sheet import check
from games.dominion.logs.importing import import_log

GAMES = 2000
SOURCE = "Isotropic server, October to December 2010, first edition, no clock; the calibration half"
#: Shares of the widest excess, in percent, tried in this order.
HEADROOMS = (0, 25, 50, 100, 200)
#: Share of the calibrating seats that may lie outside ranges made without their own table: half of what is promised.
LEFT_OUT_RATE = 0.025

Row = Mapping[str, int]
Margins = Mapping[str, int]


@dataclass(frozen=True)
class RealTable:
    """A finished real game: its file's name, its sheet, and per seat the numbers that are compared."""

    name: str
    sheet: Mapping[str, Any]
    rows: tuple[Row, ...]
    simulated: Distributions

    @property
    def outside(self) -> set[int]:
        """Return the seats with a number outside the ranges, 0-based."""
        checked = check(self.sheet, players=len(self.rows))
        findings = plausibility.warnings(self.simulated, checked)
        return {int(finding.path.partition("[")[2].partition("]")[0]) for finding in findings}


def logs_of(folder: Path, *, held_back: bool) -> list[Path]:
    """Return the logs of one half, sorted by name."""
    return [path for path in sorted(folder.glob("*.html")) if is_held_back(path.name) is held_back]


def tables_of(paths: Iterable[Path], games: int = GAMES) -> Iterator[RealTable]:
    """Yield every finished game with simulated games of its kingdom; skip other logs."""
    for path in paths:
        result = import_log(path.read_text(encoding="utf-8"), path.name)
        if result.sheet is None:
            continue
        sheet = result.sheet["sheet"]
        seats = sheet["seats"]
        rows = tuple({**{name: seat[name] for name in FIELDS if name in seat}, "cards": _size(seat)} for seat in seats)
        kingdom = sorted(sheet["kingdom"])
        yield RealTable(path.name, sheet, rows, plausibility.simulate(kingdom, len(rows), games, ",".join(kingdom)))


def _size(seat: Mapping[str, Any]) -> int:
    return sum(seat["deck"].values())


# ---- calibration ----


def widened(tables: Iterable[RealTable], headroom: int) -> tuple[Margins, Margins]:
    """Return the largest excess below and above the simulated numbers per field, plus the headroom, rounded up."""
    below, above = dict.fromkeys(FIELDS, 0), dict.fromkeys(FIELDS, 0)
    for table in tables:
        for row in table.rows:
            for name in FIELDS:
                least, most = _simulated(table, name)
                below[name] = max(below[name], least - row[name])
                above[name] = max(above[name], row[name] - most)
    return _with_headroom(below, headroom), _with_headroom(above, headroom)


def _with_headroom(margins: Margins, headroom: int) -> Margins:
    return {name: -(-margin * (100 + headroom) // 100) for name, margin in margins.items()}


def most_taken(tables: Iterable[RealTable], headroom: int) -> int:
    """Return the most cards that a seat took beyond one a turn, plus the headroom, rounded up."""
    most = max(plausibility.taken(row) for table in tables for row in table.rows)
    return _with_headroom({plausibility.TAKEN: most}, headroom)[plausibility.TAKEN]


def _simulated(table: RealTable, name: str) -> tuple[int, int]:
    return min(table.simulated.fields[name]), max(table.simulated.fields[name])


def left_out(tables: list[RealTable], headroom: int) -> float:
    """Return the share of seats outside ranges that were made from all the other tables."""
    outside = 0
    for table in tables:
        others = [other for other in tables if other is not table]
        below, above = widened(others, headroom)
        most = max(most_taken(others, headroom), max(table.simulated.fields[plausibility.TAKEN]))
        outside += sum(plausibility.taken(row) > most or not _inside(table, row, below, above) for row in table.rows)
    return outside / seats_of(tables)


def _inside(table: RealTable, row: Row, below: Margins, above: Margins) -> bool:
    ranges = {name: _simulated(table, name) for name in FIELDS}
    return all(low - below[name] <= row[name] <= high + above[name] for name, (low, high) in ranges.items())


def seats_of(tables: Iterable[RealTable]) -> int:
    """Return the number of seats of all tables."""
    return sum(len(table.rows) for table in tables)


def figures_of(folder: Path, tables: list[RealTable], games: int) -> RealGames:
    """Return the data that ships, with the smallest headroom that keeps ``left_out`` within ``LEFT_OUT_RATE``."""
    headroom = next(percent for percent in HEADROOMS if left_out(tables, percent) <= LEFT_OUT_RATE)
    below, above = widened(tables, headroom)
    paths = logs_of(folder, held_back=False)
    sizes = Counter(len(table.rows) for table in tables)
    return RealGames(
        source=SOURCE,
        sha256=digest(paths),
        logs=len(paths),
        tables=dict(sorted(sizes.items())),
        seats=seats_of(tables),
        games=games,
        headroom=headroom,
        below=below,
        above=above,
        most_taken=most_taken(tables, headroom),
    )


def digest(paths: Iterable[Path]) -> str:
    """Return the SHA-256 of the names and contents of logs, sorted by name."""
    total = sha256()
    for path in sorted(paths):
        total.update(path.name.encode() + b"\n" + sha256(path.read_bytes()).digest())
    return total.hexdigest()


# ---- measurement ----


def _swapped(value: int) -> int:
    return int(str(value)[::-1]) if value >= 10 else value


#: Slips of the pen in one number.
SLIPS: Mapping[str, Callable[[int], int]] = {
    "one more": lambda value: value + 1,
    "ten more": lambda value: value + 10,
    "ten less": lambda value: value - 10 if value >= 10 else value,
    "digits swapped": _swapped,
    "a zero too many": lambda value: value * 10,
    "last digit left out": lambda value: value // 10 if value >= 10 else value,
}


def noticed(tables: list[RealTable], name: str, slip: Callable[[int], int]) -> tuple[int, int, int]:
    """Count the slips in one field: all, outside the simulated numbers, outside the widened ranges."""
    tried = unseen = outside = 0
    for table in tables:
        for row in table.rows:
            wrong = slip(row[name])
            if wrong == row[name]:
                continue
            place = place_of(table.simulated, name, wrong)
            contradicted = _contradicts(table, {**row, name: wrong})
            tried, unseen, outside = tried + 1, unseen + place.unseen, outside + (place.outside or contradicted)
    return tried, unseen, outside


def _contradicts(table: RealTable, row: Row) -> bool:
    """Return whether a seat's Actions are more than its other numbers leave turns for."""
    most = plausibility.most_actions(table.simulated, row)
    return most is not None and row["actions"] > most


def print_rates(label: str, tables: list[RealTable]) -> None:
    """Print how many seats of one half lie outside the ranges."""
    sizes = Counter(len(table.rows) for table in tables)
    rows = [(table, row) for table in tables for row in table.rows]
    unseen = sum(any(place_of(table.simulated, name, row[name]).unseen for name in FIELDS) for table, row in rows)
    outside = sum(len(table.outside) for table in tables)
    shapes = ", ".join(f"{count} of {players}" for players, count in sorted(sizes.items()))
    print(f"{label}: {len(tables)} tables ({shapes}), {len(rows)} seats")
    print(f"  outside the simulated numbers {unseen} ({unseen / len(rows):.0%}), widened {outside}", end="")
    print(f" ({outside / len(rows):.1%})")


def print_slips(tables: list[RealTable]) -> None:
    """Print a table of slips: share outside the simulated numbers, and outside the widened ranges."""
    print(f"{'share outside: simulated > widened':36}" + "".join(f"{name:>14}" for name in FIELDS))
    for label, slip in {"no slip": None, **SLIPS}.items():
        cells = []
        for name in FIELDS:
            tried, unseen, outside = noticed(tables, name, slip) if slip else _untouched(tables, name)
            cells.append(f"{unseen / tried:.2f} > {outside / tried:.2f}" if tried else "-")
        print(f"{label:36}" + "".join(f"{cell:>14}" for cell in cells))


def _untouched(tables: list[RealTable], name: str) -> tuple[int, int, int]:
    rows = [(table, row) for table in tables for row in table.rows]
    places = [place_of(table.simulated, name, row[name]) for table, row in rows]
    outside = [place.outside or _contradicts(*each) for place, each in zip(places, rows, strict=True)]
    return len(places), sum(place.unseen for place in places), sum(outside)


def main() -> None:
    """Write the data with ``--write`` and print the measurements."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--games", type=int, default=GAMES)
    options = parser.parse_args()
    calibrating = list(tables_of(logs_of(options.folder, held_back=False), options.games))
    for headroom in HEADROOMS:
        print(f"headroom {headroom} %: {left_out(calibrating, headroom):.1%} outside ranges made without their table")
    if options.write:
        data = figures_of(options.folder, calibrating, options.games).as_json()
        PATH.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
        print(f"written: {PATH.name}")
        real_games.cache_clear()
    print_rates("calibration", calibrating)
    held_back = list(tables_of(logs_of(options.folder, held_back=True), options.games))
    print_rates("held back", held_back)
    print_slips(held_back)


if __name__ == "__main__":
    main()
