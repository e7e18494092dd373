"""Dealing by mission, and what is prepared between the resources and the first trick."""

from __future__ import annotations

from . import missions
from .cards import COUNT, PER_COLOUR
from .state import Table

#: Cards of a pile of mission 24, and cards passed in mission 25.
PILE = 4
PASSED = 3


def deal(table: Table) -> None:
    """R2: all 32 cards are shuffled and dealt clockwise from the left of the dealer, as the mission says (S101)."""
    cards = list(range(COUNT))
    table.chance.shuffle(cards)
    count, players, mission = missions.cards_dealt(table.mission, table.pack), table.players, table.mission
    table.undealt = cards[count * players :]
    table.covered = {}
    for place, seat in enumerate(table.clockwise(table.left_of_dealer)):
        dealt = cards[place : count * players : players]
        table.hands[seat], table.shown[seat], table.line_order[seat] = dealt, [], []
        if mission == missions.THREE_SHOWN:
            table.shown[seat], table.hands[seat] = dealt[:3], dealt[3:]
        elif mission == missions.FOUR_UNDER_FOUR:
            table.covered.update(zip(dealt[4:], dealt[:4], strict=True))
            table.shown[seat], table.hands[seat] = dealt[4:], []
        elif mission == missions.ROW_OF_FOUR:
            table.line_order[seat], table.hands[seat] = dealt[:4], dealt[4:]
        table.hands[seat].sort()
        table.shown[seat].sort()


def prepare(table: Table) -> None:
    """R5: the mission's own step after scrolls and resources (S285, S294, S296, S304, S308)."""
    if table.mission == missions.ORDERED_LINE:
        lay_lines(table)
    elif table.mission in (missions.SWAP_MOST, missions.SWAP_FEWEST):
        swap_with_opposite(table)
    elif table.mission == missions.SPLIT:
        split_and_choose(table)
    elif table.mission == missions.PASS_THREE:
        pass_three(table)


def lay_lines(table: Table) -> None:
    """Mission 15: everybody lays the hand in a line; it is played from first to last."""
    for seat in table.clockwise(table.left_of_dealer):
        left, line = table.hands[seat][:], []
        while left:
            card = table.ask(seat, "line", tuple(left))
            left.remove(card)
            line.append(card)
        table.hands[seat] = line


def swap_with_opposite(table: Table) -> None:
    """Missions 20 and 21: all hands go to the opposite seat at once."""
    table.hands = [table.hands[(seat + 2) % 4] for seat in range(4)]


def choose_exactly(table: Table, seat: int, kind: str, count: int) -> list[int]:
    """So many cards of a hand, asked one by one in rising order, so that every selection can be made in one way."""
    hand = table.hands[seat]
    chosen: list[int] = []
    first = 0
    for left in range(count, 0, -1):
        options = tuple(hand[first : len(hand) - left + 1])
        chosen.append(table.ask(seat, kind, options))
        first = hand.index(chosen[-1]) + 1
    return chosen


def split_and_choose(table: Table) -> None:
    """Mission 24: everybody splits the hand in two piles, then takes one pile of the left neighbour, unseen."""
    order = table.clockwise(table.left_of_dealer)
    piles: dict[int, tuple[list[int], list[int]]] = {}
    for seat in order:
        first = choose_exactly(table, seat, "split", PILE)
        piles[seat] = first, [card for card in table.hands[seat] if card not in first]
    for seat in order:
        table.subject = (seat + 1) % table.players
        picked = table.ask(seat, "pile", (0, 1))
        hand, away = piles[table.subject][picked], piles[table.subject][1 - picked]
        table.hands[seat] = hand
        table.undealt = table.undealt + away


def pass_three(table: Table) -> None:
    """Mission 25: everybody passes three cards to the right at once."""
    order = table.clockwise(table.left_of_dealer)
    passed = {seat: choose_exactly(table, seat, "pass_card", PASSED) for seat in order}
    for seat, cards in passed.items():
        table.hands[seat] = [card for card in table.hands[seat] if card not in cards]
    for seat, cards in passed.items():
        right = (seat - 1) % table.players
        table.hands[right] = sorted(table.hands[right] + cards)


def pass_hands_right(table: Table) -> None:
    """Mission 22: after every trick all hands go to the right (S298)."""
    table.hands = [*table.hands[1:], table.hands[0]]


def turn_up_colour(table: Table) -> None:
    """Mission 14: the next undealt card gives the colour of the trick and is set aside (reading 13.16)."""
    table.dominant = table.undealt.pop(0) // PER_COLOUR
