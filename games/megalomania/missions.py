"""The 25 missions: dealing, preparation and scoring of each.

Fixed missions depend on a condition, variable ones count something. Whatever depends on the numbers of tricks alone is
a function of those numbers, so that a score sheet is checked with the same code that scores a game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from .cards import BLACK, BLUE, COLOUR, COLOURS, IS_DWARF_OR_SORCERER, RED, YELLOW
from .pack.loading import FIXED, VARIABLE, Pack

__all__ = ["FIXED", "VARIABLE"]

#: Maximum value of a trick for mission 7, and the minimum that mission 11 requires (S276, S281).
LOW_TRICK: Final = 25
ENOUGH_VALUE: Final = 80

#: Missions with their own step between resources and tricks (S285, S294, S296, S302, S306).
ORDERED_LINE: Final = 15
SWAP_MOST: Final = 20
SWAP_FEWEST: Final = 21
SPLIT: Final = 24
PASS_THREE: Final = 25
#: Missions with table cards: three face up; four under four; a row of four to draw from (S283, S290, S292).
THREE_SHOWN: Final = 13
FOUR_UNDER_FOUR: Final = 18
ROW_OF_FOUR: Final = 19
#: A colour turned up for every trick; hands passed to the right (S284, S298).
TURNED_COLOUR: Final = 14
TRAVELLING_HANDS: Final = 22

#: The colour whose cards each mission counts (S272, S273, S279, S280).
COUNTED_COLOUR: Final = {3: BLUE, 4: YELLOW, 9: RED, 10: BLACK}
#: Missions scored by the numbers of tricks alone.
BY_TRICKS: Final = (1, 5, 12, 13, 14, 15, 16, 17, 18, 20, 21, 22, 24, 25)


def cards_dealt(mission: int, pack: Pack) -> int:
    """Return the number of cards dealt to each player.

    Eight for mission 24, of which four are played (S302), else one per trick.
    """
    return 8 if mission == SPLIT else pack.tricks[mission]


# --- Conditions on the numbers of tricks ------------------------------------------------------------------------------


def _each(condition: Callable[[int], bool]) -> Callable[[Sequence[int]], tuple[bool, ...]]:
    def who(tricks: Sequence[int]) -> tuple[bool, ...]:
        return tuple(map(condition, tricks))

    return who


def alone_with_most(tricks: Sequence[int]) -> tuple[bool, ...]:
    """Return the seat with the most tricks, for missions 15 and 22; none on a tie (reading 9.6)."""
    most = max(tricks)
    is_unique = tricks.count(most) == 1
    return tuple(is_unique and count == most for count in tricks)


def pair_with_most(tricks: Sequence[int]) -> tuple[bool, ...]:
    """Return both seats of the pair with more tricks, for mission 20; none on a tie (reading 9.6)."""
    even_seats, odd_seats = tricks[0] + tricks[2], tricks[1] + tricks[3]
    return (even_seats > odd_seats, odd_seats > even_seats) * 2


def pair_with_fewest(tricks: Sequence[int]) -> tuple[bool, ...]:
    """Return both seats of the pair with fewer tricks, for mission 21; none on a tie (reading 9.6)."""
    even_seats, odd_seats = tricks[0] + tricks[2], tricks[1] + tricks[3]
    return (even_seats < odd_seats, odd_seats < even_seats) * 2


#: Fixed missions decided by the numbers of tricks, with the condition of each.
MET_BY_TRICKS: Final[dict[int, Callable[[Sequence[int]], tuple[bool, ...]]]] = {
    1: _each(lambda count: count == 3),
    5: _each(lambda count: count >= 4),
    12: _each(lambda count: count % 2 == 1),
    13: _each(lambda count: count == 1),
    14: _each(lambda count: count == 2),
    15: alone_with_most,
    16: _each(lambda count: count >= 4),
    17: _each(lambda count: count == 2),
    20: pair_with_most,
    21: pair_with_fewest,
    22: alone_with_most,
    24: _each(lambda count: count == 0),
}


def met_by_tricks(mission: int, tricks: Sequence[int]) -> tuple[int, ...]:
    """Return 1 for each seat that meets a mission of :data:`MET_BY_TRICKS`, else 0."""
    return tuple(map(int, MET_BY_TRICKS[mission](tricks)))


# --- Conditions on the cards taken ------------------------------------------------------------------------------------

#: The cards of each of a seat's tricks, as they are at the end of the round.
Taken = Sequence[Sequence[int]]


def colours_taken(taken: Taken) -> list[int]:
    """Count the cards of each printed colour in all tricks of a seat (readings 9.5 and 9.17)."""
    counts = [0] * len(COLOURS)
    for trick in taken:
        for card in trick:
            counts[COLOUR[card]] += 1
    return counts


def shows_four_colours(taken: Taken) -> bool:
    """Return whether all tricks together show the four colours: missions 2 and 8 (reading 9.5)."""
    return 0 not in colours_taken(taken)


def dwarves_and_sorcerers(taken: Taken) -> int:
    """Count Dwarves and Sorcerers among the cards taken, for missions 6 and 19."""
    return sum(IS_DWARF_OR_SORCERER[card] for trick in taken for card in trick)


def printed_value(taken: Taken, pack: Pack) -> int:
    """Return the sum of the printed values of all cards taken, for mission 11.

    Cubes are gone by then (reading 9.17).
    """
    return sum(pack.value_of[card] for trick in taken for card in trick)


def low_tricks(taken: Taken, pack: Pack) -> int:
    """Count the tricks of mission 7: those with printed values of 25 or less in total (reading 9.17).

    The values are those at the end of the round.
    """
    return sum(sum(pack.value_of[card] for card in trick) <= LOW_TRICK for trick in taken)


def colours_led(counts: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Return, per seat, in how many colours it alone has the most cards taken, for mission 23.

    Ties do not count (S300).

    Arguments:
        counts: per seat, cards of each colour.
    """
    led = [0] * len(counts)
    for column in zip(*counts, strict=True):
        most = max(column)
        if column.count(most) == 1:
            led[column.index(most)] += 1
    return tuple(led)


def amounts(mission: int, taken: Sequence[Taken], effective: Sequence[int], pack: Pack) -> tuple[int, ...]:
    """Return, per seat, what the mission counts: 1 or 0 for a fixed mission (met or not), a number for a variable one.

    Arguments:
        taken: the tricks per seat. effective: the number of tricks per seat after scrolls 11 and 12, which change
            conditions on numbers of tricks but not on cards (readings 9.11 and 9.29).
    """
    if mission in MET_BY_TRICKS:
        return met_by_tricks(mission, effective)
    if mission in (18, 25):
        return tuple(effective)
    if mission in COUNTED_COLOUR:
        return tuple(colours_taken(tricks)[COUNTED_COLOUR[mission]] for tricks in taken)
    if mission in (2, 8):
        return tuple(int(shows_four_colours(tricks)) for tricks in taken)
    if mission == 6:
        return tuple(int(dwarves_and_sorcerers(tricks) == 0) for tricks in taken)
    if mission == 7:
        return tuple(low_tricks(tricks, pack) for tricks in taken)
    if mission == 11:
        return tuple(int(printed_value(tricks, pack) >= ENOUGH_VALUE) for tricks in taken)
    if mission == 19:
        return tuple(map(dwarves_and_sorcerers, taken))
    return colours_led([colours_taken(tricks) for tricks in taken])


def points_each(mission: int, pack: Pack) -> int:
    """Return the points for each unit of :func:`amounts`.

    This is the printed amount of a fixed mission, the unit of a variable one.
    """
    return pack.points[mission] if mission in pack.points else pack.units[mission]


def doubled(points: int) -> int:
    """Apply scroll 3: gains count twice, losses do not (reading 9.23)."""
    return points * 2 if points > 0 else points
