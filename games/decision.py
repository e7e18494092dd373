"""A question to one player, and one ``choose`` for a table of several. By itself, because it can be compiled."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any


class Decision:
    """A question to one player, with every legal answer. Not to be changed once it is put.

    Arguments:
        player: the seat asked, from 0.
        kind: what is asked, in the game's own words, e.g. ``"buy"`` or ``"moat"``.
        options: every legal option, each once, in a fixed order; never empty.
        context: what the question is about, for bots and for people: the game's own table, as it stands while the
            question is open. It is live: who wants to remember it copies what is needed.
    """

    __slots__ = ("context", "kind", "options", "player")

    def __init__(self, player: int, kind: str, options: tuple[Any, ...], context: Any = None) -> None:
        self.player: int = player
        self.kind: str = kind
        self.options: tuple[Any, ...] = options
        self.context: Any = context

    def with_options(self, options: tuple[Any, ...]) -> Decision:
        """The same question with its options written in another way."""
        return Decision(self.player, self.kind, options, self.context)

    def __repr__(self) -> str:
        return f"Decision(player={self.player}, kind={self.kind!r}, options={self.options!r})"


Choose = Callable[[Decision], Any]


class Seats:
    """One ``choose`` for the whole table from one per seat."""

    def __init__(self, seats: Sequence[Choose]) -> None:
        self._seats: list[Choose] = list(seats)

    def __call__(self, decision: Decision) -> Any:
        return self._seats[decision.player](decision)


def seated(seats: Sequence[Choose]) -> Choose:
    """One ``choose`` for the whole table from one per seat, in seating order."""
    first = seats[0]
    for other in seats:
        if other is not first:
            return Seats(seats)
    return first
