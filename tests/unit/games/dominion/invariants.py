"""Invariants of every game at every decision, for any players."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.decision import Position, Watching, put
from games.dominion.cards import COUNT, INIT
from games.dominion.state import Table
from games.game import Choose, Decision
from games.hidden_cards import UNKNOWN

#: Questions from one whose view is looked at to the next.
EVERY = 7


def assert_whole(table: Table) -> None:
    """Assert that every card is in exactly one zone, and that every running count is correct."""
    everywhere = [*table.supply]
    for seat in range(table.players):
        zones = table.hands[seat] + table.decks[seat] + table.discards[seat] + table.asides[seat]
        if seat == table.active:
            zones = zones + list(table.in_play)
        zone_counts = _counts(zones)
        assert zone_counts == table.owned[seat], f"zones and count of seat {seat} differ"
        everywhere = [a + b for a, b in zip(everywhere, zone_counts, strict=True)]
    everywhere = [a + b for a, b in zip(everywhere, _counts(list(table.trash)), strict=True)]
    sizes = INIT[table.players]
    assert everywhere == [sizes[code] if code in table.piles else 0 for code in range(COUNT)], "a card came or went"
    assert min(table.supply) >= 0
    assert table.empty == sum(table.supply[code] == 0 for code in table.piles)
    assert min(table.actions, table.buys, table.coins) >= 0


def assert_view_whole(view: Table, table: Table) -> None:
    """Assert that a view has every place of the table, and that what each player owns leaves its unknown cards."""
    assert list(view.supply) == list(table.supply)
    assert list(view.trash) == list(table.trash)
    for seat in range(view.players):
        zones = view.hands[seat] + view.decks[seat] + view.discards[seat] + view.asides[seat]
        if seat == view.active:
            zones = zones + list(view.in_play)
        known = _counts([card for card in zones if card != UNKNOWN])
        left = [owned - seen for owned, seen in zip(view.owned[seat], known, strict=True)]
        assert min(left) >= 0
        assert sum(left) == zones.count(UNKNOWN), f"the view has not one card of seat {seat} for each place"
        assert view.owned[seat] == table.owned[seat]


def _counts(cards: list[int]) -> list[int]:
    counts = [0] * COUNT
    for card in cards:
        counts[card] += 1
    return counts


def watched(choose: Choose, also: Callable[[Decision], None] | None = None) -> Choose:
    """Wrap ``choose`` to assert the invariants before each answer."""
    over_since: list[tuple[int, int]] = []

    def answer(decision: Decision) -> Any:
        table: Table = decision.context
        assert_whole(table)
        if table.steps % EVERY == 0:
            assert isinstance(decision, Position)
            assert_view_whole(decision.seen().context, table)
        options = decision.options
        assert len(options) > 1
        assert len(set(options)) == len(options)
        now = (table.active, table.turns[table.active])
        if table.is_over():
            over_since.append(now)
            assert set(over_since) == {now}, "a turn began after the end"
        else:
            assert not over_since, "an end that went away"
        if also is not None:
            also(decision)
        return put(choose, decision)

    return Watching(answer)
