"""Events of the solo player against the shadow realm, where they differ from those against players (section 10).

The shadow realm reacts automatically: Survival Tactics beside its board cancel the next of these (S1018-S1022).
"""

from __future__ import annotations

from typing import Final

from .events import Rule, always, own_cells, sacrifice_top
from .kingdom import Shadow
from .state import Table


def shadow_of(table: Table) -> Shadow:
    """Return the shadow realm, which every solo game has."""
    assert table.shadow is not None
    return table.shadow


def steal(table: Table, card: int) -> bool:
    """Steal a riches card of the shadow realm (S907-S909)."""
    if not table.shadow_prevents():
        shadow_of(table).riches -= 1
        table.kingdoms[table.active].riches += 1
    return False


def attack(table: Table, card: int) -> bool:
    """Attack the defence of the shadow realm's cards (S911-S915); its Tactics are used up in any case (17.31)."""
    shadow, kingdom = shadow_of(table), table.kingdoms[table.active]
    if table.shadow_prevents():
        return False
    if kingdom.attack + table.cards[card].value > shadow.defence and shadow.riches:
        shadow.riches -= 1
        kingdom.riches += 1
    return False


def shadow_cards(table: Table) -> tuple[int, ...]:
    """Return the shadow realm's cards that a sacrifice may name: lands, persons and victory cards (17.33)."""
    shadow = shadow_of(table)
    return tuple(sorted({*shadow.lands, *shadow.persons, *shadow.victories}))


def discard_shadow_card(table: Table, code: int) -> None:
    """Move a card of the shadow realm to its discard pile."""
    shadow = shadow_of(table)
    kind = table.cards[code].type
    pile = shadow.lands if kind == "land" else shadow.persons if kind == "person" else shadow.victories
    pile.remove(code)
    table.discard(code)
    shadow.refresh()


def religious_sacrifice(table: Table, card: int) -> bool:
    """Sacrifice one own top land and a shadow card of the player's choice (S993-S995).

    The player's own loss stands in any case (17.31).
    """
    seat = table.active
    cell = table.ask(seat, "sacrifice", own_cells(table), card)
    named = shadow_cards(table)
    exposed = bool(named) and not table.shadow_prevents()
    target = table.ask(seat, "shadow_sacrifice", named, card) if exposed else 0
    sacrifice_top(table, seat, cell)
    if exposed:
        discard_shadow_card(table, target)
    return False


def swindler_targets(table: Table, cell: int) -> tuple[int, ...]:
    """Return shadow lands of at least the level of the player's top land; no common resource needed (17.32)."""
    least = table.cards[table.kingdoms[table.active].top(cell)].level
    return tuple(sorted({code for code in shadow_of(table).lands if table.cards[code].level >= least}))


def swindler_cells(table: Table) -> tuple[int, ...]:
    """Return the player's lands that can be given: not the last one over a plague, and with a matching shadow land."""
    seat = table.active
    return tuple([cell for cell in own_cells(table) if not table.locked(seat, cell) and swindler_targets(table, cell)])


def swindler(table: Table, card: int) -> bool:
    """Swap one own land for a shadow land; if prevented, nothing happens at all (S982-S985, 17.31)."""
    seat = table.active
    cell = table.ask(seat, "swindle", swindler_cells(table), card)
    target = table.ask(seat, "swindle_shadow", swindler_targets(table, cell), card)
    if not table.shadow_prevents():
        table.discard_top(seat, cell)
        discard_shadow_card(table, target)
    return False


def plague(table: Table, card: int) -> bool:
    """Place it at the shadow realm permanently, whether or not it has lands of the resource (S1000-S1003, 17.17)."""
    if table.shadow_prevents():
        return False
    shadow = shadow_of(table)
    shadow.plagues.append(card)
    shadow.refresh()
    return True


SOLO_RULES: Final[dict[str, Rule]] = {
    "steal": Rule(lambda table, card: shadow_of(table).riches > 0, steal),
    "attack": Rule(always, attack),
    "religious_sacrifice": Rule(lambda table, card: bool(own_cells(table)), religious_sacrifice),
    "swindler": Rule(lambda table, card: bool(swindler_cells(table)), swindler),
    "plague": Rule(always, plague),
}
