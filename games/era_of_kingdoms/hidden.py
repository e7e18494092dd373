"""The unknown of a seat of a table of Era of Kingdoms: left out of its view, or dealt anew for a search."""

from __future__ import annotations

from ..chance import NO_CHANCE
from ..game import Chance, Decision, Unsettled
from ..hidden_cards import UNKNOWN, deal_over_places, nobody
from .state import Table


def _hidden_places(table: Table, seat: int, deck: int) -> list[tuple[list[int], int]]:
    """Return every place of a card of a deck that a seat does not know: in the other hands, then in the deck itself.

    Age of Enlightenment stays: everybody knows below how many cards it was put.
    """
    hands = [kingdom.hand for other, kingdom in enumerate(table.kingdoms) if other != seat]
    places = [(hand, place) for hand in hands for place, card in enumerate(hand) if _deck_of(table, card) == deck]
    cards, end = table.decks[deck], table.pack.end_code
    return places + [(cards, place) for place, card in enumerate(cards) if card != end]


def _deck_of(table: Table, card: int) -> int:
    """Return the deck of a card, which its back shows even where the card is unknown."""
    return card - UNKNOWN if card >= UNKNOWN else table.deck_of[card]


def unseen_by(table: Table, seat: int) -> tuple[list[int], ...]:
    """Return the cards of each deck that a seat does not see anywhere, sorted: their places are unknown."""
    if table.unseen is not None:
        return table.unseen
    return tuple(
        sorted(zone[place] for zone, place in _hidden_places(table, seat, deck)) for deck in range(len(table.decks))
    )


def seen_by(table: Table, seat: int) -> Table:
    """Return the table as a seat sees it: a copy without the other hands and the order of the decks.

    Their numbers remain, and what they hold in all (``unseen``). Nothing is shuffled in a view, and nobody is asked.
    """
    view = Table(table.setup, NO_CHANCE, nobody, is_view=True)
    for kingdom, seen in zip(table.kingdoms, view.kingdoms, strict=True):
        kingdom.copy_to_kingdom(seen)
    if table.shadow is not None and view.shadow is not None:
        table.shadow.copy_to_shadow(view.shadow)
    view.decks, view.discards = [cards[:] for cards in table.decks], [cards[:] for cards in table.discards]
    view.board, view.aside = [row[:] for row in table.board], table.aside[:]
    view.active, view.actions, view.moves, view.turns = table.active, table.actions, table.moves, table.turns[:]
    view.pool, view.borrowed, view.lent = table.pool[:], table.borrowed[:], table.lent
    view.refreshed, view.dismissed, view.draw_level = table.refreshed, table.dismissed, table.draw_level
    view.rounds = table.rounds
    view.drawer, view.how, view.shown, view.left = table.drawer, table.how, table.shown, table.left
    view.steps, view.unseen = table.steps, unseen_by(table, seat)
    for deck in range(len(view.decks)):
        for zone, place in _hidden_places(view, seat, deck):
            zone[place] = UNKNOWN + deck
    return view


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
    unseen = unseen_by(table, decision.player)
    places = [_hidden_places(table, decision.player, deck) for deck in range(len(table.decks))]
    for deck, pool in enumerate(unseen):
        in_hands = sum(zone is not table.decks[deck] for zone, _place in places[deck])
        deal_over_places(places[deck], in_hands, pool, lambda card: table.cards[card].type == "immediate", chance)
    table.unseen = None
    table.chance = chance
