"""Short names for addresses."""

from __future__ import annotations

from django.utils.text import slugify

#: European letters that have no decomposition: without this table they would be dropped from an address.
_LETTERS = str.maketrans(
    {
        **{"Ł": "L", "ł": "l", "Ø": "O", "ø": "o", "Đ": "D", "đ": "d", "Ð": "D", "ð": "d", "ı": "i", "Ħ": "H"},
        **{"ħ": "h", "Ŧ": "T", "ŧ": "t", "ß": "ss", "ẞ": "SS", "Æ": "AE", "æ": "ae", "Œ": "OE", "œ": "oe"},
        **{"Þ": "Th", "þ": "th"},
    }
)


def slug_of(text: str) -> str:
    """Return a text as part of an address, e.g. "Łódź, 2026" as "lodz-2026"; empty if no letter or figure is left."""
    return slugify(text.translate(_LETTERS))
