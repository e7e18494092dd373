"""The national finals of all seasons: champions and podiums (art. 1.7), named only with their consent (art. 1.6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, QuerySet

from ranking.statistics.figures import whole_number
from tournament.models import Event, FinalPlace, Season, Seat

#: Places of a final that are shown; the first three are the podium.
SHOWN_PLACES, PODIUM = 4, 3


@dataclass(frozen=True, slots=True)
class Finalist:
    """A place of a national final.

    Arguments:
        person: key of the record; None for somebody whose name is not shown.
        points: in the final game; None where the sheet does not determine them.
    """

    place: int
    person: int | None
    name: str
    city: str
    points: int | None


@dataclass(frozen=True, slots=True)
class NationalFinal:
    """A homologated national final with its first places, best first."""

    event: Event
    finalists: int
    places: list[Finalist]

    @property
    def podium(self) -> list[Finalist]:
        return self.places[:PODIUM]


def _points(finals: Sequence[Event]) -> dict[int, int | None]:
    """Return the points of the final game by entry. Runs one query."""
    seats = Seat.objects.filter(round__event__in=finals, round__is_final=True).order_by()
    return {entry: whole_number(values, "points") for entry, values in seats.values_list("entry_id", "values")}


def _finalist(row: FinalPlace, points: int | None) -> Finalist:
    """Return a place; its entry is always one of the surviving record (``person_merge``)."""
    person = row.entry.person
    if not person.consent or row.entry.consent is False:
        return Finalist(row.place, None, "", "", points)
    return Finalist(row.place, person.pk, str(person), person.city, points)


def national_finals() -> list[NationalFinal]:
    """Return the homologated national finals, newest first. Runs three queries."""
    return _with_places(_homologated_finals().order_by("-last_day", "-pk"))


def national_final_of(season: Season) -> NationalFinal | None:
    """Return the homologated national final of a season; None as long as there is none. Runs three queries."""
    return next(iter(_with_places(_homologated_finals().filter(season=season))), None)


def _homologated_finals() -> QuerySet[Event]:
    finals = Event.objects.filter(is_national_final=True, state=Event.State.HOMOLOGATED)
    return finals.select_related("season").annotate(players=Count("final_places"))


def _with_places(homologated: QuerySet[Event]) -> list[NationalFinal]:
    finals: list[Any] = list(homologated)
    if not finals:
        return []
    rows = list(
        FinalPlace.objects.filter(event__in=finals, place__lte=SHOWN_PLACES)
        .select_related("entry__person")
        .order_by("place")
    )
    points = _points(finals)
    by_event: dict[int, list[Finalist]] = {}
    for row in rows:
        by_event.setdefault(row.event_id, []).append(_finalist(row, points.get(row.entry_id)))
    return [NationalFinal(final, final.players, by_event.get(final.pk, [])) for final in finals]


@dataclass(frozen=True, slots=True)
class Total:
    """Number of times that a person reached something; ``person`` None for a city."""

    person: int | None
    name: str
    count: int


def _totals(finalists: Iterable[Finalist]) -> list[Total]:
    """Return how often each named player occurs, most often first; those without a name are left out."""
    named = [finalist for finalist in finalists if finalist.person is not None]
    names = {finalist.person: finalist.name for finalist in named}
    counts = Counter(finalist.person for finalist in named)
    totals = [Total(person, names[person], count) for person, count in counts.items()]
    return sorted(totals, key=lambda total: (-total.count, total.name))


def titles(finals: Iterable[NationalFinal]) -> list[Total]:
    """Return the champions with their numbers of titles."""
    return _totals(finalist for final in finals for finalist in final.places[:1])


def podiums(finals: Iterable[NationalFinal]) -> list[Total]:
    """Return the players on a podium, with how often."""
    return _totals(finalist for final in finals for finalist in final.podium)


def cities(finals: Iterable[NationalFinal]) -> list[Total]:
    """Return the cities of the champions whose names are shown, with their numbers of titles."""
    counts = Counter(final.places[0].city for final in finals if final.places and final.places[0].city)
    return sorted(
        (Total(None, city, count) for city, count in counts.items()), key=lambda city: (-city.count, city.name)
    )
