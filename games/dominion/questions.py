"""Every question of Dominion, each with the rule of its legal answers.

An answer is checked; the options are only listed for who asks for them (people, records, pages, bots that choose among
options), and from the same rule.
"""

from __future__ import annotations

from typing import Final

from ..mypyc_shim import i64, mypyc_attr, vec
from .state import (
    ANY_CARD,
    ARE_ACTIONS,
    ARE_TREASURES,
    ARE_VICTORIES,
    NO,
    QUESTIONS,
    STOP,
    YES,
    Player,
    Question,
    Table,
)


class YesNo(Question):
    """Answered with NO or YES."""

    def allows(self, table: Table, player: Player, answer: i64) -> bool:
        return answer in (NO, YES)

    def candidates(self, table: Table, player: Player) -> list[int]:
        return [NO, YES]


@mypyc_attr(allow_interpreted_subclasses=True)
class OfPile(Question):
    """A pile to gain from, up to the table's limit of cost.

    Arguments:
        which: the cards allowed, a column. may_stop: whether the player may gain none.
    """

    def __init__(self, kind: str, which: vec[i64] = ANY_CARD, *, may_stop: bool = False) -> None:
        super().__init__(kind)
        self.which: vec[i64] = which
        self.may_stop: bool = may_stop

    def allows(self, table: Table, player: Player, answer: i64) -> bool:
        if answer == STOP:
            return self.may_stop
        return table.offers(answer) and self.which[answer] > 0

    def options(self, table: Table, player: Player) -> tuple[int, ...]:
        cards = [card for card in table.gainable() if self.which[card]]
        return (STOP, *cards) if self.may_stop else tuple(cards)

    def is_possible(self, table: Table) -> bool:
        """Return whether any card can be gained."""
        card: i64 = 0
        while card < len(table.supply):
            if self.which[card] and table.offers(card):
                return True
            card += 1
        return False


@mypyc_attr(allow_interpreted_subclasses=True)
class OfHand(Question):
    """A card of the hand.

    Arguments:
        which: the cards allowed, a column. may_stop: whether the player may choose none, or no more.
    """

    def __init__(self, kind: str, which: vec[i64] = ANY_CARD, *, may_stop: bool = False) -> None:
        super().__init__(kind)
        self.which: vec[i64] = which
        self.may_stop: bool = may_stop

    def allows(self, table: Table, player: Player, answer: i64) -> bool:
        if answer == STOP:
            return self.may_stop
        return answer in player.hand and self.which[answer] > 0

    def candidates(self, table: Table, player: Player) -> list[int]:
        return [STOP, *sorted(set(player.hand))]


@mypyc_attr(allow_interpreted_subclasses=True)
class InOrder(OfHand):
    """One of several cards of the hand, which are chosen one by one in ascending order of their codes.

    So every selection can be made in exactly one way, and a hand of twelve different cards leads to no question with
    four thousand answers.
    """

    def allows(self, table: Table, player: Player, answer: i64) -> bool:
        return (answer >= table.lowest or answer == STOP) and super().allows(table, player, answer)


class Exactly(InOrder):
    """One of a number of cards that must be picked: after it, enough others are left in order."""

    def allows(self, table: Table, player: Player, answer: i64) -> bool:
        reachable: i64 = 0
        for card in player.hand:
            if card >= answer:
                reachable += 1
        return reachable >= table.left and super().allows(table, player, answer)


class OfRevealed(Question):
    """A Treasure among the cards that the subject of the question has revealed."""

    def allows(self, table: Table, player: Player, answer: i64) -> bool:
        return answer in table.seats[table.subject].aside and ARE_TREASURES[answer] > 0

    def candidates(self, table: Table, player: Player) -> list[int]:
        return sorted(set(table.seats[table.subject].aside))


class OfStolen(Question):
    """One of the Treasures just trashed, in ascending order, or no more."""

    def allows(self, table: Table, player: Player, answer: i64) -> bool:
        return answer == STOP or (answer >= table.lowest and answer in table.stolen)

    def candidates(self, table: Table, player: Player) -> list[int]:
        return [STOP, *sorted(set(table.stolen))]


PLAY: Final = OfHand("play", ARE_ACTIONS, may_stop=True)
LAY: Final = InOrder("lay", ARE_TREASURES, may_stop=True)
BUY: Final = OfPile("buy", may_stop=True)
THRONE_ROOM: Final = OfHand("throne_room", ARE_ACTIONS)
CELLAR: Final = InOrder("cellar", may_stop=True)
CHAPEL: Final = InOrder("chapel", may_stop=True)
REMODEL_TRASH: Final = OfHand("remodel_trash")
REMODEL_GAIN: Final = OfPile("remodel_gain")
MINE_TRASH: Final = OfHand("mine_trash", ARE_TREASURES)
MINE_GAIN: Final = OfPile("mine_gain", ARE_TREASURES)
FEAST: Final = OfPile("feast")
WORKSHOP: Final = OfPile("workshop")
BUREAUCRAT: Final = OfHand("bureaucrat", ARE_VICTORIES)
MILITIA: Final = Exactly("militia")
THIEF_TRASH: Final = OfRevealed("thief_trash")
THIEF_GAIN: Final = OfStolen("thief_gain")
MOAT: Final = YesNo("moat")
CHANCELLOR: Final = YesNo("chancellor")
LIBRARY: Final = YesNo("library")
SPY: Final = YesNo("spy")

#: The questions answered yes or no: reveal the Moat; put the deck into the discard pile; set the drawn Action aside;
#: discard the revealed card.
YES_NO: Final = frozenset([kind for kind, question in QUESTIONS.items() if isinstance(question, YesNo)])
