"""Format dates: Italian writes the first of a month with an ordinal, «1º gennaio», and every other day with a number.

The short formats of both languages put the day first: see ``config/formats``.
"""

from __future__ import annotations

import re
from datetime import date
from typing import Any

from django.utils import formats, translation

#: A day with its month's name after it, in the letters of Django's formats.
_DAY_AND_MONTH = re.compile(r"(?<!\\)j(?= [FEMNb])")


#: An article or a preposition before the eighth or the eleventh, which begin with a vowel.
_BEFORE_A_VOWEL = re.compile(r"\b([Ii]l|[Dd]el|[Dd]al|[Aa]l|[Nn]el|[Ss]ul) (?=(?:8|11) [a-z])")
_ELIDED = {"il": "l’", "del": "dell’", "dal": "dall’", "al": "all’", "nel": "nell’", "sul": "sull’"}


def date_words(value: date, pattern: str = "DATE_FORMAT") -> str:
    """Format a date, or a datetime in its own time zone, in the active language.

    Arguments:
        pattern: the name of a format (``DATE_FORMAT``) or one in Django's letters (``j F Y``).
    """
    return formats.date_format(value, pattern_for(value, pattern))


def pattern_for(value: Any, pattern: str) -> str:
    """Return the pattern, with the ordinal where Italian requires it."""
    italian = (translation.get_language() or "").startswith("it")
    if not italian or getattr(value, "day", None) != 1:
        return pattern
    return _DAY_AND_MONTH.sub("jº", formats.get_format(pattern))


def elide_articles(text: str) -> str:
    """Apply Italian elision: «dal 8 al 11 maggio» becomes «dall’8 all’11 maggio»; English text is unchanged."""

    def shorter(found: re.Match[str]) -> str:
        elided_form = _ELIDED[found[1].lower()]
        return elided_form.capitalize() if found[1][0].isupper() else elided_form

    return _BEFORE_A_VOWEL.sub(shorter, text)
