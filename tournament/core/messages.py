"""Text of errors and findings in the visitor's language, with the card names of the event's edition."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from functools import partial
from importlib import import_module
from types import ModuleType
from typing import Any

from django.db import models
from django.utils.formats import date_format, number_format
from django.utils.timezone import localtime
from django.utils.translation import get_language, gettext, ngettext, override, pgettext

from games import registry
from games.findings import Finding, Severity
from tournament.core.dates import date_words
from tournament.models import Event
from tournament.regulation.kingdom import EDITIONS, GAME, readable
from tournament.regulation.messages import MESSAGES, Language
from tournament.regulation.refused import Refused
from tournament.regulation.translatable import Message, Template, is_one

LANGUAGES = ("it", "en")
#: Path of a seat's field on any game's sheet: ``seats[0].deck.gold``.
_SEAT = re.compile(r"seats\[(?P<seat>\d+)\](?:\.\w+)*?(?:\.(?P<field>\w+))?")


def _language(language: str | None) -> str:
    short = (language or get_language() or "it")[:2]
    return short if short in LANGUAGES else "it"


def translated(message: Template, params: Mapping[str, Any], edition: str | None = None) -> str:
    """Return a message in the active language, filled in.

    Arguments:
        message: of an error's class, or of a table of messages.
        params: the values that its fields name.
        edition: the name set of the cards, ``"regulation"`` (default) or ``"rulebook"``; English uses English names.
    """
    names = (edition or EDITIONS["it"]) if _language(None) == "it" else EDITIONS["en"]
    return Language(_text, partial(readable, edition=names), _day, number_format).fill(message, params)


def _text(message: Template, counted: Any) -> str:
    """Return the active language's text of a message, before its params are filled in."""
    if not isinstance(message, Message):
        return gettext(message)
    if message.number:
        return ngettext(message.text, message.plural, 1 if is_one(counted) else 2)
    return pgettext(message.context, message.text)


def _day(value: date) -> str:
    """Format a day, or a moment, in the active language."""
    if isinstance(value, datetime):
        return date_format(localtime(value), "SHORT_DATETIME_FORMAT")
    return date_words(value)


def sentence(what: Refused | Finding, language: str | None = None, edition: str | None = None, game: str = GAME) -> str:
    """Return one sentence that states what is wrong and how to correct it.

    Arguments:
        what: a domain error, or a finding of the regulation or of a game's score sheet.
        language: ``"it"`` or ``"en"``; the active one by default.
        edition: the name set of the cards, ``"regulation"`` (default) or ``"rulebook"``; English uses English names.
        game: whose check found what is wrong; Dominion by default.
    """
    lang = _language(language)
    if isinstance(what, Finding):
        return _finding_message(what, lang, edition or EDITIONS["it"], game)
    with override(lang):
        return translated(what.message, what.params, edition)


def _finding_message(finding: Finding, lang: str, edition: str, game: str) -> str:
    if finding.code in MESSAGES:
        with override(lang):
            return translated(MESSAGES[finding.code], finding.params, edition)
    words = _words_of(game)
    return _replace_paths(str(words.sentence(finding, lang, *_edition_for(game, edition))), finding.path, words, lang)


def _replace_paths(words: str, path: str, module: ModuleType, lang: str) -> str:
    """Replace sheet paths in a sentence, such as ``seats[0].deck.gold``, by the labels of the seat and the field."""
    match = _SEAT.fullmatch(path)
    if match is None:
        return words
    field_labels = module.WORDS.get(match["field"] or "", {})
    with override(lang):
        seat = gettext("seat")
    parts = [f"{seat} {int(match['seat']) + 1}", field_labels.get(lang, match["field"] or "")]
    location = ", ".join(part for part in parts if part)
    return words.replace(f"«{path}»", f"«{location}»").replace(f"“{path}”", f"“{location}”")


def _words_of(game: str) -> ModuleType:
    """Return the ``check.messages`` module of a game's package. Errors: UnknownName."""
    package = type(registry.get(game)).__module__.rpartition(".")[0]
    return import_module(f"{package}.check.messages")


def _edition_for(game: str, edition: str) -> tuple[str, ...]:
    """Return the edition, for a game whose cards have more than one name set."""
    return (edition,) if hasattr(registry.get(game).display, "EDITIONS") else ()


def proof_of(finding: Finding, language: str | None = None, edition: str | None = None, game: str = GAME) -> str:
    """Return one sentence on why the check behind a finding is valid; empty if the finding's sentence is enough."""
    if finding.code in MESSAGES:
        return ""
    words, lang = _words_of(game), _language(language)
    if finding.code not in getattr(words, "PROOFS", {}):
        return ""
    return str(words.proof(finding, lang, *_edition_for(game, edition or EDITIONS["it"])))


def findings_for_page(findings: Iterable[Finding | Mapping[str, Any]], event: Event) -> list[dict[str, Any]]:
    """Return findings as a page lists them: errors first, each with its sentence, its proof and its article.

    Arguments:
        findings: of the regulation or of the event's game; also as stored with a sheet.
    Returns: dicts with code, severity, path, sentence, proof, article, value, bound.
    """
    as_findings = [finding if isinstance(finding, Finding) else as_finding(finding) for finding in findings]
    lang = _language(None)
    return [
        {
            "code": finding.code,
            "severity": str(finding.severity),
            "path": finding.path,
            "sentence": _finding_message(finding, lang, event.card_names, event.game),
            "proof": proof_of(finding, lang, event.card_names, event.game),
            "article": finding.article,
            "value": finding.value,
            "bound": finding.bound,
        }
        for finding in sorted(as_findings, key=lambda finding: not finding.is_error)
    ]


def as_data(finding: Finding) -> dict[str, Any]:
    """Return a finding as it is stored with a sheet."""
    return {
        "code": finding.code,
        "severity": str(finding.severity),
        "path": finding.path,
        "params": {name: list(value) if isinstance(value, tuple) else value for name, value in finding.params.items()},
        "article": finding.article,
        "value": list(finding.value) if isinstance(finding.value, tuple) else finding.value,
        "bound": list(finding.bound) if isinstance(finding.bound, tuple) else finding.bound,
    }


def as_finding(data: Mapping[str, Any]) -> Finding:
    """Return a stored finding as an object, for its text."""

    def plain(value: Any) -> Any:
        return tuple(value) if isinstance(value, list) else value

    return Finding(
        code=data["code"],
        severity=Severity(data["severity"]),
        path=data.get("path", ""),
        params={name: plain(value) for name, value in data.get("params", {}).items()},
        article=data.get("article", ""),
        value=plain(data.get("value")),
        bound=plain(data.get("bound")),
    )


def field_label(model: type[models.Model], name: str) -> str:
    """Return the label of a model's field in the visitor's language; the name itself where a relation has no label."""
    field = model._meta.get_field(name)
    return str(field.verbose_name) if isinstance(field, models.Field) else name
