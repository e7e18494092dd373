"""Places of work of an account, to which its owner goes after signing in."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any

from django.utils import timezone

from tournament.core.permissions import account_facts
from tournament.models import Event, EventRole

State = Event.State
#: States of the events that an organiser has work with, the most urgent first.
_URGENCY = (State.RUNNING, State.CHECK_IN, State.CONCLUDED, State.AUTHORISED, State.ANNOUNCED, State.DRAFT)
#: States of the events that a referee has work with.
_REFEREED = (State.RUNNING, State.CHECK_IN, State.AUTHORISED, State.ANNOUNCED)


class Place(StrEnum):
    """Kinds of places."""

    REFERENT = "referent"
    ORGANISER = "organiser"
    REFEREE = "referee"
    PHOTO = "photo"
    PLAYER = "player"


@dataclass(frozen=True, slots=True)
class OwnPlace:
    """A place of an account.

    Arguments:
        event: the organiser's next event, or the referee's; None if there is none to work on.
    """

    place: Place
    event: Event | None = None


def _urgency(event: Event, today: date) -> tuple[int, bool, date]:
    """Return the sort key of an organiser's event: an event in progress first, a draft of the past last."""
    is_waiting = event.state in (State.AUTHORISED, State.ANNOUNCED, State.DRAFT)
    is_past = is_waiting and event.last_day < today
    return (len(_URGENCY) if is_waiting else _URGENCY.index(State(event.state)), is_past, event.first_day)


def _photographed(roles: list[EventRole]) -> list[OwnPlace]:
    """Return the most urgent event whose photos the account takes care of, unless its desk is open to it anyway."""
    organised = {role.event_id for role in roles if role.role == EventRole.Role.ORGANISER}
    events = [row.event for row in roles if row.role == EventRole.Role.PHOTO and row.event_id not in organised]
    return [OwnPlace(Place.PHOTO, events[0])] if events else []


def own_places(user: Any) -> list[OwnPlace]:
    """Return the places of a signed-in account, the one with the most urgent work first. At most three queries.

    Who has no other place is a player, with or without a record of the national list.
    """
    facts = account_facts(user)
    places = [OwnPlace(Place.REFERENT)] if facts.is_referent else []
    if facts.is_organiser or facts.is_referee or facts.is_photographer:
        roles = EventRole.objects.filter(user=user, event__state__in=_URGENCY).select_related("event")
        today = timezone.localdate()
        rows = sorted(roles, key=lambda role: _urgency(role.event, today))
        organised = [row.event for row in rows if row.role == EventRole.Role.ORGANISER]
        refereed = [row.event for row in rows if row.role == EventRole.Role.REFEREE and row.event.state in _REFEREED]
        if facts.is_organiser:
            places.append(OwnPlace(Place.ORGANISER, organised[0] if organised else None))
        if refereed or (facts.is_referee and not places):
            places.append(OwnPlace(Place.REFEREE, refereed[0] if refereed else None))
        if facts.is_photographer:
            places += _photographed(rows)
    if not places or getattr(user, "person", None) is not None:
        places.append(OwnPlace(Place.PLAYER))
    return places
