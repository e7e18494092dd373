"""What every card needs, looked for when the game is imported: a card that lacks something is named in a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from . import effects
from .cards import CODES, NAMES, ROWS
from .policy import is_answered
from .sets.rows import Gains, Trashes
from .state import QUESTIONS
from .transcript_words import has_words

_HERE: Final = "games/dominion"


class IncompleteCardError(ImportError):
    """A card or a question of the set that a part of the game does not know; says which part, and where to add it."""


def missing() -> Iterator[str]:
    """Yield a sentence for everything that a question or a card lacks."""
    for kind, question in QUESTIONS.items():
        if not is_answered(question):
            yield f"no bot answers the question {kind!r}: add it to Policy.answer and ANSWERED in {_HERE}/policy.py"
        if not has_words(kind):
            yield f"the question {kind!r} has no words: add it to ANSWERS in {_HERE}/transcript_words.py"
    for code in CODES:
        row = ROWS[code]
        does_more = row.trashes != Trashes.NOTHING or row.gains != Gains.NOTHING
        if does_more and type(effects.BEHAVIOURS[code]) is effects.Card:
            yield f"the row of {NAMES[code]!r} says that it trashes or gains: add its class to {_HERE}/effects.py"


def check() -> None:
    """Refuse the import of an incomplete set.

    Raises:
        IncompleteCardError: with a sentence for everything that is missing.
    """
    sentences = list(missing())
    if sentences:
        raise IncompleteCardError("; ".join(sentences))
