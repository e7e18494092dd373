"""Read the register of infractions."""

from __future__ import annotations

from django.db.models import QuerySet

from tournament.models import Event, Infraction

#: Rows of the Referent's list.
MOST_SHOWN = 200


def infractions_of(event: Event) -> QuerySet[Infraction]:
    """Return the register of an event with its players, the newest first. One query."""
    rows = Infraction.objects.filter(entry__event=event)
    return rows.select_related("entry__person", "made_by", "decided_by").order_by("-made_at", "-pk")


def latest_infractions() -> QuerySet[Infraction]:
    """Return the newest infractions of all events. One query."""
    rows = Infraction.objects.select_related("entry__person", "entry__event", "made_by", "decided_by")
    return rows.order_by("-made_at", "-pk")[:MOST_SHOWN]
