"""Read the current seasons. Several may run at once, one per game."""

from __future__ import annotations

from datetime import date

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from games import registry
from tournament.events.selectors import listed_events
from tournament.models import Season


def _order(season: Season) -> int:
    """Return the position of a season's game among the games."""
    slugs = registry.slugs()
    return slugs.index(season.game) if season.game in slugs else len(slugs)


def _newest_first(seasons: QuerySet[Season]) -> list[Season]:
    """Return seasons, newest first, those of one day in the order of the games. One query."""
    newest = sorted(seasons.order_by("-pk"), key=_order)
    return sorted(newest, key=lambda season: season.first_day, reverse=True)


def _at(day: date, seasons: list[Season]) -> list[Season]:
    """Return those of the seasons, newest first, that hold the day; else the one that began last or the next one."""
    holding = sorted((season for season in seasons if season.first_day <= day <= season.last_day), key=_order)
    if holding:
        return holding
    begun = [season for season in seasons if season.first_day <= day]
    return [*begun, *reversed(seasons)][:1]


def current_seasons(day: date | None = None) -> list[Season]:
    """Return the seasons that hold the day, in the order of the games. One query.

    If none does, return only the one that began last, else the first to come; empty if there is no season at all.
    """
    return _at(day or timezone.localdate(), _newest_first(Season.objects.all()))


def shown_seasons(day: date | None = None) -> list[Season]:
    """Return the current seasons without those that ended before they had an event. One query.

    A new site has such a season: that of the regulation's own year, made with its tables.
    """
    day = day or timezone.localdate()
    events = listed_events().filter(season=OuterRef("pk"))
    return _at(day, _newest_first(Season.objects.exclude(~Exists(events), last_day__lt=day)))


def current_season(day: date | None = None) -> Season | None:
    """Return the first of :func:`current_seasons`, that of the game listed first. One query."""
    return next(iter(current_seasons(day)), None)


def is_season_open() -> bool:
    """Return whether there is a season that is not over: without one nobody can announce an event. One query."""
    return Season.objects.filter(last_day__gte=timezone.localdate()).exists()


def season_after(season: Season) -> Season | None:
    """Return the next season of the same game; None if none is open yet. One query."""
    later = Season.objects.filter(game=season.game, first_day__gt=season.last_day)
    return later.order_by("first_day").first()
