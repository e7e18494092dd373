"""Seeded randomness: the same seed gives the same game, on any machine and with any number of processes.

Two generators, by the ``randomness`` of a record. Version 2 is that of every new game; version 1 replays the records
made before it.
"""

from __future__ import annotations

from hashlib import sha256
from random import Random
from typing import Any, Final, final

from .decision import Choose, Decision, admit
from .mypyc_shim import i64, vec

#: The factor of version 2. FACTOR * 2**32 - 1 is a safe prime, so that every state is followed by about 2**61 others;
#: it is below 2**31, so that no step needs more than 63 bits.
FACTOR: Final = 0x7A3D5BF5
_WORD: Final = 0xFFFFFFFF
_CARRY: Final = 0x3FFFFFFF


class SeededChance:
    """Version 1: draws from Python's Mersenne Twister, seeded with a text.

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


def _mixed(word: i64) -> i64:
    """Return a 32-bit number that differs from ``word`` in about half of its bits; one to one on 32 bits."""
    word = word & _WORD
    word = ((word ^ (word >> 16)) * 0x45D9F3B) & _WORD
    word = ((word ^ (word >> 16)) * 0x45D9F3B) & _WORD
    return word ^ (word >> 16)


def split_seed(seed: str | int) -> tuple[str, int]:
    """Return a seed's text and number: ``"spring/12"`` is game 12 of ``"spring"``; a text without a number has -1."""
    text, slash, digits = str(seed).rpartition("/")
    numbered = slash and digits.isascii() and digits.isdigit() and len(digits) < 10 and str(int(digits)) == digits
    return (text, int(digits)) if numbered else (str(seed), -1)


def seed_key(text: str) -> int:
    """Return the 62 bits that a seed's text stands for: the beginning of its SHA-256."""
    return int.from_bytes(sha256(text.encode()).digest()[:8], "big") >> 2


@final
class CarryChance:
    """Version 2: multiply-with-carry on 32-bit words, the same in every build and on every machine.

    The state is a word and a carry of 31 bits. A number is the exclusive or of the two; the next state is
    word * FACTOR + carry. A number below ``count`` is the upper half of number * count, with a bias below
    count * 2**-32: no draw of a tournament is made here. The shuffle is Fisher-Yates from the end.

    Arguments:
        key: see :func:`seed_key`. number: of the game, see :func:`split_seed`; neighbours have unrelated shuffles.
    """

    __slots__ = ("_state",)

    def __init__(self, key: i64, number: i64) -> None:
        count = number + 1
        word = _mixed((key & _WORD) + count)
        carry = _mixed((key >> 32) + _mixed(count * 2 + 1)) & _CARRY
        self._state: i64 = (carry << 32) + word + 1

    def pick(self, count: i64) -> i64:
        """Return a uniformly distributed integer from 0 to ``count`` - 1; ``count`` is below 2**31."""
        carry = self._state >> 32
        word = self._state & _WORD
        self._state = word * FACTOR + carry
        return ((word ^ carry) * count) >> 32

    def shuffle_codes(self, codes: vec[i64]) -> None:
        """Shuffle a vector in place."""
        state = self._state
        last: i64
        for last in range(len(codes) - 1, 0, -1):
            carry = state >> 32
            word = state & _WORD
            state = word * FACTOR + carry
            other = ((word ^ carry) * (last + 1)) >> 32
            codes[last], codes[other] = codes[other], codes[last]
        self._state = state

    def shuffle(self, items: list[Any]) -> None:
        """Shuffle ``items`` in place, as :meth:`shuffle_codes` shuffles their positions."""
        order = vec[i64](list(range(len(items))))
        self.shuffle_codes(order)
        items[:] = [items[place] for place in order]


def carry_chance(seed: str | int) -> CarryChance:
    """Return the randomness of version 2 for a seed: any text; a number is converted to its decimal digits."""
    text, number = split_seed(seed)
    return CarryChance(seed_key(text), number)


class NoChance:
    """The ``chance`` of a player's view of a table: nothing is shuffled there."""

    def shuffle(self, items: list[Any]) -> None:
        """Refuse."""
        raise TypeError("nothing is shuffled in a view of a table")

    def pick(self, count: int) -> int:
        """Refuse."""
        raise TypeError("nothing is picked at random in a view of a table")


NO_CHANCE: Final = NoChance()


class RandomBot:
    """A bot for any game that chooses uniformly among the legal options."""

    def __init__(self, seed: str) -> None:
        self._random = Random(seed).random

    def __call__(self, decision: Decision) -> Any:
        options = decision.options
        return options[int(self._random() * len(options))]


def random_bot(seed: str) -> Choose:
    """Return a random bot for any game."""
    return RandomBot(seed)


admit(RandomBot)
