"""Numbers as forms and addresses send them."""

from __future__ import annotations

#: Digits that every whole number of the databases can hold.
MOST_DIGITS = 18


def whole_number(text: str, missing: int = 0) -> int:
    """The number that plain digits write; ``missing`` for anything else, also for more digits than are kept.

    0 is the number of no record and of no version.
    """
    plain = text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS
    return int(text) if plain else missing
