"""Figures of a club: its homologated events, without names."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.db.models import Count

from ranking.statistics.figures import Figures, add, distribution, quantile
from tournament.models import Event, FinalPlace, Organiser


@dataclass(frozen=True, slots=True)
class Attendance:
    """A homologated event of a club and its number of players."""

    name: str
    slug: str
    last_day: date
    players: int


@dataclass(frozen=True, slots=True)
class OrganiserStatistics:
    """Figures of a club.

    Arguments:
        attendance: its homologated events, newest first.
        people: different players; somebody who came twice counts once.
        tables: with a result.
        turns: median turns of a game's winner; None if no sheet holds them.
    """

    attendance: list[Attendance]
    people: int
    tables: int
    turns: int | None


def organiser_statistics(organiser: Organiser) -> OrganiserStatistics:
    """Return the figures of a club from its homologated events. Runs two queries."""
    events = Event.objects.filter(organiser=organiser, state=Event.State.HOMOLOGATED)
    rows = events.annotate(players=Count("final_places")).order_by("-last_day", "-pk")
    figures: Figures = {}
    attendance = []
    for name, slug, last_day, players, counted in rows.values_list(
        "name", "slug", "last_day", "players", "statistics__figures"
    ):
        attendance.append(Attendance(name, slug, last_day, players))
        figures = add(figures, counted or {})
    places = FinalPlace.objects.filter(event__in=events)
    people = places.aggregate(number=Count("entry__person", distinct=True))["number"]
    return OrganiserStatistics(attendance, people, figures.get("tables", 0), quantile(distribution(figures, "turns")))
