"""Art. 1.6 and 1.4: ranking points by final place and fascia.

Points are exact multiples of one half (REQ-1408, AMB-29): stored as whole half-points, computed with fractions.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from tournament.regulation.parameters import CURRENT, Fascia, LeaversPoints, Regulation
from tournament.regulation.refused import Refused

__all__ = ["EventPoints", "Fascia", "event_points", "half_points", "multiplier"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class EventPoints(Generic[T]):
    """Art. 1.4: the two results of one player that a report carries, in half-points (REQ-601)."""

    player: T
    place: int
    ordinary: int
    multiplied: int


def multiplier(fascia: Fascia, *, regulation: Regulation = CURRENT) -> int:
    """Art. 1.4: return the multiplier of a fascia for ranking points (REQ-501).

    Wins are not multiplied (REQ-505, AMB-30).
    """
    return regulation.multipliers[fascia]


def half_points(
    place: int, fascia: Fascia = Fascia.I, *, has_left: bool = False, regulation: Regulation = CURRENT
) -> int:
    """Art. 1.6: return the ranking points of a final place, in half-points (REQ-1402, REQ-1403, REQ-1408).

    Arguments:
        place: the final place, from 1.
        fascia: the effective fascia of the event (REQ-504).
        has_left: whether the player left before the end, who gets none where the version says so (AMB-31).
    Errors: PLACE_OUT_OF_RANGE below 1.
    """
    if place < 1:
        raise Refused("PLACE_OUT_OF_RANGE", place=place)
    if has_left and regulation.readings.leavers_points is LeaversPoints.NONE:
        return 0
    bands = regulation.place_half_points
    ordinary = next((half for last, half in bands if place <= last), regulation.further_half_points)
    return ordinary * multiplier(fascia, regulation=regulation)


def event_points(
    places: Sequence[T], fascia: Fascia, *, left: Collection[T] = (), regulation: Regulation = CURRENT
) -> list[EventPoints[T]]:
    """Art. 1.4: return ordinary and multiplied points of each player of at least one game (REQ-601, AMB-31).

    Arguments:
        places: the players in order of final place, first to last.
        fascia: the effective fascia. left: who was not present any more at the end.
    """
    departed = set(left)
    return [
        EventPoints(
            player=player,
            place=place,
            ordinary=half_points(place, has_left=player in departed, regulation=regulation),
            multiplied=half_points(place, fascia, has_left=player in departed, regulation=regulation),
        )
        for place, player in enumerate(places, start=1)
    ]
