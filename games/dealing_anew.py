"""Deal the cards of several zones anew: what every game's search for unknown cards has in common."""

from __future__ import annotations

from typing import Any

from .game import Chance


def deal_anew(zones: list[list[Any]], chance: Chance) -> None:
    """Shuffle the cards of several zones and deal them over the zones again, in place; every zone keeps its size."""
    cards = [card for zone in zones for card in zone]
    chance.shuffle(cards)
    for zone in zones:
        zone[:], cards = cards[: len(zone)], cards[len(zone) :]
