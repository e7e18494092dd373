"""Bump chart: the standings of an event round by round."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from tournament.models import Entry, Event, FinalPlace


@dataclass(frozen=True, slots=True)
class BumpChart:
    """Data of the bump chart of an event.

    Arguments:
        rounds: how many ordinary rounds; lines: as the tag ``bump`` takes them; winner: of the chart's sentence.
    """

    event: Event
    rounds: int
    lines: list[dict[str, Any]]
    finalists: int
    winner: dict[str, Any]


def bump_chart(
    event: Event, positions: Iterable[tuple[int, int]], places: Iterable[FinalPlace], names: Callable[[Entry], str]
) -> BumpChart | None:
    """Return the chart of an event that was played to its end; None if there is nothing to draw.

    Arguments:
        positions: (entry's id, position) of every row of the standings, round after round.
        places: the final places in order, with their entries and people.
        names: from an entry to the name shown.
    """
    standings: dict[int, list[int]] = {}
    for entry, position in positions:
        standings.setdefault(entry, []).append(position)
    rounds = max(map(len, standings.values()), default=0)
    lines = []
    for place in places:
        earlier_positions = standings.get(place.entry_id, [])
        if len(earlier_positions) != rounds or not rounds:
            continue
        finalist = place.decided_by == "final"
        lines.append(
            {
                "name": names(place.entry),
                "places": [*earlier_positions, place.place] if finalist else earlier_positions,
                "finalist": finalist,
                "winner": place.place == 1,
            }
        )
    winner = next((line for line in lines if line["winner"]), None)
    if winner is None:
        return None
    return BumpChart(event, rounds, lines, sum(bool(line["finalist"]) for line in lines), winner)
