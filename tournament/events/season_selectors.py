"""Read the current seasons. Several may run at once, one per game."""

from __future__ import annotations

from datetime import date

from django.utils import timezone

from games import registry
from tournament.models import Season


def _order(season: Season) -> int:
    """Return the position of a season's game among the games."""
    slugs = registry.slugs()
    return slugs.index(season.game) if season.game in slugs else len(slugs)


def _seasons() -> list[Season]:
    """Return all seasons, newest first, those of one day in the order of the games. One query."""
    newest = sorted(Season.objects.order_by("-pk"), key=_order)
    return sorted(newest, key=lambda season: season.first_day, reverse=True)


def current_seasons(day: date | None = None) -> list[Season]:
    """Return the seasons that hold the day, in the order of the games. One query.

    If none does, return only the one that began last, else the first to come; empty if there is no season at all.
    """
    day = day or timezone.localdate()
    seasons = _seasons()
    holding = sorted((season for season in seasons if season.first_day <= day <= season.last_day), key=_order)
    if holding:
        return holding
    begun = [season for season in seasons if season.first_day <= day]
    return [*begun, *reversed(seasons)][:1]


def current_season(day: date | None = None) -> Season | None:
    """Return the first of :func:`current_seasons`, that of the game listed first. One query."""
    return next(iter(current_seasons(day)), None)


def season_after(season: Season) -> Season | None:
    """Return the next season of the same game; None if none is open yet. One query."""
    later = Season.objects.filter(game=season.game, first_day__gt=season.last_day)
    return later.order_by("first_day").first()
