"""Legal answers that are more than a card, a cell, a seat or a number of the game: named values."""

from __future__ import annotations

from typing import NamedTuple


class Option(NamedTuple):
    """What is done, and with what.

    Arguments:
        act: a word of the game, e.g. ``"draft"``. what, where: what the act is about, in the game's own numbers: the
            module that makes an option says which.
    """

    act: str
    what: int = 0
    where: int = 0
