"""Store the rows of events that factories build, and insert them where a test asks for the same event again.

Building an event through the services takes 100 to 400 ms, inserting its rows 5 to 10 ms. The first build of a process
is always real. Rows are inserted only into a database that is as migrated (ids and names are free), inside a test's
transaction, at the real time, and for the same arguments, language and settings.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cache, wraps
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection
from django.utils import translation

from tests.database import numbers_as_migrated
from tests.rows import Row, rows_of_database
from tournament.models import Event

#: Times as near as this to the build are moved to the time of the insertion.
NEAR = timedelta(days=1)
_CLOCKS_APART = time.time() - time.monotonic()


@dataclass(frozen=True)
class Added:
    """Rows added to a table; ``times`` are the columns of dates with times."""

    table: str
    rows: list[Row]
    times: tuple[int, ...]

    def moved(self, built: datetime, delay: timedelta) -> list[Row]:
        """Return the rows with the times near the build later by a delay."""
        if not self.times:
            return self.rows
        return [
            tuple(_moved(value, built, delay) if i in self.times else value for i, value in enumerate(row))
            for row in self.rows
        ]


@dataclass(frozen=True)
class StoredEvent:
    """Rows that one build added to the database, its files in the media folder, and its time."""

    event: int
    added: list[Added]
    files: dict[Path, bytes]
    built: datetime

    def insert(self) -> Event:
        """Insert the rows into the test's database, and write the files."""
        delay = datetime.now(UTC) - self.built
        for added in self.added:
            rows_of_database().insert(added.table, added.moved(self.built, delay))
        for path, content in self.files.items():
            target = Path(settings.MEDIA_ROOT) / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
        return Event.objects.select_related("season", "organiser").get(pk=self.event)


_stored: dict[Row, StoredEvent] = {}
_not_storable: set[Row] = set()


def stored(build: Callable[..., Event]) -> Callable[..., Event]:
    """Decorate a factory of events: insert the rows of an earlier build with the same arguments, where there is one."""

    @wraps(build)
    def built(*arguments: Any, **facts: Any) -> Event:
        key = _key(build.__name__, arguments, facts)
        if key is None or key in _not_storable or rows_of_database().numbers() != numbers_as_migrated():
            return build(*arguments, **facts)
        if key not in _stored:
            return _build_and_store(key, lambda: build(*arguments, **facts))
        return _stored[key].insert()

    return built


def _key(name: str, arguments: Row, facts: Mapping[str, Any]) -> Row | None:
    """Return what the build depends on, or None where its rows may not be stored or inserted."""
    if numbers_as_migrated() is None or not connection.in_atomic_block:
        return None
    # A test that travels in time gets its own build.
    if abs(time.time() - time.monotonic() - _CLOCKS_APART) > 5:
        return None
    if not all(value is None or isinstance(value, str | int | date) for value in (*arguments, *facts.values())):
        return None
    site = tuple(repr(getattr(settings, name)) for name in _setting_names())
    return name, repr(arguments), repr(sorted(facts.items())), translation.get_language(), site


@cache
def _setting_names() -> tuple[str, ...]:
    return tuple(sorted(name for name in dir(settings) if name.startswith("FOSSATO_")))


def _build_and_store(key: Row, build: Callable[[], Event]) -> Event:
    rows_before, files_before = _all_rows(), _files()
    event = build()
    rows_after, files_after = _all_rows(), _files()
    unchanged = all(set(rows) <= set(rows_after[table]) for table, rows in rows_before.items())
    if not unchanged or files_before:
        _not_storable.add(key)
        return event
    added = [
        Added(table, new_rows, rows_of_database().time_columns(table))
        for table, rows in rows_after.items()
        if (new_rows := [row for row in rows if row not in set(rows_before[table])])
    ]
    _stored[key] = StoredEvent(event.pk, added, files_after, datetime.now(UTC))
    return event


def _all_rows() -> dict[str, list[Row]]:
    rows = rows_of_database()
    return {table: rows.read(table) for table in rows.tables}


def _files() -> dict[Path, bytes]:
    folder = Path(settings.MEDIA_ROOT)
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def _moved(value: Any, built: datetime, delay: timedelta) -> Any:
    """Return a stored time later by a delay if it is near the build."""
    # PostgreSQL writes a missing value as backslash and N.
    if not isinstance(value, str) or value.startswith("\\"):
        return value
    stored_time = datetime.fromisoformat(value)
    zone = stored_time.tzinfo
    if abs(stored_time.replace(tzinfo=zone or UTC) - built) > NEAR:
        return value
    return (stored_time + delay).isoformat(sep=" ")
