"""What must hold at every decision of every game, whoever plays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from games.era_of_kingdoms.kingdom import CELL_COUNT, Kingdom
from games.era_of_kingdoms.setup import all_riches
from games.era_of_kingdoms.state import Table
from games.era_of_kingdoms.trade import rows
from games.game import Choose, Decision


def cards_everywhere(table: Table) -> Counter[int]:
    """Every card of the game, wherever it lies."""
    pack = table.pack
    found: Counter[int] = Counter(table.aside)
    for pile in (*table.decks, *table.discards, *table.board):
        found.update(pile)
    for side in table.sides:
        found.update(side.victories)
        found.update(side.won)
        found[pack.end_code] += side.age
    for kingdom in table.kingdoms:
        found.update(kingdom.hand)
        found.update(kingdom.persons)
        for stack in kingdom.cells:
            if stack is not None:
                found.update(stack.lands)
                found.update(stack.plagues)
                found[pack.yield_code] += stack.yields
    if table.shadow is not None:
        for pile in (table.shadow.lands, table.shadow.persons, table.shadow.beside, table.shadow.plagues):
            found.update(pile)
    return found


def assert_whole(table: Table) -> None:
    """Cards and riches are conserved, stacks are legal, totals are the true ones."""
    counts = table.pack.counts(table.players, trade=table.setup.trade)
    assert +cards_everywhere(table) == +Counter(dict(enumerate(counts))), "a card came or went"
    assert sum(side.riches for side in table.sides) == all_riches(table.players), "riches came or went"
    assert min(side.riches for side in table.sides) >= 0
    for kingdom in table.kingdoms:
        assert_legal(table, kingdom)
    if table.board:
        assert all(len(row) <= size for row, size in zip(table.board, rows(table), strict=True))
        assert not any(table.cards[code].type in ("immediate", "end") for row in table.board for code in row)
    assert all(table.cards[code].type not in ("immediate", "end") for pile in table.discards for code in pile)
    assert table.actions >= 0
    assert (table.drawer >= 0) == any(side.age for side in table.sides)


def assert_legal(table: Table, kingdom: Kingdom) -> None:
    """One board: eight cells, persons in their slots, stacks in order, the totals worked out anew are the same."""
    cards = table.cards
    assert len(kingdom.cells) == CELL_COUNT
    assert len(kingdom.persons) <= table.readings.person_slots
    assert len(kingdom.person_chosen) == len(kingdom.persons)
    assert all(cards[code].type not in ("immediate", "end") for code in kingdom.hand)
    for stack in kingdom.cells:
        if stack is None:
            continue
        assert cards[stack.lands[0]].icon != "stack"
        for below, above in zip(stack.lands, stack.lands[1:], strict=False):
            assert cards[above].icon == "stack"
            assert cards[above].resource == cards[below].resource
            assert cards[above].level > cards[below].level
        top = cards[stack.lands[-1]]
        assert all(cards[plague].resource == top.resource for plague in stack.plagues)
        assert not stack.yields or top.amount or top.wild
    before = (list(kingdom.units), list(kingdom.chosen), kingdom.attack, kingdom.defence, kingdom.limit)
    kingdom.refresh()
    assert before == (kingdom.units, kingdom.chosen, kingdom.attack, kingdom.defence, kingdom.limit)


def watched(choose: Choose, also: Callable[[Decision], None] | None = None) -> Choose:
    """The same ``choose``, with the invariants asserted before each answer."""
    realms: dict[int, list[int]] = {}

    def answer(decision: Decision) -> Any:
        table: Table = decision.context
        assert_whole(table)
        options = decision.options
        assert len(options) > 1
        assert len(set(options)) == len(options)
        levels = [kingdom.realm for kingdom in table.kingdoms]
        before = realms.setdefault(0, levels)
        assert all(new >= old for new, old in zip(levels, before, strict=True)), "a realm fell back"
        realms[0] = levels
        if also is not None:
            also(decision)
        return choose(decision)

    return answer
