"""Seasons are data: the window in which events count and the regulation they start with (art. 1.3)."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from tournament.models import Event, Season
from tournament.rules import regulation
from tournament.rules.validity import Season as Window
from tournament.rules.validity import check_days
from tournament.services.errors import FieldWrong
from tournament.services.history import By, record
from tournament.services.locks import locked_season

FACTS = ("name", "first_day", "last_day", "regulation", "finalists", "final_place", "final_day")


def _check(season: Season) -> None:
    regulation.get(season.regulation)
    check_days(season.first_day, season.last_day, season=Window(season.first_day, season.last_day))
    try:
        season.full_clean()
    except ValidationError as wrong:
        field, messages = next(iter(wrong.message_dict.items()))
        named = field in {one.name for one in Season._meta.get_fields()}
        label = str(Season._meta.get_field(field).verbose_name) if named else field
        raise FieldWrong(field=label, value=getattr(season, field, ""), right=" ".join(messages)) from wrong


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
    """Opens a season (art. 1.3, REQ-304).

    Arguments:
        facts: finalists, final_place, final_day.
    Errors: DaysReversed, UnknownRegulation, FieldWrong.
    """
    _known(facts)
    season = Season(
        name=name.strip(),
        slug=slug or slugify(name),
        first_day=first_day,
        last_day=last_day,
        regulation=regulation,
        **facts,
    )
    _check(season)
    record(season, verb="season_create", by=by)
    return season


def _known(facts: dict[str, Any]) -> None:
    for field, value in facts.items():
        if field not in FACTS:
            raise FieldWrong(field=field, value=value, right=_("one of %s") % ", ".join(FACTS))


@transaction.atomic
def season_update(*, season: Season, by: By, **facts: Any) -> Season:
    """Changes a season; its window never leaves out an event that it holds. Errors: those of season_create."""
    _known(facts)
    fresh = locked_season(season)
    for field, value in facts.items():
        setattr(fresh, field, value)
    _check(fresh)
    events = Event.objects.filter(season=fresh, is_national_final=False)
    outside = events.filter(first_day__lt=fresh.first_day) | events.filter(last_day__gt=fresh.last_day)
    stray = outside.exclude(state__in=(Event.State.DRAFT, Event.State.VOID, Event.State.INVALIDATED)).first()
    if stray is not None:
        check_days(stray.first_day, stray.last_day, season=Window(fresh.first_day, fresh.last_day))
    record(fresh, verb="season_update", by=by)
    return fresh
