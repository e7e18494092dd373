"""Bots for Dominion: small policies. docs/bots.md has their measured strength against Big Money."""

from __future__ import annotations

from typing import Final

from ..chance import random_bot
from ..compiling import mypyc_attr
from ..game import BotMaker, Choose, UnknownName
from .cards import (
    CHAPEL,
    COPPER,
    COST,
    COUNCIL_ROOM,
    DUCHY,
    ESTATE,
    FESTIVAL,
    GARDENS,
    GOLD,
    IS_ACTION,
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
from .policy import NON_TERMINAL, STAGES, Policy, deck_size, stage_of
from .state import STOP, Table

#: Big Money's buying preferences: per stage of the game and coins, best first.
_MONEY: Final[tuple[tuple[tuple[int, ...], ...], ...]] = (
    ((), (), (), (SILVER,), (SILVER,), (SILVER,), (GOLD, SILVER), (GOLD, SILVER), (PROVINCE, GOLD)),
    ((), (), (), (SILVER,), (SILVER,), (DUCHY, SILVER), (GOLD, DUCHY), (GOLD, DUCHY), (PROVINCE, DUCHY)),
    ((), (), (ESTATE,), (ESTATE,), (ESTATE,), (DUCHY, ESTATE), (DUCHY,), (DUCHY,), (PROVINCE, DUCHY)),
)


@mypyc_attr(allow_interpreted_subclasses=True)
class BigMoney(Policy):
    """Silver, Gold, Province; Duchies from five Provinces left, Estates from two. Never buys an Action."""

    def buy(self, table: Table, me: int, options: tuple[int, ...]) -> int:
        """Return the most preferred card for the available coins that is still in the supply."""
        coins = table.coins
        stage = STAGES[table.supply[PROVINCE]]
        for card in _MONEY[stage][coins if coins < COST[PROVINCE] else COST[PROVINCE]]:
            if card in options:
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
        super().__init__()
        self.card: int = card

    def most_of(self, table: Table, me: int) -> int:
        """Return the target number of copies: one per ten cards, at least one; many of a card that costs no action."""
        if self.card in (LABORATORY, FESTIVAL, MARKET):
            return 10
        return max(1, deck_size(table, me) // 10) if IS_ACTION[self.card] else 12

    def buy(self, table: Table, me: int, options: tuple[int, ...]) -> int:
        """Return the card while it is below its target number, else what Big Money buys."""
        card, coins = self.card, table.coins
        early = (stage_of(table) == 0) == IS_ACTION[card]
        reserved = coins >= COST[PROVINCE] or (coins >= COST[GOLD] and COST[card] < COST[GOLD])
        if card in options and early and not reserved and table.owned[me][card] < self.most_of(table, me):
            return card
        return super().buy(table, me, options)


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

    def buy(self, table: Table, me: int, options: tuple[int, ...]) -> int:
        """Return a Chapel first; then drawing cards, a Village per terminal beyond the first; Treasures in between."""
        owned, coins = table.owned[me], table.coins
        if stage_of(table) > 0 or coins >= COST[GOLD]:
            return super().buy(table, me, options)
        if CHAPEL in options and not owned[CHAPEL]:
            return CHAPEL
        if table.turns[me] <= 2:
            return super().buy(table, me, options)
        terminals = owned[WITCH] + owned[COUNCIL_ROOM] + owned[SMITHY] + owned[MILITIA]
        spare_terminals = 1 + owned[VILLAGE] + owned[FESTIVAL] - terminals
        for card, most in self.WISHES:
            if card in options and owned[card] < most and (card in NON_TERMINAL or spare_terminals > 0):
                return card
        if VILLAGE in options and spare_terminals < 1:
            return VILLAGE
        return super().buy(table, me, options)


@mypyc_attr(allow_interpreted_subclasses=True)
class GardensRush(BigMoney):
    """Maximises the deck: Gardens, Workshops to gain them, extra buys, even Coppers. Without Gardens, Big Money."""

    def buy(self, table: Table, me: int, options: tuple[int, ...]) -> int:
        """Return Gardens, then the cards that gain or buy, then Estates and Coppers."""
        if GARDENS not in table.piles:
            return super().buy(table, me, options)
        owned, left = table.owned[me], table.supply[GARDENS]
        if PROVINCE in options:
            return PROVINCE
        wishes: tuple[int, ...] = (
            (GARDENS, DUCHY, ESTATE, WORKSHOP, COPPER) if left < 4 else (GARDENS, SILVER, ESTATE, COPPER)
        )
        if owned[WORKSHOP] < 4 and left:
            wishes = (WORKSHOP, *wishes)
        elif owned[WOODCUTTER] < 2 and left > 4:
            wishes = (GARDENS, WOODCUTTER, *wishes)
        for card in wishes:
            if card in options:
                return card
        return STOP


@mypyc_attr(allow_interpreted_subclasses=True)
class Attacker(BigMoney):
    """Big Money with the attacks of the kingdom: two Witches, a Militia, a Thief against three or more others."""

    WISHES: Final = ((WITCH, 2), (MILITIA, 2), (THIEF, 1))

    def buy(self, table: Table, me: int, options: tuple[int, ...]) -> int:
        """Return an attack while it is below its maximum number, else what Big Money buys."""
        owned = table.owned[me]
        if stage_of(table) == 0 and table.coins < COST[GOLD]:
            for card, most in self.WISHES:
                if card == THIEF and table.players < 4:
                    continue
                if card in options and owned[card] < most and (owned[WITCH] + owned[MILITIA] < 3):
                    return card
        return super().buy(table, me, options)


def _always(policy: Choose) -> BotMaker:
    """Return the maker of a stateless, deterministic bot: the same object for every seat and game."""

    def make(seed: str) -> Choose:
        return policy

    return make


BOTS: Final[dict[str, BotMaker]] = {
    "random": random_bot,
    "big-money": _always(BigMoney()),
    "engine-builder": _always(EngineBuilder()),
    "gardens": _always(GardensRush()),
    "attack": _always(Attacker()),
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
