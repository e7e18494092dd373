"""Mission 23: which numbers of colours led are possible together, by the cards that each player took.

Every card of a trick has a colour, a colour has eight cards, and four players play them all. Two colours are tabulated
once for each number of players; four are two halves.
"""

from __future__ import annotations

from functools import cache
from itertools import product

from ..cards import COUNT, PER_COLOUR
from ..missions import colours_led

#: Cards, or colours led, of each seat.
Numbers = tuple[int, ...]


@cache
def _of_two_colours(players: int, hand_size: int) -> dict[Numbers, frozenset[Numbers]]:
    """Return, for two colours together, the cards per seat -> the possible colours led per seat."""
    is_whole = players * hand_size == COUNT
    columns = [
        column
        for column in product(range(PER_COLOUR + 1), repeat=players)
        if (sum(column) == PER_COLOUR if is_whole else sum(column) <= PER_COLOUR)
    ]
    found: dict[Numbers, set[Numbers]] = {}
    for first, second in product(columns, columns):
        cards = tuple(a + b for a, b in zip(first, second, strict=True))
        found.setdefault(cards, set()).add(colours_led(list(zip(first, second, strict=True))))
    return {cards: frozenset(led) for cards, led in found.items()}


def _less(total: Numbers, part: Numbers) -> Numbers:
    return tuple(number - own for number, own in zip(total, part, strict=True))


@cache
def can_lead(cards: Numbers, led: Numbers, hand_size: int) -> bool:
    """Return whether the seats can have taken so many cards and lead so many colours (S300).

    Arguments:
        hand_size: cards that each player plays.
    """
    halves = _of_two_colours(len(cards), hand_size)
    return any(
        _less(led, lead) in halves.get(_less(cards, half), ()) for half, leads in halves.items() for lead in leads
    )
