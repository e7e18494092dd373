"""Read events: lists, the ones in one hall, and a user's own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Max, QuerySet
from django.utils import timezone

from tournament.core.permissions import is_national_referent
from tournament.models import Entry, Event, EventRole, Person, Round, Sheet, Table
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


#: By history: the way from a row to its event.
_HISTORIES = (
    (Event.history.model, "id"),
    (Entry.history.model, "event_id"),
    (Round.history.model, "event_id"),
    (Table.history.model, "round__event_id"),
    (Sheet.history.model, "table__round__event_id"),
)


@dataclass(frozen=True, slots=True)
class ChangedEvent:
    """A listed event, and the moment of its last change in an interval."""

    slug: str
    state: str
    changed_at: datetime


def events_changed_between(after: datetime, until: datetime) -> list[ChangedEvent]:
    """Return the listed events whose public data changed in an interval, the earliest first. Seven queries.

    A person's new consent or name changes every event in which they are entered (art. 1.6).
    """
    interval = {"history_date__gt": after, "history_date__lte": until}
    last: dict[int, datetime] = {}
    for model, way in _HISTORIES:
        rows = model.objects.filter(**interval).order_by().values_list(way).annotate(Max("history_date"))
        for event, moment in rows:
            if event is not None:
                last[event] = max(moment, last.get(event, moment))
    people = dict(
        Person.history.model.objects.filter(**interval).order_by().values_list("id").annotate(Max("history_date"))
    )
    for person, event in Entry.objects.filter(person__in=people).values_list("person", "event"):
        last[event] = max(people[person], last.get(event, people[person]))
    listed = listed_events().filter(pk__in=last).values_list("pk", "slug", "state")
    changed = [ChangedEvent(slug, state, last[pk]) for pk, slug, state in listed]
    return sorted(changed, key=lambda one: (one.changed_at, one.slug))


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
