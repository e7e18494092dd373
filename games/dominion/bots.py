"""Bots for Dominion: small policies. docs/bots.md has their measured strength against Big Money."""

from __future__ import annotations

from typing import Final

from ..chance import random_bot
from ..decision import admit
from ..game import BotMaker, Choose, UnknownName
from ..mypyc_shim import i64, mypyc_attr, vec
from .cards import (
    CHAPEL,
    COPPER,
    COUNCIL_ROOM,
    DUCHY,
    ESTATE,
    FESTIVAL,
    GARDENS,
    GOLD,
    KINGDOM,
    LABORATORY,
    MARKET,
    MILITIA,
    NAMES,
    PROVINCE,
    SILVER,
    SMITHY,
    THIEF,
    VILLAGE,
    WITCH,
    WOODCUTTER,
    WORKSHOP,
    UnknownCard,
    by_name,
)
from .menus import LibraryBot, MenuBot, MoneyUltimate
from .policy import NON_TERMINAL, STAGES, Policy, stage_of
from .search_bot import SearchBot
from .state import ARE_ACTIONS, COSTS, STOP, Player, Table

#: Big Money's buying preferences: per stage of the game and coins, best first.
_MONEY: Final[tuple[tuple[tuple[int, ...], ...], ...]] = (
    ((), (), (), (SILVER,), (SILVER,), (SILVER,), (GOLD, SILVER), (GOLD, SILVER), (PROVINCE, GOLD)),
    ((), (), (), (SILVER,), (SILVER,), (DUCHY, SILVER), (GOLD, DUCHY), (GOLD, DUCHY), (PROVINCE, DUCHY)),
    ((), (), (ESTATE,), (ESTATE,), (ESTATE,), (DUCHY, ESTATE), (DUCHY,), (DUCHY,), (PROVINCE, DUCHY)),
)
#: Coins from which on the preferences stay the same: the cost of a Province.
_MOST: Final = 8
#: The preferences as vectors, by stage * (_MOST + 1) + coins.
_WISHES: Final[list[vec[i64]]] = [vec[i64](list(wishes)) for stage in _MONEY for wishes in stage]


@mypyc_attr(allow_interpreted_subclasses=True)
class BigMoney(Policy):
    """Silver, Gold, Province; Duchies from five Provinces left, Estates from two. Never buys an Action."""

    def buy(self, table: Table, me: Player) -> i64:
        """Return the most preferred card for the available coins that is still in the supply."""
        coins = table.coins if table.coins < _MOST else _MOST
        for card in _WISHES[STAGES[table.supply[PROVINCE]] * (_MOST + 1) + coins]:
            if table.offers(card):
                return card
        return STOP


@mypyc_attr(allow_interpreted_subclasses=True)
class BigMoneyPlus(BigMoney):
    """Big Money with some copies of one kingdom card.

    Arguments:
        card: bought up to ``most_of`` copies whenever the coins reach its cost, unless they reach the cost of a
            Province or, for a card cheaper than Gold, of a Gold.
    """

    def __init__(self, card: int) -> None:
        self.card: i64 = card

    def most_of(self, table: Table, me: Player) -> i64:
        """Return the target number of copies: one per ten cards, at least one; many of a card that costs no action."""
        if self.card == LABORATORY or self.card == FESTIVAL or self.card == MARKET:
            return 10
        return max(1, me.size() // 10) if ARE_ACTIONS[self.card] else 12

    def buy(self, table: Table, me: Player) -> i64:
        """Return the card while it is below its target number, else what Big Money buys."""
        card = self.card
        coins = table.coins
        early = (stage_of(table) == 0) == (ARE_ACTIONS[card] > 0)
        reserved = coins >= COSTS[PROVINCE] or (coins >= COSTS[GOLD] and COSTS[card] < COSTS[GOLD])
        if early and not reserved and table.offers(card) and me.owned[card] < self.most_of(table, me):
            return card
        return super().buy(table, me)


@mypyc_attr(allow_interpreted_subclasses=True)
class EngineBuilder(BigMoney):
    """Villages and drawing cards, as far as the kingdom offers them, then Provinces; Big Money's rules near the end."""

    #: Cards to collect, best first, and the maximum number of each.
    WISHES: Final = (
        (WITCH, 2),
        (LABORATORY, 8),
        (MARKET, 3),
        (COUNCIL_ROOM, 1),
        (MILITIA, 1),
        (SMITHY, 2),
        (FESTIVAL, 2),
    )

    def buy(self, table: Table, me: Player) -> i64:
        """Return a Chapel first; then drawing cards, a Village per terminal beyond the first; Treasures in between."""
        owned = me.owned
        if stage_of(table) > 0 or table.coins >= COSTS[GOLD]:
            return super().buy(table, me)
        if owned[CHAPEL] == 0 and table.offers(CHAPEL):
            return CHAPEL
        if me.turns <= 2:
            return super().buy(table, me)
        terminals = owned[WITCH] + owned[COUNCIL_ROOM] + owned[SMITHY] + owned[MILITIA]
        spare_terminals = 1 + owned[VILLAGE] + owned[FESTIVAL] - terminals
        for card, most in self.WISHES:
            if owned[card] < most and (card in NON_TERMINAL or spare_terminals > 0) and table.offers(card):
                return card
        if spare_terminals < 1 and table.offers(VILLAGE):
            return VILLAGE
        return super().buy(table, me)


@mypyc_attr(allow_interpreted_subclasses=True)
class GardensRush(BigMoney):
    """Maximises the deck: Gardens, Workshops to gain them, extra buys, even Coppers. Without Gardens, Big Money."""

    def buy(self, table: Table, me: Player) -> i64:
        """Return Gardens, then the cards that gain or buy, then Estates and Coppers."""
        if GARDENS not in table.piles:
            return super().buy(table, me)
        owned = me.owned
        left = table.supply[GARDENS]
        if table.offers(PROVINCE):
            return PROVINCE
        wishes: tuple[int, ...] = (
            (GARDENS, DUCHY, ESTATE, WORKSHOP, COPPER) if left < 4 else (GARDENS, SILVER, ESTATE, COPPER)
        )
        if owned[WORKSHOP] < 4 and left:
            wishes = (WORKSHOP, *wishes)
        elif owned[WOODCUTTER] < 2 and left > 4:
            wishes = (GARDENS, WOODCUTTER, *wishes)
        for card in wishes:
            if table.offers(card):
                return card
        return STOP


@mypyc_attr(allow_interpreted_subclasses=True)
class Attacker(BigMoney):
    """Big Money with the attacks of the kingdom: two Witches, a Militia, a Thief against three or more others."""

    WISHES: Final = ((WITCH, 2), (MILITIA, 2), (THIEF, 1))

    def buy(self, table: Table, me: Player) -> i64:
        """Return an attack while it is below its maximum number, else what Big Money buys."""
        owned = me.owned
        if stage_of(table) == 0 and table.coins < COSTS[GOLD]:
            for card, most in self.WISHES:
                if card == THIEF and table.players < 4:
                    continue
                if owned[card] < most and owned[WITCH] + owned[MILITIA] < 3 and table.offers(card):
                    return card
        return super().buy(table, me)


def _always(policy: Choose) -> BotMaker:
    """Return the maker of a stateless, deterministic bot: the same object for every seat and game."""

    def make(seed: str) -> Choose:
        return policy

    return make


for _kind in (BigMoney, BigMoneyPlus, EngineBuilder, GardensRush, Attacker, MenuBot, MoneyUltimate):
    admit(_kind)
admit(LibraryBot)
admit(SearchBot)

BOTS: Final[dict[str, BotMaker]] = {
    "random": random_bot,
    "big-money": _always(BigMoney()),
    "engine-builder": _always(EngineBuilder()),
    "gardens": _always(GardensRush()),
    "attack": _always(Attacker()),
    "big-money-ultimate": _always(MoneyUltimate()),
    "menus": _always(LibraryBot()),
    "strong": SearchBot,
}
_PLUS: Final = "big-money+"


def bot(name: str) -> BotMaker:
    """Return the maker of the bot called ``name``: one of BOTS, or ``"big-money+smithy"`` with any kingdom card.

    Raises:
        UnknownName: no such bot; carries the nearest name.
    """
    maker = BOTS.get(name)
    if maker is not None:
        return maker
    known = (*BOTS, *(f"{_PLUS}{card}" for card in KINGDOM))
    if name.startswith(_PLUS):
        try:
            card = by_name(name.removeprefix(_PLUS))
        except UnknownCard:
            raise UnknownName("bot", name, known) from None
        if NAMES[card] in KINGDOM:
            return _always(BigMoneyPlus(card))
    raise UnknownName("bot", name, known)
