"""Repeat erasures requested after the restored backup was made: whose records they were, and how to erase them again.

The list contains no names: only record numbers, which are meaningful only for backups of the same database.
"""

from __future__ import annotations

import hashlib
from typing import Any

from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from ops.backup.errors import Refused
from tournament.models import ErasureRequest, Person
from tournament.personal_data.erasure import person_erase
from tournament.regulation import refused

FORMAT = "fossato-erasures/1"


def lineage() -> str:
    """Return an identifier shared by a database and everything restored from its backups, and by no other database.

    A hash of the moment of its first migration, to the microsecond. Empty where there is no table yet.
    """
    if MigrationRecorder.Migration._meta.db_table not in connection.introspection.table_names():
        return ""
    first = MigrationRecorder.Migration.objects.order_by("pk").values_list("applied", flat=True).first()
    return hashlib.sha256(first.isoformat().encode()).hexdigest()[:16] if first else ""


def erasures_done() -> dict[str, Any]:
    """Return the record numbers of all erased people, each with the time of erasure."""
    rows = ErasureRequest.objects.filter(state=ErasureRequest.State.DONE).order_by("pk")
    people = [{"person": row.person_id, "erased_at": row.closed_at.isoformat()} for row in rows if row.closed_at]
    return {"format": FORMAT, "lineage": lineage(), "made_at": timezone.now().isoformat(), "people": people}


def erasures_known() -> dict[str, Any] | None:
    """Return :func:`erasures_done`, or None where the database has no tables, is too old or is broken."""
    try:
        return erasures_done() if lineage() else None
    except DatabaseError:
        return None


def erasures_replay(*, carried: dict[str, Any], by: Any = None) -> tuple[list[int], dict[int, str]]:
    """Erase again every person on the list who is not erased here.

    Returns: the records erased, and those that could not be erased with the reason (an event of theirs is running).
    Errors: Refused for a list of another database.
    """
    if carried.get("format") != FORMAT:
        raise Refused(f"The list's format is {carried.get('format')!r}, not {FORMAT!r}.")
    if carried.get("lineage") != lineage():
        raise Refused("The list belongs to another database: its numbers mean other people here. Nothing was erased.")
    person_ids = [int(entry["person"]) for entry in carried["people"]]
    erased_ids = set(
        ErasureRequest.objects.filter(state=ErasureRequest.State.DONE, person__in=person_ids).values_list(
            "person_id", flat=True
        )
    )
    erased: list[int] = []
    reasons: dict[int, str] = {}
    for number in person_ids:
        person = Person.objects.filter(pk=number).first()
        if number in erased_ids or person is None:
            continue
        try:
            person_erase(person=person, by=by)
        except refused.Refused as refusal:
            reasons[number] = refusal.code
        else:
            erased.append(number)
    return erased, reasons
