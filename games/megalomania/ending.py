"""End of a game: totals, points lost, ranking (S257-S262). Also used for score sheets: no table needed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ..game import Criterion
from ..tie_breaks import places
from .state import Table

#: Points of a player who holds any unused scrolls: two in total, however many they are (reading 9.24).
BONUS: Final = 2
#: More points, then fewer points lost in the rounds, then no scroll held (S262, reading 13.21).
CHAIN: Final = (
    Criterion("points"),
    Criterion("lost", fewer_is_better=True),
    Criterion("holds_scroll", fewer_is_better=True),
)
#: Values of a seat for the tie-break chain.
Row = dict[str, int | None]


@dataclass(frozen=True, slots=True)
class Result:
    """Final result of one player.

    Arguments:
        rounds: sum of the round scores. reward: points of scroll 17. unused_scrolls: in hand, no. 5 included.
        lost: points lost in the rounds, as a number from 0.
    """

    rounds: int
    reward: int
    unused_scrolls: int
    lost: int

    @property
    def bonus(self) -> int:
        """Points for unused scrolls."""
        return bonus_of(self.unused_scrolls)

    @property
    def total(self) -> int:
        """Sum of rounds, scroll 17 and bonus."""
        return self.rounds + self.reward + self.bonus


def bonus_of(held: int) -> int:
    """Return the points for unused scrolls (S260, reading 9.24)."""
    return BONUS * min(held, 1)


def points_lost(scores: Sequence[int]) -> int:
    """Return the points lost over the rounds: the negative round scores, without their sign (S262)."""
    return -sum(points for points in scores if points < 0)


def results(table: Table) -> tuple[Result, ...]:
    """Return the final result of every player of a game."""
    return tuple(
        Result(sum(scores), table.rewards[seat], len(table.held[seat]), points_lost(scores))
        for seat, scores in enumerate(table.scores)
    )


def rows_of(final_results: Sequence[Result], *, pairs: bool) -> tuple[Row, ...]:
    """Return, per seat, the values for the tie-break chain.

    In pairs both partners have the sums of the pair (S65-S67, reading 13.22).
    """
    rows: list[Row] = []
    for seat, own_result in enumerate(final_results):
        side = [own_result, final_results[(seat + 2) % 4]] if pairs else [own_result]
        rows.append(
            {
                "points": sum(each.total for each in side),
                "lost": sum(each.lost for each in side),
                "holds_scroll": int(any(each.unused_scrolls for each in side)),
                "lot": None,
            }
        )
    return tuple(rows)


def places_of(final_results: Sequence[Result], *, pairs: bool) -> tuple[int, ...]:
    """Return the place of each seat, from 1; equal seats share it, and partners share the place of their pair."""
    seat_places = places(rows_of(final_results, pairs=pairs), CHAIN)
    return tuple(place for place in seat_places if place is not None)


def ranks_of(placed: Sequence[int], *, pairs: bool) -> tuple[int, ...]:
    """Return the places for the sheet: in pairs 1 and 2, the rank of the pair (reading 13.22)."""
    return tuple(1 if place == 1 else 2 for place in placed) if pairs else tuple(placed)
