"""Parse numbers from forms and URLs."""

from __future__ import annotations

#: Number of digits that every integer column of the databases can hold.
MOST_DIGITS = 18


def whole_number(text: str, missing: int = 0) -> int:
    """Parse a text of plain digits; return ``missing`` for anything else, also for more digits than a column holds.

    0 is the number of no record and of no version.
    """
    plain = text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS
    return int(text) if plain else missing
