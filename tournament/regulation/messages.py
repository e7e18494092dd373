"""Message texts of errors and findings of the regulation, in Italian and English."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from games.wording import filled
from tournament.regulation.error_messages import ERRORS
from tournament.regulation.finding_messages import FINDINGS
from tournament.regulation.kingdom import EDITIONS, readable
from tournament.regulation.term_messages import WORDS

SENTENCES: dict[str, dict[str, str]] = {**ERRORS, **FINDINGS}

#: Params that hold a code name (a state, a criterion, a part of the report), and those that hold a card.
_WORD_PARAMS = frozenset({"agreed", "criterion", "field", "item", "missing", "state", "to"})
_CARD_PARAMS = frozenset({"card", "nearest"})


def _day(value: date, language: str) -> str:
    """Format a day, with its time if it has one, in the language."""
    time = f" {value:%H:%M}" if isinstance(value, datetime) else ""
    return (f"{value:%d/%m/%Y}" if language == "it" else f"{value:%Y-%m-%d}") + time


def _shown(name: str, value: Any, language: str) -> str:
    """Format a param; the members of a group are joined, then the groups."""
    if isinstance(value, (list, tuple)):
        separator = "; " if any(isinstance(item, (list, tuple)) for item in value) else ", "
        return separator.join(_shown(name, item, language) for item in value)
    if isinstance(value, date):
        return _day(value, language)
    text = "" if value is None else str(value)
    if name in _WORD_PARAMS:
        return WORDS.get(text, {}).get(language, text)
    return readable(text, EDITIONS[language]) if name in _CARD_PARAMS else text


def sentence(code: str, params: Mapping[str, Any], language: str = "it") -> str:
    """Return the sentence of a code, filled in.

    Arguments:
        code: of an error or a finding of this package.
        params: the values it names; cards, states and criteria by their code names.
        language: ``"it"`` or ``"en"``.
    """
    shown = {name: _shown(name, value, language) for name, value in params.items()}
    return filled(SENTENCES[code][language], shown)
