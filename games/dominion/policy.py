"""Base policy of all bots: sensible answers to every question except "what to buy".

A policy uses only what its player may know: its own zones and counts, the supply, the trash, the cards in play, and
what the question shows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ..compiling import mypyc_attr
from ..game import Decision
from .cards import (
    ADVENTURER,
    BUREAUCRAT,
    CELLAR,
    CHANCELLOR,
    CHAPEL,
    COPPER,
    COST,
    COUNCIL_ROOM,
    COUNT,
    CURSE,
    ESTATE,
    FEAST,
    FESTIVAL,
    GIVES_ACTIONS,
    GOLD,
    IS_ACTION,
    IS_VICTORY,
    LABORATORY,
    LIBRARY,
    MARKET,
    MILITIA,
    MINE,
    MOAT_CARD,
    MONEYLENDER,
    PROVINCE,
    REMODEL,
    SILVER,
    SMITHY,
    SPY,
    THIEF,
    THRONE_ROOM,
    VALUE,
    VILLAGE,
    WITCH,
    WOODCUTTER,
    WORKSHOP,
)
from .state import NO, STOP, YES, Table

#: Order in which Actions are played: those that give actions, then the others by their usual benefit.
PLAY_ORDER: Final = (
    VILLAGE,
    FESTIVAL,
    LABORATORY,
    MARKET,
    SPY,
    THRONE_ROOM,
    CELLAR,
    WITCH,
    COUNCIL_ROOM,
    SMITHY,
    LIBRARY,
    MILITIA,
    ADVENTURER,
    MINE,
    MONEYLENDER,
    BUREAUCRAT,
    THIEF,
    FEAST,
    WOODCUTTER,
    CHANCELLOR,
    MOAT_CARD,
    WORKSHOP,
    REMODEL,
    CHAPEL,
)
#: Place in that order; an Action that is not in it comes after all of them.
PLAY_RANK: Final[list[int]] = [
    PLAY_ORDER.index(code) if code in PLAY_ORDER else len(PLAY_ORDER) if IS_ACTION[code] else COUNT
    for code in range(COUNT)
]
#: Actions that replace the action they cost.
NON_TERMINAL: Final = frozenset([code for code in range(COUNT) if GIVES_ACTIONS[code]])
#: Discard preference, first to be discarded first: cards without use this turn.
DISCARD_RANK: Final[list[int]] = [
    0 if IS_VICTORY[code] or code == CURSE else 1 if code == COPPER else 2 + COST[code] for code in range(COUNT)
]
JUNK: Final = frozenset({CURSE, ESTATE, COPPER})


#: Stage of the game by Provinces left: 0 for more than five, 1 for 3 to 5, 2 for the last two.
STAGES: Final[tuple[int, ...]] = (2, 2, 2, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0)


def stage_of(table: Table) -> int:
    """Return the stage of the game: see :data:`STAGES`."""
    return STAGES[table.supply[PROVINCE]]


def deck_size(table: Table, player: int) -> int:
    """Return the number of cards that the player owns."""
    return sum(table.owned[player])


@mypyc_attr(allow_interpreted_subclasses=True)
class Policy:
    """Answers every question; the subclasses decide what to buy.

    A policy is stateless: its answers depend on the table alone, so that one object serves every seat.
    """

    def __init__(self) -> None:
        self._answers: dict[str, Callable[[Decision, Table], int]] = {
            "play": self.play,
            "lay": self.first_card,
            "moat": self.yes,
            "cellar": self.cellar,
            "chancellor": self.yes,
            "chapel": self.chapel,
            "feast": self.gain,
            "workshop": self.gain,
            "remodel_gain": self.gain,
            "remodel_trash": self.remodel_trash,
            "mine_trash": self.mine_trash,
            "mine_gain": self.dearest,
            "library": self.library,
            "throne_room": self.throne_room,
            "spy": self.spy,
            "thief_trash": self.dearest,
            "thief_gain": self.thief_gain,
            "bureaucrat": self.bureaucrat,
            "militia": self.militia,
        }

    def answered(self) -> tuple[str, ...]:
        """Return the kinds of questions answered by this class: all but ``"buy"``."""
        return tuple(self._answers)

    def __call__(self, decision: Decision) -> int:
        table: Table = decision.context
        if decision.kind == "buy":
            return self.buy(table, decision.player, decision.options)
        return self._answers[decision.kind](decision, table)

    # --- buying and gaining ----------------------------------------------------------------------------------------

    def buy(self, table: Table, me: int, options: tuple[int, ...]) -> int:
        """Return the card to buy, or STOP."""
        raise NotImplementedError

    def gain(self, decision: Decision, table: Table) -> int:
        """Return the card to gain for free: the choice of :meth:`buy`, else the most expensive one worth having.

        A Feast is never spent on another Feast if there is an alternative, and early on not on Victory cards.
        """
        options: tuple[int, ...] = decision.options
        if decision.kind == "feast":
            early = stage_of(table) == 0
            useful = [card for card in options if card != FEAST and not (early and IS_VICTORY[card])]
            options = tuple(useful) or options
        wanted = self.buy(table, decision.player, options)
        if wanted in options and wanted != STOP:
            return wanted
        return max(options, key=_worth)

    # --- playing ---------------------------------------------------------------------------------------------------

    def play(self, decision: Decision, table: Table) -> int:
        """Return the first Action in PLAY_ORDER among those that are useful; STOP if none is."""
        options: tuple[int, ...] = decision.options
        best, rank = STOP, COUNT
        for card in options:
            if card != STOP and PLAY_RANK[card] < rank and self.is_useful(card, decision.player, table):
                best, rank = card, PLAY_RANK[card]
        return best

    def is_useful(self, card: int, me: int, table: Table) -> bool:
        """Return whether playing the card now helps rather than harms."""
        hand = table.hands[me]
        if card == CHAPEL:
            return bool(self.to_trash(table, me))
        if card == REMODEL:
            return CURSE in hand or ESTATE in hand or (GOLD in hand and stage_of(table) > 0)
        if card == THRONE_ROOM:
            return any(IS_ACTION[other] and other != THRONE_ROOM for other in hand)
        if card == MINE:
            return COPPER in hand or SILVER in hand
        if card == MONEYLENDER:
            return COPPER in hand
        return card != LIBRARY or len(hand) <= 7

    def throne_room(self, decision: Decision, table: Table) -> int:
        """Return the Action to play twice: drawing cards and attacks before other actions."""
        options: tuple[int, ...] = decision.options
        return min(options, key=_throne_rank)

    def first_card(self, decision: Decision, table: Table) -> int:
        """Return the first option: over repeated questions this lays all Treasures."""
        card: int = decision.options[1]
        return card

    def library(self, decision: Decision, table: Table) -> int:
        """Set an Action aside if it could no longer be played."""
        return NO if table.actions > 0 else YES

    # --- giving up cards -------------------------------------------------------------------------------------------

    def militia(self, decision: Decision, table: Table) -> int:
        """Keep the three best cards of the hand."""
        return min(sorted(table.hands[decision.player], key=_discard_rank)[: table.left])

    def cellar(self, decision: Decision, table: Table) -> int:
        """Discard Victory cards and Curses and keep everything else: the drawn cards may be worth less."""
        options: tuple[int, ...] = decision.options
        for card in options:
            if card != STOP and DISCARD_RANK[card] == 0:
                return card
        return STOP

    def to_trash(self, table: Table, me: int) -> list[int]:
        """Return the cards of the hand to trash with the Chapel: Curses, Estates, and Coppers beyond five coins."""
        hand = table.hands[me]
        useless_cards = [card for card in hand if card == CURSE or (card == ESTATE and stage_of(table) == 0)]
        owned = table.owned[me]
        spare = owned[COPPER] + 2 * owned[SILVER] + 3 * owned[GOLD] - 5
        coppers = min(hand.count(COPPER), max(0, spare), max(0, 4 - len(useless_cards)))
        return ([COPPER] * coppers + sorted(useless_cards))[:4] if stage_of(table) == 0 else useless_cards[:4]

    def chapel(self, decision: Decision, table: Table) -> int:
        """Trash the cards of :meth:`to_trash`, in the order in which the options are offered."""
        wanted = self.to_trash(table, decision.player)[: table.left]
        options: tuple[int, ...] = decision.options
        for card in options:
            if card in wanted:
                return card
        return STOP

    def remodel_trash(self, decision: Decision, table: Table) -> int:
        """Return Curses and Estates; near the end Gold, which becomes a Province; else the cheapest card."""
        options: tuple[int, ...] = decision.options
        if stage_of(table) > 0 and GOLD in options and table.supply[PROVINCE]:
            return GOLD
        for card in (CURSE, ESTATE, COPPER):
            if card in options:
                return card
        return min(options, key=_cost)

    def mine_trash(self, decision: Decision, table: Table) -> int:
        """Return Silver (for Gold), else Copper (for Silver)."""
        options: tuple[int, ...] = decision.options
        if SILVER in options and table.supply[GOLD]:
            return SILVER
        return options[0]

    def bureaucrat(self, decision: Decision, table: Table) -> int:
        """Return any Victory card: all of them are useless in the hand."""
        card: int = decision.options[0]
        return card

    # --- attacks ---------------------------------------------------------------------------------------------------

    def yes(self, decision: Decision, table: Table) -> int:
        """Answer yes: reveal the Moat, put the deck into the discard pile."""
        return YES

    def spy(self, decision: Decision, table: Table) -> int:
        """Leave bad cards on the other players' decks and discard them from the own deck."""
        bad = table.shown in JUNK or IS_VICTORY[table.shown]
        return YES if bad == (table.subject == decision.player) else NO

    def dearest(self, decision: Decision, table: Table) -> int:
        """Return the most expensive Treasure."""
        card: int = max(decision.options)
        return card

    def thief_gain(self, decision: Decision, table: Table) -> int:
        """Return everything but Copper."""
        options: tuple[int, ...] = decision.options
        for card in options:
            if card > COPPER:
                return card
        return STOP


def _cost(card: int) -> int:
    return COST[card]


def _discard_rank(card: int) -> int:
    return DISCARD_RANK[card]


def _throne_rank(card: int) -> int:
    return COUNT if card == THRONE_ROOM else PLAY_RANK[card] + (4 if card in NON_TERMINAL else 0)


def _worth(card: int) -> int:
    """Return the rough value of a card when none in particular is wanted."""
    if card in (CURSE, COPPER):
        return -1 if card == COPPER else -2
    bonus = 1 if VALUE[card] or IS_ACTION[card] or (IS_VICTORY[card] and card != ESTATE) else 0
    return 2 * COST[card] + bonus
