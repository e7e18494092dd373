"""What one turn can pay: a hand of five, what its Actions bring into it, and the coins of both.

Holds where no card that pays or draws can leave a deck: whatever a player ever had is in the final deck then. A card of
which a player has a copy, and that nothing gives, was bought a first time, with all other cards at most.
"""

from __future__ import annotations

from typing import Final

from .. import cards as c
from ..sets.rows import Gains
from .bounds import Facts, Weights

HAND: Final = 5
#: Cards that an Action brings into the hand of its player.
_DRAWS: Final = tuple(cards + more for cards, more in zip(c.GIVES_CARDS, c.MORE_CARDS, strict=True))
#: Actions that bring cards into the hands of the others.
_FOR_OTHERS: Final[Weights] = tuple(
    (code, c.OTHERS_CARDS[code], c.OTHERS_CARDS[code]) for code in c.CODES if c.OTHERS_CARDS[code]
)
#: The first turn in which a hand of five without an Action can hold 8 coins; earlier where others discard of the deck.
FIRST_PROVINCE: Final = 5
FIRST_PROVINCE_AMONG_ATTACKS: Final = 4


def keeps_what_pays(facts: Facts) -> bool:
    """Return whether no card that gives coins or cards can leave a deck, so that the final deck holds them all."""
    pays = (code for code in facts.in_game() if c.IS_TREASURE[code] or c.GIVES_COINS[code] or _DRAWS[code])
    return facts.known_kingdom and not any(facts.lossable[code] for code in pays)


def highest_gift(facts: Facts) -> int:
    """Return the cost of the dearest card that a card of the kingdom gives without a payment."""
    gifts = [c.AMOUNT[code] for code in facts.kingdom if c.GAINS[code] == Gains.CARD]
    gifts += [c.COST[c.SILVER] for code in facts.kingdom if c.GAINS[code] == Gains.SILVER]
    return max(gifts, default=0)


def never_had_an_action(facts: Facts, index: int) -> bool:
    """Return whether a player never owned an Action (L9)."""
    return not any(facts.most_held(index, code) for code in facts.kingdom if c.IS_ACTION[code])


def cards_from_others(facts: Facts, index: int) -> int:
    """Return the most cards that the others' Actions bring into a player's hand between two of its turns."""
    return sum(facts.uses(other, _FOR_OTHERS) for other in range(facts.players) if other != index)


def most_coins(facts: Facts, index: int, without: int | None = None) -> int | None:
    """Return the most coins that a turn of the player can have paid; None if the Actions are not known.

    The best cards of a hand whose size the Actions raise: an Action that draws takes a place and brings cards, one that
    gives coins alone takes a place like a Treasure. Throne Rooms double the best of both, their own places not counted.
    Where the Actions are only counted, each is the best for both.

    Arguments:
        without: a card that the player does not have yet.
    """
    holding = facts.holdings[index]
    places, coins = HAND + cards_from_others(facts, index), 0
    paying = _treasures(facts, index, without)
    if holding.exact:
        drawing, doubled = [], []
        for code in facts.in_game():
            copies = holding.low[code] if code != without and c.IS_ACTION[code] else 0
            doubled += [c.GIVES_COINS[code]] * copies
            drawing += [_DRAWS[code]] * copies
            if _DRAWS[code]:
                coins += copies * c.GIVES_COINS[code]
                places += copies * (_DRAWS[code] - 1)
            else:
                paying += [c.GIVES_COINS[code]] * copies
        picks = holding.low[c.THRONE_ROOM]
        places += sum(sorted(drawing, reverse=True)[:picks])
        coins += sum(sorted(doubled, reverse=True)[:picks])
    elif holding.actions is None:
        return None
    else:
        actions = [code for code in facts.kingdom if c.IS_ACTION[code]]
        places += holding.actions * max((_DRAWS[code] for code in actions), default=0)
        coins += holding.actions * max((c.GIVES_COINS[code] for code in actions), default=0)
    return sum(sorted(paying, reverse=True)[:places]) + coins


def _treasures(facts: Facts, index: int, without: int | None) -> list[int]:
    """Return the values of the player's Treasures; of numbers alone as many Silvers as they allow."""
    seat, holding = facts.report.seats[index], facts.holdings[index]
    counts = {code: holding.high[code] for code in c.CODES if c.IS_TREASURE[code] and code != without}
    if not holding.counted and seat.coins is not None and seat.gold is not None:
        counts[c.COPPER] = max(0, seat.coins - 3 * seat.gold - 2 * holding.high[c.SILVER])
    return [c.VALUE[code] for code, count in counts.items() for _ in range(count)]


def turns_with_provinces(facts: Facts, index: int) -> int | None:
    """Return in how many turns a player without any Action can have paid for a Province; None if others are possible.

    The hands of the first two turns have 5 coins at most. Those of the third and fourth lie in the twelve cards of the
    second shuffle, with two Silvers and Coppers at most: 7 coins. Where attacks discard cards of the deck, it may be
    shuffled for the fourth turn already, with a Gold or a third Silver of the third.
    """
    turns = facts.report.seats[index].turns
    if turns is None or not keeps_what_pays(facts) or not never_had_an_action(facts, index):
        return None
    if cards_from_others(facts, index):
        return None
    has_attacks = any(c.IS_ATTACK[code] for code in facts.kingdom)
    first = FIRST_PROVINCE_AMONG_ATTACKS if has_attacks else FIRST_PROVINCE
    return max(0, turns + facts.report.abandoned - first + 1)
