"""Fill in the messages of errors and findings; a language is a way to write texts, cards and days."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from games.findings import Finding
from tournament.regulation.finding_messages import FINDINGS
from tournament.regulation.kingdom import EDITIONS, readable
from tournament.regulation.term_messages import PHRASES, TERMS
from tournament.regulation.translatable import Message, Template, is_one

#: Params that hold a code name (a state, a criterion, a part of the report), and those that may hold a phrase.
_TERM_PARAMS = frozenset({"agreed", "criterion", "field", "flaw", "item", "missing", "state", "to"})
_PHRASE_PARAMS = frozenset({"problem", "expected"})

#: Messages by code: those of the findings, and those of every class of errors (:mod:`tournament.regulation.errors`).
MESSAGES: dict[str, Template] = dict(FINDINGS)


@dataclass(frozen=True, slots=True)
class Language:
    """Functions that write the parts of a message in a language.

    Arguments:
        text: translates a message, with the number that it counts; None if it counts nothing.
        card: returns the name of a card; any other text is returned unchanged.
        day: formats a day, or a moment.
        number: formats a number that is not whole.
    """

    text: Callable[[Template, Any], str]
    card: Callable[[str], str]
    day: Callable[[date], str]
    number: Callable[[float], str]

    def fill(self, message: Template, params: Mapping[str, Any]) -> str:
        """Return a message, filled in.

        Arguments:
            params: the values that its fields name; cards, states and criteria by their code names.
        Errors: KeyError if the message names a missing value.
        """
        counted = params[message.number] if isinstance(message, Message) and message.number else None
        return self.text(message, counted).format(**{name: self._shown(name, params) for name in params})

    def _shown(self, name: str, params: Mapping[str, Any]) -> str:
        value = params[name]
        if name in _PHRASE_PARAMS and isinstance(value, str) and value in PHRASES:
            others = {other: params[other] for other in params if other not in _PHRASE_PARAMS}
            return self.fill(value, others)
        return self._written(name, value)

    def _written(self, name: str, value: Any) -> str:
        """Format a param, which may be a finding; the members of a group are joined, then the groups."""
        if isinstance(value, (list, tuple)):
            separator = "; " if any(isinstance(item, (list, tuple)) for item in value) else ", "
            return separator.join(self._written(name, item) for item in value)
        if isinstance(value, Finding):
            return self.fill(MESSAGES[value.code], value.params)
        if isinstance(value, date):
            return self.day(value)
        if isinstance(value, float):
            return self.number(value)
        text = "" if value is None else str(value)
        if name in _TERM_PARAMS and text in TERMS:
            return self.text(TERMS[text], None)
        return self.card(text)


def _english(message: Template, counted: Any) -> str:
    if isinstance(message, str):
        return message
    return message.plural if message.number and not is_one(counted) else message.text


def _iso_day(value: date) -> str:
    return f"{value:%Y-%m-%d %H:%M}" if isinstance(value, datetime) else f"{value:%Y-%m-%d}"


def key_of(message: Template, counted: Any = 1) -> str:
    """Return the key of a message in the texts of a language: its English text, after its context if it has one."""
    text = _english(message, counted)
    return f"{message.context}\x04{text}" if isinstance(message, Message) and message.context else text


def language_of(texts: Mapping[str, str], edition: str) -> Language:
    """Return a language that needs no catalogue of Django's.

    Arguments:
        texts: by :func:`key_of`; a message that is not in them stays English.
        edition: the name set of its cards.
    """

    def text(message: Template, counted: Any) -> str:
        return texts.get(key_of(message, counted)) or _english(message, counted)

    return Language(text, lambda name: readable(name, EDITIONS[edition]), _iso_day, str)


#: English, for logs and for programs without translations.
ENGLISH = Language(_english, lambda text: readable(text, EDITIONS["en"]), _iso_day, str)
