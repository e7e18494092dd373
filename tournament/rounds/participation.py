"""Read confirmations, leave requests and help requests of a round."""

from __future__ import annotations

from typing import Any

from django.db.models import Case, Count, Exists, Field, IntegerField, JSONField, OuterRef, QuerySet, Subquery, When
from django.db.models.functions import Coalesce

from tournament.models import Event, HelpCall, LeaveWish, SeatConfirmation, Sheet, Table


def open_calls(event: Event) -> QuerySet[HelpCall]:
    """Return the event's open help requests, the longest waiting first. One query."""
    open_requests = HelpCall.objects.filter(table__round__event=event, closed_at=None)
    return open_requests.select_related("table__round").order_by("called_at")


def leaving(event: Event) -> QuerySet[LeaveWish]:
    """Return the requests to leave when the open round closes. One query."""
    return LeaveWish.objects.filter(entry__event=event).select_related("entry__person", "round").order_by("said_at")


def confirmations(sheet: Sheet | None) -> list[SeatConfirmation]:
    """Return the players who confirmed this version, in playing order. One query."""
    if sheet is None:
        return []
    return list(
        SeatConfirmation.objects.filter(sheet=sheet).select_related(
            "seat__entry__person", "link__entry__person", "link__event"
        )
    )


def desk_tables() -> QuerySet[Table]:
    """Return the tables with the confirmations of their newest sheet and whether they called for help.

    A table whose sheet waits for its confirmation has its values, findings and version too; on others they are None.
    """
    versions = Sheet.objects.filter(table=OuterRef("pk")).order_by("-version")
    newest = Sheet.objects.filter(table=OuterRef("sheet__table")).order_by("-version").values("pk")[:1]
    confirmed = SeatConfirmation.objects.filter(sheet__table=OuterRef("pk"), sheet=Subquery(newest)).order_by()
    counted = confirmed.values("sheet__table").annotate(count=Count("pk")).values("count")
    return Table.objects.annotate(
        confirmed_seats=Coalesce(Subquery(counted), 0),
        called=Exists(HelpCall.objects.filter(table=OuterRef("pk"), closed_at=None)),
        delivered=_of_submitted(versions.values("data")[:1], JSONField()),
        delivered_findings=_of_submitted(versions.values("findings")[:1], JSONField()),
        delivered_version=_of_submitted(versions.values("version")[:1], IntegerField()),
    )


def _of_submitted(values: QuerySet[Sheet, Any], field: Field[Any, Any]) -> Case:
    """Return a value of the newest sheet of a table that waits for its confirmation, as an annotation."""
    return Case(When(state=Table.State.SUBMITTED, then=Subquery(values)), output_field=field)
