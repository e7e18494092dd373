"""Events: lists, the next step of one, what its next draw would do."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, QuerySet

from tournament.models import Event, EventRole
from tournament.permissions import is_national_referent
from tournament.selectors.next_step import NextStep, next_step
from tournament.selectors.precheck import Precheck, precheck

__all__ = ["NextStep", "Precheck", "my_events", "next_step", "precheck"]


def my_events(user: Any) -> QuerySet[Event]:
    """The events in which a user has a role, newest first; the National Referent sees all of them."""
    events = Event.objects.select_related("season", "organiser").annotate(players=Count("entries", distinct=True))
    if not is_national_referent(user):
        own = EventRole.objects.filter(user=user).values("event_id")
        events = events.filter(pk__in=own)
    return events.order_by("-first_day", "name")
