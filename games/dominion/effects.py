"""Effects of the cards: one function per card, with the steps in the order of the card's text.

Every function takes the table; the card's player is the active one. Source: rulebook, clarifications of the cards,
first edition; instructions without "may" are compulsory when possible (D-03).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from .cards import (
    ADVENTURER,
    BUREAUCRAT,
    CELLAR,
    CHANCELLOR,
    CHAPEL,
    COPPER,
    COST,
    COUNCIL_ROOM,
    CURSE,
    FEAST,
    FESTIVAL,
    LABORATORY,
    LIBRARY,
    MARKET,
    MILITIA,
    MINE,
    MOAT_CARD,
    MONEYLENDER,
    NAMES,
    REMODEL,
    SILVER,
    SMITHY,
    SPY,
    THIEF,
    THRONE_ROOM,
    VILLAGE,
    WITCH,
    WOODCUTTER,
    WORKSHOP,
)
from .state import ACTIONS, NO, STOP, TREASURES, VICTORIES, YES, Table

LIBRARY_HAND: Final = 7
MILITIA_HAND: Final = 3


def play_card(table: Table, card: int) -> None:
    """Move an Action from the active player's hand into play and resolve it."""
    table.hands[table.active].remove(card)
    table.in_play.append(card)
    EFFECTS[card](table)


# --- shared helpers ------------------------------------------------------------------------------------------------


def gain_up_to(table: Table, limit: int, kind: str) -> None:
    """Let the active player gain a card costing up to ``limit`` to the discard pile; compulsory if there is one."""
    options = table.gainable(limit)
    if options:
        me = table.active
        table.gain(me, table.ask(me, kind, options), table.discards[me])


def pick_up_to(table: Table, player: int, kind: str, most: int, to_trash: bool) -> None:
    """Trash or discard up to ``most`` cards of the player's hand, chosen by the player.

    The cards are chosen one by one in ascending order of their codes, so that every selection can be made in exactly
    one way and a hand of twelve different cards leads to no question with four thousand answers.
    """
    hand = table.hands[player]
    lowest = 0
    while most > 0:
        options = sorted({card for card in hand if card >= lowest})
        table.left = most
        lowest = table.ask(player, kind, (STOP, *options))
        if lowest == STOP:
            return
        if to_trash:
            table.trash_from(hand, player, lowest)
        else:
            table.discard_from_hand(player, lowest)
        most -= 1


def pick_exactly(table: Table, player: int, kind: str, count: int) -> None:
    """Discard exactly ``count`` cards of the player's hand, chosen one by one in ascending order."""
    lowest = 0
    while count > 0:
        choosable = sorted([card for card in table.hands[player] if card >= lowest])
        reachable = choosable[: len(choosable) - count + 1]
        table.left = count
        lowest = table.ask(player, kind, tuple(sorted(set(reachable))))
        table.discard_from_hand(player, lowest)
        count -= 1


def reached(table: Table, attack: int) -> list[int]:
    """Return the other players affected by an attack, in turn order; a player with a Moat may reveal it (D-18)."""
    victims: list[int] = []
    for other in table.others():
        guarded = MOAT_CARD in table.hands[other]
        if guarded and table.ask(other, "moat", (NO, YES), table.active, attack) == YES:
            continue
        victims.append(other)
    return victims


# --- the cards, in alphabetical order --------------------------------------------------------------------------------


def adventurer(table: Table) -> None:
    """Reveal from the player's deck until two Treasures are shown; both to the hand, the others discarded."""
    me = table.active
    aside = table.asides[me]
    treasures = 0
    while treasures < 2 and table.has_top(me):
        card = table.decks[me].pop()
        if card in TREASURES:
            table.hands[me].append(card)
            treasures += 1
        else:
            aside.append(card)
    table.discards[me].extend(aside)
    aside.clear()


def bureaucrat(table: Table) -> None:
    """Gain a Silver onto the deck; each other player puts a Victory card from the hand onto their deck."""
    me = table.active
    victims = reached(table, BUREAUCRAT)
    if table.supply[SILVER]:
        table.gain(me, SILVER, table.decks[me])
    for victim in victims:
        victories = VICTORIES.intersection(table.hands[victim])
        if victories:
            card = table.ask(victim, "bureaucrat", tuple(sorted(victories)))
            table.hands[victim].remove(card)
            table.decks[victim].append(card)


def cellar(table: Table) -> None:
    """+1 Action; discard any number of cards, then draw as many."""
    me = table.active
    table.actions += 1
    before = len(table.hands[me])
    pick_up_to(table, me, "cellar", before, to_trash=False)
    table.draw(me, before - len(table.hands[me]))


def chancellor(table: Table) -> None:
    """+2 coins; the deck may be put into the discard pile at once."""
    me = table.active
    table.coins += 2
    if table.ask(me, "chancellor", (NO, YES)) == YES:
        table.discards[me].extend(table.decks[me])
        table.decks[me].clear()


def chapel(table: Table) -> None:
    """Trash up to four cards from the hand."""
    pick_up_to(table, table.active, "chapel", 4, to_trash=True)


def council_room(table: Table) -> None:
    """+4 Cards, +1 Buy; each other player draws a card."""
    table.draw(table.active, 4)
    table.buys += 1
    for other in table.others():
        table.draw(other, 1)


def feast(table: Table) -> None:
    """Trash this card, if it is still in play; gain a card costing up to 5."""
    if FEAST in table.in_play:
        table.trash_from(table.in_play, table.active, FEAST)
    gain_up_to(table, 5, "feast")


def festival(table: Table) -> None:
    """+2 Actions, +1 Buy, +2 coins."""
    table.actions += 2
    table.buys += 1
    table.coins += 2


def laboratory(table: Table) -> None:
    """+2 Cards, +1 Action."""
    table.draw(table.active, 2)
    table.actions += 1


def library(table: Table) -> None:
    """Draw until seven in hand; Actions drawn may be set aside as they come and are discarded at the end."""
    me = table.active
    hand, aside = table.hands[me], table.asides[me]
    while len(hand) < LIBRARY_HAND and table.has_top(me):
        card = table.decks[me].pop()
        hand.append(card)
        if card in ACTIONS and table.ask(me, "library", (NO, YES), me, card) == YES:
            hand.pop()
            aside.append(card)
    table.discards[me].extend(aside)
    aside.clear()


def market(table: Table) -> None:
    """+1 Card, +1 Action, +1 Buy, +1 coin."""
    table.draw(table.active, 1)
    table.actions += 1
    table.buys += 1
    table.coins += 1


def militia(table: Table) -> None:
    """+2 coins; each other player discards down to three cards."""
    victims = reached(table, MILITIA)
    table.coins += 2
    for victim in victims:
        pick_exactly(table, victim, "militia", len(table.hands[victim]) - MILITIA_HAND)


def mine(table: Table) -> None:
    """Trash a Treasure from the hand; gain to the hand a Treasure costing up to 3 more."""
    me = table.active
    hand = table.hands[me]
    treasures = TREASURES.intersection(hand)
    if not treasures:
        return
    trashed = table.ask(me, "mine_trash", tuple(sorted(treasures)))
    table.trash_from(hand, me, trashed)
    options = tuple([card for card in table.gainable(COST[trashed] + 3) if card in TREASURES])
    if options:
        table.gain(me, table.ask(me, "mine_gain", options, me, trashed), hand)


def moat(table: Table) -> None:
    """+2 Cards; shown against an attack: see :func:`reached`."""
    table.draw(table.active, 2)


def moneylender(table: Table) -> None:
    """Trash a Copper from the hand; if done, +3 coins."""
    me = table.active
    if COPPER in table.hands[me]:
        table.trash_from(table.hands[me], me, COPPER)
        table.coins += 3


def remodel(table: Table) -> None:
    """Trash a card from the hand; gain a card costing up to 2 more."""
    me = table.active
    hand = table.hands[me]
    if hand:
        trashed = table.ask(me, "remodel_trash", tuple(sorted(set(hand))))
        table.trash_from(hand, me, trashed)
        gain_up_to(table, COST[trashed] + 2, "remodel_gain")


def smithy(table: Table) -> None:
    """+3 Cards."""
    table.draw(table.active, 3)


def spy(table: Table) -> None:
    """+1 Card, +1 Action; every player reveals the top card: the active player has it discarded or put back."""
    me = table.active
    victims = reached(table, SPY)
    table.draw(me, 1)
    table.actions += 1
    for player in (me, *victims):
        if table.has_top(player):
            deck = table.decks[player]
            if table.ask(me, "spy", (NO, YES), player, deck[-1]) == YES:
                table.discards[player].append(deck.pop())


def thief(table: Table) -> None:
    """Each other player reveals two cards, of which one Treasure is trashed; any trashed now may be gained."""
    me = table.active
    stolen: list[int] = []
    for victim in reached(table, THIEF):
        aside = table.asides[victim]
        while len(aside) < 2 and table.has_top(victim):
            aside.append(table.decks[victim].pop())
        treasures = TREASURES.intersection(aside)
        if treasures:
            card = table.ask(me, "thief_trash", tuple(sorted(treasures)), victim)
            table.trash_from(aside, victim, card)
            stolen.append(card)
        table.discards[victim].extend(aside)
        aside.clear()
    keep_stolen(table, stolen)


def keep_stolen(table: Table, stolen: list[int]) -> None:
    """Let the active player gain any of the Treasures just trashed, chosen one by one in ascending order."""
    me = table.active
    lowest = 0
    while True:
        options = sorted({card for card in stolen if card >= lowest})
        lowest = table.ask(me, "thief_gain", (STOP, *options))
        if lowest == STOP:
            return
        stolen.remove(lowest)
        table.trash.remove(lowest)
        table.discards[me].append(lowest)
        table.owned[me][lowest] += 1


def throne_room(table: Table) -> None:
    """Choose an Action in the hand and play it twice."""
    me = table.active
    actions = ACTIONS.intersection(table.hands[me])
    if actions:
        card = table.ask(me, "throne_room", tuple(sorted(actions)))
        play_card(table, card)
        EFFECTS[card](table)


def village(table: Table) -> None:
    """+1 Card, +2 Actions."""
    table.draw(table.active, 1)
    table.actions += 2


def witch(table: Table) -> None:
    """+2 Cards; each other player gains a Curse, while there are some."""
    victims = reached(table, WITCH)
    table.draw(table.active, 2)
    for victim in victims:
        if table.supply[CURSE]:
            table.gain(victim, CURSE, table.discards[victim])


def woodcutter(table: Table) -> None:
    """+1 Buy, +2 coins."""
    table.buys += 1
    table.coins += 2


def workshop(table: Table) -> None:
    """Gain a card costing up to 4."""
    gain_up_to(table, 4, "workshop")


Effect = Callable[[Table], None]


def _no_action(table: Table) -> None:
    raise AssertionError("only Actions are played")


_BY_CARD: Final[dict[int, Effect]] = {
    ADVENTURER: adventurer,
    BUREAUCRAT: bureaucrat,
    CELLAR: cellar,
    CHANCELLOR: chancellor,
    CHAPEL: chapel,
    COUNCIL_ROOM: council_room,
    FEAST: feast,
    FESTIVAL: festival,
    LABORATORY: laboratory,
    LIBRARY: library,
    MARKET: market,
    MILITIA: militia,
    MINE: mine,
    MOAT_CARD: moat,
    MONEYLENDER: moneylender,
    REMODEL: remodel,
    SMITHY: smithy,
    SPY: spy,
    THIEF: thief,
    THRONE_ROOM: throne_room,
    VILLAGE: village,
    WITCH: witch,
    WOODCUTTER: woodcutter,
    WORKSHOP: workshop,
}
#: Effect of each card when it is played, by code.
EFFECTS: Final[list[Effect]] = [_BY_CARD.get(code, _no_action) for code in range(len(NAMES))]
