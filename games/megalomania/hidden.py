"""The unknown of a seat of a table of Megalomania, dealt anew for a search."""

from __future__ import annotations

from typing import Final

from ..game import Chance, Decision, Unsettled
from ..hidden_cards import deal_anew, deal_over_places
from .scrolls import NEVER_PLAYED
from .state import Table

#: Questions while cards lie chosen between two hands: they are in no zone that could be dealt anew.
BETWEEN_HANDS: Final = frozenset(("line", "split", "pile", "pass_card", "keep", "give", "return"))


def redeal(decision: Decision, chance: Chance) -> None:
    """Deal anew, in place, what the seat that decides does not know; ``chance`` also makes the shuffles to come.

    The table may be the game's own or a view: only what the seat knows is used. The cards under others, those of the
    face-down rows, those not dealt and the other hands are one pool; so are the scrolls of the deck, those discarded
    unseen and those of the other players; the order of the missions to come is unknown.

    Raises:
        Unsettled: cards lie chosen between two hands.
    """
    if decision.kind in BETWEEN_HANDS:
        raise Unsettled(decision)
    table: Table = decision.context
    cards, scrolls, missions = table.unseen_by(decision.player)
    covered = [0] * len(table.covered)
    _deal([covered, *table.card_zones(decision.player)], cards, chance)
    table.covered.update(zip(table.covered, covered, strict=True))
    places = table.scroll_places(decision.player)
    in_hands = len(places) - len(table.scroll_deck) - len(table.removed)
    # No. 5 and no. 17 show themselves as soon as somebody has them.
    deal_over_places(places, in_hands, scrolls, lambda scroll: scroll in NEVER_PLAYED, chance)
    _deal([table.mission_deck], missions, chance)
    for other in table.others(decision.player):
        table.hands[other].sort()
        table.held[other].sort()
    table.unseen = None
    table.chance = chance


def _deal(zones: list[list[int]], pool: list[int], chance: Chance) -> None:
    """Fill zones with a pool, whose cards lie in them, and shuffle it over them."""
    rest = iter(pool)
    for zone in zones:
        zone[:] = [next(rest) for _ in zone]
    deal_anew(zones, chance)
