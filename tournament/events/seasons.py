"""Create and change seasons: the window in which events count and the regulation they start with (art. 1.3)."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from games import registry
from tournament.core.audit import By, record
from tournament.core.locks import locked_season
from tournament.core.messages import field_label
from tournament.core.slugs import slug_of
from tournament.draws.services import ranking_lots_commit
from tournament.events.fields import SEASON_EDITABLE
from tournament.models import Event, Season
from tournament.models.season import game_name
from tournament.regulation import parameters as regulation
from tournament.regulation.refused import Refused
from tournament.regulation.validity import Season as Window
from tournament.regulation.validity import check_days


def _check(season: Season) -> None:
    regulation.get(season.regulation)
    if season.game not in registry.slugs():
        right = _("one of %s") % ", ".join(registry.slugs())
        raise Refused("FIELD_WRONG", field=_("game"), value=season.game, right=right)
    check_days(season.first_day, season.last_day, season=Window(season.first_day, season.last_day))
    try:
        season.full_clean()
    except ValidationError as wrong:
        field, messages = next(iter(wrong.message_dict.items()))
        named = field in {model_field.name for model_field in Season._meta.get_fields()}
        label = field_label(Season, field) if named else field
        raise Refused("FIELD_WRONG", field=label, value=getattr(season, field, ""), right=" ".join(messages)) from wrong


def _check_no_overlap(season: Season) -> None:
    """Require that no season of the same game overlaps: several seasons may run at once, one per game.

    Errors: SEASONS_OVERLAP.
    """
    same = Season.objects.exclude(pk=season.pk).filter(
        game=season.game, first_day__lte=season.last_day, last_day__gte=season.first_day
    )
    overlapping = same.order_by("-first_day").first()
    if overlapping is not None:
        raise Refused("SEASONS_OVERLAP", season=overlapping.name, game=game_name(season.game))


@transaction.atomic
def season_create(
    *,
    name: str,
    first_day: date,
    last_day: date,
    by: By,
    regulation: str = regulation.CURRENT.version,
    slug: str = "",
    **facts: Any,
) -> Season:
    """Open a season (art. 1.3, REQ-304).

    Arguments:
        facts: others of ``fields.SEASON_EDITABLE``; Dominion by default.
    Errors: DAYS_REVERSED, UnknownRegulation, FIELD_WRONG; SEASONS_OVERLAP if the game has a season on those days.
    """
    _check_field_names(facts)
    season = Season(
        name=name.strip(),
        slug=slug or slug_of(name),
        first_day=first_day,
        last_day=last_day,
        regulation=regulation,
        **facts,
    )
    _check(season)
    _check_no_overlap(season)
    record(season, verb="season_create", by=by)
    ranking_lots_commit(season, by=by)
    return season


def _check_field_names(facts: dict[str, Any]) -> None:
    for field, value in facts.items():
        if field not in SEASON_EDITABLE:
            raise Refused("FIELD_WRONG", field=field, value=value, right=_("one of %s") % ", ".join(SEASON_EDITABLE))


@transaction.atomic
def season_update(*, season: Season, by: By, **facts: Any) -> Season:
    """Change a season; its window must include all its events, and its game cannot change once it has events.

    Errors: those of season_create; SEASON_GAME_FIXED.
    """
    _check_field_names(facts)
    fresh = locked_season(season)
    old_window = fresh.game, fresh.first_day, fresh.last_day
    for field, value in facts.items():
        setattr(fresh, field, value)
    _check(fresh)
    if fresh.game != old_window[0] and Event.objects.filter(season=fresh).exists():
        raise Refused("SEASON_GAME_FIXED", game=game_name(old_window[0]))
    events = Event.objects.filter(season=fresh, is_national_final=False)
    outside = events.filter(first_day__lt=fresh.first_day) | events.filter(last_day__gt=fresh.last_day)
    stray = outside.exclude(state__in=(Event.State.DRAFT, Event.State.VOID, Event.State.INVALIDATED)).first()
    if stray is not None:
        check_days(stray.first_day, stray.last_day, season=Window(fresh.first_day, fresh.last_day))
    # Seasons that overlapped before this check was added can still be changed in other fields.
    if (fresh.game, fresh.first_day, fresh.last_day) != old_window:
        _check_no_overlap(fresh)
    record(fresh, verb="season_update", by=by)
    return fresh
