"""Deal anew what a seat of a table of Era of Kingdoms does not know: a search plays on that, not on the real cards."""

from __future__ import annotations

from ..game import Chance, Decision
from .state import Table


def redeal(decision: Decision, chance: Chance) -> None:
    """Deal anew, in place, what the seat that decides does not know; ``chance`` also makes the shuffles to come.

    The backs tell the three decks apart, so a hand keeps its number of cards of each. Age of Enlightenment stays where
    it is: everybody knows below how many cards it was put.
    """
    table: Table = decision.context
    hands = [kingdom.hand for seat, kingdom in enumerate(table.kingdoms) if seat != decision.player]
    for deck in range(len(table.decks)):
        _redeal_deck(table, deck, hands, chance)
    table.chance = chance


def _redeal_deck(table: Table, deck: int, hands: list[list[int]], chance: Chance) -> None:
    """Deal one deck anew over itself and over the cards in hands that came from it."""
    slots = [(hand, place) for hand in hands for place, card in enumerate(hand) if table.pack.decks[card] == deck]
    places = [place for place, card in enumerate(table.decks[deck]) if card != table.pack.end_code]
    pool = [hand[place] for hand, place in slots] + [table.decks[deck][place] for place in places]
    chance.shuffle(pool)
    # A card that is played as soon as it is drawn is in no hand.
    pool.sort(key=lambda card: table.cards[card].type == "immediate")
    for hand, place in slots:
        hand[place] = pool.pop(0)
    chance.shuffle(pool)
    for place in places:
        table.decks[deck][place] = pool.pop()
