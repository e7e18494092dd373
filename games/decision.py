"""Decisions of players, who may see the table behind one, and the dispatch of a table's decisions to its seats.

A bot receives a :class:`Decision`, which holds what its player may know. The rules' own side (records, replays,
transcripts, searches, the bots of this project) receives a :class:`Position`, which holds the table itself.

A module of its own so that it can be compiled.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final


class Decision:
    """A question to one player, with every legal answer.

    Arguments:
        player: the seat that decides, from 0.
        kind: the type of decision, in the game's own terms, e.g. ``"buy"`` or ``"moat"``.
        options: every legal option, each once, in a fixed order; never empty.
        context: the table as the player sees it, in the game's own terms: a copy of its own, in which the cards that
            the player does not know are ``UNKNOWN`` and nothing can be shuffled.
    """

    __slots__ = ("context", "kind", "options", "player")

    def __init__(self, player: int, kind: str, options: tuple[Any, ...], context: Any = None) -> None:
        self.player: int = player
        self.kind: str = kind
        self.options: tuple[Any, ...] = options
        self.context: Any = context

    def with_options(self, options: tuple[Any, ...]) -> Decision:
        """Return the same question with its options in another notation, for a message: without the table."""
        return Decision(self.player, self.kind, options)

    def __repr__(self) -> str:
        return f"Decision(player={self.player}, kind={self.kind!r}, options={self.options!r})"


class Position(Decision):
    """A question inside the rules: its context is the game's table itself, live, with everybody's cards.

    It goes to insiders alone (:func:`admit`). Copy whatever must be remembered.
    """

    __slots__ = ()

    def seen(self) -> Decision:
        """Return the question with what its player may see."""
        return Decision(self.player, self.kind, self.options, self.context.seen_by(self.player))


Choose = Callable[[Decision], Any]

#: Classes whose objects decide with the table itself before them. A class derived from one of them is not among them.
INSIDERS: Final[set[type]] = set()


def admit(kind: type) -> None:
    """Let the objects of a class decide with the table itself before them: the rules' own side, and trusted bots.

    Only this project's classes are admitted. Who runs games of its own may admit a bot that it trusts, for speed: a
    view of the table need not be copied for it.
    """
    INSIDERS.add(kind)


def put(choose: Choose, decision: Decision) -> Any:
    """Return the answer of a ``choose`` to a question: an insider sees the table, a bot what its player may see."""
    if type(choose) not in INSIDERS and isinstance(decision, Position):
        return choose(decision.seen())
    return choose(decision)


class Watching:
    """A function of :class:`Position` as a ``choose`` for a whole table: records, replays, searches, tests.

    It sits at no seat: :func:`seated` refuses it.
    """

    def __init__(self, choose: Choose) -> None:
        self.choose: Choose = choose

    def __call__(self, decision: Decision) -> Any:
        return self.choose(decision)


class Seats:
    """A ``choose`` for a table that dispatches each decision to the ``choose`` of its seat."""

    def __init__(self, seats: Sequence[Choose]) -> None:
        self.seats: list[Choose] = list(seats)

    def __call__(self, decision: Decision) -> Any:
        return put(self.seats[decision.player], decision)


def seated(seats: Sequence[Choose]) -> Choose:
    """Combine one ``choose`` per seat, in seating order, into one ``choose`` for the table.

    Raises:
        TypeError: somebody who watches the whole table cannot sit at it, nor can a whole table of seats.
    """
    first = seats[0]
    is_same = True
    for other in seats:
        if isinstance(other, Watching | Seats):
            raise TypeError("who watches a table has no seat at it, nor has a whole table")
        is_same = is_same and other is first
    return first if is_same else Seats(seats)


admit(Watching)
admit(Seats)
