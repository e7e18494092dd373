"""Base policy of all bots: sensible answers to every question except "what to buy".

A policy uses only what its player may know: ``me`` (hand, discard pile, counts, not the order of the deck), the supply,
the trash, the cards in play, the sizes of the other players' zones, and what the question shows. Its answers are
checked by the rules; nobody lists the legal ones for it.
"""

from __future__ import annotations

from typing import Final

from ..game import Decision
from ..mypyc_shim import i64, mypyc_attr, vec
from . import questions
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
from .state import (
    ARE_ACTIONS,
    ARE_TREASURES,
    ARE_VICTORIES,
    COSTS,
    NO,
    QUESTIONS,
    STOP,
    YES,
    Answers,
    Player,
    Question,
    Table,
)

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
#: A rank or a code above every other.
_LAST: Final = 1000
#: Place in that order; an Action that is not in it comes after all of them.
PLAY_RANK: Final[vec[i64]] = vec[i64](
    [
        PLAY_ORDER.index(code) if code in PLAY_ORDER else len(PLAY_ORDER) + code if IS_ACTION[code] else _LAST
        for code in range(COUNT)
    ]
)
#: Actions that replace the action they cost.
NON_TERMINAL: Final = frozenset([code for code in range(COUNT) if GIVES_ACTIONS[code]])
#: Preference for the Throne Room: cards that draw and attacks come first, another Throne Room comes last.
_THRONE_RANK: Final[vec[i64]] = vec[i64](
    [COUNT if code == THRONE_ROOM else PLAY_RANK[code] + (4 if code in NON_TERMINAL else 0) for code in range(COUNT)]
)
#: Actions worth doubling, a column.
_DOUBLED: Final[vec[i64]] = vec[i64]([int(IS_ACTION[code] and code != THRONE_ROOM) for code in range(COUNT)])
#: Discard preference, first to be discarded first: cards without use this turn.
DISCARD_RANK: Final[vec[i64]] = vec[i64](
    [0 if IS_VICTORY[code] or code == CURSE else 1 if code == COPPER else 2 + COST[code] for code in range(COUNT)]
)


def _worth_of(code: int) -> int:
    if code in (CURSE, COPPER):
        return 1 if code == COPPER else 0
    bonus = 1 if VALUE[code] or IS_ACTION[code] or (IS_VICTORY[code] and code != ESTATE) else 0
    return 2 * COST[code] + bonus


#: Rough value of a card when none in particular is wanted.
_WORTH: Final[vec[i64]] = vec[i64]([_worth_of(code) for code in range(COUNT)])
#: Stage of the game by Provinces left: 0 for more than five, 1 for 3 to 5, 2 for the last two.
STAGES: Final[vec[i64]] = vec[i64]([2, 2, 2, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0])


def stage_of(table: Table) -> i64:
    """Return the stage of the game: see :data:`STAGES`."""
    return STAGES[table.supply[PROVINCE]]


def lowest_held(hand: vec[i64], which: vec[i64], lowest: i64) -> i64:
    """Return the lowest code from ``lowest`` among the cards of the hand that are in a column; STOP without any."""
    best: i64 = _LAST
    for card in hand:
        if lowest <= card < best and which[card]:
            best = card
    return best if best < _LAST else STOP


#: Questions with a line of their own in :meth:`Policy.answer`; any other pile is gained from, and YES is said.
ANSWERED: Final = (
    *("play", "buy", "militia", "throne_room", "remodel_trash", "cellar", "chapel", "mine_trash", "mine_gain"),
    *("library", "spy", "thief_trash", "thief_gain", "bureaucrat", "lay", "feast"),
)


def is_answered(question: Question) -> bool:
    """Return whether the bots have an answer to a question."""
    return question.kind in ANSWERED or isinstance(question, questions.OfPile | questions.YesNo)


@mypyc_attr(allow_interpreted_subclasses=True)
class Policy(Answers):
    """Answers every question; the subclasses decide what to buy.

    A policy is stateless: its answers depend on the table alone, so that one object serves every seat. It is also a
    ``choose``: it answers a decision as it answers the question itself.
    """

    def __call__(self, decision: Decision) -> int:
        table: Table = decision.context
        return self.answer(QUESTIONS[decision.kind], table, table.seats[decision.player])

    def answer(self, question: Question, table: Table, me: Player) -> i64:  # noqa: C901  # one line a question
        """Return the answer to a question."""
        if question is questions.PLAY:
            return self.play(table, me)
        if question is questions.BUY:
            return self.buy(table, me)
        if question is questions.MILITIA:
            return self.militia(table, me)
        if question is questions.THRONE_ROOM:
            return self.throne_room(table, me)
        if question is questions.REMODEL_TRASH:
            return self.remodel_trash(table, me)
        if question is questions.CELLAR:
            return self.cellar(table, me)
        if question is questions.CHAPEL:
            return self.chapel(table, me)
        if question is questions.MINE_TRASH:
            return self.mine_trash(table, me)
        if question is questions.MINE_GAIN:
            return self.mine_gain(table, me)
        if question is questions.LIBRARY:
            return self.library(table, me)
        if question is questions.SPY:
            return self.spy(table, me)
        if question is questions.THIEF_TRASH:
            return self.thief_trash(table, me)
        if question is questions.THIEF_GAIN:
            return self.thief_gain(table, me)
        if question is questions.BUREAUCRAT:
            return lowest_held(me.hand, ARE_VICTORIES, 0)
        if question is questions.LAY:
            return lowest_held(me.hand, ARE_TREASURES, table.lowest)
        if question is questions.FEAST:
            return self.feast(table, me)
        if isinstance(question, questions.OfPile):
            return self.gain(table, me)
        if isinstance(question, questions.YesNo):
            return YES
        raise NotImplementedError(f"no bot answers the question {question.kind!r}")

    # --- buying and gaining ----------------------------------------------------------------------------------------

    def gain(self, table: Table, me: Player) -> i64:
        """Return the card to gain for free: the choice of :meth:`buy`, else the most expensive one worth having."""
        wanted = self.buy(table, me)
        return wanted if table.offers(wanted) else self.dearest(table, STOP, NO)

    def feast(self, table: Table, me: Player) -> i64:
        """As :meth:`gain`, but no other Feast if there is an alternative, and early on no Victory card."""
        early = YES if stage_of(table) == 0 else NO
        wanted = self.buy(table, me)
        if table.offers(wanted) and wanted != FEAST and not (early and ARE_VICTORIES[wanted]):
            return wanted
        useful = self.dearest(table, FEAST, early)
        return useful if useful != STOP else self.dearest(table, STOP, NO)

    def dearest(self, table: Table, barred: i64, no_victory: i64) -> i64:
        """Return the card offered that is worth most, but one; STOP if there is none."""
        best: i64 = STOP
        card: i64 = 0
        while card < len(table.supply):
            suits = card != barred and not (no_victory and ARE_VICTORIES[card]) and table.offers(card)
            if suits and (best == STOP or _WORTH[card] > _WORTH[best]):
                best = card
            card += 1
        return best

    # --- playing ---------------------------------------------------------------------------------------------------

    def play(self, table: Table, me: Player) -> i64:
        """Return the first Action in PLAY_ORDER among those of the hand that are useful; STOP if none is."""
        best: i64 = STOP
        rank: i64 = _LAST
        for card in me.hand:
            if PLAY_RANK[card] < rank and self.is_useful(card, table, me):
                best = card
                rank = PLAY_RANK[card]
        return best

    def is_useful(self, card: i64, table: Table, me: Player) -> bool:
        """Return whether playing the card now helps rather than harms."""
        hand = me.hand
        if card == CHAPEL:
            return len(self.to_trash(table, me)) > 0
        if card == REMODEL:
            return CURSE in hand or ESTATE in hand or (GOLD in hand and stage_of(table) > 0)
        if card == THRONE_ROOM:
            return lowest_held(hand, _DOUBLED, 0) != STOP
        if card == MINE:
            return COPPER in hand or SILVER in hand
        if card == MONEYLENDER:
            return COPPER in hand
        return card != LIBRARY or len(hand) <= 7

    def throne_room(self, table: Table, me: Player) -> i64:
        """Return the Action to play twice: drawing cards and attacks before other actions."""
        best: i64 = STOP
        for card in me.hand:
            if ARE_ACTIONS[card]:
                rank = _THRONE_RANK[card]
                if best == STOP or rank < _THRONE_RANK[best] or (rank == _THRONE_RANK[best] and card < best):
                    best = card
        return best

    def library(self, table: Table, me: Player) -> i64:
        """Set an Action aside if it could no longer be played."""
        return NO if table.actions > 0 else YES

    # --- giving up cards -------------------------------------------------------------------------------------------

    def militia(self, table: Table, me: Player) -> i64:
        """Keep the three best cards of the hand: of the worst ones, the lowest code goes first."""
        best: i64 = _LAST
        for place in range(len(me.hand)):
            card = me.hand[place]
            if card < best and self.worse_cards(me, place) < table.left:
                best = card
        return best

    def worse_cards(self, me: Player, place: i64) -> i64:
        """Return how many cards of the hand are discarded before the one at a place."""
        rank = DISCARD_RANK[me.hand[place]]
        worse: i64 = 0
        for other in range(len(me.hand)):
            other_rank = DISCARD_RANK[me.hand[other]]
            if other_rank < rank or (other_rank == rank and other < place):
                worse += 1
        return worse

    def cellar(self, table: Table, me: Player) -> i64:
        """Discard Victory cards and Curses and keep everything else: the drawn cards may be worth less."""
        best: i64 = _LAST
        for card in me.hand:
            if table.lowest <= card < best and DISCARD_RANK[card] == 0:
                best = card
        return best if best < _LAST else STOP

    def to_trash(self, table: Table, me: Player) -> list[int]:
        """Return the cards of the hand to trash with the Chapel: Curses, Estates, and Coppers beyond five coins."""
        early = stage_of(table) == 0
        coppers = 0
        useless_cards: list[int] = []
        for card in me.hand:
            if card == COPPER:
                coppers += 1
            elif card == CURSE or (card == ESTATE and early):
                useless_cards.append(card)
        if not early:
            return useless_cards[:4]
        owned = me.owned
        spare = int(owned[COPPER] + 2 * owned[SILVER] + 3 * owned[GOLD] - 5)
        coppers = min(coppers, max(0, spare), max(0, 4 - len(useless_cards)))
        return ([COPPER] * coppers + sorted(useless_cards))[:4]

    def chapel(self, table: Table, me: Player) -> i64:
        """Trash the cards of :meth:`to_trash`, in ascending order."""
        wanted = self.to_trash(table, me)[: table.left]
        return min([card for card in wanted if card >= table.lowest], default=STOP)

    def remodel_trash(self, table: Table, me: Player) -> i64:
        """Return Curses and Estates; near the end Gold, which becomes a Province; else the cheapest card."""
        hand = me.hand
        if stage_of(table) > 0 and GOLD in hand and table.supply[PROVINCE]:
            return GOLD
        if CURSE in hand:
            return CURSE
        if ESTATE in hand:
            return ESTATE
        best = hand[0]
        for card in hand:
            if COSTS[card] < COSTS[best] or (COSTS[card] == COSTS[best] and card < best):
                best = card
        return best

    def mine_trash(self, table: Table, me: Player) -> i64:
        """Return Silver (for Gold), else the cheapest Treasure."""
        if SILVER in me.hand and table.supply[GOLD]:
            return SILVER
        return lowest_held(me.hand, ARE_TREASURES, 0)

    def mine_gain(self, table: Table, me: Player) -> i64:
        """Return the most expensive Treasure."""
        return GOLD if table.offers(GOLD) else SILVER if table.offers(SILVER) else COPPER

    # --- attacks ---------------------------------------------------------------------------------------------------

    def spy(self, table: Table, me: Player) -> i64:
        """Leave bad cards on the other players' decks and discard them from the own deck."""
        shown = table.shown
        bad = ARE_VICTORIES[shown] > 0 or shown in (CURSE, COPPER)
        return YES if bad == (table.subject == me.seat) else NO

    def thief_trash(self, table: Table, me: Player) -> i64:
        """Return the most expensive Treasure that is revealed."""
        best: i64 = STOP
        for card in table.seats[table.subject].aside:
            if card > best and ARE_TREASURES[card]:
                best = card
        return best

    def thief_gain(self, table: Table, me: Player) -> i64:
        """Return everything but Copper."""
        best: i64 = _LAST
        for card in table.stolen:
            if COPPER < card < best and card >= table.lowest:
                best = card
        return best if best < _LAST else STOP
