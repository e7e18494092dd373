"""The national final as an event, and its entries: only those who accepted the call (art. 1.7)."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.db import transaction

from ranking.models import CallUp
from tournament.core.audit import By
from tournament.core.locks import locked, locked_season
from tournament.entries.services import entry_add, entry_remove
from tournament.events.finalists import accepted_people, people_to_enter
from tournament.events.lifecycle import event_create
from tournament.models import Entry, Event, Organiser, Season
from tournament.regulation.refused import Refused

_VOID = Event.State.VOID
_BEFORE_ROUND_1 = (Event.State.DRAFT, Event.State.ANNOUNCED, Event.State.AUTHORISED, Event.State.CHECK_IN)


def final_is_open(season: Season, day: date) -> bool:
    """Return whether substitutes can still be called: the final's day has not come and no round of it is drawn."""
    begun = Event.objects.filter(season=season, is_national_final=True).exclude(state__in=(*_BEFORE_ROUND_1, _VOID))
    return not begun.exists() and (season.final_day is None or day < season.final_day)


def final_follow(*, season: Season, by: By) -> None:
    """Synchronise the entries of the season's final with the answers, as long as no round is drawn.

    An entry is removed if its player withdraws the acceptance, and added for a later one.
    """
    final = Event.objects.filter(season=season, is_national_final=True, state__in=_BEFORE_ROUND_1).first()
    if final is None:
        return
    final = locked(final)
    coming = {person.pk for person in accepted_people(season)}
    for entry in Entry.objects.filter(event=final).exclude(person__in=coming):
        entry_remove(entry=entry, by=by)
    _enter(final, by)


def _enter(final: Event, by: By) -> None:
    """Enter everybody who accepted the call."""
    for person in people_to_enter(final):
        entry_add(event=final, person=person, by=by)


@transaction.atomic
def national_final_create(
    *,
    season: Season,
    organiser: Organiser,
    by: By,
    name: str,
    venue: str,
    first_day: date,
    last_day: date,
    city: str = "",
    **facts: Any,
) -> Event:
    """Create the national final: three games and a final, no fascia, no points (art. 1.7, REQ-1503, AMB-36).

    Every player who accepted the call is entered.

    Raises NATIONAL_FINAL_EXISTS, CALL_UP_MISSING, and the errors of event_create.
    """
    season = locked_season(season)
    if Event.objects.filter(season=season, is_national_final=True).exclude(state=Event.State.VOID).exists():
        raise Refused("NATIONAL_FINAL_EXISTS", season=season.name)
    if not CallUp.objects.filter(season=season, state=CallUp.State.ACCEPTED).exists():
        raise Refused("CALL_UP_MISSING", season=season.name)
    place = city or season.final_place
    event = event_create(
        organiser=organiser,
        season=season,
        by=by,
        is_national_final=True,
        name=name,
        city=place,
        venue=venue,
        first_day=first_day,
        last_day=last_day,
        **facts,
    )
    _enter(event, by)
    return event
