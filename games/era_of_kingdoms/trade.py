"""The trade mini-expansion: the board, taking cards from it, Trade Expedition and Trading Post (section 9, S627-S767).

The board is three rows of open cards, one per deck. Each function documents who takes from a row and when it is
refilled. The trade cards themselves are two of the pack's effects.
"""

from __future__ import annotations

from typing import Final

from .kingdom import TOWN_HALL
from .pack.loading import NONE
from .state import ADVANCED, BASE, DRAW, FROM_REFILL, MEDIUM, Table
from .state import draft as draft_option

#: Number of open cards per deck (S633-S645, 13.3).
ROWS: Final = (6, 3, 1)
EXPEDITION_BASE: Final = 4
POST_CARDS: Final = 3


def set_up_board(table: Table) -> None:
    """Set up the board before hands are drawn; play-immediately cards are shuffled back at the end (S647-S650)."""
    aside: list[int] = []
    for deck, size in enumerate(ROWS):
        while len(table.board[deck]) < size:
            card = table.take_top(deck)
            (aside if table.cards[card].type == "immediate" else table.board[deck]).append(card)
    for card in aside:
        table.shuffle_in(card)


def refill(table: Table, deck: int) -> None:
    """Fill a row; special cards turned up count as drawn by the active player, and the slot is refilled (17.37)."""
    row, size = table.board[deck], ROWS[deck]
    while len(row) < size:
        drawer = table.drawer
        card = table.draw(table.active, deck, FROM_REFILL)
        if card != NONE:
            row.append(card)
        elif table.drawer == drawer:
            return


def refill_all(table: Table) -> None:
    """Refill all rows, after the complete draw phase (S701-S708)."""
    for deck in (BASE, MEDIUM, ADVANCED):
        refill(table, deck)


def draft(table: Table, code: int) -> None:
    """Take one base card of the board into the hand, as an action; the slot is refilled at once (S673-S686)."""
    table.board[BASE].remove(code)
    table.kingdoms[table.active].hand.append(code)
    refill(table, BASE)


def draw_or_draft(table: Table, seat: int, deck: int) -> bool:
    """Draw one card of the draw phase, from the deck or the row of its level, decided per card (S690-S699, 17.23).

    Returns:
        Whether a card came into the hand.
    """
    kingdom = table.kingdoms[seat]
    before = len(kingdom.hand)
    if not table.board or not table.board[deck]:
        table.draw_to_hand(seat, deck)
        return len(kingdom.hand) > before
    sources = [DRAW] if table.can_draw(deck) else []
    choice = table.ask(seat, "source", (*sources, *[draft_option(code) for code in sorted(set(table.board[deck]))]))
    if choice == DRAW:
        table.draw_to_hand(seat, deck)
    else:
        table.board[deck].remove(choice.what)
        kingdom.hand.append(choice.what)
    return len(kingdom.hand) > before


def expedition(table: Table, card: int) -> bool:
    """Resolve Trade Expedition (S738-S750, 17.36).

    Up to four base cards or one medium card are replaced, then one is taken.
    """
    seat = table.active
    row = table.ask(seat, "expedition", tuple([deck for deck in (BASE, MEDIUM) if table.board[deck]]) or (BASE,), card)
    if row == BASE:
        replaced = table.pick_up_to(seat, "replace", table.board[BASE], EXPEDITION_BASE, card)
    else:
        replaced = table.pick_exactly(seat, "replace", table.board[MEDIUM], 1, card)
    _replace(table, row, replaced)
    offered = set(table.board[BASE])
    if table.kingdoms[seat].realm >= TOWN_HALL:
        offered |= set(table.board[MEDIUM])
    if offered:
        taken = table.ask(seat, "take", tuple(sorted(offered)), card)
        deck = table.deck_of[taken]
        table.board[deck].remove(taken)
        table.kingdoms[seat].hand.append(taken)
        refill(table, deck)
    return False


def refresh(table: Table) -> None:
    """Use a Trading Post (S754-S758).

    Replaces three base cards of the board without an action, once per turn and Post.
    """
    table.refreshed += 1
    replaced = table.pick_exactly(table.active, "replace", table.board[BASE], POST_CARDS)
    _replace(table, BASE, replaced)


def _replace(table: Table, deck: int, away: list[int]) -> None:
    for each in away:
        table.discard(each)
    refill(table, deck)
