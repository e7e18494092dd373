"""Course of a complete game: set-up, turns of four phases, last turns (sections 3, 4, 8 and 10)."""

from __future__ import annotations

from ..game import Chance, Choose, Outcome
from . import trade
from .events import two_medium_rule
from .kingdom import BASE_HAND, CASTLE, TOWN_HALL, Kingdom
from .moves import action_phase
from .outcome_sheet import outcome
from .setup import Setup
from .solo import SHADOW, shadow_turn
from .state import (
    ADVANCED,
    BASE,
    BY_ROUND_LIMIT,
    FROM_DECK,
    MEDIUM,
    NO,
    NOBODY,
    YES,
    Table,
)

#: S360-S372: number of cards required for a better realm, each of a level above the realm's own number.
UPGRADE_CARDS = 3


def play(setup: Setup, chance: Chance, choose: Choose) -> Outcome:
    """Play one complete game and return its outcome.

    Raises:
        IllegalChoice: an answer is not one of the options.
    """
    table = Table(setup, chance, choose)
    set_up(table)
    if table.shadow is None:
        play_together(table)
    else:
        play_alone(table)
    return outcome(table)


# --- set-up (section 3) ---------------------------------------------------------------------------------------------


def set_up(table: Table) -> None:
    """Prepare decks, Age of Enlightenment, board and hands; each player may change the hand once."""
    for deck in (BASE, MEDIUM):
        table.chance.shuffle(table.decks[deck])
    _hide_age(table)
    if table.board:
        trade.set_up_board(table)
    for step in range(table.players):
        for _ in range(BASE_HAND):
            table.draw_to_hand((table.active + step) % table.players, BASE)
    for step in range(table.players):
        _change_hand(table, (table.active + step) % table.players)


def _hide_age(table: Table) -> None:
    """Put Age of Enlightenment below N advanced cards (S35-S48, S847-S849, 13.2, 13.34)."""
    deck, age = table.decks[ADVANCED], table.pack.end_code
    deck.remove(age)
    table.chance.shuffle(deck)
    deck.insert(len(deck) - table.setup.age_below, age)


def _change_hand(table: Table, seat: int) -> None:
    """Let a player exchange 0 to 5 cards once (S121-S128)."""
    replaced = table.pick_up_to(seat, "mulligan", table.kingdoms[seat].hand, BASE_HAND)
    for card in replaced:
        table.discard(card)
    for _ in replaced:
        table.draw_to_hand(seat, BASE)


# --- one turn (section 4) -------------------------------------------------------------------------------------------


def take_turn(table: Table, seat: int) -> None:
    """Play the phases of one turn: actions, discarding, realm, drawing (S89-S97)."""
    table.active = seat
    table.turns[seat] += 1
    if seat == table.setup.start:
        table.rounds += 1
    kingdom = table.kingdoms[seat]
    kingdom.forget_chosen()
    action_phase(table)
    for card in table.pick_up_to(seat, "discard", kingdom.hand, len(kingdom.hand)):
        table.discard(card)
    table.draw_level = kingdom.realm
    improve_realm(table, kingdom)
    draw_phase(table, seat)


def can_improve(kingdom: Kingdom) -> bool:
    """Return whether three cards of the next level are in the territory (S360-S372, 13.8)."""
    return kingdom.realm < CASTLE and kingdom.at_level(kingdom.realm + 2) >= UPGRADE_CARDS


def improve_realm(table: Table, kingdom: Kingdom) -> None:
    """Improve the realm by at most one step per turn (13.9)."""
    if can_improve(kingdom):
        kingdom.realm += table.ask(table.active, "upgrade", (NO, YES))


def draws(table: Table, seat: int) -> list[int]:
    """Return the decks that the seat draws from before base cards, in order (S287-S316, 13.10, 17.9)."""
    realm = table.draw_level
    if realm == CASTLE:
        return [ADVANCED, MEDIUM, MEDIUM]
    if two_medium_rule(table, seat):
        return [MEDIUM, MEDIUM]
    return [MEDIUM] if realm == TOWN_HALL else []


def draw_phase(table: Table, seat: int) -> None:
    """Make the realm's draws, then draw base cards up to the limit; never at the hand limit (S318-S324)."""
    kingdom = table.kingdoms[seat]
    for deck in draws(table, seat):
        if len(kingdom.hand) < kingdom.limit and not (deck == ADVANCED and table.drawer == seat):
            trade.draw_or_draft(table, seat, deck)
    while len(kingdom.hand) < kingdom.limit and trade.draw_or_draft(table, seat, BASE):
        pass
    if table.board:
        trade.refill_all(table)


# --- the end (section 8) --------------------------------------------------------------------------------------------


def _called(table: Table) -> bool:
    """Return whether the stall guard stops the game: too many rounds without Age of Enlightenment."""
    limit = table.setup.round_limit
    if not limit or table.rounds < limit:
        return False
    table.how = BY_ROUND_LIMIT
    return True


def drawer_has_last_turn(table: Table) -> bool:
    """Return whether the drawer has a last turn (13.4).

    Both texts are taken literally: yes from the deck, no on a refill.
    """
    return table.how == FROM_DECK


def play_together(table: Table) -> None:
    """Play clockwise from the start player until a player draws the end; then one last turn each, the drawer last."""
    seat = table.setup.start
    while table.drawer == NOBODY:
        if seat == table.setup.start and _called(table):
            return
        take_turn(table, seat)
        seat = (seat + 1) % table.players
    last = [(table.drawer + step) % table.players for step in range(1, table.players)]
    if drawer_has_last_turn(table):
        last.append(table.drawer)
    for seat in last:
        take_turn(table, seat)


def play_alone(table: Table) -> None:
    """Alternate player and shadow realm; the game always ends after a turn of the shadow realm (S967)."""
    while table.drawer == NOBODY:
        if _called(table):
            return
        take_turn(table, 0)
        if table.drawer == NOBODY:
            shadow_turn(table)
    for mover in last_turns_alone(table):
        if mover == SHADOW:
            shadow_turn(table)
        else:
            take_turn(table, mover)


def last_turns_alone(table: Table) -> tuple[int, ...]:
    """Return the turns after the end card is drawn: 0 the player, 1 the shadow realm.

    Source: S960-S968, 13.29, 17.7, 17.18.
    """
    return (0, SHADOW) if table.drawer == SHADOW else (SHADOW, 0, SHADOW)
