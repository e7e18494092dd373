"""People who asked to be forgotten, after a backup from before they asked is back: who they were, and doing it again.

The list names nobody: numbers of records, which only the same database's backups give a meaning to.
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
from tournament.regulation.errors import RuleError

FORMAT = "fossato-erasures/1"


def lineage() -> str:
    """What a database and everything that was ever restored from its backups have in common, and no other has.

    The moment of its first migration, to the microsecond, hashed. Empty where there is no table yet.
    """
    if MigrationRecorder.Migration._meta.db_table not in connection.introspection.table_names():
        return ""
    first = MigrationRecorder.Migration.objects.order_by("pk").values_list("applied", flat=True).first()
    return hashlib.sha256(first.isoformat().encode()).hexdigest()[:16] if first else ""


def erasures_done() -> dict[str, Any]:
    """Everybody who was erased so far: the numbers of their records, with when."""
    rows = ErasureRequest.objects.filter(state=ErasureRequest.State.DONE).order_by("pk")
    people = [{"person": row.person_id, "erased_at": row.closed_at.isoformat()} for row in rows if row.closed_at]
    return {"format": FORMAT, "lineage": lineage(), "made_at": timezone.now().isoformat(), "people": people}


def erasures_known() -> dict[str, Any] | None:
    """:func:`erasures_done`, or None where the database has no tables or is too old or too broken to say."""
    try:
        return erasures_done() if lineage() else None
    except DatabaseError:
        return None


def erasures_replay(*, carried: dict[str, Any], by: Any = None) -> tuple[list[int], dict[int, str]]:
    """Erases again whoever is on the list and is not erased here.

    Returns: the records that were erased, and those that could not be with why (an event of theirs is on).
    Errors: Refused for a list of another database.
    """
    if carried.get("format") != FORMAT:
        raise Refused(f"The list's format is {carried.get('format')!r}, not {FORMAT!r}.")
    if carried.get("lineage") != lineage():
        raise Refused("The list belongs to another database: its numbers mean other people here. Nothing was erased.")
    wanted = [int(one["person"]) for one in carried["people"]]
    done = set(
        ErasureRequest.objects.filter(state=ErasureRequest.State.DONE, person__in=wanted).values_list(
            "person_id", flat=True
        )
    )
    erased: list[int] = []
    left: dict[int, str] = {}
    for number in wanted:
        person = Person.objects.filter(pk=number).first()
        if number in done or person is None:
            continue
        try:
            person_erase(person=person, by=by)
        except RuleError as refused:
            left[number] = type(refused).__name__
        else:
            erased.append(number)
    return erased, left
