"""Select the events of calendar feeds."""

from __future__ import annotations

from django.db.models import Q, QuerySet
from django.utils import timezone

from tournament.models import Event, Season


def this_season(events: QuerySet[Event]) -> QuerySet[Event]:
    """Return the events of the seasons that have not ended, or of the last season if all have."""
    today = timezone.localdate()
    last = Season.objects.order_by("-last_day", "-pk").values_list("pk", flat=True).first()
    return events.filter(Q(season__last_day__gte=today) | Q(season=last))
