"""The unknown cards of a seat, for all games: how a view marks them, and how they are dealt anew for a search."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from .game import Chance, Decision

#: A card, a scroll or a mission of a view that its seat does not know; it has no name, no cost and no type. Where the
#: back shows the deck, this number plus the deck's.
UNKNOWN: Final = 1000


def nobody(decision: Decision) -> Any:
    """Refuse to decide: a view of a table has no players.

    Raises:
        TypeError: always.
    """
    raise TypeError("nobody is asked in a view of a table")


def deal_anew(zones: list[list[Any]], chance: Chance) -> None:
    """Shuffle the cards of several zones and deal them over the zones again, in place; every zone keeps its size."""
    cards = [card for zone in zones for card in zone]
    chance.shuffle(cards)
    for zone in zones:
        zone[:], cards = cards[: len(zone)], cards[len(zone) :]


def deal_over_places(
    places: list[tuple[list[int], int]],
    in_hands: int,
    pool: list[int],
    is_never_held: Callable[[int], bool],
    chance: Chance,
) -> None:
    """Deal a pool of cards over their places, in place.

    Arguments:
        places: zone and index of each. in_hands: the number of them in hands, which come first.
        pool: as many cards, in an order that tells nothing of where they lie; it stays as it is.
        is_never_held: whether a card is in no hand, because it shows itself as soon as somebody has it.
    """
    cards = pool[:]
    chance.shuffle(cards)
    cards.sort(key=is_never_held)
    rest = cards[in_hands:]
    chance.shuffle(rest)
    for (zone, place), card in zip(places, cards[:in_hands] + rest, strict=True):
        zone[place] = card
