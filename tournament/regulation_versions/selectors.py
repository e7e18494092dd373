"""Read the published versions of the regulation, and serve as the pure rules' store of versions."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Final

from django.db import connection
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from tournament.models import RegulationDocument, RegulationVersion, Season
from tournament.regulation import parameters as regulation
from tournament.regulation.parameters import Regulation
from tournament.regulation.version_values import from_values


class DatabaseRegulationSource:
    """Store of published versions in the database, with the interface that ``regulation.parameters`` expects.

    A published version never changes, so it is cached. A version read inside a transaction may still be rolled back:
    it is not cached.
    """

    def __init__(self) -> None:
        self._known: dict[str, Regulation] = {}

    def regulation(self, version: str) -> Regulation | None:
        """Return a published version; None if there is none of this number."""
        if version in self._known:
            return self._known[version]
        published = RegulationVersion.objects.filter(number=version, published_at__isnull=False)
        values = published.values_list("values", flat=True).first()
        if values is None:
            return None
        described = from_values(version, values)
        if not connection.in_atomic_block:
            self._known[version] = described
        return described

    def versions(self) -> tuple[str, ...]:
        """Return the numbers of the published versions, in the order in which they come into force."""
        rows = RegulationVersion.objects.filter(published_at__isnull=False).order_by("effective_from", "pk")
        return tuple(rows.values_list("number", flat=True))


DATABASE_REGULATION_SOURCE: Final = DatabaseRegulationSource()


def version_for_event(season: Season, first_day: date | None) -> str:
    """Return the number of the version that an event of a season starts with (art. 1.1, REQ-103).

    It is the season's, or the one that came into force last since the season began, until the event's first day.

    Arguments:
        first_day: of the event; None for the season's own version.
    """
    if first_day is None:
        return season.regulation
    published = RegulationVersion.objects.filter(published_at__isnull=False)
    since = published.filter(effective_from__gt=season.first_day, effective_from__lte=first_day)
    newest = since.order_by("effective_from", "pk").values_list("number", flat=True).last()
    return newest or season.regulation


def version_in_force(day: date | None = None) -> Regulation:
    """Return the version in force on a day, today by default: the one that a new season starts with."""
    published = RegulationVersion.objects.filter(published_at__isnull=False)
    since = published.filter(effective_from__lte=day or timezone.localdate())
    newest = since.order_by("effective_from", "pk").values_list("number", flat=True).last()
    return regulation.get(newest) if newest else regulation.CURRENT


def published_version(number: str) -> RegulationVersion | None:
    """Return the row of a published version; None for a version of the code."""
    return RegulationVersion.objects.filter(number=number, published_at__isnull=False).first()


@dataclass(frozen=True, slots=True)
class VersionLine:
    """One version in a list.

    Arguments:
        effective_from: the first day of the events that it governs; None for a version of the code.
        row: its row; None for a version of the code.
    """

    number: str
    effective_from: date | None
    row: RegulationVersion | None


def version_lines(*, drafts: bool = False) -> list[VersionLine]:
    """Return every version, newest first; those of the code last.

    Arguments:
        drafts: whether versions that are not published are listed too.
    """
    rows = RegulationVersion.objects.all() if drafts else RegulationVersion.objects.filter(published_at__isnull=False)
    stored = [VersionLine(row.number, row.effective_from, row) for row in rows]
    return [*stored, *(VersionLine(number, None, None) for number in reversed(tuple(regulation.REGULATIONS)))]


def documents_of(version: str) -> QuerySet[RegulationDocument]:
    """Return the documents of a version, the Italian ones first, each text before its paper."""
    return RegulationDocument.objects.filter(version=version)


def has_text(version: str) -> bool:
    """Return whether the text of a version is here."""
    return documents_of(version).filter(kind=RegulationDocument.Kind.TEXT).exists()


def _text_of(number: str) -> Exists:
    texts = RegulationDocument.objects.filter(kind=RegulationDocument.Kind.TEXT)
    return Exists(texts.filter(version=OuterRef(number)))


def versions_without_document() -> QuerySet[RegulationVersion]:
    """Return the published versions whose text the federation has not given to the site (art. 1.1)."""
    return RegulationVersion.objects.filter(~_text_of("number"), published_at__isnull=False)


def seasons_without_document() -> QuerySet[Season]:
    """Return the seasons to play by a version of the code, which has no row, whose text is missing (art. 1.1)."""
    seasons = Season.objects.filter(last_day__gte=timezone.localdate(), regulation__in=regulation.REGULATIONS)
    return seasons.filter(~_text_of("regulation"))
