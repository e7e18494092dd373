"""Test the catalogues of the games: every message in both languages, with the words that agree with a number."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from games.messages import fill_in

ROOT = Path(__file__).resolve().parents[3]
MODULES = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for path in (ROOT / "games").rglob("*.py")
    if "messages" in path.name or '"it":' in path.read_text(encoding="utf-8")
)
LANGUAGES = {"it", "en"}
#: Words that may follow a number where the sentence has no plural form.
PLURALS = (
    "giocatori|turni|punti|carte|tavoli|posti|monete|finalisti|convocati|copie|prese|voci|"
    "players|rounds|turns|points|cards|tables|seats|coins|finalists|copies|tricks|entries"
)
UNCOUNTED = re.compile(rf"\{{(\w+)\}} ({PLURALS})\b")
#: Numbers that are never one: the regulation's, a game's, a limit's.
NEVER_ONE = frozenset({"minimum", "maximum", "least", "most", "size", "rounds", "fixed", "capacity"})
#: Names of things, and numbers that are always more than one: more than a limit, the cards of a trick.
NO_COUNT = frozenset({"S9:en", "I4:target:en", "E2:colour:en", "F4:many:it", "F4:many:en", "K3:one:it", "K3:one:en"})


def _pairs(value: object, path: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every text in two languages of a table, however deep it stands, with its path."""
    if isinstance(value, dict) and value and value.keys() <= LANGUAGES:
        yield path, value
    elif isinstance(value, dict):
        for key, part in value.items():
            yield from _pairs(part, f"{path}:{key}")


PAIRS = [
    pair
    for module in MODULES
    for name, table in vars(import_module(module)).items()
    for pair in _pairs(table, f"{module}:{name}")
]
SENTENCES = [
    (f"{path}:{language}", template)
    for path, both in PAIRS
    for language, template in both.items()
    if isinstance(template, str) and re.search(":(SENTENCES|PROOFS|TEMPLATES):", path)
]


def _fields(text: object) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name} if isinstance(text, str) else set()


def test_texts_have_both_languages_with_the_same_fields() -> None:
    assert len(PAIRS) > 600
    for path, both in PAIRS:
        assert set(both) == LANGUAGES, path
        assert all(both.values()), path
        # The fields of a proof are cards, which one language may name and the other describe.
        assert ":PROOFS:" in path or _fields(both["it"]) == _fields(both["en"]), path


@pytest.mark.parametrize(
    ("number", "italian", "english"),
    [
        (0, "siedono 0 giocatori", "0 players sit"),
        (1, "siede 1 giocatore", "1 player sits"),
        (2, "siedono 2 giocatori", "2 players sit"),
        ("1", "siede 1 giocatore", "1 player sits"),
        (11, "siedono 11 giocatori", "11 players sit"),
        ("3-5", "siedono 3-5 giocatori", "3-5 players sit"),
    ],
)
def test_word_agrees_with_number(number: object, italian: str, english: str) -> None:
    assert fill_in("{n:siede|siedono} {n} {n:giocatore|giocatori}", {"n": number, "other": 1}) == italian
    assert fill_in("{n} {n:player|players} {n:sits|sit}", {"n": number}) == english


def test_other_formats_unchanged() -> None:
    assert fill_in("{a:>3} {b} {{c}}", {"a": 7, "b": "x"}) == "  7 x {c}"
    with pytest.raises(KeyError):
        fill_in("{missing:one|many}", {})


def test_sentences_collected() -> None:
    assert len(SENTENCES) > 500
    assert sum("|" in template for _name, template in SENTENCES) > 120


def test_sentences_have_no_uninflected_count() -> None:
    uninflected = [
        (name, uncounted[0])
        for name, template in SENTENCES
        for uncounted in UNCOUNTED.finditer(template)
        if uncounted[1] not in NEVER_ONE and name.split(":", 2)[2] not in NO_COUNT
    ]
    assert uninflected == []


@pytest.mark.parametrize("number", [0, 1, 2])
def test_plural_choices_have_two_words(number: int) -> None:
    for name, template in SENTENCES:
        choices = re.findall(r"\{(\w+):([^{}]*\|[^{}]*)\}", template)
        assert all(form.count("|") == 1 and "" not in form.split("|") for _value, form in choices), name
        if choices:
            text = fill_in(template, dict.fromkeys(re.findall(r"\{(\w+)[}:]", template), number))
            assert "|" not in text, name
            for _value, form in choices:
                assert form.split("|")[number != 1] in text, name
