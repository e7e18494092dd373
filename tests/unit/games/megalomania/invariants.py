"""Invariants of every game of Megalomania at every decision, for any players."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.decision import Choose, Decision, Watching, put
from games.megalomania.cards import COUNT
from games.megalomania.pack.loading import ROUNDS
from games.megalomania.state import Table
from games.megalomania.words import KINDS


def assert_whole(table: Table, kind: str) -> None:
    """Assert that every card and scroll is in one place, and no resource below zero or above the bank."""
    if kind != "pile":
        assert sorted(_everywhere(table)) == list(range(COUNT)), f"a card came or went before {kind}"
    assert min(*table.crystals, table.bank_crystals, table.extra) >= 0
    assert min(*table.cubes, table.bank_cubes) >= 0
    assert sum(table.crystals) + table.bank_crystals <= table.pack.crystals
    assert sum(table.cubes) + table.bank_cubes <= table.pack.cubes
    assert table.extra <= 1
    held_scrolls = [scroll for seat_scrolls in table.held for scroll in seat_scrolls]
    rewarded = [17] if any(table.rewards) else []
    lying = [
        *held_scrolls,
        *rewarded,
        *table.played,
        *table.removed,
        *table.scroll_deck,
        *table.drawn * (kind == "keep"),
    ]
    assert sorted(lying) == list(range(1, 21)), f"a scroll came or went before {kind}"
    assert table.round <= ROUNDS


def _everywhere(table: Table) -> list[int]:
    all_cards = [*table.undealt, *table.covered.values()]
    for seat in range(table.players):
        all_cards += [*table.hands[seat], *table.shown[seat], *table.line_order[seat]]
    for trick in table.tricks:
        all_cards += trick
    if table.trick is not None and not any(trick is table.trick.cards for trick in table.tricks):
        all_cards += table.trick.cards
    return all_cards + _turned_up(table, all_cards) if table.mission == 14 else all_cards


def _turned_up(table: Table, found: list[int]) -> list[int]:
    """Mission 14: return the cards turned up, one for every trick begun, none under scroll 1."""
    aside = sorted(set(range(COUNT)) - set(found))
    finished = table.trick is None or any(trick is table.trick.cards for trick in table.tricks)
    begun = len(table.tricks) + (not finished)
    assert len(aside) == (0 if table.scroll == 1 else begun)
    return aside


def watched(choose: Choose, also: Callable[[Decision], None] | None = None) -> Choose:
    """Wrap ``choose`` to assert the invariants before each answer."""

    def answer(decision: Decision) -> Any:
        table: Table = decision.context
        assert decision.kind in KINDS
        assert_whole(table, decision.kind)
        assert len(decision.options) > 1
        assert len(set(decision.options)) == len(decision.options)
        if also is not None:
            also(decision)
        return put(choose, decision)

    return Watching(answer)
