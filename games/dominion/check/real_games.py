"""Calibration of the simulated ranges on real games, as data that ships with the game.

``real_games.json`` is written by ``python -m bench.usual FOLDER --write`` from the calibration half of a folder of real
logs (:func:`is_held_back`). The logs are not needed at run time.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

#: Real tables of one size that the calibration needs before a number at such a table is called unusual.
LEAST_TABLES: Final = 20
FORMAT: Final = "dominion-real-games/1"
PATH: Final = Path(__file__).with_name("real_games.json")


def is_held_back(name: str) -> bool:
    """Return whether a real log is held back: used to measure the ranges, never to set them.

    The split was made once and stays as it is: the first byte of the SHA-256 of the file's name in UTF-8, odd is held
    back, even calibrates. A log that is added later falls into its half by the same rule.

    Arguments:
        name: the file's name without its folder, such as ``game-20101015-141826-37244f39.html``.
    """
    return sha256(name.encode()).digest()[0] % 2 == 1


@dataclass(frozen=True, slots=True)
class RealGames:
    """Margins by which simulated ranges are widened, and the real games they rest on.

    Arguments:
        source: description of the logs. sha256: of their names and texts. logs: number of files.
        tables: players -> finished games. seats: total of these games.
        games: simulated games per kingdom with which the real numbers were compared.
        headroom: percentage of the widest excess that is added to it.
        below, above: field -> how far below and above every simulated seat a number may lie.
        most_taken: cards that a seat may have taken beyond one a turn, as far as its numbers tell.
    """

    source: str
    sha256: str
    logs: int
    tables: Mapping[int, int]
    seats: int
    games: int
    headroom: int
    below: Mapping[str, int]
    above: Mapping[str, int]
    most_taken: int

    def can_tell(self, players: int) -> bool:
        """Return whether enough tables of a size were there to call a number at one of them unusual."""
        return self.tables.get(players, 0) >= LEAST_TABLES

    def as_json(self) -> dict[str, Any]:
        """Return plain data; :meth:`from_json` reads it back."""
        tables = {str(players): count for players, count in self.tables.items()}
        return {"format": FORMAT, **asdict(self), "tables": tables}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> RealGames:
        """Read the data that :meth:`as_json` returns.

        Raises:
            ValueError: another format.
        """
        if data.get("format") != FORMAT:
            raise ValueError(f"format: {data.get('format')!r} is not {FORMAT!r}")
        tables = {int(players): count for players, count in data["tables"].items()}
        return cls(**{**{name: value for name, value in data.items() if name != "format"}, "tables": tables})


@cache
def real_games() -> RealGames:
    """Return the calibration that ships with the game."""
    return RealGames.from_json(json.loads(PATH.read_text(encoding="utf-8")))
