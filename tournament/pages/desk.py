"""Numbers of the desk: what of an event is open, so that only that is read."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Exists, IntegerField, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from tournament.models import DrawRequest, Entry, Event, HelpCall, Job, LeaveWish


@dataclass(frozen=True, slots=True)
class DeskNumbers:
    """Entries of an event, how many of them are present, and which lists of its desk are not empty."""

    entries: int
    present: int
    has_calls: bool
    has_leaving: bool
    has_draw_request: bool
    has_jobs: bool


def _entries(condition: Q) -> Coalesce:
    """Return the number of an event's entries with a condition, as a subquery."""
    counted = Entry.objects.filter(condition, event=OuterRef("pk")).order_by().values("event")
    return Coalesce(Subquery(counted.annotate(count=Count("pk")).values("count"), output_field=IntegerField()), 0)


def desk_numbers(event: Event) -> DeskNumbers:
    """Return the numbers of an event's desk. Runs one query."""
    here = OuterRef("pk")
    row = Event.objects.filter(pk=event.pk).values_list(
        _entries(Q()),
        _entries(Q(state__in=("checked_in", "playing"))),
        Exists(HelpCall.objects.filter(table__round__event=here, closed_at=None)),
        Exists(LeaveWish.objects.filter(entry__event=here)),
        Exists(DrawRequest.objects.filter(event=here, done_at=None, withdrawn_at=None)),
        Exists(Job.objects.filter(event=here, kind="print_pack")),
    )
    return DeskNumbers(*row.get())
