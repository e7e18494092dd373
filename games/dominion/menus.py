"""Menus: lists of purchases chosen for the kingdom, and an eye on the end of the game.

A menu is data (``menus.json``): the cards to collect in order of preference, how many of each, and the Provinces left
from which points come first. ``python -m bench.menus`` evolves menus; docs/bots.md tells how and how strong they are.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from ..mypyc_shim import i64, mypyc_attr, vec
from .cards import (
    COPPER,
    DUCHY,
    ESTATE,
    GOLD,
    PROVINCE,
    SILVER,
    SMITHY,
    by_name,
    points_of,
)
from .policy import Policy
from .state import COSTS, STOP, Player, Table

#: A number of copies without limit.
ANY_NUMBER: Final = 99
#: Coins that a Province takes.
_PROVINCE_COINS: Final = COSTS[PROVINCE]


class Menu:
    """A list of cards to buy, as data.

    Arguments:
        lines: cards in order of preference, each with the most copies to own and with the cards of the deck for each
            copy (0: any number).
        money: coins in the deck from which on Provinces are bought.
        duchy_first: Provinces left up to which a Duchy comes before every line. duchy_then: the same, before the lines
            of cards that cost as much as a Duchy or less.
        estate_first: Provinces left up to which an Estate comes before every line.
    """

    def __init__(
        self, lines: Sequence[tuple[int, int, int]], money: int, duchy_first: int, duchy_then: int, estate_first: int
    ) -> None:
        self.cards: vec[i64] = vec[i64]([line[0] for line in lines])
        self.most: vec[i64] = vec[i64]([line[1] for line in lines])
        self.every: vec[i64] = vec[i64]([line[2] for line in lines])
        self.money: i64 = money
        self.duchy_first: i64 = duchy_first
        self.duchy_then: i64 = duchy_then
        self.estate_first: i64 = estate_first

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Menu:
        """Return the menu that a row of ``menus.json`` describes."""
        lines = [(by_name(name), most, every) for name, most, every in data["lines"]]
        return cls(lines, data["money"], data["duchy_first"], data["duchy_then"], data["estate_first"])


@mypyc_attr(allow_interpreted_subclasses=True)
class MenuBuyer(Policy):
    """Buys from a menu, ends the game when that wins it, and does not end it when that loses it."""

    def menu_of(self, table: Table) -> Menu:
        """Return the menu for a table."""
        raise NotImplementedError

    def buy(self, table: Table, me: Player) -> i64:
        """Return what wins the game at once, else the first card of the menu that is wanted and on offer."""
        ending = self.ending(table, me)
        if ending != STOP:
            return ending
        menu = self.menu_of(table)
        left = table.supply[PROVINCE]
        is_rich = left <= menu.duchy_first or money_of(me) >= menu.money
        if is_rich and self.can_buy(PROVINCE, table, me):
            return PROVINCE
        if left <= menu.duchy_first and self.can_buy(DUCHY, table, me):
            return DUCHY
        if left <= menu.estate_first and self.can_buy(ESTATE, table, me):
            return ESTATE
        cards = menu.cards
        line: i64 = 0
        while line < len(cards):
            card = cards[line]
            if left <= menu.duchy_then and COSTS[card] <= COSTS[DUCHY] and self.can_buy(DUCHY, table, me):
                return DUCHY
            mine, every = me.owned[card], menu.every[line]
            is_wanted = mine < menu.most[line] and (every == 0 or mine * every < me.size())
            if is_wanted and self.can_buy(card, table, me):
                return card
            line += 1
        return STOP

    # --- the end of the game ---------------------------------------------------------------------------------------

    def ending(self, table: Table, me: Player) -> i64:
        """Return the first of the purchases that end the game now with a victory; STOP if there are none.

        The purchases considered are the last Province, and the piles that are cheapest to empty.
        """
        provinces = table.supply[PROVINCE]
        in_reach = 0 < provinces <= table.buys and provinces * _PROVINCE_COINS <= table.coins
        if in_reach and self.wins_with(PROVINCE, provinces, table, me):
            return PROVINCE
        missing = 3 - table.empty
        best: i64 = STOP
        if missing > table.buys:
            return STOP
        buys: i64 = 0
        coins: i64 = 0
        owned = me.owned[:]
        passed: i64 = 0
        taken: list[int] = []
        while passed < missing:
            best = self.least_pile(table, taken)
            if best == STOP:
                return STOP
            taken.append(best)
            buys += table.supply[best]
            coins += table.supply[best] * COSTS[best]
            owned[best] += table.supply[best]
            passed += 1
        if buys > table.buys or coins > table.coins:
            return STOP
        return best if lead(table, me, points_of(owned)) else STOP

    def least_pile(self, table: Table, taken: list[int]) -> i64:
        """Return the pile, none of those taken, that is cheapest to empty; STOP if there is none left."""
        best: i64 = STOP
        least: i64 = 0
        for card in table.piles:
            cards = table.supply[card]
            cost = cards * (COSTS[card] + 1)
            if cards > 0 and card not in taken and (best == STOP or cost < least):
                best = card
                least = cost
        return best

    def wins_with(self, card: i64, copies: i64, table: Table, me: Player) -> bool:
        """Return whether the player is ahead with some more copies of a card."""
        owned = me.owned[:]
        owned[card] += copies
        return lead(table, me, points_of(owned))

    def can_buy(self, card: i64, table: Table, me: Player) -> bool:
        """Return whether a card is on offer and does not end the game with a defeat."""
        if not table.offers(card):
            return False
        if table.supply[card] > 1 or (card != PROVINCE and table.empty < 2):
            return True
        return self.wins_with(card, 1, table, me)


def money_of(player: Player) -> i64:
    """Return the coins of all Treasures of a player."""
    owned = player.owned
    return owned[COPPER] + 2 * owned[SILVER] + 3 * owned[GOLD]


def lead(table: Table, me: Player, points: i64) -> bool:
    """Return whether a number of points is more than every other player has, or as many in fewer turns."""
    for other in table.seats:
        if other.seat != me.seat:
            theirs = points_of(other.owned)
            if theirs > points or (theirs == points and other.turns <= me.turns):
                return False
    return True


@lru_cache(maxsize=1)
def library() -> tuple[tuple[frozenset[str], Menu], ...]:
    """Return every stored menu with the kingdom cards that it needs, the strongest first."""
    rows = json.loads((Path(__file__).parent / "menus.json").read_text(encoding="utf-8"))["menus"]
    return tuple((frozenset(row["needs"]), Menu.from_data(row)) for row in rows)


@lru_cache(maxsize=1024)
def menu_for(kingdom: tuple[str, ...]) -> Menu:
    """Return the strongest stored menu whose cards a kingdom has."""
    return next(menu for needs, menu in library() if needs <= set(kingdom))


@mypyc_attr(allow_interpreted_subclasses=True)
class MenuBot(MenuBuyer):
    """Plays one menu in every kingdom; the cards on it that a kingdom does not have are left out."""

    def __init__(self, menu: Menu) -> None:
        self.menu: Menu = menu

    def menu_of(self, table: Table) -> Menu:
        """Return the menu."""
        return self.menu


@mypyc_attr(allow_interpreted_subclasses=True)
class LibraryBot(MenuBuyer):
    """Plays the strongest stored menu whose cards the kingdom has."""

    def menu_of(self, table: Table) -> Menu:
        """Return the menu for the table's kingdom."""
        return menu_for(table.setup.kingdom)


@mypyc_attr(allow_interpreted_subclasses=True)
class MoneyUltimate(Policy):
    """BigMoneyUltimate of pyminion 0.4.0, ported as a yardstick: a Smithy for every eleven Treasures."""

    def buy(self, table: Table, me: Player) -> i64:
        """Return the first purchase of pyminion's list that is on offer."""
        owned, left = me.owned, table.supply[PROVINCE]
        treasures = owned[COPPER] + owned[SILVER] + owned[GOLD]
        if money_of(me) > 15 and table.offers(PROVINCE):
            return PROVINCE
        if left < 5 and table.offers(DUCHY):
            return DUCHY
        if left < 3 and table.offers(ESTATE):
            return ESTATE
        if table.offers(GOLD):
            return GOLD
        if left < 7 and table.offers(DUCHY):
            return DUCHY
        if owned[SMITHY] * 11 < treasures and table.offers(SMITHY):
            return SMITHY
        return SILVER if table.offers(SILVER) else STOP
