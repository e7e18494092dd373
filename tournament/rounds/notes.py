"""A referee's notes on a table: disputes, wrong order, penalties (AMB-44). They have no effect by themselves."""

from __future__ import annotations

from django.db import transaction

from tournament.core.audit import By, record
from tournament.core.locks import locked_table
from tournament.models import Table


@transaction.atomic
def table_note(*, table: Table, note: str, by: By) -> Table:
    """Store the referee's note on a table; the earlier one stays in the event's history.

    The regulation says nothing of disputes, illegal moves and penalties (AMB-44): the note goes with the report, and
    changes no result.
    """
    fresh = locked_table(table)
    words = note.strip()
    if words != fresh.note:
        record(fresh, verb="table_note", by=by, note=words)
    return fresh
