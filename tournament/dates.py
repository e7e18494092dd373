"""Dates in words: Italian says the first of a month with an ordinal, «1º gennaio», and every other day with a number.

The short formats of both languages put the day first: see ``config/formats``.
"""

from __future__ import annotations

import re
from datetime import date
from typing import Any

from django.utils import formats, translation

#: A day with its month's name after it, in the letters of Django's formats.
_DAY_AND_MONTH = re.compile(r"(?<!\\)j(?= [FEMNb])")


def date_words(value: date, pattern: str = "DATE_FORMAT") -> str:
    """A day, or a moment in its own time zone, in the active language.

    Arguments:
        pattern: the name of a format (``DATE_FORMAT``) or one in Django's letters (``j F Y``).
    """
    return formats.date_format(value, pattern_for(value, pattern))


def pattern_for(value: Any, pattern: str) -> str:
    """The pattern with the ordinal where Italian wants it."""
    italian = (translation.get_language() or "").startswith("it")
    if not italian or getattr(value, "day", None) != 1:
        return pattern
    return _DAY_AND_MONTH.sub("jº", formats.get_format(pattern))
