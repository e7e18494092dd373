"""The unknown of a seat of a table of Dominion, dealt anew for a search."""

from __future__ import annotations

from collections.abc import Sequence

from ..chance import CarryChance
from ..game import Chance, Decision
from ..hidden_cards import deal_anew
from ..mypyc_shim import i64
from .state import NOBODY, Answers, Player, Table, zone


def dealt(view: Table, seat: i64, chance: CarryChance, policies: Sequence[Answers]) -> Table:
    """Return a copy of a view in its player's buy phase, in which what the player does not know is dealt anew."""
    table = view.copied(policies, chance)
    redeal(Decision(seat, "buy", (), table), chance)
    return table


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
