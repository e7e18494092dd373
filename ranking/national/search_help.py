"""The questions and answers of the page Help, as the search of the site reads them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from html.parser import HTMLParser

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import get_language

from tournament.regulation.names import folded
from tournament.regulation_versions.selectors import version_in_force
from tournament.web.context_processors import linked_addresses
from tournament.web.public.information import regulation_context


@dataclass(frozen=True, slots=True)
class HelpHit:
    """A question of the page Help with its answer, and the address that opens the page there."""

    question: str
    answer: str
    url: str


@dataclass
class _Topics(HTMLParser):
    """Collects the folds of the page: the section around each, its summary and its text."""

    found: list[tuple[str, str, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()
        self._section, self._summary, self._text = "", "", ""
        self._in_fold = self._in_summary = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "section":
            self._section = dict(attrs).get("id") or ""
        elif tag == "details":
            self._in_fold, self._summary, self._text = True, "", ""
        elif tag == "summary":
            self._in_summary = True

    def handle_endtag(self, tag: str) -> None:
        if tag == "summary":
            self._in_summary = False
        elif tag == "details" and self._in_fold:
            self._in_fold = False
            self.found.append((self._section, " ".join(self._summary.split()), " ".join(self._text.split())))

    def handle_data(self, data: str) -> None:
        if self._in_summary:
            self._summary += data
        elif self._in_fold:
            self._text += data


def help_hits(words: list[str], most: int) -> list[HelpHit]:
    """Return the questions that have every word in question or answer, those in the question first. One query.

    The numbers in the answers are those of the version in force.

    Arguments:
        words: as ``folded`` gives them.
    """
    hits = _topics(get_language() or "it", version_in_force().version)
    named = [hit for hit in hits if all(word in folded(hit.question) for word in words)]
    told = [hit for hit in hits if all(word in folded(f"{hit.question} {hit.answer}") for word in words)]
    return [*named, *(hit for hit in told if hit not in named)][:most]


@lru_cache(maxsize=8)
def _topics(language: str, version: str) -> tuple[HelpHit, ...]:
    context = regulation_context(texts={}, to=linked_addresses())
    topics = _Topics()
    topics.feed(render_to_string("web/public/information/help.html", context))
    page = reverse("help")
    return tuple(
        # The end of the address makes browsers scroll to these words; others open the section.
        HelpHit(question, answer, f"{page}#{section}:~:{urlencode({'text': question}).replace('+', '%20')}")
        for section, question, answer in topics.found
    )
