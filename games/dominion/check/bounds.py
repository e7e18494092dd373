"""Bounds that follow from a score sheet: the number of copies of a card that each player may own or have gained.

The checks compare numbers with the bounds of this module; every bound holds in each legal game that could have
produced the sheet. The lemmas L1-L9 are those of docs/validator.md; each bound is documented with its proof.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from .. import cards as c
from ..sets.rows import Gains, Trashes
from .reading import BREAKDOWN_CARDS, Counts, Report, Seat


def _kingdom_cards(matches: Callable[[int], bool]) -> tuple[int, ...]:
    return tuple(code for code in c.KINGDOM_CODES if matches(code))


#: Cards by what a play of them can do, as their rows say it.
BUY: Final = _kingdom_cards(lambda code: c.GIVES_BUYS[code] > 0)
#: The cards that can trash any card.
ANY: Final = _kingdom_cards(lambda code: c.TRASHES[code] == Trashes.ANY)
#: Their own player's Treasures, and the Coppers alone.
OWN_TREASURE: Final = _kingdom_cards(lambda code: c.TRASHES[code] == Trashes.TREASURE)
OWN_COPPER: Final = _kingdom_cards(lambda code: c.TRASHES[code] == Trashes.COPPER)
OTHERS_TREASURE: Final = _kingdom_cards(lambda code: c.TRASHES[code] == Trashes.OTHERS_TREASURE)
ITSELF: Final = _kingdom_cards(lambda code: c.TRASHES[code] == Trashes.ITSELF)
#: Cards that give a card for one of the hand: any card, a Treasure.
REMODELLERS: Final = _kingdom_cards(lambda code: c.TRASHES[code] == Trashes.ANY and c.GAINS[code] == Gains.CARD)
MINERS: Final = _kingdom_cards(lambda code: c.TRASHES[code] == Trashes.TREASURE and c.GAINS[code] == Gains.TREASURE)
#: Cards that give a card without one of the hand, the Feast that is given for itself apart.
GIVERS: Final = _kingdom_cards(
    lambda code: not c.TRASHES[code] and c.GAINS[code] in (Gains.CARD, Gains.SILVER, Gains.TREASURE)
)
FEASTS: Final = _kingdom_cards(lambda code: c.TRASHES[code] == Trashes.ITSELF and c.GAINS[code] == Gains.CARD)
THIEVES: Final = _kingdom_cards(lambda code: c.GAINS[code] == Gains.STOLEN)
CURSERS: Final = _kingdom_cards(lambda code: c.GAINS[code] == Gains.CURSE)
#: Cards that may give a card of any kind, which can be used in the same turn, or more than one.
QUICK: Final = _kingdom_cards(lambda code: c.GAINS[code] in (Gains.CARD, Gains.STOLEN))
#: Cards that may make a deck smaller than it began.
SHRINKERS: Final = _kingdom_cards(lambda code: bool(c.TRASHES[code]) and code not in (*REMODELLERS, *MINERS))
#: Victory cards worth more than an Estate, most points first.
WORTHY: Final = tuple(sorted((code for code in c.CODES if c.POINTS[code] > 1), key=lambda code: -c.POINTS[code]))
_COUNTED: Final = tuple(c.NAMES.index(name) for name in BREAKDOWN_CARDS)
_ACTIONS: Final = tuple(code for code in c.CODES if c.IS_ACTION[code])
#: Card, gains per use, additional gains when it is played twice.
Weights = tuple[tuple[int, int, int], ...]


@dataclass(slots=True)
class Holding:
    """One player's final cards: at least ``low`` and at most ``high`` copies of each.

    ``actions`` is the number of Action cards if known, ``size`` that of all cards. ``exact`` means a deck by name,
    ``counted`` that every card but the Actions is counted individually (a deck, or a complete breakdown).
    """

    low: list[int]
    high: list[int]
    actions: int | None
    size: int | None
    exact: bool
    counted: bool


@dataclass(slots=True)
class Facts:
    """A sheet and everything that follows from it; built by :func:`conclude`."""

    report: Report
    kingdom: frozenset[int]
    init: Counts
    victory: int
    lossable: tuple[bool, ...]
    holdings: list[Holding] = field(default_factory=list)
    _most: dict[tuple[int, int], int] = field(default_factory=dict)

    @property
    def players(self) -> int:
        return self.report.players

    @property
    def any_loss(self) -> bool:
        """True if a card of any kind can be trashed."""
        return self.has(*ANY)

    @property
    def nothing_leaves(self) -> bool:
        """True if no card can leave a deck in this kingdom."""
        return not any(self.lossable)

    def has(self, *codes: int) -> bool:
        return any(code in self.kingdom for code in codes)

    @property
    def action_kinds(self) -> int:
        return sum(c.IS_ACTION[code] for code in self.kingdom) if len(self.kingdom) == 10 else 10

    @property
    def victories(self) -> list[int]:
        """The Victory cards of the game."""
        return [code for code in self.in_game() if c.IS_VICTORY[code]]

    def in_game(self) -> list[int]:
        return [*c.BASE_CODES, *sorted(self.kingdom)]

    def trashed(self, code: int) -> tuple[int, int]:
        """Return the minimum and maximum number of copies in the trash."""
        if self.report.trash is not None:
            return (self.report.trash[code],) * 2
        if not self.lossable[code]:
            return 0, 0
        in_decks = sum(holding.low[code] for holding in self.holdings)
        supply = self.report.supply[code] if self.report.supply is not None else 0
        return 0, max(0, self.init[code] - in_decks - supply)

    def left(self, code: int) -> tuple[int, int]:
        """Return the minimum and maximum number of copies in the supply at the end.

        L3: a copy is in a deck, in the trash or in the supply.
        """
        if self.report.supply is not None:
            return (self.report.supply[code],) * 2
        low = sum(holding.low[code] for holding in self.holdings)
        high = sum(holding.high[code] for holding in self.holdings)
        least, most = self.trashed(code)
        start = c.SUPPLY[self.players][code]
        return max(0, self.init[code] - high - most), min(start, max(0, self.init[code] - low - least))

    def most_held(self, seat: int, code: int) -> int:
        """Return the maximum number of copies of an Action that the player ever owned, over all turns (L9).

        An Action leaves a deck only to the trash, permanently: whatever was ever owned is in the final deck or in the
        trash, and never in another final deck or in the final supply.
        """
        if code not in self.kingdom:
            return 0
        key = (seat, code)
        if key not in self._most:
            others = sum(holding.low[code] for index, holding in enumerate(self.holdings) if index != seat)
            supply = self.report.supply[code] if self.report.supply is not None else 0
            ever_owned = self.holdings[seat].high[code] + (self.trashed(code)[1] if self.lossable[code] else 0)
            self._most[key] = max(0, min(self.init[code] - others - supply, ever_owned))
        return self._most[key]

    def uses(self, seat: int, weights: Weights) -> int:
        """Return the maximum number of gains in one turn from the player's cards of ``weights``.

        L4: a card is used once, or twice under a Throne Room, and r Throne Rooms double at most r other cards. Where
        the Actions are only counted and stay in the deck (no Chapel, no Remodel; the Feast alone leaves), cards x and
        Throne Rooms r satisfy x + r <= Actions, so no more than the largest weight for each Action, plus the Feasts.
        """
        total, single = 0, 0
        picks = self.most_held(seat, c.THRONE_ROOM)
        largest = 0
        for code, per_play, per_doubling in sorted(weights, key=lambda weight: -weight[2]):
            copies = self.most_held(seat, code)
            if not copies:
                continue
            doubled = min(picks, copies)
            picks -= doubled
            total += copies * per_play + doubled * per_doubling
            if code in FEASTS:
                single += copies * per_play
                largest = max(largest, per_doubling)
            else:
                largest = max(largest, per_play, per_doubling)
        holding = self.holdings[seat]
        if not holding.exact and holding.actions is not None and not self.any_loss:
            total = min(total, largest * max(0, holding.actions) + single)
        return total

    def later_turns(self, seat: int) -> int | None:
        """Return the number of turns after the first two, the only ones with Actions or 6 coins (L2).

        At an abandoned table the unfinished turn counts too.
        """
        turns = self.report.seats[seat].turns
        return None if turns is None else max(0, turns + self.report.abandoned - 2)

    def growth(self, seat: int) -> int | None:
        """Return g: the maximum growth of a deck in the reported turns, Curses not counted (L6).

        Each turn adds one buy, and from the third turn whatever extra buys, Workshops, Bureaucrats, Thieves and throned
        Feasts add. If nothing gained can be used in the same turn, this is also at most one for each card gained
        before.
        """
        later = self.later_turns(seat)
        turns = self.report.seats[seat].turns
        if later is None or turns is None:
            return None
        extra = self.uses(seat, GROWTH[self.players])
        slow = not self.has(*QUICK)
        total = min(2, turns + self.report.abandoned)
        for turn in range(later):
            if slow and total < extra:
                total += 1 + total
            else:
                return total + (later - turn) * (1 + extra)
        return total

    def curses_trashed(self) -> int:
        return self.trashed(c.CURSE)[1] if self.any_loss else 0

    def converted(self, seat: int, *, curses_only: bool = False) -> int:
        """Return the starting cards and Curses that Remodel and Mine can have converted into other cards.

        They add no card to the deck, but one to those that were gained. A converted card is in the trash permanently.
        """
        later = self.later_turns(seat) or 0
        curses = self.curses_trashed()
        remodels = later * self.uses(seat, REMODELS)
        if curses_only:
            return min(curses, remodels)
        coppers, estates = min(7, self.trashed(c.COPPER)[1]), min(3, self.trashed(c.ESTATE)[1])
        mines = later * self.uses(seat, MINES)
        return min(coppers + estates + curses, min(coppers + estates + curses, remodels) + min(coppers, mines))

    def surely_empty(self) -> list[int]:
        return [code for code in self.in_game() if self.left(code)[1] == 0] if self.known_kingdom else []

    def taken_at_most(self) -> int | None:
        """Return the most cards taken from the supply, the Curses that a Witch gives apart; None if turns are missing.

        One buy in each of the first two turns; then what extra buys and cards that gain take as well (L2, L8).
        """
        total = 0
        for index, seat in enumerate(self.report.seats):
            later = self.later_turns(index)
            if later is None or seat.turns is None:
                return None
            total += min(2, seat.turns + self.report.abandoned) + later * (1 + self.uses(index, TAKES))
        return total

    @property
    def keeps_treasures(self) -> bool:
        """True if a Treasure leaves a deck only for another one: nothing but the Mine trashes any.

        The Mine gives a Treasure while a Copper or a Silver is in the supply: at the end one is left, or the turns were
        too few to take them all.
        """
        if not self.known_kingdom or not self.has(*MINERS) or self.has(*ANY, *OWN_COPPER, *OTHERS_TREASURE):
            return False
        if self.left(c.COPPER)[0] > 0 or self.left(c.SILVER)[0] > 0:
            return True
        taken = self.taken_at_most()
        piles = c.SUPPLY[self.players]
        return taken is not None and taken < piles[c.COPPER] + piles[c.SILVER]

    @property
    def known_kingdom(self) -> bool:
        return self.report.kingdom is not None


def _weights(*entries: tuple[int, int, int]) -> Weights:
    return entries


def _once(codes: tuple[int, ...]) -> Weights:
    """Return the weights of cards that gain one card at each play."""
    return tuple((code, 1, 1) for code in codes)


def _gives_up_to(cost: int) -> tuple[int, ...]:
    """Return the cards that give, for none of the hand, a card of this cost."""
    return tuple(code for code in (*GIVERS, *FEASTS) if c.GAINS[code] == Gains.CARD and c.AMOUNT[code] >= cost)


_BUYS: Final = tuple((code, c.GIVES_BUYS[code], c.GIVES_BUYS[code]) for code in BUY)
#: Cards that make a deck grow by more than one card per turn. A Feast replaces itself; throned it gains one more.
GROWTH: Final = {
    players: _weights(
        *_BUYS,
        *_once(GIVERS),
        *((code, players - 1, players - 1) for code in THIEVES),
        *((code, 0, 1) for code in FEASTS),
    )
    for players in (2, 3, 4)
}
REMODELS: Final = _once(REMODELLERS)
MINES: Final = _once(MINERS)
WITCHES: Final = _once(CURSERS)
#: Cards that can gain a Province, besides the one buy of each turn.
PROVINCES: Final = _weights(*_BUYS, *_once(REMODELLERS), *_once(_gives_up_to(c.COST[c.PROVINCE])))
#: A card of this cost cannot be bought in the first two turns.
COSTLY_FROM: Final = 6


def gaining(players: int, cost: int) -> Weights:
    """Return the cards that can gain a card of this cost or more, besides the one buy of each turn."""
    return _weights(
        *_BUYS,
        *_once(REMODELLERS),
        *_once(_gives_up_to(cost)),
        *MINES,
        *((code, players - 1, players - 1) for code in THIEVES),
    )


#: The same of cards that cannot be bought in the first two turns.
COSTLY: Final = {players: gaining(players, COSTLY_FROM) for players in (2, 3, 4)}
#: Cards that trash cards, with their number; a Feast trashes itself once.
TRASHING: Final = {
    players: _weights(
        *((code, c.AMOUNT[code], c.AMOUNT[code]) for code in ANY if code not in REMODELLERS),
        *_once(REMODELLERS),
        *_once(OWN_TREASURE),
        *_once(OWN_COPPER),
        *((code, players - 1, players - 1) for code in OTHERS_TREASURE),
        *((code, 1, 0) for code in ITSELF),
    )
    for players in (2, 3, 4)
}
#: Cards that can take cards out of the supply, not counting Curses given to others.
TAKES: Final = _weights(*_BUYS, *_once(REMODELLERS), *_once(GIVERS), *_once(FEASTS), *MINES)


def lossable(kingdom: frozenset[int]) -> tuple[bool, ...]:
    """Return, per card, whether a copy can leave a player's deck in a game with this kingdom."""
    everything = bool(kingdom & set(ANY))
    treasures = everything or bool(kingdom & {*OWN_TREASURE, *OTHERS_TREASURE})
    can_leave = [treasures if c.IS_TREASURE[code] else everything for code in c.CODES]
    can_leave[c.COPPER] = treasures or bool(kingdom & set(OWN_COPPER))
    for code in kingdom & set(ITSELF):
        can_leave[code] = True
    return tuple(can_leave)


def conclude(report: Report) -> Facts:
    """Return the facts of a sheet. If the kingdom is unknown, every kingdom card counts as possible."""
    kingdom = frozenset(report.kingdom if report.kingdom is not None else c.KINGDOM_CODES)
    facts = Facts(report, kingdom, c.INIT[report.players], c.SUPPLY[report.players][c.PROVINCE], lossable(kingdom))
    facts.holdings = [_holding(facts, seat) for seat in report.seats]
    return facts


def _holding(facts: Facts, seat: Seat) -> Holding:
    if seat.deck is not None:
        deck = list(seat.deck)
        actions = sum(deck[code] for code in _ACTIONS)
        return Holding(deck, deck, actions, sum(deck), exact=True, counted=True)
    low, high = [0] * c.COUNT, [0] * c.COUNT
    for code in facts.in_game():
        high[code] = facts.init[code]
    if not facts.lossable[c.COPPER]:
        low[c.COPPER] = 7
    if not facts.lossable[c.ESTATE]:
        low[c.ESTATE] = 3
    counted, size = False, None
    if seat.breakdown is not None:
        counted, size = _count(facts, seat.breakdown, low, high)
    else:
        _estimate(facts, seat, low, high)
    if seat.actions is not None:
        for code in _ACTIONS:
            high[code] = min(high[code], max(0, seat.actions))
    return Holding(low, high, seat.actions, size, exact=False, counted=counted and seat.actions is not None)


def _count(facts: Facts, breakdown: dict[str, int | None], low: list[int], high: list[int]) -> tuple[bool, int | None]:
    counted = True
    for code in _COUNTED:
        count = breakdown[c.NAMES[code]]
        if count is not None:
            low[code] = high[code] = count
        elif code in facts.kingdom or code in c.BASE_CODES:
            counted = False
    return counted, breakdown["cards"]


def _estimate(facts: Facts, seat: Seat, low: list[int], high: list[int]) -> None:
    """Bound the cards of a bare sheet.

    Coins - 3 x Gold is Coppers + 2 x Silvers; points bound the Provinces, Duchies and Curses.
    """
    if seat.gold is not None:
        low[c.GOLD] = high[c.GOLD] = seat.gold
        if seat.coins is not None:
            other_coins = seat.coins - 3 * seat.gold
            high[c.COPPER] = max(low[c.COPPER], min(high[c.COPPER], other_coins))
            high[c.SILVER] = max(0, min(high[c.SILVER], (other_coins - low[c.COPPER]) // 2))
            low[c.COPPER] = max(low[c.COPPER], other_coins - 2 * facts.init[c.SILVER])
    if seat.points is not None:
        # points = Estates + 3 Duchies + 6 Provinces + the kingdom's Victory cards - Curses; only the last are below 0.
        slack = seat.points - low[c.ESTATE] + facts.init[c.CURSE]
        for code in WORTHY:
            high[code] = max(0, min(high[code], slack // c.POINTS[code]))
        low[c.CURSE] = max(0, low[c.ESTATE] - seat.points)
