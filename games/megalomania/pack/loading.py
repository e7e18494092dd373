"""Versioned packs of the game's figures, each figure with its provenance.

A pack is a JSON file under ``packs/``. Every figure says whether it is in the rulebook (``seed``), in an outside source
(``outside``) or is a reading without a source (``assumed``), and where. A sheet's check names the pack it was made
with; a check that depends on an assumed figure is a warning, never an error.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

from ... import packs
from ...game import BadSetup
from ...packs import ASSUMED, PROVENANCES
from ..cards import COLOURS, COUNT, RANK, RANKS

GAME: Final = "megalomania"
DEFAULT_PACK: Final = "mega-assumed-1"
ROUNDS: Final = 12
MISSIONS: Final = 25
SCROLLS: Final = 20
#: Missions for opposite seats: never used with two or three players, whatever a pack says.
FOUR_PLAYERS_ONLY: Final = frozenset((20, 21))
#: The two groups of missions (S89): a printed amount for meeting a condition, or points per unit of something.
FIXED: Final = (1, 2, 5, 6, 8, 11, 12, 13, 14, 15, 16, 17, 20, 21, 22, 24)
VARIABLE: Final = (3, 4, 7, 9, 10, 18, 19, 23, 25)

_HERE: Final = Path(__file__).resolve().parent.parent / "packs"


@dataclass(frozen=True, slots=True, eq=False)
class Pack:
    """One edition of the figures.

    Arguments:
        name: the version, e.g. ``"mega-assumed-1"``.
        values: value of each rank, from Peasant to Emperor. value_of: the same per card.
        dominant: colour of each round, index 0 is round 1. pattern: which rounds share a colour, as letters.
        tricks: mission -> tricks of its round. signs: mission -> 1 or -1.
        points: fixed mission -> printed points. units: variable mission -> points for each.
        missions: players -> missions in play. crystals, cubes: the bank.
        provenance: path of a figure (``"values.dwarf"``) -> ``seed``, ``outside`` or ``assumed``.
        sources: path of a figure -> where it is documented.
    """

    name: str
    values: tuple[int, ...]
    value_of: tuple[int, ...]
    dominant: tuple[int, ...]
    pattern: tuple[str, ...]
    tricks: Mapping[int, int]
    signs: Mapping[int, int]
    points: Mapping[int, int]
    units: Mapping[int, int]
    missions: Mapping[int, tuple[int, ...]]
    crystals: int
    cubes: int
    provenance: Mapping[str, str]
    sources: Mapping[str, str]

    def is_assumed(self, prefix: str) -> bool:
        """Return whether any figure at or under a path is assumed."""
        return any(
            tag == ASSUMED and (path == prefix or path.startswith(f"{prefix}."))
            for path, tag in self.provenance.items()
        )

    def least_value(self, cards: int) -> int:
        """Return the minimum total value of this many different cards."""
        return sum(sorted(self.value_of)[:cards])

    def most_value(self, cards: int) -> int:
        """Return the maximum total value of this many different cards."""
        return sum(sorted(self.value_of)[COUNT - cards :])


#: Paths of all figures.
FIGURES: Final = (
    *(f"values.{rank}" for rank in RANKS),
    *(f"{part}.{number}" for part in ("pattern", "dominant") for number in range(1, ROUNDS + 1)),
    *(f"{part}.{number}" for part in ("tricks", "signs") for number in range(1, MISSIONS + 1)),
    *(f"points.{number}" for number in FIXED),
    *(f"units.{number}" for number in VARIABLE),
    *(f"missions.{players}" for players in (2, 3, 4)),
    *("crystals", "cubes"),
)


def is_figure(data: object) -> bool:
    """Return whether data of a pack is a figure with its provenance."""
    return (
        isinstance(data, dict)
        and set(data) == {"value", "from", "source"}
        and data["from"] in PROVENANCES
        and isinstance(data["source"], str)
    )


def leaves(data: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Yield by path every figure of a pack's data, and whatever stands in the place of one."""
    for key, value in data.items():
        if isinstance(value, dict) and "value" not in value:
            yield from leaves(value, f"{prefix}{key}.")
        elif f"{prefix}{key}" != "pack":
            yield f"{prefix}{key}", value


def figures_in(data: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Return every figure of a pack's data by path."""
    return dict(leaves(data))


def from_data(data: Mapping[str, Any]) -> Pack:
    """Build a pack from the data of its file, all of whose figures are there."""
    figures = figures_in(data)

    def value(path: str) -> Any:
        return figures[path]["value"]

    numbers = range(1, MISSIONS + 1)
    values = tuple(int(value(f"values.{rank}")) for rank in RANKS)
    rounds = range(1, ROUNDS + 1)
    return Pack(
        name=str(data["pack"]),
        values=values,
        value_of=tuple(values[rank] for rank in RANK),
        dominant=tuple(COLOURS.index(value(f"dominant.{number}")) for number in rounds),
        pattern=tuple(str(value(f"pattern.{number}")) for number in rounds),
        tricks={number: int(value(f"tricks.{number}")) for number in numbers},
        signs={number: int(value(f"signs.{number}")) for number in numbers},
        points={number: int(value(f"points.{number}")) for number in FIXED},
        units={number: int(value(f"units.{number}")) for number in VARIABLE},
        missions={count: tuple(value(f"missions.{count}")) for count in (2, 3, 4)},
        crystals=int(value("crystals")),
        cubes=int(value("cubes")),
        provenance={path: str(figure["from"]) for path, figure in figures.items()},
        sources={path: str(figure["source"]) for path, figure in figures.items()},
    )


def shipped() -> tuple[str, ...]:
    """Return the versions that come with the game."""
    return tuple(sorted(path.stem for path in _HERE.glob("*.json")))


def names() -> tuple[str, ...]:
    """Return the names of all versions: those that come with the game, then those of the sources."""
    return (*shipped(), *packs.names(GAME))


@cache
def _shipped_text(name: str) -> str | None:
    path = _HERE / f"{name}.json"
    return path.read_text(encoding="utf-8") if name in shipped() else None


def find_text(name: str) -> str | None:
    """Return the text of a version from a file or a source; None if there is none."""
    shipped_text = _shipped_text(name)
    return packs.text(GAME, name) if shipped_text is None else shipped_text


@lru_cache(maxsize=64)
def _read_text(text: str) -> Pack:
    return from_data(json.loads(text))


def get(name: str = DEFAULT_PACK) -> Pack:
    """Return the pack of a version.

    Raises:
        BadSetup: no such version.
    """
    text = find_text(name)
    if text is None:
        raise BadSetup(
            f"setup.pack: no pack is called {name!r}; known: {', '.join(names())}",
            f"setup.pack: nessuna edizione delle carte si chiama {name!r}; ci sono: {', '.join(names())}",
        )
    return _read_text(text)


def choices(name: object) -> tuple[str, ...]:
    """Return the pack names that a sheet may give: only its own if that one exists, else all."""
    return (name,) if isinstance(name, str) and find_text(name) is not None else names()
