"""Errors about draws that cannot be made, or recomputed."""

from __future__ import annotations

from tournament.regulation.errors import RuleError
from tournament.regulation.translatable import gettext_noop


class DrawError(RuleError):
    """Base of the errors about draws that cannot be made, or recomputed."""

    article = "1.5"


class BadSeed(DrawError):
    """A seed is 64 lower-case hexadecimal digits. Params: seed."""

    code = "BAD_SEED"
    message = gettext_noop("“{seed}” is not a valid seed: it must have 64 lower-case hexadecimal digits.")


class BadWord(DrawError):
    """A word is at most 64 characters on one line. Params: word."""

    code = "BAD_WORD"
    message = gettext_noop("“{word}” is not a valid word: at most 64 characters, on one line.")


class BadPick(DrawError):
    """A pick is among 1 to 2**32 equally likely outcomes. Params: count."""

    code = "BAD_PICK"
    message = gettext_noop("Nothing can be picked among {count} outcomes: there must be 1 to 4294967296.")


class BadPurpose(DrawError):
    """The purpose is unknown. Params: purpose, known."""

    code = "BAD_PURPOSE"
    message = gettext_noop("“{purpose}” is not a kind of draw; known: {known}.")


class BadLabel(DrawError):
    """A scope is one line of text. Params: scope."""

    code = "BAD_LABEL"
    message = gettext_noop("“{scope}” is not a valid scope of a draw: at most 200 characters, on one line.")
