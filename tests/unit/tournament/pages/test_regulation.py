"""Test the cases that the regulation leaves open: each once, in both languages, by the values of the version."""

from __future__ import annotations

import pytest
from django.utils import translation

from tournament.pages.regulation import asked_cases, cases
from tournament.regulation.parameters import CURRENT
from tournament.regulation.text.questions import QUESTIONS
from tournament.regulation.text.sentences import SENTENCES
from tournament.regulation.version_values import FIELDS, from_values, to_values


@pytest.mark.parametrize("language", ["it", "en"])
def test_every_case_is_told_once_and_the_asked_ones_with_their_question(language: str) -> None:
    with translation.override(language):
        found = cases(CURRENT)
        asked = asked_cases(found)
    assert len({case.id for case in found}) == len(found)
    assert not [case for case in found if "{" in case.answer or not case.answer.strip()]
    assert [case.id for case in asked] == list(QUESTIONS)
    assert all(case.question for case in asked)


def test_every_value_that_decides_a_case_has_its_sentences() -> None:
    fields = [field for field in FIELDS if field.reading]
    assert sorted(SENTENCES) == sorted(field.name for field in fields)
    for field in fields:
        for value, _words in field.choices if len(field.choices) > 1 else ():
            assert value in SENTENCES[field.name]


@pytest.mark.rule("REQ-103")
def test_cases_of_another_version_follow_its_values() -> None:
    with translation.override("it"):
        answers = [case.answer for case in cases(from_values("2.1", to_values(CURRENT) | {"drop_outs": "last"}))]
    assert "Chi lascia prima della fine finisce dietro a tutti quelli che sono rimasti." in answers
