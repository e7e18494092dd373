"""R4: resources taken for the round, clockwise from the left of the dealer (S124-S137)."""

from __future__ import annotations

from typing import Final

from . import scrolls
from .state import Table

#: Crystals and cubes of the first three combinations; the fourth is a scroll.
COMBINATIONS: Final = ((2, 0), (0, 10), (1, 5))
SCROLL: Final = 3
NAMES: Final = ("C1", "C2", "C3", "C4")
#: Scroll 9: two different combinations of the first three (S327, readings 13.26).
PAIRS: Final = ((0, 1), (0, 2), (1, 2))
PAIR_NAMES: Final = ("C1+C2", "C1+C3", "C2+C3")


def select(table: Table) -> None:
    """Let every player who has not chosen take one combination; none under scroll 6, and two under scroll 9."""
    if table.scroll == scrolls.NO_RESOURCES:
        return
    for seat in table.clockwise(table.left_of_dealer):
        if table.choices[seat] is not None:
            continue
        if table.scroll == scrolls.TWO_RESOURCES and seat == table.scroll_owner:
            pair = table.ask(seat, "two_resources", (0, 1, 2))
            table.choices[seat] = PAIR_NAMES[pair]
            for combination in PAIRS[pair]:
                _give(table, seat, *COMBINATIONS[combination])
            continue
        combination = table.ask(seat, "resources", combinations_open(table))
        table.choices[seat] = NAMES[combination]
        if combination == SCROLL:
            scrolls.obtain(table, seat, table.scroll_deck.pop(0))
        else:
            _give(table, seat, *COMBINATIONS[combination])
    if table.scroll == scrolls.COPY_RESOURCES:
        also_take_what_others_took(table)
    assert table.bank_crystals >= 0, "the bank has crystals for everybody"
    assert table.bank_cubes >= 0, "the bank has cubes for everybody"


def combinations_open(table: Table) -> tuple[int, ...]:
    """Return the combinations that can be taken; the fourth only while scrolls are left.

    Scrolls are never reshuffled (reading 9.9).
    """
    return (0, 1, 2, SCROLL) if table.scroll_deck else (0, 1, 2)


def also_take_what_others_took(table: Table) -> None:
    """Scroll 15: take what each of the others took, as far as the bank allows (S339, reading 9.10)."""
    owner = table.scroll_owner
    taken = [table.choices[seat] for seat in table.others(owner)]
    times = [taken.count(name) for name in NAMES[:SCROLL]]
    crystals = sum(count * each for count, (each, _) in zip(times, COMBINATIONS, strict=True))
    cubes = sum(count * each for count, (_, each) in zip(times, COMBINATIONS, strict=True))
    _give(table, owner, min(table.bank_crystals, crystals), min(table.bank_cubes, cubes))


def _give(table: Table, seat: int, crystals: int, cubes: int) -> None:
    table.crystals[seat] += crystals
    table.cubes[seat] += cubes
    table.bank_crystals -= crystals
    table.bank_cubes -= cubes


def give_back(table: Table) -> None:
    """Return unused resources to the bank (S137)."""
    table.crystals = [0] * table.players
    table.cubes = [0] * table.players
    table.extra = 0
    table.bank_crystals, table.bank_cubes = table.pack.crystals, table.pack.cubes
