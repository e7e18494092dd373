"""A card on the pages that show and play games: one class for the cards of the three games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from .arms import Arms


@dataclass(frozen=True, slots=True)
class Pip:
    """A number beside a small drawing: a resource, attack, defence.

    Arguments:
        charge: name of the symbol. tone: tincture of its ground. count: the number. words: its name.
    """

    charge: str
    tone: str
    count: int
    words: str


@dataclass(frozen=True, slots=True)
class Card:
    """A card on the table or in a hand, or an empty place for one.

    Arguments:
        code: the code name; empty for an empty place. name: in the requested edition; arms: its drawing.
        cost: the number on the card; None without one. cost_words: the name of that number.
        count: copies, or cards left in a pile.
        types, plus, text: what it is and what it does; ruling: what the regulation says about it (art. 2.5).
        pips, price: what it makes and what it costs, where resources are drawn.
        spot: the place that an option names where it is not the code; tag: a word on its edge.
        move, verb: where it is a button, the letters that it leads to and the word on it.
        is_best: whether the hint means it. is_off: whether the question is about cards like it, but not about it.
    """

    code: str
    name: str
    arms: Arms | None = None
    cost: int | None = None
    cost_words: str = ""
    count: int = 1
    types: str = ""
    plus: Sequence[str] = ()
    text: str = ""
    ruling: str = ""
    pips: Sequence[Pip] = ()
    price: Sequence[Pip] = ()
    spot: str = ""
    tag: str = ""
    move: str = ""
    verb: str = ""
    is_best: bool = False
    is_off: bool = False

    @property
    def place(self) -> str:
        """Return what an option names this card by."""
        return self.spot or self.code

    def answering(self, move: Mapping[str, Any] | None, verb: str) -> Card:
        """Return the card as a button of a move, or sunk if it is no answer."""
        if move is None:
            return replace(self, is_off=True)
        return replace(self, move=move["letters"], verb=verb, is_best=move["is_best"])


#: Cards that lie in one row of a hand, and in two, on a phone.
_ROWS: Final = (5, 8)


def rows_of(seat: Mapping[str, Any]) -> int:
    """Return in how many rows a phone shows the cards that a seat can play."""
    cards = len(seat["hand"] or ()) + len(seat.get("face_up", ()))
    return 1 + sum(cards > most for most in _ROWS)


def shown_in(table: Any) -> Iterator[Card]:
    """Yield every card that a table shows, once by its code."""
    seen: set[str] = set()
    for each in _walk(table):
        if each.code and each.code not in seen:
            seen.add(each.code)
            yield each


def _walk(value: Any) -> Iterator[Card]:
    if isinstance(value, Card):
        yield value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _walk(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _walk(each)
