"""Test the questions of the page Help: about ten for each role, whole in both languages, named where they arise."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.urls import reverse
from django.utils import translation

from tournament.pages.help import help_answer, help_answers
from tournament.pages.help_topics import TOPICS, Role
from tournament.regulation.parameters import CURRENT

MARK = re.compile(r'{% help_mark "([^"]*)"( [\w.]+)? %}')


@pytest.mark.parametrize("language", ["it", "en"])
def test_every_role_has_about_ten_answers_without_an_open_place(language: str) -> None:
    with translation.override(language):
        answers = help_answers(CURRENT)
    for role in Role:
        assert 9 <= len([answer for answer in answers if answer.role is role]) <= 12
    assert not [answer for answer in answers if "{" in answer.answer or not answer.question]
    assert len({answer.key for answer in answers}) == len(answers)


@pytest.mark.parametrize(("words", "first"), [(["fascia"], "fascia"), (["lista", "attesa"], "ritiro"), (["zzz"], "")])
def test_search_puts_a_question_with_the_words_first(words: list[str], first: str) -> None:
    with translation.override("it"):
        keys = [answer.key for answer in help_answers(CURRENT, words)]
    assert keys[:1] == ([first] if first else [])


def test_marks_name_questions_and_give_a_version_where_the_answer_has_numbers() -> None:
    marks = [mark for path in Path("templates").rglob("*.html") for mark in MARK.findall(path.read_text())]
    assert len({key for key, _version in marks}) > 15
    texts = {topic.key: topic.answer for topic in TOPICS}
    for key, version in marks:
        assert bool(version) or "{" not in texts[key], key


@pytest.mark.django_db
def test_page_is_searched(client) -> None:  # type: ignore[no-untyped-def]
    page = client.get(reverse("help"), {"cerca": "lista attesa"}, headers={"accept-language": "it"}).content.decode()
    assert 'id="lista"' in page
    assert 'id="omologare"' not in page
    empty = client.get(reverse("help"), {"cerca": "zzz"}, headers={"accept-language": "it"}).content.decode()
    assert f'href="{reverse("help")}"' in empty
    assert help_answer("lista", CURRENT).role is Role.PLAYERS
