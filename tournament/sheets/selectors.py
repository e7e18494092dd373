"""Read the versions of a table's sheet."""

from __future__ import annotations

from django.db.models import QuerySet

from tournament.models import Sheet, Table


def table_sheets(table: Table) -> QuerySet[Sheet]:
    """Return all versions, newest first, with who entered and who confirmed. One query."""
    return Sheet.objects.filter(table=table).select_related("entered_by", "confirmed_by").order_by("-version")


def latest_sheet(table: Table) -> Sheet | None:
    """Return the newest version; None before the first."""
    return table_sheets(table).first()


def confirmed_sheet(table: Table) -> Sheet | None:
    """Return the confirmed version; None before the table is confirmed."""
    return table_sheets(table).filter(state=Sheet.State.CONFIRMED).first()
