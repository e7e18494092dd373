"""A version of the regulation for its pages: the federation's document, the points, the cases that it leaves open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Any, Final

from django.core.files.storage import default_storage
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournament.core.prose import Prose, read_prose
from tournament.models import RegulationDocument
from tournament.regulation.names import folded
from tournament.regulation.parameters import Fascia, Regulation
from tournament.regulation.text.questions import QUESTIONS
from tournament.regulation.text.readings import READINGS
from tournament.regulation.text.sentences import sentence
from tournament.regulation.version_values import FIELDS, to_values
from tournament.regulation_versions.selectors import documents_of, version_in_force
from tournament.regulation_versions.words import value_words

#: Languages in which a document is looked for when there is none in the reader's own.
_ELSE: Final = ("it", "en")


@dataclass(frozen=True, slots=True)
class VersionDocuments:
    """The documents of a version for one reader; each in the reader's language, else in another, else None."""

    text: RegulationDocument | None
    paper: RegulationDocument | None

    def __bool__(self) -> bool:
        """Return whether there is anything to read."""
        return self.text is not None or self.paper is not None


def version_documents(version: str, language: str) -> VersionDocuments:
    """Return the documents of a version for a reader of a language. One query."""
    found = {(document.kind, document.language): document for document in documents_of(version)}

    def first(kind: RegulationDocument.Kind) -> RegulationDocument | None:
        places = ((kind.value, choice) for choice in (language, *_ELSE))
        return next((found[place] for place in places if place in found), None)

    return VersionDocuments(first(RegulationDocument.Kind.TEXT), first(RegulationDocument.Kind.PAPER))


def document_prose(document: RegulationDocument) -> Prose:
    """Return the text of a document, read once by each process. Errors: FileNotFoundError if the file is missing."""
    return _prose(document.sha256, str(document.file.name))


@lru_cache(maxsize=8)
def _prose(digest: str, name: str) -> Prose:
    with default_storage.open(name) as file:
        return read_prose(file.read().decode("utf-8-sig"))


@dataclass(frozen=True, slots=True)
class TextHit:
    """A section of the regulation that a search found: version, anchor in its page, title, and the words round them."""

    version: str
    anchor: str
    title: str
    excerpt: SafeString


def regulation_hits(words: str, language: str, most: int) -> list[TextHit]:
    """Return the sections of the version in force that have every word of a search. Two queries."""
    version = version_in_force().version
    document = version_documents(version, language).text
    wanted = folded(words).split()
    if document is None or not wanted:
        return []
    try:
        prose = document_prose(document)
    except FileNotFoundError:
        return []
    found = prose.matching(words)[:most]
    return [TextHit(version, hit.anchor, hit.title or prose.title, hit.excerpt(wanted)) for hit in found]


def points_rows(regulation: Regulation) -> list[dict[str, Any]]:
    """Return the points of art. 1.6 by band of places: ``places``, and ``half_points`` by fascia."""
    multipliers = [regulation.multipliers[fascia] for fascia in Fascia]
    bands: list[tuple[str, int]] = []
    first = 1
    for last, half_points in regulation.place_half_points:
        bands.append((str(first) if first == last else f"{first}–{last}", half_points))
        first = last + 1
    bands.append((f"{first}+", regulation.further_half_points))
    return [{"places": places, "half_points": [half * by for by in multipliers]} for places, half in bands]


@dataclass(frozen=True, slots=True)
class Case:
    """A case that the text does not decide, and how this version reads it.

    Arguments:
        id: of the reading. article: that it reads. question: empty if it is only listed. answer: in the reader's words.
    """

    id: str
    article: str
    question: str
    answer: str

    @property
    def anchor(self) -> str:
        """Return its id in the page of the regulation."""
        return self.id.lower()


def cases(regulation: Regulation) -> list[Case]:
    """Return every case that the text does not decide, by article."""
    return sorted([*_chosen(regulation), *_fixed()], key=lambda case: (case.article, case.id))


def asked_cases(found: Iterable[Case]) -> list[Case]:
    """Return the cases that people ask about, in the order of ``text.questions``."""
    by_id = {case.id: case for case in found}
    return [by_id[name] for name in QUESTIONS]


def cases_by_article(found: Iterable[Case]) -> list[tuple[str, list[Case]]]:
    """Return cases in the groups of their articles."""
    return [(article, list(group)) for article, group in groupby(found, key=lambda case: case.article)]


def _chosen(regulation: Regulation) -> Iterator[Case]:
    values = to_values(regulation)
    for field in FIELDS:
        if field.reading:
            value = values[field.name]
            answer = _(sentence(field.name, value)).replace("{value}", value_words(field, value))
            yield Case(field.reading, field.article, _question(field.reading), answer)


def _fixed() -> Iterator[Case]:
    for reading in READINGS:
        yield Case(reading.id, reading.article, _question(reading.id), _(reading.sentence))


def _question(reading: str) -> str:
    return _(QUESTIONS[reading]) if reading in QUESTIONS else ""
