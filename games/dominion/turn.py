"""Course of a game from the deal to the last turn: the three phases, the end, the outcome."""

from __future__ import annotations

from typing import Any

from ..game import Chance, Choose, Outcome
from .cards import COPPER, COST, GOLD, IS_ACTION, NAMES, PROVINCE, SILVER, VALUE, points
from .effects import play_card
from .state import ACTIONS, HAND, NOBODY, STOP, Setup, Table


def play(setup: Setup, chance: Chance, choose: Choose) -> Outcome:
    """Play one complete game and return its outcome.

    Arguments:
        setup: validated (see ``Dominion.setup``); seat 0 begins.
        chance: shuffles; a discard pile is passed oldest card first, and the end of the result is the top of the deck.
        choose: answers every question of every player.

    Raises:
        IllegalChoice: an answer is not one of the options.
    """
    table = Table(setup, chance, choose)
    deal(table)
    limit = setup.turn_limit
    turns = 0
    while True:
        take_turn(table)
        turns += 1
        if table.is_over() or turns == limit:
            return outcome(table)
        table.active = (table.active + 1) % table.players


def deal(table: Table) -> None:
    """Shuffle every deck and deal five cards each (D-01)."""
    for seat in range(table.players):
        table.chance.shuffle(table.decks[seat])
        table.draw(seat, HAND)


def take_turn(table: Table) -> None:
    """Play one turn of the active player: Action, Buy and Clean-up phase (D-02)."""
    table.turns[table.active] += 1
    table.actions = 1
    table.buys = 1
    table.coins = 0
    if not ACTIONS.isdisjoint(table.hands[table.active]):
        action_phase(table)
    buy_phase(table)
    clean_up(table)


def action_phase(table: Table) -> None:
    """Let the player play Actions one at a time, or stop, while actions are left (D-03, D-04)."""
    me = table.active
    while table.actions > 0:
        actions = ACTIONS.intersection(table.hands[me])
        if not actions:
            return
        card = table.ask(me, "play", (STOP, *sorted(actions)))
        if card == STOP:
            return
        table.actions -= 1
        play_card(table, card)


def lay_treasures(table: Table) -> None:
    """Lay all Treasures, or those that the player chooses one by one in ascending order of value (D-12)."""
    me = table.active
    hand = table.hands[me]
    if not table.setup.lay:
        values, laid, coins = VALUE, table.in_play, table.coins
        rest: list[int] = []
        for card in hand:
            if values[card]:
                coins += values[card]
                laid.append(card)
            else:
                rest.append(card)
        table.coins = coins
        table.hands[me] = rest
        return
    lowest = 0
    while True:
        options = sorted({card for card in hand if VALUE[card] and card >= lowest})
        lowest = table.ask(me, "lay", (STOP, *options))
        if lowest == STOP:
            return
        hand.remove(lowest)
        table.in_play.append(lowest)
        table.coins += VALUE[lowest]


def buy_phase(table: Table) -> None:
    """Lay the Treasures, then buy while buys are left; unspent coins are lost (D-12)."""
    lay_treasures(table)
    me = table.active
    table.subject = NOBODY
    table.shown = NOBODY
    while table.buys > 0:
        card = table.ask_buy()
        if card == STOP:
            return
        table.buys -= 1
        table.coins -= COST[card]
        table.gain(me, card, table.discards[me])


def clean_up(table: Table) -> None:
    """Discard the cards in play and in hand, then draw five new ones (D-13)."""
    me = table.active
    discard = table.discards[me]
    discard.extend(table.in_play)
    discard.extend(table.hands[me])
    table.in_play.clear()
    deck = table.decks[me]
    if len(deck) >= HAND:
        table.hands[me] = deck[-HAND:]
        del deck[-HAND:]
    else:
        table.hands[me] = []
        table.draw(me, HAND)


def _seat(counts: list[int], turns: int, piles: tuple[int, ...]) -> dict[str, Any]:
    """Return one seat's entry on the sheet from its copies per code."""
    owned = [(code, counts[code]) for code in piles if counts[code]]
    return {
        "points": points(counts),
        "turns": turns,
        "gold": counts[GOLD],
        "coins": counts[COPPER] + 2 * counts[SILVER] + 3 * counts[GOLD],
        "actions": sum([count for code, count in owned if IS_ACTION[code]]),
        "deck": {NAMES[code]: count for code, count in owned},
    }


def _trash(table: Table) -> dict[str, int]:
    trash = table.trash
    return {NAMES[code]: trash.count(code) for code in table.piles if code in trash} if trash else {}


def _rank_key(row: dict[str, Any], *, tournament: bool) -> tuple[int, ...]:
    """Return the sort key of a seat for its place, lowest first."""
    shared = (-row["points"], row["turns"])
    return (*shared, -row["gold"], -row["coins"], -row["actions"]) if tournament else shared


def outcome(table: Table) -> Outcome:
    """Return the outcome: points of all cards of each player (section 6) and their places.

    In a tournament the chain of the regulation decides (art. 1.5); elsewhere fewer turns decide, and players equal in
    these as well share the victory (S0:281).
    """
    end = "provinces" if not table.supply[PROVINCE] else "piles" if table.empty >= 3 else "time"
    seats = [_seat(counts, turns, table.piles) for counts, turns in zip(table.owned, table.turns, strict=True)]
    setup = table.setup
    keys = [_rank_key(row, tournament=setup.tournament) for row in seats]
    sheet = {
        "kingdom": list(setup.kingdom),
        "tournament": setup.tournament,
        "end": end,
        "ended_by": table.active + 1,
        "seats": seats,
        "trash": _trash(table),
        "supply": {NAMES[code]: table.supply[code] for code in table.piles},
    }
    return Outcome(
        players=table.players,
        places=tuple([1 + sum([other < key for other in keys]) for key in keys]),
        scores=tuple([row["points"] for row in seats]),
        turns=tuple(table.turns),
        end=end,
        sheet=sheet,
    )
