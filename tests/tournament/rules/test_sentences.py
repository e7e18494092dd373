"""Every code of the regulation has an Italian and an English sentence, with the same values in both."""

from __future__ import annotations

import ast
import string
from pathlib import Path

import pytest

from tournament.rules import errors
from tournament.rules.errors import ImpossibleTables, LotMissing, RuleError
from tournament.rules.sentences import SENTENCES, sentence

ROOT = Path(__file__).parents[3]


def _errors() -> list[type[RuleError]]:
    found = [one for one in vars(errors).values() if isinstance(one, type) and issubclass(one, RuleError)]
    return [one for one in found if one.code]


def _written_codes() -> set[str]:
    """Every capital code that the rules write in a call: a finding's first argument."""
    found: set[str] = set()
    for path in [*sorted((ROOT / "tournament" / "rules").glob("*.py")), *sorted((ROOT / "ranking").glob("*.py"))]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = (
                [arg.value for arg in getattr(node, "args", []) if isinstance(arg, ast.Constant)]
                if isinstance(node, ast.Call)
                else []
            )
            found |= {name for name in names if isinstance(name, str) and name.isupper() and "_" in name}
    return found


def _fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("code", sorted(SENTENCES))
def test_both_languages_say_the_same(code: str) -> None:
    both = SENTENCES[code]
    assert set(both) == {"it", "en"}
    assert _fields(both["it"]) == _fields(both["en"])
    assert both["it"] != both["en"] or not both["it"].strip("{}: ;").isalpha()
    assert "'" not in both["it"]


def test_every_code_has_sentences() -> None:
    codes = {error.code for error in _errors()} | _written_codes()
    assert len(codes) > 60
    assert codes <= set(SENTENCES)


def test_every_error_has_its_article() -> None:
    assert {error.code for error in _errors() if not error.article} == {"BAD_EVENT_FILE"}
    assert len({error.code for error in _errors()}) == len(_errors())


def test_groups_are_shown() -> None:
    assert sentence("LOT_MISSING", {"who": (("A", "D"), ("E", "F"))}, "en").startswith(
        "Equal on everything: A, D; E, F."
    )
    assert str(ImpossibleTables(players=5)).startswith("5 players")
    assert LotMissing(groups=((0, 1),), who=((1, 2),)).groups == ((0, 1),)
    with pytest.raises(AttributeError):
        ImpossibleTables(players=5).colour  # noqa: B018
