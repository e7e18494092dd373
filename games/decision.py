"""Decisions of players, and the dispatch of a table's decisions to one ``choose`` per seat.

A module of its own so that it can be compiled.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any


class Decision:
    """A question to one player, with every legal answer. Immutable once it has been put to the player.

    Arguments:
        player: the seat that decides, from 0.
        kind: the type of decision, in the game's own terms, e.g. ``"buy"`` or ``"moat"``.
        options: every legal option, each once, in a fixed order; never empty.
        context: what the question is about, for bots and for display: the game's own table state while the question
            is open. It is live, not a snapshot: copy whatever must be remembered.
    """

    __slots__ = ("context", "kind", "options", "player")

    def __init__(self, player: int, kind: str, options: tuple[Any, ...], context: Any = None) -> None:
        self.player: int = player
        self.kind: str = kind
        self.options: tuple[Any, ...] = options
        self.context: Any = context

    def with_options(self, options: tuple[Any, ...]) -> Decision:
        """Return the same question with its options in another notation."""
        return Decision(self.player, self.kind, options, self.context)

    def __repr__(self) -> str:
        return f"Decision(player={self.player}, kind={self.kind!r}, options={self.options!r})"


Choose = Callable[[Decision], Any]


class Seats:
    """A ``choose`` for a table that dispatches each decision to the ``choose`` of its seat."""

    def __init__(self, seats: Sequence[Choose]) -> None:
        self.seats: list[Choose] = list(seats)

    def __call__(self, decision: Decision) -> Any:
        return self.seats[decision.player](decision)


def seated(seats: Sequence[Choose]) -> Choose:
    """Combine one ``choose`` per seat, in seating order, into one ``choose`` for the table."""
    first = seats[0]
    for other in seats:
        if other is not first:
            return Seats(seats)
    return first
