"""Test that every code of the regulation has an Italian and an English sentence with the same fields."""

from __future__ import annotations

import ast
import json
import string
from datetime import datetime
from pathlib import Path

import pytest

from ranking.rules.call_up import CallState
from tournament.regulation import errors
from tournament.regulation.errors import (
    ImpossibleTables,
    LotMissing,
    ReportIncomplete,
    ReportLate,
    RuleError,
    TransitionRefused,
)
from tournament.regulation.event_file.verify import parse, verify
from tournament.regulation.kingdom import check_kingdom
from tournament.regulation.lifecycle import State
from tournament.regulation.messages import SENTENCES, sentence
from tournament.regulation.reporting import FORUM_REPORT, PHOTOS, SECTIONS
from tournament.regulation.table_result import DOMINION_CHAIN
from tournament.regulation.term_messages import WORDS

ROOT = Path(__file__).parents[4]


def _errors() -> list[type[RuleError]]:
    classes = [
        error_class
        for error_class in vars(errors).values()
        if isinstance(error_class, type) and issubclass(error_class, RuleError)
    ]
    return [error_class for error_class in classes if error_class.code]


def _written_codes() -> set[str]:
    """Return every upper-case code that the rules pass in a call: the first argument of a finding."""
    codes: set[str] = set()
    for path in [
        *sorted((ROOT / "tournament" / "regulation").rglob("*.py")),
        *sorted((ROOT / "ranking" / "rules").glob("*.py")),
    ]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = (
                [arg.value for arg in getattr(node, "args", []) if isinstance(arg, ast.Constant)]
                if isinstance(node, ast.Call)
                else []
            )
            codes |= {name for name in names if isinstance(name, str) and name.isupper() and "_" in name}
    return codes


def _fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("code", sorted(SENTENCES))
def test_sentences_have_the_same_fields_in_both_languages(code: str) -> None:
    both = SENTENCES[code]
    assert set(both) == {"it", "en"}
    assert _fields(both["it"]) == _fields(both["en"])
    assert both["it"] != both["en"] or not both["it"].strip("{}: ;").isalpha()
    assert "'" not in both["it"]


def test_every_code_has_sentences() -> None:
    codes = {error.code for error in _errors()} | _written_codes()
    assert len(codes) > 60
    assert codes <= set(SENTENCES)


def test_errors_have_an_article_and_unique_codes() -> None:
    assert {error.code for error in _errors() if not error.article} == {"BAD_EVENT_FILE"}
    assert len({error.code for error in _errors()}) == len(_errors())


def test_sentences_translate_words_cards_and_days() -> None:
    """States, criteria and cards are shown by name, days in the format of the language."""
    keys = {*map(str, State), *map(str, CallState), *SECTIONS, PHOTOS, FORUM_REPORT, "wins", "seconds", "thirds"}
    assert keys | {criterion.name for criterion in DOMINION_CHAIN} <= set(WORDS)
    assert all(set(word) == {"it", "en"} for word in WORDS.values())
    refused = TransitionRefused(state=State.DRAFT, to=State.VOID)
    assert refused.sentence("it") == "Un torneo nello stato «bozza» non può passare a «nullo»."
    assert "“draft”" in refused.sentence("en")
    no_moat = ["witch", "council_room", "village", "smithy", "market", "mine", "cellar", "chapel", "feast", "library"]
    (finding,) = check_kingdom(no_moat)
    assert "Strega" in sentence(finding.code, finding.params, "it")
    assert "Witch" in sentence(finding.code, finding.params, "en")
    late = ReportLate(deadline=datetime(2009, 9, 28), received=datetime(2009, 9, 28, 8, 30))
    assert "28/09/2009 08:30" in late.sentence("it")
    assert "2009-09-28 00:00" in late.sentence("en")
    assert (
        ReportIncomplete(missing=("photos", "final")).sentence("it") == "Il rapporto è incompleto: manca foto, finale."
    )


def test_sentences_accept_the_params_of_real_findings() -> None:
    """The findings of an invalid file fill their sentences in both languages."""
    event = json.loads((ROOT / "tests" / "data" / "event-13-players.json").read_text(encoding="utf-8"))
    event["event"].update(first_day="2009-05-31", fascia="III", fascia_effective="III", rounds=3)
    event["rounds"][0]["left"] = ["p11", "p99"]
    event["rounds"][1]["standings"][3].update(position=9, player="p01", wins=3, lot=None)
    event["rounds"][1]["tables"][0].update(number=5, ended_by=9, abandoned=["p13"])
    event["rounds"][1]["tables"][0]["results"][0].update(lot=2, place=4)
    event["rounds"][2]["kingdom"]["drawn"][0] = "Zzz"
    event["final_places"] = event["final_places"][::-1][:-1]
    codes = set()
    for finding in verify(parse(event)).findings:
        if finding.code in SENTENCES:
            codes.add(finding.code)
            assert all(sentence(finding.code, finding.params, language) for language in ("it", "en"))
    assert len(codes) > 15


def test_sentence_shows_groups_of_players() -> None:
    assert sentence("LOT_MISSING", {"who": (("A", "D"), ("E", "F"))}, "en").startswith(
        "Equal on everything: A, D; E, F."
    )
    assert str(ImpossibleTables(players=5)).startswith("5 players")
    assert LotMissing(groups=((0, 1),), who=((1, 2),)).groups == ((0, 1),)
    with pytest.raises(AttributeError):
        ImpossibleTables(players=5).colour  # noqa: B018
