"""Read events: lists, the ones in one hall, and a user's own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import Count, QuerySet
from django.utils import timezone

from tournament.core.permissions import is_national_referent
from tournament.models import Event, EventRole
from tournament.models.event import OF_THE_TABLES

#: States after which nothing changes on the event's day.
FINISHED_STATES = (
    Event.State.REPORTED,
    Event.State.HOMOLOGATED,
    Event.State.INVALIDATED,
    Event.State.NOT_HOMOLOGATED,
    Event.State.VOID,
)


def listed_events() -> QuerySet[Event]:
    """Return the events of public lists, feeds and the API: no drafts and no practice."""
    return Event.objects.exclude(state=Event.State.DRAFT).filter(is_practice=False)


def concurrent_events_by_hall(events: Sequence[Event]) -> dict[int, list[Event]]:
    """Return the events of the same organiser in the same hall on a shared day, by primary key. One query.

    Drafts and cancelled events do not count.
    """
    others = (
        Event.objects.filter(organiser__in={event.organiser_id for event in events})
        .exclude(state__in=(Event.State.DRAFT, Event.State.VOID))
        .filter(is_practice=False)
        .order_by("first_day", "name")
    )
    other_events = list(others) if events else []
    return {event.pk: [other for other in other_events if _is_same_hall(event, other)] for event in events}


def _is_same_hall(first: Event, second: Event) -> bool:
    halls = [
        tuple(" ".join(text.casefold().split()) for text in (event.city, event.venue)) for event in (first, second)
    ]
    apart = first.last_day < second.first_day or second.last_day < first.first_day
    return first.pk != second.pk and first.organiser_id == second.organiser_id and halls[0] == halls[1] and not apart


def my_events(user: Any) -> QuerySet[Event]:
    """Return the events in which a user has a role, newest first; all events for the National Referent."""
    events = Event.objects.select_related("season", "organiser").annotate(players=Count("entries", distinct=True))
    if not is_national_referent(user):
        own = EventRole.objects.filter(user=user, role__in=OF_THE_TABLES).values("event_id")
        events = events.filter(pk__in=own)
    return events.order_by("-first_day", "name")


def my_roles(user: Any) -> QuerySet[EventRole]:
    """Return a user's roles in events that are not over, newest first. One query."""
    roles = EventRole.objects.filter(user=user, role__in=OF_THE_TABLES).exclude(event__state__in=FINISHED_STATES)
    return roles.select_related("event").order_by("-event__first_day", "event__name", "role")


def coming_as_referee(user: Any) -> list[Event]:
    """Return the events that are still to come and that an account referees, soonest first. One query."""
    coming = Event.objects.filter(
        state__in=(Event.State.DRAFT, Event.State.ANNOUNCED, Event.State.AUTHORISED),
        last_day__gte=timezone.localdate(),
        roles__user=user.pk,
        roles__role=EventRole.Role.REFEREE,
    )
    return list(coming.order_by("first_day", "pk")[:20])
