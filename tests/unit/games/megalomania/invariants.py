"""Invariants of every game of Megalomania at every decision, for any players."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.decision import Choose, Decision, Position, Watching, put
from games.hidden_cards import UNKNOWN
from games.megalomania.cards import COUNT
from games.megalomania.hidden import BETWEEN_HANDS
from games.megalomania.notation import KINDS
from games.megalomania.pack.loading import ROUNDS, SCROLLS
from games.megalomania.state import Table

#: Questions from one whose view is looked at to the next.
EVERY = 7


def assert_whole(table: Table, kind: str) -> None:
    """Assert that every card and scroll is in one place, and no resource below zero or above the bank."""
    assert sorted(cards_everywhere(table)) == list(range(COUNT)), f"a card came or went before {kind}"
    assert min(*table.crystals, table.bank_crystals, table.extra) >= 0
    assert min(*table.cubes, table.bank_cubes) >= 0
    assert sum(table.crystals) + table.bank_crystals <= table.pack.crystals
    assert sum(table.cubes) + table.bank_cubes <= table.pack.cubes
    assert table.extra <= 1
    assert sorted(scrolls_everywhere(table, kind)) == list(range(1, SCROLLS + 1)), (
        f"a scroll came or went before {kind}"
    )
    assert table.round <= ROUNDS


def scrolls_everywhere(table: Table, kind: str) -> list[int]:
    """Return the scrolls of all places; those of a view that its seat does not know are taken from its pool."""
    held_scrolls = [scroll for seat_scrolls in table.held for scroll in seat_scrolls]
    rewarded = [17] if any(table.rewards) else []
    lying = [*held_scrolls, *rewarded, *table.played, *table.removed, *table.scroll_deck]
    return _with_pool([*lying, *table.drawn * (kind == "keep")], table, 1)


def _with_pool(lying: list[int], table: Table, pool: int) -> list[int]:
    """Return what lies in the places of a table with the pool of a view in place of its unknown cards."""
    if table.unseen is None:
        return lying
    known = [item for item in lying if item != UNKNOWN]
    assert len(known) + len(table.unseen[pool]) == len(lying), "the pool of a view has not one card for each place"
    return [*known, *table.unseen[pool]]


def cards_everywhere(table: Table) -> list[int]:
    """Return the cards of all places; those of a view that its seat does not know are taken from its pool."""
    all_cards = [*table.undealt, *table.covered.values()]
    for seat in range(table.players):
        all_cards += [*table.hands[seat], *table.shown[seat], *table.line_order[seat]]
    for trick in table.tricks:
        all_cards += trick
    if table.trick is not None and table.trick.cards not in table.tricks:
        all_cards += table.trick.cards
    all_cards = _with_pool(all_cards, table, 0)
    return all_cards + _turned_up(table, all_cards) if table.mission == 14 else all_cards


def _turned_up(table: Table, found: list[int]) -> list[int]:
    """Mission 14: return the cards turned up, one for every trick begun, none under scroll 1."""
    aside = sorted(set(range(COUNT)) - set(found))
    finished = table.trick is None or table.trick.cards in table.tricks
    begun = len(table.tricks) + (not finished)
    assert len(aside) == (0 if table.scroll == 1 else begun)
    return aside


def watched(choose: Choose, also: Callable[[Decision], None] | None = None) -> Choose:
    """Wrap ``choose`` to assert the invariants before each answer, at times of the view of the player as well.

    What a view shows and its pools are all cards and scrolls: what is missing would be what the player may not know.
    """

    def answer(decision: Decision) -> Any:
        table: Table = decision.context
        assert decision.kind in KINDS
        assert_whole(table, decision.kind)
        if decision.kind in BETWEEN_HANDS or table.step % EVERY == 0:
            assert isinstance(decision, Position)
            assert_whole(decision.seen().context, decision.kind)
        assert len(decision.options) > 1
        assert len(set(decision.options)) == len(decision.options)
        if also is not None:
            also(decision)
        return put(choose, decision)

    return Watching(answer)
