"""Count the tables of an event: what can be added up from event to event, without names.

Figures are a flat mapping from a key to an integer, so that a season is the sum of its events and a revoked event is
subtracted exactly. The parts of a key are joined by a colon:

- ``tables``, ``size:4``, ``seats``: tables with a result, those of four, and their seats;
- ``win:4:1``: tables of four won by the first player in playing order;
- ``points:36``, ``best:36``: seats with that many points, and tables whose winner had them;
- ``turns:18``: tables whose winner took that many turns;
- ``end:provinces``: tables that ended so, as the score sheet says;
- ``kingdoms``, ``drawn:moat``: rounds with a kingdom, and those with that card in it;
- ``card:moat:tables``, ``card:moat:best:36``, ``card:moat:turns:18``, ``card:moat:four``, ``card:moat:first``: tables
  played with that card, points and turns of their winners, those of four, and those of four won by the first player.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Figures = dict[str, int]

#: The number of seats at a usual table; only these are compared by card.
USUAL_SIZE = 4


@dataclass(frozen=True, slots=True)
class SeatResult:
    """A seat of a finished table: its number in playing order and its place, both from 1, and the game's values."""

    position: int
    place: int
    values: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class TableResult:
    """A finished table: its seats, the cards of its round (empty if unknown), how its game ended (or empty)."""

    seats: Sequence[SeatResult]
    cards: Collection[str]
    end: str = ""


def whole_number(values: Mapping[str, Any], name: str) -> int | None:
    """Return a value of a seat as an integer; None where the sheet does not determine it."""
    value = values.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _count_table(figures: Counter[str], table: TableResult) -> None:
    size = len(table.seats)
    winner = next(seat for seat in table.seats if seat.place == 1)
    best, turns = whole_number(winner.values, "points"), whole_number(winner.values, "turns")
    figures["tables"] += 1
    figures[f"size:{size}"] += 1
    figures["seats"] += size
    figures[f"win:{size}:{winner.position}"] += 1
    for seat in table.seats:
        points = whole_number(seat.values, "points")
        if points is not None:
            figures[f"points:{points}"] += 1
    of_winner = [f"best:{best}"] if best is not None else []
    of_winner += [f"turns:{turns}"] if turns is not None else []
    figures.update(of_winner)
    if table.end:
        figures[f"end:{table.end}"] += 1
    for card in table.cards:
        figures[f"card:{card}:tables"] += 1
        figures.update(f"card:{card}:{key}" for key in of_winner)
        if size == USUAL_SIZE:
            figures[f"card:{card}:four"] += 1
            figures[f"card:{card}:first"] += winner.position == 1


def count_event(tables: Sequence[TableResult], kingdoms: Sequence[Collection[str]]) -> Figures:
    """Return the figures of an event.

    Arguments:
        tables: those with a place on every seat.
        kingdoms: the cards of each round that has some.
    """
    figures: Counter[str] = Counter()
    for table in tables:
        _count_table(figures, table)
    for kingdom in kingdoms:
        figures["kingdoms"] += 1
        figures.update(f"drawn:{card}" for card in kingdom)
    return {key: count for key, count in sorted(figures.items()) if count}


def add(total: Mapping[str, int], other: Mapping[str, int], *, sign: int = 1) -> Figures:
    """Return the sum of two figures, or with ``sign=-1`` their difference, without zeros and sorted by key."""
    result = dict(total)
    for key, count in other.items():
        result[key] = result.get(key, 0) + sign * count
    return {key: result[key] for key in sorted(result) if result[key]}


def distribution(figures: Mapping[str, int], prefix: str) -> dict[int, int]:
    """Return how often each number after a prefix was counted, e.g. ``"turns"`` or ``"card:moat:best"``; ascending."""
    start = f"{prefix}:"
    counts = {int(key[len(start) :]): count for key, count in figures.items() if key.startswith(start)}
    return dict(sorted(counts.items()))


def quantile(counts: Mapping[int, int], share: float = 0.5) -> int | None:
    """Return the number below or at which a share of all lies; by default the lower median; None for nothing."""
    needed, seen = sum(counts.values()) * share, 0
    for number, count in sorted(counts.items()):
        seen += count
        if seen >= needed:
            return number
    return None


def mean(counts: Mapping[int, int]) -> float | None:
    """Return the mean of a distribution; None for nothing."""
    number = sum(counts.values())
    return sum(value * count for value, count in counts.items()) / number if number else None


#: Standard deviations of a two-sided interval of 95 %.
_Z = 1.96


def interval(wins: int, games: int) -> tuple[float, float]:
    """Return the Wilson interval of 95 % of a share: between which shares the true one probably lies.

    Raises ZeroDivisionError without games.
    """
    share, weight = wins / games, _Z * _Z / games
    centre = (share + weight / 2) / (1 + weight)
    half = _Z * math.sqrt(share * (1 - share) / games + weight / (4 * games)) / (1 + weight)
    return max(0.0, centre - half), min(1.0, centre + half)


#: Fewer games than this are not drawn as a share.
FEW_GAMES = 5


@dataclass(frozen=True, slots=True)
class Share:
    """Wins in some games.

    Arguments:
        key: seat, table size or code of a card.
        expected: the share that everybody has there; None if unknown.
    """

    key: int | str
    games: int
    wins: int
    expected: float | None

    @property
    def few(self) -> bool:
        """Return whether the games are too few for a share."""
        return self.games < FEW_GAMES

    @property
    def share(self) -> float:
        return self.wins / self.games

    @property
    def bounds(self) -> tuple[float, float]:
        """Return between which shares the true one probably lies."""
        return interval(self.wins, self.games)
