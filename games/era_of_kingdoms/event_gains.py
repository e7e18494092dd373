"""Points that events against other players are worth, and the players and cards that a bot chooses for them."""

from __future__ import annotations

from typing import Any, Final

from ..decision import Decision
from .kingdom import CELL_COUNT, Kingdom
from .pack.loading import Card
from .scoring import PLAGUE_POINTS
from .state import Table

#: Events whose worth is counted in points.
COUNTED: Final = frozenset(("religious_sacrifice", "swindler", "plague"))


def points_of(table: Table, kingdom: Kingdom, cell: int) -> int:
    """Return the points that the top card of a cell gives; 0 without one."""
    stack = kingdom.cells[cell]
    return 0 if stack is None else table.cards[stack.lands[-1]].victory_points


def gain(table: Table, kingdom: Kingdom, card: Card) -> int:
    """Return by how many points an event brings its player ahead at best."""
    if card.effect == "plague":
        return -PLAGUE_POINTS
    cells = [cell for cell in range(CELL_COUNT) if kingdom.cells[cell] is not None]
    if card.effect == "religious_sacrifice":
        return max((sacrifice_gain(table, kingdom, cell) for cell in cells), default=0)
    return max((swap_gain(table, kingdom, cell) for cell in cells), default=0)


def sacrifice_gain(table: Table, kingdom: Kingdom, cell: int) -> int:
    """Return the points that the others lose, less the own ones, when a cell is sacrificed."""
    mine = points_of(table, kingdom, cell)
    if table.shadow is not None:
        cards = (*table.shadow.lands, *table.shadow.persons)
        return max((table.cards[code].victory_points for code in cards), default=0) - mine
    return sum(points_of(table, other, cell) for other in table.kingdoms if other is not kingdom) - mine


def swap_gain(table: Table, kingdom: Kingdom, cell: int) -> int:
    """Return the points that a swap of a cell brings, for another's stack or for a land of the shadow realm."""
    stack = kingdom.cells[cell]
    assert stack is not None, "only lands are swapped"
    own = table.cards[stack.lands[-1]]
    if table.shadow is not None:
        theirs = [table.cards[code] for code in table.shadow.lands]
        better = [each.victory_points for each in theirs if each.level >= own.level]
        return max(better, default=own.victory_points) - own.victory_points
    tops = [
        table.cards[other.lands[-1]]
        for side in table.kingdoms
        if side is not kingdom
        for other in side.cells
        if other is not None
    ]
    better = [each.victory_points for each in tops if each.resource == own.resource and each.level >= own.level]
    return 2 * (max(better, default=own.victory_points) - own.victory_points)


def best_cell(table: Table, decision: Decision) -> Any:
    """Return the own cell whose sacrifice or swap brings most; when the shadow realm asks, the one that costs least."""
    kingdom = table.kingdoms[decision.player]
    value = sacrifice_gain if decision.kind == "sacrifice" else swap_gain
    return max(decision.options, key=lambda cell: (value(table, kingdom, cell), -points_of(table, kingdom, cell)))


def dearest(table: Table, decision: Decision) -> Any:
    """Return the card with most points among those of the shadow realm."""
    return max(decision.options, key=lambda code: (table.cards[code].victory_points, table.cards[code].level))
