"""Test that every finding has a message, and that Italian has every message of refusals and findings."""

from __future__ import annotations

import ast
import re
import string
from importlib import import_module
from pathlib import Path

from django.utils.translation import gettext, ngettext, override, pgettext

from tournament.api import messages as api_messages
from tournament.regulation.finding_messages import FINDINGS
from tournament.regulation.messages import MESSAGES
from tournament.regulation.term_messages import PHRASES, TERMS
from tournament.regulation.translatable import Message, Template
from tournament.sheets.corrections import CONSEQUENCES

ROOT = Path(__file__).parents[4]
#: Tables of refusals.
TABLES = [path for package in ("ranking", "tournament") for path in (ROOT / package).rglob("refusals.py")]
#: Words that may follow a number where the message has no plural.
PLURALS = (
    "giocatori|turni|punti|carte|tavoli|posti|monete|finalisti|convocati|copie|prese|voci|minuti|secondi|giorni|"
    "players|rounds|turns|points|cards|tables|seats|coins|finalists|copies|tricks|entries|minutes|seconds|days"
)
UNCOUNTED = re.compile(rf"\{{(\w+)\}} ({PLURALS})\b")
#: Params that are never one: the regulation's numbers, limits.
NEVER_ONE = frozenset({"minimum", "maximum", "most", "size", "rounds", "fixed", "threshold"})
#: Messages whose second number is of players at tables: never one.
PLAYERS_AT_TABLES = (FINDINGS["EVENT_TABLE_COUNT"], FINDINGS["EVENT_STANDING_ROWS"])


def _module(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def _fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def _texts(message: Template) -> list[str]:
    """Return the English texts of a message."""
    if isinstance(message, Message):
        return [message.text, message.plural] if message.number else [message.text]
    return [message]


def _italian(message: Template) -> list[str]:
    """Return the Italian texts of a message."""
    with override("it"):
        if not isinstance(message, Message):
            return [gettext(message)]
        if message.number:
            return [ngettext(message.text, message.plural, number) for number in (1, 2)]
        return [pgettext(message.context, message.text)]


def test_every_code_of_a_finding_has_a_message() -> None:
    """Every upper-case code that the rules pass in a call is the code of a message."""
    codes: set[str] = set()
    for package in ("tournament/regulation", "ranking/rules"):
        for path in sorted((ROOT / package).rglob("*.py")):
            calls = [
                node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)
            ]
            texts = {arg.value for call in calls for arg in call.args if isinstance(arg, ast.Constant)}
            codes |= {text for text in texts if isinstance(text, str) and re.fullmatch(r"[A-Z]+(_[A-Z0-9]+)+", text)}
    assert len(codes) > 60
    assert codes <= set(MESSAGES)


def test_every_phrase_of_an_unreadable_file_has_a_message() -> None:
    """The texts that the readers of a file pass to ``refuse`` are phrases, unless they are data."""
    for path in sorted((ROOT / "tournament" / "regulation" / "event_file").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "refuse":
                texts = {arg.value for arg in node.args[1:] if isinstance(arg, ast.Constant)}
                assert texts <= PHRASES, f"{path.relative_to(ROOT)}:{node.lineno}"


def _messages() -> list[Template]:
    """Return every message of the Django apps."""
    tables = [import_module(_module(path)).ROWS for path in TABLES]
    messages = [message for table in tables for _article, message in table.values()]
    for table in (FINDINGS, CONSEQUENCES, api_messages.MESSAGES, api_messages.FIELDS, TERMS):
        messages += table.values()
    return [*messages, *PHRASES]


def test_italian_has_the_fields_of_every_message() -> None:
    messages = _messages()
    assert len(messages) > 320
    for message in messages:
        for english, italian in zip(_texts(message), _italian(message), strict=True):
            assert italian, english
            assert _fields(english) == _fields(italian), english
            assert "'" not in italian, italian


def test_messages_agree_with_their_numbers() -> None:
    """A number before a plural noun is counted by the message, and its singular has another word there."""
    uncounted = [
        (text, match[0])
        for message in _messages()
        if message not in PLAYERS_AT_TABLES
        for text in (_texts(message)[0], _italian(message)[0])
        for match in UNCOUNTED.finditer(text)
        if match[1] not in NEVER_ONE
    ]
    assert uncounted == []
