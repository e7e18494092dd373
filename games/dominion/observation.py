"""A seat's view of a table of Dominion, as plain data."""

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
    table: Table = decision.context
    view: dict[str, Any] = {
        "turn": {"seat": table.active, "number": table.turns[table.active]}
        | {"actions": table.actions, "buys": table.buys, "coins": table.coins},
        "supply": {NAMES[code]: table.supply[code] for code in table.piles},
        "trash": _names(list(table.trash)),
        "in_play": _names(list(table.in_play)),
        "seats": [_seat(table, each) for each in range(table.players)],
        "hand": _names(sorted(table.hands[seat])),
        "discard": _names(table.discards[seat]),
    }
    if table.shown != NOBODY and (seat == decision.player or decision.kind in _REVEALED):
        view["shown"] = {"card": NAMES[table.shown], "subject": table.subject}
    if seat == decision.player and table.left:
        view["left"] = table.left
    return view


def _seat(table: Table, seat: int) -> dict[str, Any]:
    discard = table.discards[seat]
    return {
        "turns": table.turns[seat],
        "hand": len(table.hands[seat]),
        "deck": len(table.decks[seat]),
        "discard": len(discard),
        "top_of_discard": NAMES[discard[-1]] if discard else None,
        "aside": _names(table.asides[seat]),
        "owned": {NAMES[code]: count for code, count in enumerate(table.owned[seat]) if count},
    }


def _names(cards: Sequence[int]) -> list[str]:
    return [NAMES[card] for card in cards]
