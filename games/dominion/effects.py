"""The cards: what each does when it is played, with the steps in the order of the card's text.

What a card gives first of all (cards, actions, buys, coins) is in its row (:mod:`games.dominion.sets`); a card that
does nothing else has no class here. ``me`` is the card's player, the active one; ``amount`` is the number in the rest
of the card's text, which is in the row too. The Moat is in :func:`ask_for_moats`, the points of the Gardens in
:func:`games.dominion.cards.points_of`, the legal answers of each question in :mod:`games.dominion.questions`. Source:
rulebook, clarifications of the cards, first edition; instructions without "may" are compulsory when possible (D-03).
"""

from __future__ import annotations

from typing import Final

from ..mypyc_shim import append, i64, mypyc_attr, remove
from . import cards, questions
from .cards import CODES, COPPER, CURSE, MOAT_CARD, ROWS, SILVER
from .state import ARE_ACTIONS, ARE_TREASURES, ARE_VICTORIES, COSTS, NO_CARDS, STOP, YES, Player, Table, contains_any


@mypyc_attr(allow_interpreted_subclasses=True)
class Card:
    """A card that gives what its row says when it is played; its subclasses do more."""

    def __init__(self, code: int) -> None:
        row = ROWS[code]
        self.code: i64 = code
        self.cards: i64 = row.cards
        self.actions: i64 = row.actions
        self.buys: i64 = row.buys
        self.coins: i64 = cards.GIVES_COINS[code]
        self.amount: i64 = row.amount

    def play(self, table: Table, me: Player) -> None:
        """Carry the card out."""
        self.give(table, me)
        self.effect(table, me)

    def give(self, table: Table, me: Player) -> None:
        """Give the player the cards, actions, buys and coins of the card's row."""
        if self.cards:
            table.draw(me, self.cards)
        table.actions += self.actions
        table.buys += self.buys
        table.coins += self.coins

    def effect(self, table: Table, me: Player) -> None:
        """Do what the card does after its gifts: nothing more, for a card without a class of its own."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Attack(Card):
    """A card that strikes the other players, who may first show their Moats."""

    def play(self, table: Table, me: Player) -> None:
        victims = ask_for_moats(table, me, self.code)
        self.give(table, me)
        self.strike(table, me, victims)

    def strike(self, table: Table, me: Player, victims: list[Player]) -> None:
        """Do what the card does after its gifts to the players that it reaches."""
        raise NotImplementedError


def play_card(table: Table, me: Player, card: i64) -> None:
    """Move an Action from the active player's hand into play and carry it out."""
    me.take_from_hand(card)
    table.in_play = append(table.in_play, card)
    BEHAVIOURS[card].play(table, me)


def play_again(table: Table, me: Player, card: i64) -> None:
    """Carry an Action out once more, wherever it is by now."""
    BEHAVIOURS[card].play(table, me)


# --- shared helpers ------------------------------------------------------------------------------------------------


def ask_for_moats(table: Table, me: Player, attack: i64) -> list[Player]:
    """Return the other players, in turn order, but those who reveal a Moat: who has one may do so (D-18)."""
    victims: list[Player] = []
    for other in table.others():
        guarded = MOAT_CARD in other.hand
        if guarded and table.ask(other, questions.MOAT, me.seat, attack) == YES:
            continue
        victims.append(other)
    return victims


def gain_up_to(table: Table, me: Player, limit: i64, question: questions.OfPile) -> None:
    """Let the player gain a card costing up to ``limit`` to the discard pile; compulsory if there is one."""
    table.limit = limit
    if question.is_possible(table):
        table.gain(me, table.ask(me, question))


def discard_down_to(table: Table, player: Player, count: i64) -> None:
    """Let the player discard from the hand until ``count`` cards are left, one by one in ascending order."""
    table.lowest = 0
    while len(player.hand) > count:
        table.left = len(player.hand) - count
        card = table.ask(player, questions.MILITIA)
        player.discard_from_hand(card)
        table.lowest = card


# --- the cards, in alphabetical order --------------------------------------------------------------------------------


class Adventurer(Card):
    """Reveal from the deck until two Treasures are shown; both to the hand, the others discarded."""

    def effect(self, table: Table, me: Player) -> None:
        treasures: i64 = 0
        while treasures < self.amount and table.has_top(me):
            card = me.take_top()
            if ARE_TREASURES[card]:
                me.hand = append(me.hand, card)
                treasures += 1
            else:
                me.aside = append(me.aside, card)
        me.discard_aside()


class Bureaucrat(Attack):
    """Gain a Silver onto the deck; each other player puts a Victory card from the hand onto their deck."""

    def strike(self, table: Table, me: Player, victims: list[Player]) -> None:
        if table.supply[SILVER]:
            table.gain_onto_deck(me, SILVER)
        for victim in victims:
            if contains_any(victim.hand, ARE_VICTORIES):
                card = table.ask(victim, questions.BUREAUCRAT)
                victim.take_from_hand(card)
                victim.put_on_deck(card)


class Cellar(Card):
    """Discard any number of cards, then draw as many."""

    def effect(self, table: Table, me: Player) -> None:
        discarded: i64 = 0
        table.lowest = 0
        while len(me.hand) > 0:
            table.left = len(me.hand)
            card = table.ask(me, questions.CELLAR)
            if card == STOP:
                break
            me.discard_from_hand(card)
            table.lowest = card
            discarded += 1
        table.draw(me, discarded)


class Chancellor(Card):
    """Put the deck into the discard pile at once, if the player wants."""

    def effect(self, table: Table, me: Player) -> None:
        if table.ask(me, questions.CHANCELLOR) == YES:
            me.discard_deck()


class Chapel(Card):
    """Trash up to four cards from the hand."""

    def effect(self, table: Table, me: Player) -> None:
        table.lowest = 0
        for trashed in range(self.amount):
            table.left = self.amount - trashed
            card = table.ask(me, questions.CHAPEL)
            if card == STOP:
                return
            table.trash_from_hand(me, card)
            table.lowest = card


class CouncilRoom(Card):
    """Each other player draws a card."""

    def effect(self, table: Table, me: Player) -> None:
        for other in table.others():
            table.draw(other, 1)


class Feast(Card):
    """Trash this card, if it is still in play; gain a card costing up to 5."""

    def effect(self, table: Table, me: Player) -> None:
        if self.code in table.in_play:
            table.in_play = remove(table.in_play, self.code)
            table.put_in_trash(me, self.code)
        gain_up_to(table, me, self.amount, questions.FEAST)


class Library(Card):
    """Draw until seven in hand; Actions drawn may be set aside as they come and are discarded at the end."""

    def effect(self, table: Table, me: Player) -> None:
        while len(me.hand) < self.amount and table.has_top(me):
            card = me.take_top()
            me.hand = append(me.hand, card)
            if ARE_ACTIONS[card] and table.ask(me, questions.LIBRARY, me.seat, card) == YES:
                me.hand = me.hand[: len(me.hand) - 1]
                me.aside = append(me.aside, card)
        me.discard_aside()


class Militia(Attack):
    """Each other player discards down to three cards."""

    def strike(self, table: Table, me: Player, victims: list[Player]) -> None:
        for victim in victims:
            discard_down_to(table, victim, self.amount)


class Mine(Card):
    """Trash a Treasure from the hand; gain to the hand a Treasure costing up to 3 more."""

    def effect(self, table: Table, me: Player) -> None:
        if not contains_any(me.hand, ARE_TREASURES):
            return
        trashed = table.ask(me, questions.MINE_TRASH)
        table.trash_from_hand(me, trashed)
        table.limit = COSTS[trashed] + self.amount
        if questions.MINE_GAIN.is_possible(table):
            table.gain_to_hand(me, table.ask(me, questions.MINE_GAIN, me.seat, trashed))


class Moneylender(Card):
    """Trash a Copper from the hand; if done, +3 coins."""

    def effect(self, table: Table, me: Player) -> None:
        if COPPER in me.hand:
            table.trash_from_hand(me, COPPER)
            table.coins += self.amount


class Remodel(Card):
    """Trash a card from the hand; gain a card costing up to 2 more."""

    def effect(self, table: Table, me: Player) -> None:
        if len(me.hand) > 0:
            trashed = table.ask(me, questions.REMODEL_TRASH)
            table.trash_from_hand(me, trashed)
            gain_up_to(table, me, COSTS[trashed] + self.amount, questions.REMODEL_GAIN)


class Spy(Attack):
    """Every player reveals the top card: the active player has it discarded or put back."""

    def strike(self, table: Table, me: Player, victims: list[Player]) -> None:
        for player in [me, *victims]:
            if table.has_top(player) and table.ask(me, questions.SPY, player.seat, player.top()) == YES:
                player.discards = append(player.discards, player.take_top())


class Thief(Attack):
    """Each other player reveals two cards, of which one Treasure is trashed; any trashed now may be gained."""

    def strike(self, table: Table, me: Player, victims: list[Player]) -> None:
        table.stolen = NO_CARDS[:]
        for victim in victims:
            # What is revealed lies aside until the card is done with this player.
            while len(victim.aside) < self.amount and table.has_top(victim):
                victim.aside = append(victim.aside, victim.take_top())
            if contains_any(victim.aside, ARE_TREASURES):
                card = table.ask(me, questions.THIEF_TRASH, victim.seat)
                victim.aside = remove(victim.aside, card)
                table.put_in_trash(victim, card)
                table.stolen = append(table.stolen, card)
            victim.discard_aside()
        self.keep_stolen(table, me)

    def keep_stolen(self, table: Table, me: Player) -> None:
        """Let the player gain any of the Treasures just trashed, chosen one by one in ascending order."""
        table.lowest = 0
        while True:
            card = table.ask(me, questions.THIEF_GAIN)
            if card == STOP:
                return
            table.stolen = remove(table.stolen, card)
            table.trash = remove(table.trash, card)
            me.discards = append(me.discards, card)
            me.owned[card] += 1
            table.lowest = card


class ThroneRoom(Card):
    """Choose an Action in the hand and play it twice."""

    def effect(self, table: Table, me: Player) -> None:
        if contains_any(me.hand, ARE_ACTIONS):
            card = table.ask(me, questions.THRONE_ROOM)
            play_card(table, me, card)
            play_again(table, me, card)


class Witch(Attack):
    """Each other player gains a Curse, while there are some."""

    def strike(self, table: Table, me: Player, victims: list[Player]) -> None:
        for victim in victims:
            if table.supply[CURSE]:
                table.gain(victim, CURSE)


class Workshop(Card):
    """Gain a card costing up to 4."""

    def effect(self, table: Table, me: Player) -> None:
        gain_up_to(table, me, self.amount, questions.WORKSHOP)


#: The classes of the cards that do more than their rows say, by code.
_CLASSES: Final[dict[int, type[Card]]] = {
    cards.ADVENTURER: Adventurer,
    cards.BUREAUCRAT: Bureaucrat,
    cards.CELLAR: Cellar,
    cards.CHANCELLOR: Chancellor,
    cards.CHAPEL: Chapel,
    cards.COUNCIL_ROOM: CouncilRoom,
    cards.FEAST: Feast,
    cards.LIBRARY: Library,
    cards.MILITIA: Militia,
    cards.MINE: Mine,
    cards.MONEYLENDER: Moneylender,
    cards.REMODEL: Remodel,
    cards.SPY: Spy,
    cards.THIEF: Thief,
    cards.THRONE_ROOM: ThroneRoom,
    cards.WITCH: Witch,
    cards.WORKSHOP: Workshop,
}
#: What every card does, by code.
BEHAVIOURS: Final[list[Card]] = [_CLASSES.get(code, Card)(code) for code in CODES]
