"""Score sheet of a simulated game: the fields of docs/megalomania.md, with all evidence that the form can hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from . import missions, scrolls
from .cards import COLOURS
from .ending import Result, places_of, ranks_of
from .state import Table


def row(table: Table) -> dict[str, Any]:
    """Return the row of the round that was just played."""
    entry: dict[str, Any] = {
        "dealer": table.dealer + 1,
        "dominant": COLOURS[table.dominant],
        "mission": table.mission,
        "players": [_entry(table, seat) for seat in range(table.players)],
    }
    if table.mission in missions.FIXED:
        entry["printed"] = table.pack.points[table.mission]
    if table.entries:
        entry["scroll"] = {"seat": table.scroll_owner + 1, "numbers": list(table.entries)}
    return entry


def _entry(table: Table, seat: int) -> dict[str, Any]:
    entry: dict[str, Any] = {"choice": table.choices[seat] or "none", "tricks": table.takers.count(seat)}
    if table.scroll in (scrolls.ONE_TRICK_MORE_OR_LESS, scrolls.FIVE_TRICKS) and seat == table.scroll_owner:
        entry["effective"] = table.effective[seat]
    entry["points"] = table.scores[seat][-1]
    return entry | evidence(table, seat)


def evidence(table: Table, seat: int) -> dict[str, Any]:
    """Return what the mission lets the players count in their tricks, besides the number of tricks."""
    taken = [cards for taker, cards in zip(table.takers, table.tricks, strict=True) if taker == seat]
    mission = table.mission
    if mission in (3, 4, 9, 10, 23):
        return {"colours": dict(zip(COLOURS, missions.colours_taken(taken), strict=True))}
    if mission in (6, 19):
        return {"dwarves_sorcerers": missions.dwarves_and_sorcerers(taken)}
    if mission == 7:
        return {"low_tricks": missions.low_tricks(taken, table.pack)}
    if mission == 11:
        return {"value": missions.printed_value(taken, table.pack)}
    if mission in (2, 8):
        return {"four_colours": missions.shows_four_colours(taken)}
    return {}


def sheet(table: Table, results: Sequence[Result]) -> dict[str, Any]:
    """Return the complete sheet."""
    pairs = table.setup.pairs
    ranks = ranks_of(places_of(results, pairs=pairs), pairs=pairs)
    content: dict[str, Any] = {
        "pack": table.pack.name,
        "pairs": pairs,
        "dealer": table.setup.dealer + 1,
        "rounds": list(table.rows),
        "seats": [
            {
                "rounds": result.rounds,
                "scroll_17": result.reward,
                "held": result.unused_scrolls,
                "bonus": result.bonus,
                "points": result.total,
                "lost": result.lost,
                "rank": rank,
            }
            for result, rank in zip(results, ranks, strict=True)
        ],
    }
    if table.setup.dominant != table.pack.dominant:
        content["dominant"] = [COLOURS[colour] for colour in table.setup.dominant]
    return content
