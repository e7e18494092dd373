"""Revisions of events for calendar feeds: number of changes and time of the last one."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Max, Q, QuerySet
from django.utils import timezone

from tournament.models import Event, Season


@dataclass(frozen=True, slots=True)
class Revision:
    """RFC 5545, 3.8.7.3 and 3.8.7.4: ``number`` grows with every change, ``at`` is the moment of the last."""

    number: int
    at: datetime


def revisions(events: Collection[Event]) -> dict[int, Revision]:
    """Return the revisions of events by primary key. One query. An event without history was never changed."""
    history_rows = Event.history.filter(id__in=[event.pk for event in events]).order_by().values("id")
    rows = {row["id"]: row for row in history_rows.annotate(changes=Count("history_id"), at=Max("history_date"))}
    revisions_by_event = {}
    for event in events:
        row = rows.get(event.pk)
        number, changed_at = (row["changes"] - 1, row["at"]) if row else (0, event.created_at)
        revisions_by_event[event.pk] = Revision(number, changed_at.replace(microsecond=0))
    return revisions_by_event


def this_season(events: QuerySet[Event]) -> QuerySet[Event]:
    """Return the events of the seasons that have not ended, or of the last season if all have."""
    today = timezone.localdate()
    last = Season.objects.order_by("-last_day", "-pk").values_list("pk", flat=True).first()
    return events.filter(Q(season__last_day__gte=today) | Q(season=last))
