"""Read confirmations, leave requests and help requests of a round."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import QuerySet

from tournament.models import Event, HelpCall, LeaveWish, Round, SeatConfirmation, Sheet, Table


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


def confirmed_counts(round_: Round) -> dict[int, int]:
    """Return, by table, how many of its players confirmed the newest version of its sheet. Two queries."""
    newest: dict[int, int] = {}
    for pk, table in Sheet.objects.filter(table__round=round_).order_by("version").values_list("pk", "table_id"):
        newest[table] = pk
    counts: dict[int, int] = {}
    for table in SeatConfirmation.objects.filter(sheet__in=newest.values()).values_list("sheet__table_id", flat=True):
        counts[table] = counts.get(table, 0) + 1
    return counts


def annotate_tables(round_: Round, tables: Iterable[Table]) -> None:
    """Annotate each table with its confirmations of the newest sheet and its open help request. Three queries."""
    counts = confirmed_counts(round_)
    table_ids = set(HelpCall.objects.filter(table__round=round_, closed_at=None).values_list("table_id", flat=True))
    for table in tables:
        table.confirmed_seats = counts.get(table.pk, 0)
        table.called = table.pk in table_ids
