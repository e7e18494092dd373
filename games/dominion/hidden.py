"""Deal anew what a seat of a table of Dominion does not know: what a search plays on instead of the real cards."""

from __future__ import annotations

from ..dealing_anew import deal_anew
from ..game import Chance, Decision
from .state import NOBODY, Table, zone


def redeal(decision: Decision, chance: Chance) -> None:
    """Deal anew, in place, what the seat that decides does not know; ``chance`` also makes the shuffles to come.

    Of every other player the deck, the hand and the discard pile below its top are one pool; of the own deck the
    order is unknown. A card that lies revealed on a deck stays there.
    """
    table: Table = decision.context
    revealed = table.subject if decision.kind == "spy" and table.shown != NOBODY else NOBODY
    for player in table.seats:
        deck, hand, discards = list(player.deck[: player.undrawn]), list(player.hand), list(player.discards)
        top = [deck.pop()] if player.seat == revealed and deck else []
        if player.seat == decision.player:
            chance.shuffle(deck)
        else:
            below = discards[:-1]
            deal_anew([deck, hand, below], chance)
            discards[:-1] = below
        player.deck = zone([*deck, *top])
        player.hand, player.discards = zone(hand), zone(discards)
    table.shuffle_with(chance)
