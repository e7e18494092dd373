"""The sentences of errors and findings of the regulation, in Italian and English."""

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

#: Params that hold a word of the code (a state, a criterion, a part of the report), and those that hold a card.
_WORD_PARAMS = frozenset({"agreed", "criterion", "field", "item", "missing", "state", "to"})
_CARD_PARAMS = frozenset({"card", "nearest"})


def _day(value: date, language: str) -> str:
    """A day, with its time where it has one, as the language writes it."""
    time = f" {value:%H:%M}" if isinstance(value, datetime) else ""
    return (f"{value:%d/%m/%Y}" if language == "it" else f"{value:%Y-%m-%d}") + time


def _shown(name: str, value: Any, language: str) -> str:
    """A param as text; groups are joined inside and outside."""
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
    """The sentence of a code, filled in.

    Arguments:
        code: of an error or a finding of this room.
        params: the values it names; cards, states and criteria by their code names.
        language: ``"it"`` or ``"en"``.
    """
    shown = {name: _shown(name, value, language) for name, value in params.items()}
    return filled(SENTENCES[code][language], shown)
