"""What a calendar needs to know about events besides what they are: how often, and when last, they changed."""

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
    """The revisions of events by primary key: one query. An event without a history was never changed."""
    found = Event.history.filter(id__in=[event.pk for event in events]).order_by().values("id")
    rows = {row["id"]: row for row in found.annotate(changes=Count("history_id"), at=Max("history_date"))}
    made = {}
    for event in events:
        row = rows.get(event.pk)
        number, at = (row["changes"] - 1, row["at"]) if row else (0, event.created_at)
        made[event.pk] = Revision(number, at.replace(microsecond=0))
    return made


def this_season(events: QuerySet[Event]) -> QuerySet[Event]:
    """Those of the seasons that have not ended, and of the last one where all have."""
    today = timezone.localdate()
    last = Season.objects.order_by("-last_day", "-pk").values_list("pk", flat=True).first()
    return events.filter(Q(season__last_day__gte=today) | Q(season=last))
