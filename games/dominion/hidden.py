"""The unknown of a seat of a table of Dominion: left out of its view of the table, or dealt anew for a search."""

from __future__ import annotations

from typing import Final

from ..chance import NO_CHANCE, CarryChance
from ..game import Chance, Decision
from ..hidden_cards import UNKNOWN, deal_anew
from ..mypyc_shim import append, i64, vec
from .policy import Policy
from .state import NOBODY, Player, Table, zone

_MANY: Final[vec[i64]] = vec[i64]([UNKNOWN] * 60)
#: In a view nobody answers questions.
_NO_POLICY: Final = Policy()


def unknown_cards(count: i64) -> vec[i64]:
    """Return a zone of unknown cards."""
    return _MANY[:count] if count <= len(_MANY) else vec[i64]([UNKNOWN] * count)


def seen_by(table: Table, seat: i64) -> Table:
    """Return the table as the deciding seat sees it: a copy without the cards that it does not know.

    Unknown are the order of every deck, the other hands, and the other discard piles below their tops; a card that lies
    revealed on a deck is what the question shows. Nothing can be shuffled in a view, and nobody is asked.
    """
    view = Table(table.setup, NO_CHANCE, [_NO_POLICY] * table.players)
    _copy_open(table, view)
    place: i64 = 0
    while place < table.players:
        _copy_side(table.seats[place], view.seats[place], place == seat)
        place += 1
    return view


def copied(table: Table, policies: list[Policy], chance: Chance) -> Table:
    """Return a table of its own at the same point, for a search.

    Arguments:
        policies: answer the questions of its seats. chance: makes the shuffles to come.
    """
    copy = Table(table.setup, chance, policies)
    _copy_open(table, copy)
    for player, other in zip(table.seats, copy.seats, strict=True):
        other.owned, other.turns, other.aside = player.owned[:], player.turns, player.aside[:]
        other.deck, other.undrawn = player.deck[: player.undrawn], player.undrawn
        other.hand, other.discards = player.hand[:], player.discards[:]
    return copy


def dealt(view: Table, seat: i64, chance: CarryChance, policies: list[Policy]) -> Table:
    """Return a copy of a view in its player's buy phase, in which what the player does not know is dealt anew."""
    table = copied(view, policies, chance)
    redeal(Decision(seat, "buy", (), table), chance)
    return table


def _copy_open(table: Table, copy: Table) -> None:
    """Copy what lies open, and the turn in progress."""
    copy.supply, copy.in_play, copy.trash, copy.stolen = (
        table.supply[:],
        table.in_play[:],
        table.trash[:],
        table.stolen[:],
    )
    copy.empty, copy.active, copy.actions, copy.buys = table.empty, table.active, table.actions, table.buys
    copy.coins, copy.subject, copy.shown, copy.limit = table.coins, table.subject, table.shown, table.limit
    copy.lowest, copy.left, copy.steps = table.lowest, table.left, table.steps


def _copy_side(player: Player, seen: Player, is_own: bool) -> None:
    """Copy what is known of a player."""
    seen.owned, seen.turns, seen.aside = player.owned[:], player.turns, player.aside[:]
    seen.deck, seen.undrawn = unknown_cards(player.undrawn), player.undrawn
    if is_own:
        seen.hand, seen.discards = player.hand[:], player.discards[:]
        return
    seen.hand = unknown_cards(len(player.hand))
    below = len(player.discards) - 1
    seen.discards = append(unknown_cards(below), player.discards[below]) if below >= 0 else player.discards[:]


def redeal(decision: Decision, chance: Chance) -> None:
    """Deal anew, in place, what the seat that decides does not know; ``chance`` also makes the shuffles to come.

    The table may be the game's own or a view: only what the seat knows is used. Every card gained or trashed was seen,
    so that of every other player the deck, the hand and the discard pile below its top are one known pool; of the own
    deck the order is unknown. A card that lies revealed on a deck stays there.
    """
    table: Table = decision.context
    revealed = table.subject if decision.kind == "spy" and table.shown != NOBODY else NOBODY
    for player in table.seats:
        is_own = player.seat == decision.player
        hand, discards = list(player.hand), list(player.discards)
        top = [int(table.shown)] if player.seat == revealed else []
        known = [*player.aside, *top, *(table.in_play if player.seat == table.active else ())]
        known += [*hand, *discards] if is_own else discards[-1:]
        deck = _left(player, known)
        if is_own:
            chance.shuffle(deck)
        else:
            below, hand = _parted(deck, len(discards) - 1), _parted(deck, len(hand))
            deal_anew([deck, hand, below], chance)
            discards[:-1] = below
        player.deck, player.undrawn = zone([*deck, *top]), len(deck) + len(top)
        player.hand, player.discards = zone(hand), zone(discards)
    table.shuffle_with(chance)


def _left(player: Player, known: list[int]) -> list[int]:
    """Return the cards of a player besides the known ones, by code."""
    left = [code for code, copies in enumerate(player.owned) for _ in range(copies)]
    for card in known:
        left.remove(card)
    return left


def _parted(cards: list[int], count: int) -> list[int]:
    """Take cards off the end of a list and return them; none for a negative number."""
    parted = cards[len(cards) - max(0, count) :]
    del cards[len(cards) - len(parted) :]
    return parted
