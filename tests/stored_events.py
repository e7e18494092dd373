"""Store the rows of events that factories build, and insert them where a test asks for the same event again.

Building an event through the services takes 100 to 400 ms, inserting its rows 5 to 10 ms. The first build of a process
is always real. Rows are inserted only into a database that is as migrated (ids and names are free), on SQLite, inside a
test's transaction, at the real time, and for the same arguments, language and settings.
"""

from __future__ import annotations

import sqlite3
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

from tests.database import migrated_file
from tournament.models import Event

Row = tuple[Any, ...]
#: Filled by migrations and untouched by factories.
UNTOUCHED = frozenset({"django_migrations", "django_content_type", "auth_permission"})
#: Times as near as this to the build are moved to the time of the insertion.
NEAR = timedelta(days=1)
_CLOCKS_APART = time.time() - time.monotonic()


@dataclass(frozen=True)
class Added:
    """Rows added to a table; ``times`` are the columns of dates with times."""

    statement: str
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
    """Rows and files that one build added to the database and the media folder, with the time of the build."""

    event: int
    tables: list[Added]
    files: dict[Path, bytes]
    built: datetime

    def insert(self) -> Event:
        """Insert the rows into the test's database, and write the files."""
        delay = datetime.now(UTC) - self.built
        for table in self.tables:
            connection.connection.executemany(table.statement, table.moved(self.built, delay))
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
        if key is None or key in _not_storable or not _is_as_migrated():
            return build(*arguments, **facts)
        if key not in _stored:
            return _build_and_store(key, lambda: build(*arguments, **facts))
        return _stored[key].insert()

    return built


def _key(name: str, arguments: Row, facts: Mapping[str, Any]) -> Row | None:
    """Return what the build depends on, or None where its rows may not be stored or inserted."""
    if "mode=memory" not in str(connection.settings_dict["NAME"]) or not connection.in_atomic_block:
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
    rows_before, files_before = _all_rows(connection.connection), _files()
    event = build()
    rows_after, files_after = _all_rows(connection.connection), _files()
    unchanged = all(set(rows) <= set(rows_after[table]) for table, rows in rows_before.items())
    if not unchanged or files_before:
        _not_storable.add(key)
        return event
    tables = [
        Added(_insertion(table), new_rows, _time_columns(table))
        for table, rows in rows_after.items()
        if (new_rows := [row for row in rows if row not in set(rows_before[table])])
    ]
    _stored[key] = StoredEvent(event.pk, tables, files_after, datetime.now(UTC))
    return event


def _is_as_migrated() -> bool:
    """Return whether every table has the rows that migrations leave, and no others."""
    return _numbers_of_rows(connection.connection) == _migrated_numbers_of_rows()


@cache
def _migrated_numbers_of_rows() -> Row:
    template = sqlite3.connect(migrated_file())
    try:
        return _numbers_of_rows(template)
    finally:
        template.close()


def _numbers_of_rows(database: sqlite3.Connection) -> Row:
    counts = ", ".join(f'(SELECT count(*) FROM "{table}")' for table in _tables())
    return tuple(database.execute(f"SELECT {counts}").fetchone())


@cache
def _tables() -> tuple[str, ...]:
    return tuple(sorted(set(connection.introspection.table_names()) - UNTOUCHED))


@cache
def _columns(table: str) -> tuple[tuple[str, str], ...]:
    """Return the names and types of a table's columns."""
    return tuple((row[1], row[2]) for row in connection.connection.execute(f'PRAGMA table_info("{table}")'))


def _time_columns(table: str) -> tuple[int, ...]:
    return tuple(i for i, (_name, kind) in enumerate(_columns(table)) if kind == "datetime")


def _insertion(table: str) -> str:
    return f'INSERT INTO "{table}" VALUES ({", ".join("?" for _ in _columns(table))})'


def _all_rows(database: sqlite3.Connection) -> dict[str, list[Row]]:
    return {table: database.execute(_selection(table)).fetchall() for table in _tables()}


def _selection(table: str) -> str:
    # The plus hides the column's type from the driver, which would convert the value.
    columns = ", ".join(f'+"{name}"' for name, _kind in _columns(table))
    return f'SELECT {columns} FROM "{table}" ORDER BY 1'


def _files() -> dict[Path, bytes]:
    folder = Path(settings.MEDIA_ROOT)
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def _moved(value: Any, built: datetime, delay: timedelta) -> Any:
    """Return a stored time later by a delay if it is near the build."""
    if not isinstance(value, str):
        return value
    stored_time = datetime.fromisoformat(value).replace(tzinfo=UTC)
    if abs(stored_time - built) > NEAR:
        return value
    return (stored_time + delay).replace(tzinfo=None).isoformat(sep=" ")
