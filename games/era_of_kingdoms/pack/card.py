"""The kinds of cards of a pack."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

#: "No card", "no resource".
NONE: Final = -1


@dataclass(frozen=True, slots=True)
class Card:
    """One kind of card.

    Arguments:
        id: code name. name_it, name_en: display names. count: copies in the box.
        deck: 0 base, 1 medium, 2 advanced. type: land, person, event, immediate, victory or end.
        level: 0 if the card has none. icon: ``"base"``, ``"stack"`` or ``"none"``.
        resource: 0 food, 1 wood, 2 metal, 3 population or NONE; amount, wild: units provided, of it or of choice.
        cost: units needed per resource. victory_points, attack, defence, hand: as printed.
        effect, value: the effect of an event or special card; the strength of an attack.
        trade: one of the cards of the trade mini-expansion. source: what is known of the card, and from where.
    """

    id: str
    name_it: str
    name_en: str
    count: int
    deck: int
    type: str
    level: int
    icon: str
    resource: int
    amount: int
    wild: int
    cost: tuple[int, int, int, int]
    victory_points: int
    attack: int
    defence: int
    hand: int
    effect: str
    value: int
    trade: bool
    source: str
