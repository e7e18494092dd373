"""The questions and answers of the page Help, as the search of the site finds them."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from tournament.pages.help import help_answers
from tournament.regulation_versions.selectors import version_in_force


@dataclass(frozen=True, slots=True)
class HelpHit:
    """A question of the page Help with its answer, and the address that opens the page there."""

    question: str
    answer: str
    url: str


def help_hits(words: list[str], most: int) -> list[HelpHit]:
    """Return the questions that have every word in question or answer, those in the question first. One query.

    The numbers in the answers are those of the version in force.

    Arguments:
        words: as ``folded`` gives them.
    """
    page = reverse("help")
    found = help_answers(version_in_force(), words)[:most]
    return [HelpHit(answer.question, answer.answer, f"{page}#{answer.key}") for answer in found]
