"""Course of one trick: playing order, legal cards, winner."""

from __future__ import annotations

from typing import Final

from ..options import Option
from . import dealing, missions, powers, scrolls
from .cards import ASSASSIN, COLOUR, COUNT, EMPEROR, RANK
from .state import NO, NOBODY, YES, Table, Trick

#: By card: to play it with a crystal, against the precedence of colours.
WITH_CRYSTAL: Final = tuple([Option("with_crystal", card) for card in range(COUNT)])


def play_all(table: Table) -> None:
    """R6: play tricks until the hands are empty (S149). The first is led by the left of the dealer (S141)."""
    play_from(table, table.left_of_dealer)


def play_from(table: Table, leader: int) -> None:
    """Play the tricks of the round that are left."""
    fixed_colour = table.mission != missions.TURNED_COLOUR or scrolls.fixes_colour(table)
    while len(table.tricks) < table.pack.tricks[table.mission]:
        if table.scroll == scrolls.LEADS_ALWAYS:
            leader = table.chosen_leader
        if not fixed_colour:
            dealing.turn_up_colour(table)
        leader = play_one(table, leader)


def play_one(table: Table, leader: int) -> int:
    """Play one trick and return the leader of the next."""
    trick = table.trick = Trick(leader, table.dominant)
    trick.waiting = list(table.clockwise(leader))
    return finish(table, trick)


def finish(table: Table, trick: Trick) -> int:
    """Play what is left of a trick and return the leader of the next."""
    while trick.waiting:
        seat = trick.waiting.pop(0)
        if table.scroll == scrolls.PLAY_LAST and waits(table, trick, seat):
            trick.waiting.append(seat)
            continue
        play_card(table, trick, seat)
    won_by = winner(trick)
    table.tricks.append(trick.cards)
    table.takers.append(won_by)
    steal(table, won_by)
    if table.mission == missions.TRAVELLING_HANDS:
        dealing.pass_hands_right(table)
    return next_leader(trick, won_by)


def waits(table: Table, trick: Trick, seat: int) -> bool:
    """Scroll 14: return whether its owner lets the others play first (S337); who leads cannot (reading 9.14)."""
    if seat != table.scroll_owner or not trick.waiting or not trick.cards:
        return False
    return table.ask(seat, "wait", (NO, YES)) == YES


def next_leader(trick: Trick, won_by: int) -> int:
    """Return the winner by the cards (S149), or the leader that a Peasant named (S165).

    Scroll 10 takes the trick away and leaves the lead (reading 9.13). Scroll 19 overrules both in :func:`play_all`
    (reading 9.21).
    """
    return won_by if trick.next_leader == NOBODY else trick.next_leader


def steal(table: Table, won_by: int) -> None:
    """Scroll 10: let its owner, once in the round, take a trick won by another player (S329)."""
    owner = table.scroll_owner
    if table.scroll != scrolls.STEAL or table.scroll_used or won_by == owner:
        return
    table.subject = won_by
    if table.ask(owner, "steal", (NO, YES)) == YES:
        table.scroll_used = True
        table.takers[-1] = owner


# --- Playing a card ---------------------------------------------------------------------------------------------------


def play_card(table: Table, trick: Trick, seat: int) -> None:
    """Play a card, and what follows it."""
    chosen = choose_card(table, trick, seat)
    lay_down(table, trick, seat, chosen if isinstance(chosen, int) else chosen.what)
    if not isinstance(chosen, int):
        powers.pay_crystal(table, seat)
        trick.powers[-1] |= 1 << ASSASSIN
        trick.used |= 1 << ASSASSIN
    follow_up(table, trick, seat)


def follow_up(table: Table, trick: Trick, seat: int) -> None:
    """Carry out what follows a card: its player's window, the crystal of scroll 18, and the following table card.

    Missions 18 and 19 free or draw that card, after the window (reading 13.17).
    """
    if table.crystals[seat] or table.cubes[seat] or seat == table.scroll_owner:
        powers.window(table, trick)
    if table.extra:
        powers.extra_crystal(table, trick)
    take_table_card(table, seat, trick.cards[-1])


def take_table_card(table: Table, seat: int, card: int) -> None:
    """Missions 18 and 19: take the card under the one just played, or the first of the row, into the hand."""
    if table.covered and card in table.covered:
        table.hands[seat].append(table.covered.pop(card))
        table.hands[seat].sort()
    elif table.line_order[seat]:
        table.hands[seat].append(table.line_order[seat].pop(0))
        table.hands[seat].sort()


def lay_down(table: Table, trick: Trick, seat: int, card: int) -> None:
    """Move the card from the hand or the table into the trick."""
    (table.hands[seat] if card in table.hands[seat] else table.shown[seat]).remove(card)
    colour = COLOUR[card]
    trick.seats.append(seat)
    trick.cards.append(card)
    trick.colours.append(colour)
    trick.values.append(table.value_of[card])
    trick.dead.append(trick.used > 0 and powers.is_dead(trick, colour))
    trick.powers.append(0)
    if trick.lead == NOBODY:
        trick.lead = colour


def choose_card(table: Table, trick: Trick, seat: int) -> int | Option:
    """Return the card to play, or one of WITH_CRYSTAL; in mission 15 the next of the line (reading 9.27)."""
    cards = table.unplayed(seat)
    if table.mission == missions.ORDERED_LINE:
        return cards[0]
    legal = legal_cards(cards, trick, table.value_of)
    against = against_precedence(table, trick, seat, cards, legal) if len(legal) < len(cards) else []
    if against:
        options: tuple[int | Option, ...] = (*legal, *[WITH_CRYSTAL[card] for card in against])
        return table.ask(seat, "play", options)
    return table.ask(seat, "play", tuple(legal))


def legal_cards(cards: list[int], trick: Trick, value_of: tuple[int, ...]) -> list[int]:
    """Return the legal cards by the precedence of colours (S141): lead colour, else dominant colour, else any card.

    Arguments:
        cards: the candidates. value_of: printed value per card, which the Sorcerer compares (S205).
    """
    if not trick.cards:
        return cards
    lead, trump = trick.lead, trick.trump
    legal = [card for card in cards if COLOUR[card] == lead]
    if not legal:
        legal = [card for card in cards if COLOUR[card] == trump] or cards
    if trick.used and powers.lowest_must_be_played(trick):
        least = min([value_of[card] for card in legal])
        return [card for card in legal if value_of[card] == least]
    return legal


def against_precedence(table: Table, trick: Trick, seat: int, cards: list[int], legal: list[int]) -> list[int]:
    """Return the illegal cards that a crystal allows the player to play (S175, S349).

    Assassins, or any card under scroll 20; none after the Emperor.
    """
    if trick.has(EMPEROR):
        return []
    owner = seat == table.scroll_owner
    if not table.crystals[seat] and not (owner and table.extra):
        return []
    any_card = owner and table.scroll == scrolls.ANY_POWER
    return [card for card in cards if (any_card or RANK[card] == ASSASSIN) and card not in legal]


# --- Taking the trick -------------------------------------------------------------------------------------------------


def winner(trick: Trick) -> int:
    """Return the winner of the trick (S145-S149): the highest live dominant card, else the highest of the lead colour.

    Of equal cards the one played first counts as the higher (S149), so under a Dwarf the one played last is the lowest
    and wins (reading 9.18). Scroll 16 wins whatever is played, or removes
    its owner's card from the comparison (S341).
    """
    if trick.winner_by_scroll != NOBODY:
        return trick.winner_by_scroll
    colours, dead, values = trick.colours, trick.dead, trick.values
    trump, lead, duck = trick.trump, trick.lead, trick.duck
    lowest = powers.lowest_wins(trick)
    # Of two cards of different levels the higher level wins: 2 for a live dominant card, 1 for the lead colour.
    best, best_level = NOBODY, 0
    for index, seat in enumerate(trick.seats):
        colour = colours[index]
        level = 2 if colour == trump and not dead[index] else 1 if colour == lead else 0
        if level < best_level or level == 0 or seat == duck:
            continue
        if level > best_level:
            best, best_level = index, level
        elif values[index] <= values[best] if lowest else values[index] > values[best]:
            best = index
    return duck if best == NOBODY else trick.seats[best]
