"""A side's cards in play and their totals.

Eight cells around the centre, clockwise from the north; three persons; besides them victory cards, play-immediately
cards and riches. :meth:`Kingdom.refresh` recomputes the totals whenever a card comes or goes. Source: section 2.
"""

from __future__ import annotations

from typing import Final

from ..table_copies import copy_fields
from .pack.loading import Card, Pack

CELLS: Final = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
CELL_COUNT: Final = 8
REALMS: Final = ("town_center", "town_hall", "castle")
TOWN_HALL: Final = 1
CASTLE: Final = 2
BASE_HAND: Final = 5
#: The level of the lowest land where there is none: above every other.
NO_LAND: Final = 100

#: Number of slots for persons (13.35).
PERSON_SLOTS: Final = 3
#: 13.21: cells that share a side on the 3x3 board.
RING: Final = tuple(((cell - 1) % 8, (cell + 1) % 8) for cell in range(CELL_COUNT))
#: Fields of the classes below, all of which a copy of a table copies.
_STACK_FIELDS: Final = ("chosen", "lands", "plagues", "yields")
_SIDE_FIELDS: Final = ("age", "attack", "defence", "riches", "units", "victories", "won")
_KINGDOM_FIELDS: Final = (
    *("cells", "chosen", "empty", "hand", "limit", "lost", "lowest", "open_choices", "person_chosen", "persons"),
    *("plagues", "posts", "realm", "removable", "replaceable", "stacks"),
)
_SHADOW_FIELDS: Final = ("beside", "lands", "persons", "plagues", "tactics", "yields")


class Stack:
    """One cell's cards.

    Attributes:
        lands: bottom to top, never empty. yields: High Yields below. plagues: plague cards below.
        chosen: the resources chosen this turn for the units of choice, in the order of choosing.
    """

    __slots__ = _STACK_FIELDS

    def __init__(self, land: int) -> None:
        self.lands: list[int] = [land]
        self.yields: int = 0
        self.plagues: list[int] = []
        self.chosen: list[int] = []

    def copied(self) -> Stack:
        """Return a stack of its own with the same cards."""
        copy = Stack(NO_LAND)
        copy_fields(self, copy, _STACK_FIELDS)
        return copy


class Side:
    """Data common to a player and the shadow realm: totals, riches and the cards beside the board.

    Attributes:
        units: fixed units per resource. attack, defence: icons, less one per plague. riches: riches cards.
        victories, won: victory cards; play-immediately cards. age: whether Age of Enlightenment lies here.
    """

    __slots__ = _SIDE_FIELDS

    def __init__(self, riches: int) -> None:
        self.riches: int = riches
        self.victories: list[int] = []
        self.won: list[int] = []
        self.age: bool = False
        self.units: list[int] = [0, 0, 0, 0]
        self.attack: int = 0
        self.defence: int = 0

    def copy_to(self, copy: Side) -> None:
        """Give another side the same cards and totals."""
        copy_fields(self, copy, _SIDE_FIELDS)


class Kingdom(Side):
    """One player's territory and hand.

    Attributes:
        cells: a stack or None for each of CELLS. persons: card codes; person_chosen: beside each person the resources
            chosen for its units of choice.
        hand: card codes. realm: 0 Town Center, 1 Town Hall, 2 Castle.
        chosen: units of choice chosen this turn, per resource. limit: the hand limit.
        lost: whether a card has ever left the territory. plagues: number of plagues in it.
        posts: cells with a Trading Post on top.
        stacks, lowest: number and lowest level of the top lands of each resource; lands of no resource (NONE) are
            counted last. empty: number of empty cells. open_choices: number of units of choice not chosen yet.
        replaceable, removable: whether any stack can be replaced by another land; whether any top land can be removed.
    """

    __slots__ = ("_cards", *_KINGDOM_FIELDS)

    def __init__(self, pack: Pack, riches: int) -> None:
        super().__init__(riches)
        self._cards: tuple[Card, ...] = pack.cards
        self.cells: list[Stack | None] = [None] * CELL_COUNT
        self.persons: list[int] = []
        self.person_chosen: list[list[int]] = []
        self.hand: list[int] = []
        self.realm: int = 0
        self.chosen: list[int] = [0, 0, 0, 0]
        self.limit: int = BASE_HAND
        self.lost: bool = False
        self.plagues: int = 0
        self.posts: list[int] = []
        self.stacks: list[int] = [0, 0, 0, 0, 0]
        self.lowest: list[int] = [NO_LAND, NO_LAND, NO_LAND, NO_LAND, NO_LAND]
        self.empty: int = CELL_COUNT
        self.open_choices: int = 0
        self.replaceable: bool = False
        self.removable: bool = False

    def copy_to(self, copy: Side) -> None:
        super().copy_to(copy)
        copy_fields(self, copy, _KINGDOM_FIELDS)

    # --- queries ----------------------------------------------------------------------------------------------------

    def top(self, cell: int) -> int:
        """Return the top land card of a cell that is not empty."""
        stack = self.cells[cell]
        assert stack is not None
        return stack.lands[-1]

    def bonus(self, cell: int) -> int:
        """Return the number of Trading Posts beside a cell (S754-S758)."""
        beside = 0
        for near in RING[cell]:
            beside += near in self.posts
        return beside

    def units_of_choice(self, cell: int) -> int:
        """Return the units of choice of a cell (17.28).

        They come from its top card, one per High Yield and one per Trading Post beside it.
        """
        stack = self.cells[cell]
        assert stack is not None
        wild = self._cards[stack.lands[-1]].wild
        return wild + stack.yields + self.bonus(cell) if wild else 0

    def at_level(self, least: int) -> int:
        """Return the number of top lands and persons of at least a level (13.8)."""
        cards = self._cards
        codes = [*[stack.lands[-1] for stack in self.cells if stack], *self.persons]
        return sum(cards[code].level >= least for code in codes)

    # --- totals -----------------------------------------------------------------------------------------------------

    def refresh(self) -> None:  # noqa: C901  # one pass: bots call it for every option
        """Recompute units, chosen units, attack, defence, hand limit and the counts of the territory (section 2)."""
        cards = self._cards
        units, chosen = [0, 0, 0, 0], [0, 0, 0, 0]
        stacks, lowest = [0, 0, 0, 0, 0], [NO_LAND, NO_LAND, NO_LAND, NO_LAND, NO_LAND]
        attack = defence = plagues = empty = open_choices = 0
        replaceable = removable = False
        limit = BASE_HAND
        self.posts = [
            cell
            for cell, stack in enumerate(self.cells)
            if stack is not None and cards[stack.lands[-1]].effect == "trading_post"
        ]
        for cell, stack in enumerate(self.cells):
            if stack is None:
                empty += 1
                continue
            top = cards[stack.lands[-1]]
            resource, bonus = top.resource, stack.yields
            if self.posts:
                bonus += self.bonus(cell)
            limit += top.hand
            stacks[resource] += 1
            if top.level < lowest[resource]:
                lowest[resource] = top.level
            if resource >= 0:
                units[resource] += top.amount + bonus
            elif top.wild:
                del stack.chosen[top.wild + bonus :]
                open_choices += top.wild + bonus - len(stack.chosen)
                for each in stack.chosen:
                    chosen[each] += 1
            attack += top.attack
            defence += top.defence
            if not stack.plagues:
                replaceable = removable = True
            elif len(stack.lands) > 1:
                removable = True
            for plague in stack.plagues:
                units[cards[plague].resource] -= 1
                plagues += 1
        for person, picked in zip(self.persons, self.person_chosen, strict=True):
            card = cards[person]
            if card.amount:
                units[card.resource] += card.amount
            if card.wild:
                open_choices += card.wild - len(picked)
            for each in picked:
                chosen[each] += 1
            attack += card.attack
            defence += card.defence
            limit += card.hand
        attack -= plagues
        defence -= plagues
        if plagues:
            units = [max(0, number) for number in units]
            attack, defence = max(0, attack), max(0, defence)
        self.units, self.chosen = units, chosen
        self.attack, self.defence, self.limit, self.plagues = attack, defence, limit, plagues
        self.stacks, self.lowest, self.empty, self.open_choices = stacks, lowest, empty, open_choices
        self.replaceable, self.removable = replaceable, removable

    def forget_chosen(self) -> None:
        """Reset the units of choice at the start of a turn (S574-S579)."""
        for stack in self.cells:
            if stack is not None:
                stack.chosen.clear()
        for picked in self.person_chosen:
            picked.clear()
        if any(self.chosen):
            self.refresh()


class Shadow(Side):
    """The shadow realm of the solo game: all cards face up and unstacked (S879-S885).

    Attributes:
        lands, persons: card codes. beside: events beside its board. plagues: plague cards, permanent.
        yields: the resource of each High Yield in use. tactics: Survival Tactics not yet used.
    """

    __slots__ = ("_cards", *_SHADOW_FIELDS)

    def __init__(self, pack: Pack, riches: int) -> None:
        super().__init__(riches)
        self._cards: tuple[Card, ...] = pack.cards
        self.lands: list[int] = []
        self.persons: list[int] = []
        self.beside: list[int] = []
        self.plagues: list[int] = []
        self.yields: list[int] = []
        self.tactics: int = 0

    def copy_to(self, copy: Side) -> None:
        super().copy_to(copy)
        copy_fields(self, copy, _SHADOW_FIELDS)

    def refresh(self) -> None:
        """Recompute units, attack and defence; Markets and Traders give no unit (S881-S885, S953-S955)."""
        cards = self._cards
        units = [0, 0, 0, 0]
        attack = defence = -len(self.plagues)
        for code in (*self.lands, *self.persons):
            card = cards[code]
            if card.amount:
                units[card.resource] += card.amount
            attack += card.attack
            defence += card.defence
        for resource in self.yields:
            units[resource] += 1
        for plague in self.plagues:
            units[cards[plague].resource] -= 1
        self.units = [max(0, number) for number in units]
        self.attack, self.defence = max(0, attack), max(0, defence)
