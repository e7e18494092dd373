"""Invariants of every game at every decision, for any players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from games.decision import Position, Watching, put
from games.era_of_kingdoms.kingdom import CELL_COUNT, PERSON_SLOTS, Kingdom
from games.era_of_kingdoms.setup import all_riches
from games.era_of_kingdoms.state import Table
from games.era_of_kingdoms.trade import ROWS
from games.game import Choose, Decision
from games.hidden_cards import UNKNOWN

#: Questions from one whose view is looked at to the next.
EVERY = 7


def cards_everywhere(table: Table) -> Counter[int]:
    """Count every card of the game in all places; those of a view that its seat does not know are in its pools."""
    pack = table.pack
    card_counts: Counter[int] = Counter(table.aside)
    for pile in (*table.decks, *table.discards, *table.board):
        card_counts.update(pile)
    for side in table.sides:
        card_counts.update(side.victories)
        card_counts.update(side.won)
        card_counts[pack.end_code] += side.age
    for kingdom in table.kingdoms:
        card_counts.update(kingdom.hand)
        card_counts.update(kingdom.persons)
        for stack in kingdom.cells:
            if stack is not None:
                card_counts.update(stack.lands)
                card_counts.update(stack.plagues)
                card_counts[pack.yield_code] += stack.yields
    if table.shadow is not None:
        for pile in (table.shadow.lands, table.shadow.persons, table.shadow.beside, table.shadow.plagues):
            card_counts.update(pile)
    for deck, pool in enumerate(table.unseen or ()):
        assert card_counts.pop(UNKNOWN + deck, 0) == len(pool), "the pool of a view has not one card for each place"
        card_counts.update(pool)
    return card_counts


def assert_all_cards(table: Table) -> None:
    """Assert that every card of the game is in one place of a table, or of a view with its pools."""
    counts = table.pack.counts(table.players, trade=table.setup.trade)
    assert +cards_everywhere(table) == +Counter(dict(enumerate(counts))), "a card came or went"


def assert_whole(table: Table) -> None:
    """Assert that cards and riches are conserved, stacks are legal, and totals are correct."""
    assert_all_cards(table)
    assert sum(side.riches for side in table.sides) == all_riches(table.players), "riches came or went"
    assert min(side.riches for side in table.sides) >= 0
    for kingdom in table.kingdoms:
        assert_legal(table, kingdom)
    if table.board:
        assert all(len(row) <= size for row, size in zip(table.board, ROWS, strict=True))
        assert not any(table.cards[code].type in ("immediate", "end") for row in table.board for code in row)
    assert all(table.cards[code].type not in ("immediate", "end") for pile in table.discards for code in pile)
    assert table.actions >= 0
    assert (table.drawer >= 0) == any(side.age for side in table.sides)


def assert_legal(table: Table, kingdom: Kingdom) -> None:
    """Assert that one board is legal: eight cells, persons in their slots, stacks in order, recomputed totals equal."""
    cards = table.cards
    assert len(kingdom.cells) == CELL_COUNT
    assert len(kingdom.persons) <= PERSON_SLOTS
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
    """Wrap ``choose`` to assert the invariants before each answer."""
    realms: dict[int, list[int]] = {}

    def answer(decision: Decision) -> Any:
        table: Table = decision.context
        assert_whole(table)
        if table.steps % EVERY == 0:
            assert isinstance(decision, Position)
            assert_all_cards(decision.seen().context)
        options = decision.options
        assert len(options) > 1
        assert len(set(options)) == len(options)
        levels = [kingdom.realm for kingdom in table.kingdoms]
        before = realms.setdefault(0, levels)
        assert all(new >= old for new, old in zip(levels, before, strict=True)), "a realm fell back"
        realms[0] = levels
        if also is not None:
            also(decision)
        return put(choose, decision)

    return Watching(answer)
