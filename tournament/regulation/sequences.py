"""Sequences of dice or cards that witnesses read out: physical randomness in place of a called word (docs/draws.md)."""

from __future__ import annotations

import re
from typing import Final

from tournament.regulation.draw_errors import BadSequence

#: Throws and cards that are enough: 6^24 and 52!/40! are both above 2^62.
LEAST_THROWS: Final = 24
LEAST_CARDS: Final = 12
#: Characters of a word.
_LONGEST: Final = 64
_GROUP: Final = 6
_CARD = re.compile(r"(A|[2-9]|10|J|Q|K)([CQFP])")


def sequence_word(text: str) -> str:
    """Return a sequence as it stands in place of a word: "416253 ..." of a die, "10C QP ..." of cards.

    Errors: BadSequence if it is neither, too short, too long, or names a card twice.
    """
    throws = "".join(text.split())
    if re.fullmatch(r"[1-6]+", throws):
        written, is_enough = _grouped(throws), len(throws) >= LEAST_THROWS
    else:
        cards = re.split(r"[\s,;]+", text.strip().upper())
        written = " ".join(cards)
        is_enough = len(set(cards)) == len(cards) >= LEAST_CARDS and all(map(_CARD.fullmatch, cards))
    if not is_enough or len(written) > _LONGEST:
        raise BadSequence(sequence=text.strip()[:_LONGEST])
    return written


def _grouped(throws: str) -> str:
    """Return throws in groups of six, which people can read out."""
    return " ".join(throws[at : at + _GROUP] for at in range(0, len(throws), _GROUP))
