"""What a score sheet lets one conclude: how many copies of a card each may own, and how much each can have gained.

The checks compare numbers with the bounds of this module, and every bound holds for each legal game that could have
produced the sheet. The lemmas L1-L9 are those of docs/validator.md; a proof stands beside each bound.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from .. import cards as c
from .reading import BREAKDOWN_CARDS, Counts, Report, Seat

BUY: Final = (c.MARKET, c.FESTIVAL, c.WOODCUTTER, c.COUNCIL_ROOM)
#: The two cards that trash any card.
ANY: Final = (c.CHAPEL, c.REMODEL)
_COUNTED: Final = tuple(c.NAMES.index(name) for name in BREAKDOWN_CARDS)
_ACTIONS: Final = tuple(code for code in c.CODES if c.IS_ACTION[code])
#: Card, gains of one use, further gains when a Throne Room has it played twice.
Weights = tuple[tuple[int, int, int], ...]


@dataclass(slots=True)
class Holding:
    """One player's final cards: at least ``low`` and at most ``high`` copies of each.

    ``actions`` is the number of Action cards where known, ``size`` that of all cards. ``exact`` means a deck by name,
    ``counted`` that every card but the Actions is known one by one (a deck, or a whole breakdown).
    """

    low: list[int]
    high: list[int]
    actions: int | None
    size: int | None
    exact: bool
    counted: bool


@dataclass(slots=True)
class Facts:
    """The sheet and all that follows from it; made by :func:`conclude`."""

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
        """Whether a card of any kind can be trashed."""
        return c.CHAPEL in self.kingdom or c.REMODEL in self.kingdom

    @property
    def nothing_leaves(self) -> bool:
        """Whether no card can leave a deck in this kingdom."""
        return not any(self.lossable)

    def has(self, *codes: int) -> bool:
        return any(code in self.kingdom for code in codes)

    @property
    def action_kinds(self) -> int:
        return sum(c.IS_ACTION[code] for code in self.kingdom) if len(self.kingdom) == 10 else 10

    def in_game(self) -> list[int]:
        return [*c.BASE_CODES, *sorted(self.kingdom)]

    def trashed(self, code: int) -> tuple[int, int]:
        """Fewest and most copies in the trash."""
        if self.report.trash is not None:
            return (self.report.trash[code],) * 2
        if not self.lossable[code]:
            return 0, 0
        held = sum(holding.low[code] for holding in self.holdings)
        supply = self.report.supply[code] if self.report.supply is not None else 0
        return 0, max(0, self.init[code] - held - supply)

    def left(self, code: int) -> tuple[int, int]:
        """Fewest and most copies in the supply at the end. L3: a copy is in a deck, in the trash or in the supply."""
        if self.report.supply is not None:
            return (self.report.supply[code],) * 2
        low = sum(holding.low[code] for holding in self.holdings)
        high = sum(holding.high[code] for holding in self.holdings)
        least, most = self.trashed(code)
        start = c.SUPPLY[self.players][code]
        return max(0, self.init[code] - high - most), min(start, max(0, self.init[code] - low - least))

    def most_held(self, seat: int, code: int) -> int:
        """L9: most copies of an Action card that the player ever owned, all turns together.

        An Action leaves a deck only to the trash, for good: what was ever owned lies in the final deck or in the trash,
        and never in another final deck or in the final supply.
        """
        if code not in self.kingdom:
            return 0
        key = (seat, code)
        if key not in self._most:
            others = sum(holding.low[code] for index, holding in enumerate(self.holdings) if index != seat)
            supply = self.report.supply[code] if self.report.supply is not None else 0
            ever = self.holdings[seat].high[code] + (self.trashed(code)[1] if self.lossable[code] else 0)
            self._most[key] = max(0, min(self.init[code] - others - supply, ever))
        return self._most[key]

    def uses(self, seat: int, weights: Weights) -> int:
        """Most gains that the cards of ``weights`` can give the player in one turn.

        L4: a card is used once, or twice under a Throne Room, and r Throne Rooms double at most r other cards. Where
        the Actions are only counted and stay in the deck (no Chapel, no Remodel; the Feast alone leaves), cards x and
        Throne Rooms r satisfy x + r <= Actions, so no more than the largest weight for each Action, plus the Feasts.
        """
        total, single = 0, 0
        picks = self.most_held(seat, c.THRONE_ROOM)
        largest = 0
        for code, once, again in sorted(weights, key=lambda weight: -weight[2]):
            held = self.most_held(seat, code)
            if not held:
                continue
            twice = min(picks, held)
            picks -= twice
            total += held * once + twice * again
            if code == c.FEAST:
                single += held * once
                largest = max(largest, again)
            else:
                largest = max(largest, once, again)
        holding = self.holdings[seat]
        if not holding.exact and holding.actions is not None and not self.any_loss:
            total = min(total, largest * max(0, holding.actions) + single)
        return total

    def later_turns(self, seat: int) -> int | None:
        """Turns after the first two, in which alone Actions are played and 6 coins are possible (L2).

        At an abandoned table the unfinished turn counts too.
        """
        turns = self.report.seats[seat].turns
        return None if turns is None else max(0, turns + self.report.abandoned - 2)

    def growth(self, seat: int) -> int | None:
        """g: the most cards other than Curses by which a deck can have grown in the reported turns (L6).

        One buy a turn, and from the third turn what buys, Workshops, Bureaucrats, Thieves and throned Feasts add. Where
        nothing gained can be used in the same turn, that is also at most one for each card gained before.
        """
        later = self.later_turns(seat)
        turns = self.report.seats[seat].turns
        if later is None or turns is None:
            return None
        extra = self.uses(seat, GROWTH[self.players])
        slow = not self.has(c.WORKSHOP, c.FEAST, c.REMODEL, c.THIEF)
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
        """Starting cards and Curses that Remodel and Mine can have turned into other cards: they add no card to the
        deck, but one to those that were gained. A converted card lies in the trash for good."""
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

    @property
    def known_kingdom(self) -> bool:
        return self.report.kingdom is not None


def _weights(*entries: tuple[int, int, int]) -> Weights:
    return entries


_BUYS: Final = tuple((code, 1, 1) for code in BUY)
#: What makes a deck grow beyond one card a turn. A Feast replaces itself; throned it gains one more.
GROWTH: Final = {
    players: _weights(
        *_BUYS,
        (c.WORKSHOP, 1, 1),
        (c.BUREAUCRAT, 1, 1),
        (c.THIEF, players - 1, players - 1),
        (c.FEAST, 0, 1),
    )
    for players in (2, 3, 4)
}
REMODELS: Final = _weights((c.REMODEL, 1, 1))
MINES: Final = _weights((c.MINE, 1, 1))
WITCHES: Final = _weights((c.WITCH, 1, 1))
#: What can gain a Province, beside the one buy of each turn.
PROVINCES: Final = _weights(*_BUYS, (c.REMODEL, 1, 1))
#: What can gain a card that costs 6 or more.
COSTLY: Final = {
    players: _weights(*PROVINCES, (c.MINE, 1, 1), (c.THIEF, players - 1, players - 1)) for players in (2, 3, 4)
}
#: What can take cards out of the supply, Curses given to others apart.
TAKES: Final = _weights(*PROVINCES, (c.WORKSHOP, 1, 1), (c.BUREAUCRAT, 1, 1), (c.FEAST, 1, 1), (c.MINE, 1, 1))


def lossable(kingdom: frozenset[int]) -> tuple[bool, ...]:
    """Per card, whether a copy can leave a player's deck in a game with this kingdom."""
    everything = bool(kingdom & set(ANY))
    treasures = bool(kingdom & {c.MINE, c.THIEF})
    found = [everything] * c.COUNT
    found[c.COPPER] = everything or treasures or c.MONEYLENDER in kingdom
    found[c.SILVER] = found[c.GOLD] = everything or treasures
    found[c.FEAST] = everything or c.FEAST in kingdom
    return tuple(found)


def conclude(report: Report) -> Facts:
    """The facts of a sheet. Where the kingdom is not known, every kingdom card counts as possible."""
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
    """A bare sheet: coins - 3 x Gold is Coppers + 2 x Silvers; points bound the Provinces, Duchies and Curses."""
    if seat.gold is not None:
        low[c.GOLD] = high[c.GOLD] = seat.gold
        if seat.coins is not None:
            rest = seat.coins - 3 * seat.gold
            high[c.COPPER] = max(low[c.COPPER], min(high[c.COPPER], rest))
            high[c.SILVER] = max(0, min(high[c.SILVER], (rest - low[c.COPPER]) // 2))
            low[c.COPPER] = max(low[c.COPPER], rest - 2 * facts.init[c.SILVER])
    if seat.points is not None:
        # points = Estates + 3 Duchies + 6 Provinces + Gardens' points - Curses, every term but the last >= 0.
        room = seat.points - low[c.ESTATE] + facts.init[c.CURSE]
        high[c.PROVINCE] = max(0, min(high[c.PROVINCE], room // 6))
        high[c.DUCHY] = max(0, min(high[c.DUCHY], room // 3))
        low[c.CURSE] = max(0, low[c.ESTATE] - seat.points)
