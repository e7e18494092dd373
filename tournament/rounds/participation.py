"""Read confirmations, leave requests and help requests of a round."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import QuerySet

from tournament.models import Event, HelpCall, LeaveWish, Round, SeatConfirmation, Sheet, Table


def open_calls(event: Event) -> QuerySet[HelpCall]:
    """The tables of an event that wait for somebody, the longest waiting first: one query."""
    found = HelpCall.objects.filter(table__round__event=event, closed_at=None)
    return found.select_related("table__round").order_by("called_at")


def leaving(event: Event) -> QuerySet[LeaveWish]:
    """Who leaves when the open round closes: one query."""
    return LeaveWish.objects.filter(entry__event=event).select_related("entry__person", "round").order_by("said_at")


def confirmations(sheet: Sheet | None) -> list[SeatConfirmation]:
    """The players who confirmed this version, in playing order: one query."""
    if sheet is None:
        return []
    return list(SeatConfirmation.objects.filter(sheet=sheet).select_related("seat__entry__person"))


def confirmed_counts(round_: Round) -> dict[int, int]:
    """Table -> how many of its players confirmed the newest version of its sheet: two queries."""
    newest: dict[int, int] = {}
    for pk, table in Sheet.objects.filter(table__round=round_).order_by("version").values_list("pk", "table_id"):
        newest[table] = pk
    counts: dict[int, int] = {}
    for table in SeatConfirmation.objects.filter(sheet__in=newest.values()).values_list("sheet__table_id", flat=True):
        counts[table] = counts.get(table, 0) + 1
    return counts


def tell_tables(round_: Round, tables: Iterable[Table]) -> None:
    """Notes on each table how many players confirmed its newest sheet, and whether it waits for help: three queries."""
    counts = confirmed_counts(round_)
    called = set(HelpCall.objects.filter(table__round=round_, closed_at=None).values_list("table_id", flat=True))
    for table in tables:
        table.confirmed_seats = counts.get(table.pk, 0)
        table.called = table.pk in called
