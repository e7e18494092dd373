"""The unknown of a seat of a table of Era of Kingdoms, dealt anew for a search."""

from __future__ import annotations

from ..game import Chance, Decision, Unsettled
from ..hidden_cards import deal_over_places
from .state import Table


def redeal(decision: Decision, chance: Chance) -> None:
    """Deal anew, in place, what the seat that decides does not know; ``chance`` also makes the shuffles to come.

    The table may be the game's own or a view: only what the seat knows is used. The backs tell the three decks apart,
    so a hand keeps its number of cards of each.

    Raises:
        Unsettled: the seat is looking through a pile.
    """
    if decision.kind == "search":
        raise Unsettled(decision)
    table: Table = decision.context
    unseen = table.unseen_by(decision.player)
    places = [table.hidden_places(decision.player, deck) for deck in range(len(table.decks))]
    for deck, pool in enumerate(unseen):
        in_hands = sum(zone is not table.decks[deck] for zone, _place in places[deck])
        deal_over_places(places[deck], in_hands, pool, lambda card: table.cards[card].type == "immediate", chance)
    table.unseen = None
    table.chance = chance
