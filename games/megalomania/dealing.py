"""Dealing by mission, and the preparation between the resources and the first trick."""

from __future__ import annotations

from . import missions
from .cards import COUNT, PER_COLOUR
from .state import Table

#: Number of cards of a pile of mission 24, and of cards passed in mission 25.
PILE = 4
PASSED = 3


def deal(table: Table) -> None:
    """R2: shuffle all 32 cards and deal clockwise from the left of the dealer, as the mission says (S101)."""
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
    """R5: carry out the mission's own step after scrolls and resources (S285, S294, S296, S304, S308)."""
    if table.mission == missions.ORDERED_LINE:
        lay_lines(table)
    elif table.mission in (missions.SWAP_MOST, missions.SWAP_FEWEST):
        swap_with_opposite(table)
    elif table.mission == missions.SPLIT:
        split_and_choose(table)
    elif table.mission == missions.PASS_THREE:
        pass_three(table)


def lay_lines(table: Table) -> None:
    """Mission 15: let every player lay the hand in a line, which is played from first to last."""
    for seat in table.clockwise(table.left_of_dealer):
        left, line = table.hands[seat][:], []
        while left:
            card = table.ask(seat, "line", tuple(left))
            left.remove(card)
            line.append(card)
        table.hands[seat] = line


def swap_with_opposite(table: Table) -> None:
    """Missions 20 and 21: swap all hands with the opposite seat simultaneously."""
    table.hands = [table.hands[(seat + 2) % 4] for seat in range(4)]


def choose_exactly(table: Table, seat: int, kind: str, count: int) -> list[int]:
    """Return ``count`` cards of a hand, chosen one by one in ascending order to make each selection unique."""
    hand = table.hands[seat]
    chosen: list[int] = []
    first = 0
    for left in range(count, 0, -1):
        options = tuple(hand[first : len(hand) - left + 1])
        chosen.append(table.ask(seat, kind, options))
        first = hand.index(chosen[-1]) + 1
    return chosen


def split_and_choose(table: Table) -> None:
    """Mission 24: let every player split the hand in two piles, then take one pile of the left neighbour, unseen."""
    order = table.clockwise(table.left_of_dealer)
    piles: dict[int, tuple[list[int], list[int]]] = {}
    for seat in order:
        first = choose_exactly(table, seat, "split", PILE)
        piles[seat] = first, [card for card in table.hands[seat] if card not in first]
    # Every hand stays where it is until all have picked: a card in no zone would be the one that a view leaves out.
    picked: dict[int, int] = {}
    for seat in order:
        table.subject = (seat + 1) % table.players
        picked[seat] = table.ask(seat, "pile", (0, 1))
    for seat in order:
        split = piles[(seat + 1) % table.players]
        table.hands[seat] = split[picked[seat]]
        table.undealt = table.undealt + split[1 - picked[seat]]


def pass_three(table: Table) -> None:
    """Mission 25: let every player pass three cards to the right simultaneously."""
    order = table.clockwise(table.left_of_dealer)
    passed = {seat: choose_exactly(table, seat, "pass_card", PASSED) for seat in order}
    for seat, cards in passed.items():
        table.hands[seat] = [card for card in table.hands[seat] if card not in cards]
    for seat, cards in passed.items():
        right_neighbour = (seat - 1) % table.players
        table.hands[right_neighbour] = sorted(table.hands[right_neighbour] + cards)


def pass_hands_right(table: Table) -> None:
    """Mission 22: pass all hands to the right after every trick (S298)."""
    table.hands = [*table.hands[1:], table.hands[0]]


def turn_up_colour(table: Table) -> None:
    """Mission 14: turn up the next undealt card for the colour of the trick and set it aside (reading 13.16)."""
    table.dominant = table.undealt.pop(0) // PER_COLOUR
