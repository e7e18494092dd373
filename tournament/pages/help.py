"""The page Help as data: its questions and answers with the numbers of a version of the regulation, and a search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.pages.help_topics import TOPICS, Role, Topic
from tournament.regulation.names import folded
from tournament.regulation.parameters import Fascia, Regulation
from tournament.regulation_versions.words import points_words

_BY_KEY: Final = {topic.key: topic for topic in TOPICS}


@dataclass(frozen=True, slots=True)
class Answer:
    """A question with its answer in the reader's language.

    Arguments:
        key: its anchor in the page Help. article: anchor in the page of the regulation, or empty.
        url, label: of the page that leads on, or empty.
    """

    key: str
    role: Role
    question: str
    answer: str
    article: str
    url: str
    label: str

    def has(self, words: Sequence[str]) -> bool:
        """Return whether every word, as ``folded`` gives it, occurs in the question or the answer."""
        text = folded(f"{self.question} {self.answer}")
        return all(word in text for word in words)


def help_answer(key: str, regulation: Regulation) -> Answer:
    """Return one question with its answer. Errors: KeyError for a key that no topic has."""
    return _answer(_BY_KEY[key], regulation)


def help_answers(regulation: Regulation, words: Sequence[str] = ()) -> list[Answer]:
    """Return the questions that have every word, in the order of the page; those in the question first.

    Arguments:
        words: as ``folded`` gives them; without words all questions.
    """
    found = [answer for answer in (_answer(topic, regulation) for topic in TOPICS) if answer.has(words)]
    if not words:
        return found
    return sorted(found, key=lambda answer: not all(word in folded(answer.question) for word in words))


def _answer(topic: Topic, regulation: Regulation) -> Answer:
    return Answer(
        topic.key,
        topic.role,
        _(topic.question),
        _(topic.answer).format_map(_numbers(regulation)),
        topic.article,
        reverse(topic.page) if topic.page else "",
        _(topic.label) if topic.label else "",
    )


def _numbers(regulation: Regulation) -> dict[str, object]:
    return {
        "fewer": regulation.rounds_minimum,
        "more": regulation.rounds_maximum,
        "minutes": regulation.minutes,
        "points": points_words(regulation.place_half_points[0][1]),
        "least": regulation.least_players,
        "least_open": regulation.minimum_players[Fascia.III],
        "national": regulation.national_finalists,
        "photos": regulation.report_photos,
        "days": regulation.report_days,
    }
