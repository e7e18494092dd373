"""The 20 scrolls: obtaining and playing them, and their immediate effects.

Later effects of a scroll are in the module of the affected rule: resources (6, 9, 15), tricks (10, 14, 16, 19), powers
(18, 20) and scoring (3, 11, 12).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from . import dealing, missions
from .cards import COLOUR
from .state import KEEPSAKE, NO, NOBODY, YES, Table

NEW_DOMINANT: Final = 1
EXCHANGE: Final = 2
DOUBLE: Final = 3
REDEAL: Final = 4
NO_RESOURCES: Final = 6
COPY: Final = 7
DRAW_THREE: Final = 8
TWO_RESOURCES: Final = 9
STEAL: Final = 10
ONE_TRICK_MORE_OR_LESS: Final = 11
FIVE_TRICKS: Final = 12
SWAP_HANDS: Final = 13
PLAY_LAST: Final = 14
COPY_RESOURCES: Final = 15
WIN_OR_DUCK: Final = 16
REWARD: Final = 17
EXTRA_CRYSTAL: Final = 18
LEADS_ALWAYS: Final = 19
ANY_POWER: Final = 20
#: Never played: no. 5 is kept to the end, no. 17 is revealed when it is drawn (S320, S343).
NEVER_PLAYED: Final = frozenset((KEEPSAKE, REWARD))
#: Points of no. 17, and the tricks of no. 12.
REWARD_POINTS: Final = 3
TRICKS_OF_FIVE: Final = 5
PASS: Final = 0
DRAWN: Final = 3


# --- Obtaining --------------------------------------------------------------------------------------------------------


def obtain(table: Table, seat: int, scroll: int) -> None:
    """Give a scroll to a player: no. 17 scores its points at once, no. 5 draws another (S320, S343)."""
    if scroll == REWARD:
        table.rewards[seat] += REWARD_POINTS
        return
    table.held[seat].append(scroll)
    table.held[seat].sort()
    if scroll == KEEPSAKE and table.scroll_deck:
        obtain(table, seat, table.scroll_deck.pop(0))


# --- Playing ----------------------------------------------------------------------------------------------------------


def window(table: Table) -> None:
    """R3: let each player, clockwise from the left of the dealer, play a scroll, until one is played (S249)."""
    window_of(table, table.clockwise(table.left_of_dealer))


def window_of(table: Table, seats: Sequence[int]) -> None:
    """Let some seats, in order, play a scroll, until one is played."""
    for seat in seats:
        playable = tuple(scroll for scroll in table.held[seat] if may_play(table, scroll))
        if not playable:
            continue
        scroll = table.ask(seat, "scroll", (PASS, *playable))
        if scroll != PASS:
            play(table, seat, scroll)
            return


def may_play(table: Table, scroll: int) -> bool:
    """Return whether a held scroll may be played in this round (S249, S251)."""
    if scroll in NEVER_PLAYED:
        return False
    if scroll == ONE_TRICK_MORE_OR_LESS:
        return table.mission in missions.FIXED
    if scroll == COPY:
        return bool(copyable(table))
    return True


def copyable(table: Table) -> tuple[int, ...]:
    """Scroll 7: return the scrolls already played in this game, no. 8 in progress included.

    No. 11 only in a fixed mission (reading 13.19).
    """
    return tuple(sorted({each for each in table.played if each != COPY and may_play(table, each)}))


def play(table: Table, seat: int, scroll: int) -> None:
    """Remove a scroll from the hand and apply its effect."""
    table.held[seat].remove(scroll)
    table.played.append(scroll)
    table.scroll_owner = seat
    take_effect(table, seat, scroll)


def take_effect(table: Table, seat: int, scroll: int) -> None:
    """Apply a scroll's immediate effect. The last effect of a chain (7 and 8) is the one in force for the round."""
    table.entries.append(scroll)
    if scroll == COPY:
        take_effect(table, seat, table.ask(seat, "copy", copyable(table)))
        return
    if scroll == DRAW_THREE:
        draw_three(table, seat)
        return
    table.scroll = scroll
    if scroll == NEW_DOMINANT:
        others = tuple(colour for colour in range(4) if colour != table.dominant)
        table.dominant = table.ask(seat, "dominant_colour", others)
    elif scroll == EXCHANGE:
        exchange(table, seat)
    elif scroll == REDEAL:
        dealing.deal(table)
    elif scroll == SWAP_HANDS:
        other = table.ask(seat, "opponent", table.others(seat))
        table.hands[seat], table.hands[other] = table.hands[other], table.hands[seat]
    elif scroll == EXTRA_CRYSTAL:
        table.extra = 1
    elif scroll == LEADS_ALWAYS:
        table.chosen_leader = table.ask(seat, "leads", tuple(range(table.players)))


def fixes_colour(table: Table) -> bool:
    """Return whether scroll 1 has decided the round's colour: in mission 14, too (reading 9.22)."""
    return table.scroll == NEW_DOMINANT


def draw_three(table: Table, seat: int) -> None:
    """Scroll 8: draw three scrolls or what is left, and keep one, which may be played now (S325).

    The others leave the game.
    """
    table.drawn = table.scroll_deck[:DRAWN]
    del table.scroll_deck[:DRAWN]
    if not table.drawn:
        return
    chosen = table.ask(seat, "keep", tuple(sorted(table.drawn)))
    table.removed += [scroll for scroll in table.drawn if scroll != chosen]
    table.drawn = []
    obtain(table, seat, chosen)
    if may_play_at_once(table, chosen) and table.ask(seat, "play_now", (NO, YES)) == YES:
        table.held[seat].remove(chosen)
        table.played.append(chosen)
        take_effect(table, seat, chosen)


def may_play_at_once(table: Table, kept: int) -> bool:
    """Return whether the scroll kept through no. 8 may be played now.

    The exception does not apply to a scroll drawn to replace no. 5 (readings 9.25, 13.20).
    """
    return may_play(table, kept)


def exchange(table: Table, seat: int) -> None:
    """Scroll 2: exchange a card with each opponent, in the order that the activator chooses.

    The opponent gives a card of the named colour, or any, and gets any card back. Hand cards only; players without any
    are skipped (readings 9.15, 13.28).
    """
    colour = table.ask(seat, "asked_colour", tuple(each for each in range(4) if each != table.dominant))
    left = [other for other in table.others(seat) if table.hands[other]]
    while left:
        other = table.ask(seat, "next_opponent", tuple(left))
        left.remove(other)
        hand, own_hand = table.hands[other], table.hands[seat]
        matching = tuple(card for card in hand if COLOUR[card] == colour)
        table.subject = seat
        given = table.ask(other, "give", matching or tuple(hand))
        hand.remove(given)
        own_hand.append(given)
        own_hand.sort()
        table.subject = other
        returned = table.ask(seat, "return", tuple(own_hand))
        own_hand.remove(returned)
        hand.append(returned)
        hand.sort()
    table.subject = NOBODY


def effective_tricks(table: Table) -> list[int]:
    """R7: return the numbers of tricks as the mission counts them, after scrolls 11 and 12 (S331, S333).

    Scroll 11 may change its owner's number by one and never below 0 (reading 13.14); scroll 12 sets it to five (9.11).
    """
    tricks = table.tricks_taken()
    owner = table.scroll_owner
    if table.scroll == ONE_TRICK_MORE_OR_LESS:
        tricks[owner] += table.ask(owner, "trick_more", (-1, 0, 1) if tricks[owner] else (0, 1))
    elif table.scroll == FIVE_TRICKS:
        tricks[owner] = TRICKS_OF_FIVE
    return tricks
