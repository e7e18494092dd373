"""Seeded randomness: the same seed gives the same game, on any machine and with any number of processes."""

from __future__ import annotations

from random import Random
from typing import Any

from .decision import Choose, Decision


class SeededChance:
    """A :class:`games.game.Chance` that draws from Python's Mersenne Twister, seeded with a text.

    Only ``Random.seed`` (version 2) and ``Random.random`` are used, whose results Python guarantees not to change; the
    shuffle is Fisher-Yates from the end. A bias of 2**-53 per draw is accepted: no draw of a tournament is
    made here.

    Arguments:
        seed: any text; a number is converted to its decimal digits.
    """

    def __init__(self, seed: str | int) -> None:
        self._random = Random(str(seed)).random

    def shuffle(self, items: list[Any]) -> None:
        """Shuffle ``items`` in place."""
        random = self._random
        for last in range(len(items) - 1, 0, -1):
            other = int(random() * (last + 1))
            items[last], items[other] = items[other], items[last]

    def pick(self, count: int) -> int:
        """Return a uniformly distributed integer from 0 to ``count`` - 1."""
        return int(self._random() * count)


def random_bot(seed: str) -> Choose:
    """Return a bot for any game that chooses uniformly among the legal options."""
    random = Random(seed).random

    def choose(decision: Decision) -> Any:
        options = decision.options
        return options[int(random() * len(options))]

    return choose
