"""The strong bot: the stored menu of the kingdom, and a search where a purchase may be better than the menu's.

At every purchase the menu's card and others are tried on the same deals of what the bot does not know: the rest of the
game is played by the menus in every seat, many times, and another card is bought where it wins clearly more often. The
bot plays from its view of the table: the live cards are never in the search.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from ..chance import CarryChance, seed_key
from ..mypyc_shim import i64, mypyc_attr
from . import hidden, questions
from .cards import COPPER, CURSE, DUCHY, ESTATE, GOLD, PROVINCE, SILVER, points_of
from .menus import LibraryBot
from .policy import Policy
from .state import COSTS, STOP, Player, Question, Table
from .turn import play_on

#: Deals on which every card is tried; after the first of them only the best ones go on.
DEALS: Final = 60
FIRST_DEALS: Final = 15
#: Cards that go on after the first deals, besides the menu's.
_GO_ON: Final = 2
#: Worth of a point ahead, in victories, and the number that counts: it separates equal results.
_POINT: Final = 0.01
_MOST_POINTS: Final = 15
#: Standard errors by which another card must be ahead of the menu's.
_CLEARLY: Final = 1.6
#: Turns of the whole table after which a continued game is counted as it stands.
_LONGEST: Final = 60
#: Base cards that are always tried.
_BASE: Final = (PROVINCE, GOLD, DUCHY, SILVER, ESTATE)


class Tried:
    """A card, and the value of every continued game in which it was bought."""

    def __init__(self, card: i64) -> None:
        self.card: i64 = card
        self.values: list[float] = []

    def mean(self) -> float:
        """Return the mean value."""
        return sum(self.values) / len(self.values)

    def is_clearly_better(self, plan: Tried) -> bool:
        """Return whether the card is ahead of the plan's on the same deals, by more than chance explains."""
        ahead = [mine - theirs for mine, theirs in zip(self.values, plan.values, strict=True)]
        mean = sum(ahead) / len(ahead)
        variance = sum([(each - mean) * (each - mean) for each in ahead]) / max(1, len(ahead) - 1)
        return mean > _CLEARLY * sqrt(variance / len(ahead)) and mean > 0


class FirstBuying(Policy):
    """Buys a given card first, and then answers as another policy."""

    def __init__(self, card: i64, then: LibraryBot) -> None:
        self.card: i64 = card
        self.then: LibraryBot = then
        self.has_bought: bool = False

    def answer(self, question: Question, table: Table, me: Player) -> i64:
        return self.buy(table, me) if question is questions.BUY else self.then.answer(question, table, me)

    def play(self, table: Table, me: Player) -> i64:
        return self.then.play(table, me)

    def buy(self, table: Table, me: Player) -> i64:
        if self.has_bought:
            return self.then.buy(table, me)
        self.has_bought = True
        return self.card


@mypyc_attr(allow_interpreted_subclasses=True)
class SearchBot(LibraryBot):
    """Buys by search, and does everything else as the menus do.

    Arguments:
        seed: of its deals: the same table and seed give the same answer. deals: how many for each card.
    """

    def __init__(self, seed: str, deals: int = DEALS) -> None:
        self.key: i64 = seed_key(seed)
        self.deals: i64 = deals
        self.plan: LibraryBot = LibraryBot()

    def buy(self, table: Table, me: Player) -> i64:
        """Return the card that wins most of the continued games, the menu's unless another is clearly better."""
        planned = self.plan.buy(table, me)
        tried = [Tried(planned)] + [Tried(card) for card in candidates(table, planned)]
        if len(tried) == 1:
            return planned
        view = table.seen_by(me.seat)
        first: i64 = min(FIRST_DEALS, self.deals)
        self.try_all(view, me.seat, tried, 0, first)
        rest = sorted(tried[1:], key=lambda each: -each.mean())[:_GO_ON]
        tried = [tried[0], *rest]
        self.try_all(view, me.seat, tried, first, self.deals)
        best = tried[0]
        for each in rest:
            if each.is_clearly_better(tried[0]) and each.mean() > best.mean():
                best = each
        return best.card

    def gain(self, table: Table, me: Player) -> i64:
        """Return the menu's card: a search plays on from a purchase, and a card gained for free is none."""
        return self.plan.gain(table, me)

    def feast(self, table: Table, me: Player) -> i64:
        """As :meth:`gain`."""
        return self.plan.feast(table, me)

    def try_all(self, view: Table, seat: i64, tried: list[Tried], first: i64, last: i64) -> None:
        """Buy every card on each of some deals of the view and play the games to their ends."""
        policies: list[Policy] = [self.plan] * view.players
        number: i64 = 0
        for player in view.seats:
            number += player.turns * 1000
        number = (number + view.coins * 10 + view.buys) * 1000
        deal = first
        while deal < last:
            dealt = hidden.dealt(view, seat, CarryChance(self.key, number + deal), policies)
            for each in tried:
                chance = CarryChance(self.key ^ 1, number + deal)
                each.values.append(self.value(dealt.copied(policies, chance), seat, each.card))
            deal += 1

    def value(self, table: Table, seat: i64, card: i64) -> float:
        """Return what the game is worth to a seat that buys a card now."""
        me = table.seats[seat]
        me.policy = FirstBuying(card, self.plan)
        play_on(table, _LONGEST)
        return worth(table, seat)


def worth(table: Table, seat: i64) -> float:
    """Return the victory of a seat, shared or whole, and a little for every point ahead of the best other seat."""
    me = table.seats[seat]
    mine = points_of(me.owned)
    best: i64 = -1000
    ahead = 1.0
    for other in table.seats:
        if other.seat == seat:
            continue
        theirs = points_of(other.owned)
        best = max(best, theirs)
        if theirs > mine or (theirs == mine and other.turns < me.turns):
            ahead = 0.0
        elif theirs == mine and other.turns == me.turns:
            ahead = min(ahead, 0.5)
    lead = max(-_MOST_POINTS, min(_MOST_POINTS, mine - best))
    return ahead + _POINT * float(lead)


def candidates(table: Table, planned: i64) -> list[int]:
    """Return the cards worth trying besides the planned one.

    No Curse, no Copper, and no kingdom card that costs at most half of what there is.
    """
    on_offer = [card for card in (*_BASE, *table.piles) if card not in (COPPER, CURSE) and table.offers(card)]
    worthy = [card for card in on_offer if card in _BASE or 2 * COSTS[card] > table.coins]
    return [card for card in dict.fromkeys([*worthy, STOP]) if card != planned]
