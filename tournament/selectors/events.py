"""Events: lists, the next step of one, what its next draw would do."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, QuerySet

from tournament.models import Event, EventRole
from tournament.permissions import is_national_referent
from tournament.selectors.next_step import NextStep, next_step
from tournament.selectors.precheck import Precheck, precheck

__all__ = ["NextStep", "Precheck", "my_events", "my_roles", "next_step", "precheck"]

#: Nothing of the day can change any more.
OVER = (
    Event.State.REPORTED,
    Event.State.HOMOLOGATED,
    Event.State.INVALIDATED,
    Event.State.NOT_HOMOLOGATED,
    Event.State.VOID,
)


def my_events(user: Any) -> QuerySet[Event]:
    """The events in which a user has a role, newest first; the National Referent sees all of them."""
    events = Event.objects.select_related("season", "organiser").annotate(players=Count("entries", distinct=True))
    if not is_national_referent(user):
        own = EventRole.objects.filter(user=user).values("event_id")
        events = events.filter(pk__in=own)
    return events.order_by("-first_day", "name")


def my_roles(user: Any) -> QuerySet[EventRole]:
    """A user's parts in events that are not over, newest first: one query."""
    roles = EventRole.objects.filter(user=user).exclude(event__state__in=OVER)
    return roles.select_related("event").order_by("-event__first_day", "event__name", "role")
