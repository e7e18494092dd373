"""Past seasons as everybody may see them."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet

from ranking.models import PastPlace, PastSeason

PODIUM = 3


@dataclass(frozen=True, slots=True)
class PastLine:
    """A place of a past season; ``person`` and ``name`` are empty for who may not be named (art. 1.6)."""

    place: int
    person: int | None
    name: str
    city: str
    half_points: int | None


def past_seasons() -> QuerySet[PastSeason]:
    """Return the imported seasons, the newest first. Runs one query."""
    return PastSeason.objects.order_by("-last_day", "name")


def _line(row: PastPlace) -> PastLine:
    person = row.person
    while person is not None and person.merged_into is not None:
        person = person.merged_into
    if person is None:
        return PastLine(row.place, None, row.name, row.city, row.half_points)
    if not person.consent:
        return PastLine(row.place, None, "", "", row.half_points)
    return PastLine(row.place, person.pk, str(person), person.city, row.half_points)


def past_lines(season: PastSeason) -> dict[str, list[PastLine]]:
    """Return the places of a season by list. Runs one query, and one for every merged record among them."""
    rows = PastPlace.objects.filter(season=season).select_related("person").order_by("place", "pk")
    lines: dict[str, list[PastLine]] = {value: [] for value in PastPlace.List.values}
    for row in rows:
        lines[row.list].append(_line(row))
    return lines


@dataclass(frozen=True, slots=True)
class PastPodium:
    """A past season and the first places of its final."""

    season: PastSeason
    podium: list[PastLine]


def past_podiums(game: str = "") -> list[PastPodium]:
    """Return the finals of the past seasons of a game, all by default, the newest first. Runs two queries."""
    seasons = list(past_seasons().filter(game=game) if game else past_seasons())
    rows = PastPlace.objects.filter(season__in=seasons, list=PastPlace.List.FINAL, place__lte=PODIUM)
    podiums: dict[int, list[PastLine]] = {}
    for row in rows.select_related("person").order_by("place", "pk"):
        podiums.setdefault(row.season_id, []).append(_line(row))
    return [PastPodium(season, podiums[season.pk]) for season in seasons if season.pk in podiums]
