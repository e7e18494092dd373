"""Course of a game from the deal to the last turn: the three phases, the end, the outcome."""

from __future__ import annotations

from typing import Any, final

from ..game import Chance, Choose, Outcome
from ..mypyc_shim import append, extend, i64, vec
from .cards import COPPER, GOLD, NAMES, PROVINCE, SILVER, points_of
from .choose_policy import policies_of
from .effects import play_card
from .questions import BUY, LAY, PLAY
from .setup import Setup
from .state import ARE_ACTIONS, COSTS, HAND, NO_CARDS, NOBODY, STOP, VALUES, Player, Table, contains_any


def play(setup: Setup, chance: Chance, choose: Choose) -> Outcome:
    """Play one complete game and return its outcome.

    Arguments:
        setup: validated (see ``Dominion.setup``); seat 0 begins.
        chance: shuffles; a discard pile is passed oldest card first, and the end of the result is the top of the deck.
        choose: answers every question of every player.

    Raises:
        IllegalChoice: an answer is not one of the options.
    """
    table = Table(setup, chance, policies_of(choose, setup.players))
    play_out(table)
    return outcome(table)


def play_out(table: Table) -> None:
    """Play a new table to its end."""
    deal(table)
    limit: i64 = table.setup.turn_limit
    turns: i64 = 0
    while True:
        take_turn(table)
        turns += 1
        if table.is_over() or turns == limit:
            return
        table.active = (table.active + 1) % table.players


def deal(table: Table) -> None:
    """Shuffle every deck and deal five cards each (D-01)."""
    for player in table.seats:
        table.shuffle(player)
        table.draw(player, HAND)


def take_turn(table: Table) -> None:
    """Play one turn of the active player: Action, Buy and Clean-up phase (D-02)."""
    me = table.seats[table.active]
    me.turns += 1
    table.actions = 1
    table.buys = 1
    table.coins = 0
    action_phase(table, me)
    buy_phase(table, me)
    clean_up(table, me)


def action_phase(table: Table, me: Player) -> None:
    """Let the player play Actions one at a time, or stop, while actions are left (D-03, D-04)."""
    while table.actions > 0 and contains_any(me.hand, ARE_ACTIONS):
        table.subject = NOBODY
        table.shown = NOBODY
        card = table.checked(me, PLAY, me.policy.play(table, me))
        if card == STOP:
            return
        table.actions -= 1
        play_card(table, me, card)


def lay_treasures(table: Table, me: Player) -> None:
    """Lay all Treasures, or those that the player chooses one by one in ascending order of value (D-12)."""
    if table.setup.lay:
        _lay_chosen(table, me)
        return
    hand = me.hand
    laid = table.in_play
    coins = table.coins
    stay_count: i64 = 0
    for card in hand:
        value = VALUES[card]
        if value > 0:
            laid = append(laid, card)
            coins += value
        else:
            hand[stay_count] = card
            stay_count += 1
    table.in_play = laid
    table.coins = coins
    me.hand = hand[:stay_count]


def _lay_chosen(table: Table, me: Player) -> None:
    table.lowest = 0
    while True:
        card = table.ask(me, LAY)
        if card == STOP:
            return
        me.take_from_hand(card)
        table.in_play = append(table.in_play, card)
        table.coins += VALUES[card]
        table.lowest = card


def buy_phase(table: Table, me: Player) -> None:
    """Lay the Treasures, then buy while buys are left; unspent coins are lost (D-12)."""
    lay_treasures(table, me)
    table.subject = NOBODY
    table.shown = NOBODY
    while table.buys > 0:
        table.limit = table.coins
        card = table.checked(me, BUY, me.policy.buy(table, me))
        if card == STOP:
            return
        table.buys -= 1
        table.coins -= COSTS[card]
        table.gain(me, card)


def play_on(table: Table, most: i64) -> None:
    """Play a table from a purchase of the active player to its end, or for some more turns: for a search.

    The Treasures have been laid, so that none is laid again.

    Arguments:
        most: turns of the whole table.
    """
    me = table.seats[table.active]
    buy_phase(table, me)
    clean_up(table, me)
    limit: i64 = table.setup.turn_limit
    turns: i64 = 0
    for player in table.seats:
        turns += player.turns
    last = turns + most
    while not table.is_over() and turns != limit and turns < last:
        table.active = (table.active + 1) % table.players
        take_turn(table)
        turns += 1


def clean_up(table: Table, me: Player) -> None:
    """Discard the cards in play and in hand, then draw five new ones (D-13)."""
    me.discards = extend(extend(me.discards, table.in_play), me.hand)
    table.in_play = vec[i64](capacity=8)
    me.hand = NO_CARDS[:]
    table.draw(me, HAND)


@final
class Line:
    """One seat's numbers at the end: points, what the regulation breaks ties with, and the place."""

    __slots__ = ("actions", "coins", "gold", "place", "points", "turns")

    def __init__(self, player: Player, piles: tuple[int, ...]) -> None:
        owned = player.owned
        self.points: i64 = points_of(owned)
        self.turns: i64 = player.turns
        self.place: i64 = 0
        self.gold: i64 = owned[GOLD]
        self.coins: i64 = owned[COPPER] + 2 * owned[SILVER] + 3 * owned[GOLD]
        self.actions: i64 = 0
        for card in piles:
            if ARE_ACTIONS[card]:
                self.actions += owned[card]

    def beats(self, other: Line, tournament: bool) -> bool:
        """Return whether this seat ranks before the other one.

        In a tournament the chain of the regulation decides (art. 1.5); elsewhere fewer turns decide, and players equal
        in these as well share the victory (S0:281).
        """
        if self.points != other.points:
            return self.points > other.points
        if self.turns != other.turns:
            return self.turns < other.turns
        if not tournament:
            return False
        if self.gold != other.gold:
            return self.gold > other.gold
        if self.coins != other.coins:
            return self.coins > other.coins
        return self.actions > other.actions


def lines_of(table: Table) -> list[Line]:
    """Return every seat's numbers, with its place from 1: one more than the seats that rank before it."""
    lines = [Line(player, table.piles) for player in table.seats]
    for line in lines:
        line.place = 1
        for other in lines:
            if other.beats(line, table.setup.tournament):
                line.place += 1
    return lines


def end_of(table: Table) -> str:
    """Return why the game ended: ``"provinces"``, ``"piles"`` or ``"time"``."""
    return "provinces" if table.supply[PROVINCE] == 0 else "piles" if table.empty >= 3 else "time"


def outcome(table: Table) -> Outcome:
    """Return the outcome: points of all cards of each player (section 6), their places, and the score sheet."""
    lines = lines_of(table)
    end = end_of(table)
    return Outcome(
        players=table.players,
        places=tuple([int(line.place) for line in lines]),
        scores=tuple([int(line.points) for line in lines]),
        turns=tuple(table.turns),
        end=end,
        sheet=_sheet(table, lines, end),
    )


def _sheet(table: Table, lines: list[Line], end: str) -> dict[str, Any]:
    trash = list(table.trash)
    return {
        "kingdom": list(table.setup.kingdom),
        "tournament": table.setup.tournament,
        "end": end,
        "ended_by": table.active + 1,
        "seats": [_seat(table, player, line) for player, line in zip(table.seats, lines, strict=True)],
        "trash": {NAMES[code]: trash.count(code) for code in table.piles if code in trash},
        "supply": {NAMES[code]: table.supply[code] for code in table.piles},
    }


def _seat(table: Table, player: Player, line: Line) -> dict[str, Any]:
    return {
        "points": line.points,
        "turns": line.turns,
        "gold": line.gold,
        "coins": line.coins,
        "actions": line.actions,
        "deck": {NAMES[code]: player.owned[code] for code in table.piles if player.owned[code]},
    }
