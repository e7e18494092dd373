"""Effects of the cards: one function per card, with the steps in the order of the card's text.

What a card gives first of all (cards, actions, buys, coins) is in its row (:mod:`games.dominion.sets`); a card that
does nothing else has no function here. Every function takes the table, those of attacks also the seats that the attack
reaches; the card's player is the active one. Source: rulebook, clarifications of the cards, first edition;
instructions without "may" are compulsory when possible (D-03).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from .cards import (
    ADVENTURER,
    AMOUNT,
    BUREAUCRAT,
    CELLAR,
    CHANCELLOR,
    CHAPEL,
    CODES,
    COPPER,
    COST,
    COUNCIL_ROOM,
    CURSE,
    FEAST,
    IS_ACTION,
    LIBRARY,
    MILITIA,
    MINE,
    MOAT_CARD,
    MONEYLENDER,
    REMODEL,
    SILVER,
    SPY,
    THIEF,
    THRONE_ROOM,
    WITCH,
    WORKSHOP,
)
from .state import ACTIONS, NO, STOP, TREASURES, VICTORIES, YES, Table

Effect = Callable[[Table], None]
Attack = Callable[[Table, list[int]], None]


def play_card(table: Table, card: int) -> None:
    """Move an Action from the active player's hand into play and carry it out."""
    table.hands[table.active].remove(card)
    table.in_play.append(card)
    PLAYS[card](table)


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
    while treasures < AMOUNT[ADVENTURER] and table.has_top(me):
        card = table.decks[me].pop()
        if card in TREASURES:
            table.hands[me].append(card)
            treasures += 1
        else:
            aside.append(card)
    table.discards[me].extend(aside)
    aside.clear()


def bureaucrat(table: Table, victims: list[int]) -> None:
    """Gain a Silver onto the deck; each other player puts a Victory card from the hand onto their deck."""
    me = table.active
    if table.supply[SILVER]:
        table.gain(me, SILVER, table.decks[me])
    for victim in victims:
        victories = VICTORIES.intersection(table.hands[victim])
        if victories:
            card = table.ask(victim, "bureaucrat", tuple(sorted(victories)))
            table.hands[victim].remove(card)
            table.decks[victim].append(card)


def cellar(table: Table) -> None:
    """Discard any number of cards, then draw as many."""
    me = table.active
    before = len(table.hands[me])
    pick_up_to(table, me, "cellar", before, to_trash=False)
    table.draw(me, before - len(table.hands[me]))


def chancellor(table: Table) -> None:
    """Put the deck into the discard pile at once, if the player wants."""
    me = table.active
    if table.ask(me, "chancellor", (NO, YES)) == YES:
        table.discards[me].extend(table.decks[me])
        table.decks[me].clear()


def chapel(table: Table) -> None:
    """Trash up to four cards from the hand."""
    pick_up_to(table, table.active, "chapel", AMOUNT[CHAPEL], to_trash=True)


def council_room(table: Table) -> None:
    """Each other player draws a card."""
    for other in table.others():
        table.draw(other, 1)


def feast(table: Table) -> None:
    """Trash this card, if it is still in play; gain a card costing up to 5."""
    if FEAST in table.in_play:
        table.trash_from(table.in_play, table.active, FEAST)
    gain_up_to(table, AMOUNT[FEAST], "feast")


def library(table: Table) -> None:
    """Draw until seven in hand; Actions drawn may be set aside as they come and are discarded at the end."""
    me = table.active
    hand, aside = table.hands[me], table.asides[me]
    while len(hand) < AMOUNT[LIBRARY] and table.has_top(me):
        card = table.decks[me].pop()
        hand.append(card)
        if card in ACTIONS and table.ask(me, "library", (NO, YES), me, card) == YES:
            hand.pop()
            aside.append(card)
    table.discards[me].extend(aside)
    aside.clear()


def militia(table: Table, victims: list[int]) -> None:
    """Each other player discards down to three cards."""
    for victim in victims:
        pick_exactly(table, victim, "militia", len(table.hands[victim]) - AMOUNT[MILITIA])


def mine(table: Table) -> None:
    """Trash a Treasure from the hand; gain to the hand a Treasure costing up to 3 more."""
    me = table.active
    hand = table.hands[me]
    treasures = TREASURES.intersection(hand)
    if not treasures:
        return
    trashed = table.ask(me, "mine_trash", tuple(sorted(treasures)))
    table.trash_from(hand, me, trashed)
    options = tuple([card for card in table.gainable(COST[trashed] + AMOUNT[MINE]) if card in TREASURES])
    if options:
        table.gain(me, table.ask(me, "mine_gain", options, me, trashed), hand)


def moneylender(table: Table) -> None:
    """Trash a Copper from the hand; if done, +3 coins."""
    me = table.active
    if COPPER in table.hands[me]:
        table.trash_from(table.hands[me], me, COPPER)
        table.coins += AMOUNT[MONEYLENDER]


def remodel(table: Table) -> None:
    """Trash a card from the hand; gain a card costing up to 2 more."""
    me = table.active
    hand = table.hands[me]
    if hand:
        trashed = table.ask(me, "remodel_trash", tuple(sorted(set(hand))))
        table.trash_from(hand, me, trashed)
        gain_up_to(table, COST[trashed] + AMOUNT[REMODEL], "remodel_gain")


def spy(table: Table, victims: list[int]) -> None:
    """Every player reveals the top card: the active player has it discarded or put back."""
    me = table.active
    for player in (me, *victims):
        if table.has_top(player):
            deck = table.decks[player]
            if table.ask(me, "spy", (NO, YES), player, deck[-1]) == YES:
                table.discards[player].append(deck.pop())


def thief(table: Table, victims: list[int]) -> None:
    """Each other player reveals two cards, of which one Treasure is trashed; any trashed now may be gained."""
    me = table.active
    stolen: list[int] = []
    for victim in victims:
        aside = table.asides[victim]
        while len(aside) < AMOUNT[THIEF] and table.has_top(victim):
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
        PLAYS[card](table)


def witch(table: Table, victims: list[int]) -> None:
    """Each other player gains a Curse, while there are some."""
    for victim in victims:
        if table.supply[CURSE]:
            table.gain(victim, CURSE, table.discards[victim])


def workshop(table: Table) -> None:
    """Gain a card costing up to 4."""
    gain_up_to(table, AMOUNT[WORKSHOP], "workshop")


#: What a card does after giving what its row says, by code.
EFFECTS: Final[dict[int, Effect]] = {
    ADVENTURER: adventurer,
    CELLAR: cellar,
    CHANCELLOR: chancellor,
    CHAPEL: chapel,
    COUNCIL_ROOM: council_room,
    FEAST: feast,
    LIBRARY: library,
    MINE: mine,
    MONEYLENDER: moneylender,
    REMODEL: remodel,
    THRONE_ROOM: throne_room,
    WORKSHOP: workshop,
}
ATTACKS: Final[dict[int, Attack]] = {
    BUREAUCRAT: bureaucrat,
    MILITIA: militia,
    SPY: spy,
    THIEF: thief,
    WITCH: witch,
}


def play_of(code: int) -> Effect:
    """Return what a play of the card does, from the players it reaches to its last step."""
    attack = ATTACKS.get(code)
    if attack is not None:
        return _attack(code, attack)
    effect = EFFECTS.get(code)
    return _gifts(code) if effect is None else _gifts_and_effect(code, effect)


def _attack(code: int, attack: Attack) -> Effect:
    def play(table: Table) -> None:
        victims = reached(table, code)
        table.give(code)
        attack(table, victims)

    return play


def _gifts_and_effect(code: int, effect: Effect) -> Effect:
    def play(table: Table) -> None:
        table.give(code)
        effect(table)

    return play


def _gifts(code: int) -> Effect:
    def play(table: Table) -> None:
        assert IS_ACTION[code], "only Actions are played"
        table.give(code)

    return play


#: What a play of each card does, by code.
PLAYS: Final[list[Effect]] = [play_of(code) for code in CODES]
