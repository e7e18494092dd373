"""A seat's view of a table of Dominion, as plain data: for programs, pages and the steps of a record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ..game import Decision
from .cards import NAMES
from .state import NOBODY, Table

#: Questions about a card that lies revealed for everybody; the card of any other question is its player's own.
_REVEALED: Final = frozenset({"spy", "mine_gain"})


def observe(decision: Decision, seat: int) -> dict[str, Any]:
    """Return what a seat sees while a question is open.

    Open to all are the supply, the trash, the cards in play, what lies revealed or set aside, and the numbers of the
    turn; of every player the top of the discard pile, the sizes of the zones, and the cards owned, because every card
    gained or trashed was seen. A seat also knows its own hand and its own discard pile. The order of a deck is hidden.
    """
    table: Table = decision.context.seen_by(seat)
    view: dict[str, Any] = {
        "turn": {"seat": table.active, "number": table.turns[table.active]}
        | {"actions": table.actions, "buys": table.buys, "coins": table.coins},
        "supply": {NAMES[code]: table.supply[code] for code in table.piles},
        "trash": _names(list(table.trash)),
        "in_play": _names(list(table.in_play)),
        "seats": [_seat(table, each) for each in range(table.players)],
    }
    return view | own(decision, seat)


def own(decision: Decision, seat: int) -> dict[str, Any]:
    """Return what a seat sees besides what lies open: its hand and discard pile, and what its question is about."""
    table: Table = decision.context
    player = table.seats[seat]
    view: dict[str, Any] = {"hand": _names(sorted(player.hand)), "discard": _names(list(player.discards))}
    if table.shown != NOBODY and (seat == decision.player or decision.kind in _REVEALED):
        view["shown"] = {"card": NAMES[table.shown], "subject": table.subject}
    if seat == decision.player and table.left:
        view["left"] = table.left
    return view


def _seat(table: Table, seat: int) -> dict[str, Any]:
    player = table.seats[seat]
    discard = player.discards
    return {
        "turns": player.turns,
        "hand": len(player.hand),
        "deck": player.undrawn,
        "discard": len(discard),
        "top_of_discard": NAMES[discard[-1]] if len(discard) else None,
        "aside": _names(list(player.aside)),
        "owned": {NAMES[code]: count for code, count in enumerate(player.owned) if count},
    }


def _names(cards: Sequence[int]) -> list[str]:
    return [NAMES[card] for card in cards]
