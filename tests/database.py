"""The migrated test database: built once for a state of the code, copied by every test process and every run.

SQLite: files in ``var/test-databases``, the template named for the hash of what shapes a database, the copies for their
test processes; copying takes milliseconds, migrating takes seconds. Not in memory: a test's threads would share one
connection, and two threads that call Python from SQL on one connection wait for each other for ever.
PostgreSQL: a template database on the run's own server.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.db import connection, transaction
from django.test import TransactionTestCase

from tests.rows import Row, rows_of_database
from tests.state import FOLDER, build_lock, database_state, get_or_build, template_name


def migrated_file() -> Path:
    """Return the template of SQLite."""
    return get_or_build("sqlite", database_state(), _migrate_file)


@contextmanager
def connected_to(file: Path) -> Iterator[None]:
    """Let Django's own connection use an SQLite file, and be back at its database afterwards."""
    before = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = str(file)
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = before


def _migrate_file(file: Path) -> None:
    """Migrate an empty SQLite file."""
    with connected_to(file):
        call_command("migrate", verbosity=0, interactive=False, run_syncdb=True)
    with sqlite3.connect(file) as written:
        written.execute("PRAGMA journal_mode=DELETE")
    written.close()


def copy_migrated(target: Path) -> None:
    """Write a migrated SQLite database to a file, as ``manage.py migrate`` would."""
    source = sqlite3.connect(migrated_file())
    copy = sqlite3.connect(target)
    source.backup(copy)
    copy.close()
    source.close()


_copies = count(1)


def _create_file() -> None:
    """Create this process's first database file, and remove those of killed processes."""
    for old in FOLDER.glob("process-*.sqlite3*"):
        if not Path("/proc", old.name.split("-")[1]).exists():
            old.unlink(missing_ok=True)
    _restore_file()


def _restore_file() -> None:
    """Let Django's connection use a new copy of SQLite's template, and remove the copy before it.

    Never under the same name: a thread that still answers for the test before, such as a live server's, would open
    the name between removal and copy and create an empty file there, over which the copy would then be written.
    """
    connection.close()
    _remove_file(Path(connection.settings_dict["NAME"]))
    name = FOLDER / f"process-{os.getpid()}-{next(_copies)}.sqlite3"
    shutil.copyfile(migrated_file(), name)
    settings.DATABASES["default"]["NAME"] = connection.settings_dict["NAME"] = name


def _remove_file(file: Path) -> None:
    """Remove a copy of the template with its journals; any other database is left alone."""
    if file.name.startswith(f"process-{os.getpid()}-"):
        for part in (file, *file.parent.glob(f"{file.name}-*")):
            part.unlink(missing_ok=True)


def _create_on_postgres() -> None:
    """Create this process's database from the server's template; the first process to come builds the template."""
    template = template_name()
    before = connection.settings_dict["NAME"]
    name = connection.creation._get_test_db_name()
    with build_lock("postgres"):
        with connection.creation._nodb_cursor() as cursor:
            cursor.execute("SELECT 1 FROM pg_database WHERE datname = %s", [template])
            built = cursor.fetchone() is not None
        if not built:
            unfinished = f"{template}_new"
            _create_database(unfinished)
            connection.close()
            connection.settings_dict["NAME"] = unfinished
            call_command("migrate", verbosity=0, interactive=False, run_syncdb=True)
            connection.close()
            connection.settings_dict["NAME"] = before
            with connection.creation._nodb_cursor() as cursor:
                cursor.execute(f'ALTER DATABASE "{unfinished}" RENAME TO "{template}"')
    _create_database(name, template)
    connection.close()
    settings.DATABASES["default"]["NAME"] = connection.settings_dict["NAME"] = name


def _restore_rows(rows: dict[str, list[Row]]) -> None:
    """Empty the tables of PostgreSQL and insert the rows of its migrations."""
    call_command("flush", verbosity=0, interactive=False, reset_sequences=False, inhibit_post_migrate=True)
    with transaction.atomic():
        for table, rows_of_table in rows.items():
            rows_of_database().insert(table, rows_of_table)


_migrated: list[Row] = []


def numbers_as_migrated() -> Row | None:
    """Return the number of rows that migrations leave in each table, or None outside a run of pytest."""
    return _migrated[0] if _migrated else None


def _create_database(name: str, template: str = "") -> None:
    with connection.creation._nodb_cursor() as cursor:
        cursor.execute(f'DROP DATABASE IF EXISTS "{name}"')
        cursor.execute(f'CREATE DATABASE "{name}"' + (f' TEMPLATE "{template}"' if template else ""))


@contextmanager
def migrated_database() -> Iterator[Any]:
    """Give this test process a migrated database of its own, and destroy it at the end."""
    before = connection.settings_dict["NAME"]
    if connection.vendor == "sqlite":
        _create_file()
    else:
        _create_on_postgres()
    connection.ensure_connection()
    _migrated.append(rows_of_database().numbers())
    try:
        yield connection
    finally:
        _migrated.clear()
        connection.creation.destroy_test_db(before, verbosity=0)


#: Name of Django's method that prepares the database of a transactional test; its stubs do not know it.
_SETUP = "_fixture_setup"


@contextmanager
def emptied_by_copy() -> Iterator[None]:
    """Let transactional tests leave a freshly migrated database behind, where Django would leave an empty one.

    On SQLite they also begin with one: whatever tests before committed or left open is not theirs.

    SQLite copies the template again: emptying seventy tables and making the permissions again takes fifty times as
    long, and the ledger's triggers would refuse it. PostgreSQL empties its tables, which triggers do not prevent, and
    gets the rows of its migrations again: tests that need them may follow in the same process.
    """
    original, original_setup = TransactionTestCase._fixture_teardown, vars(TransactionTestCase)[_SETUP]
    restore = _restore_file if connection.vendor == "sqlite" else partial(_restore_rows, rows_of_database().read_all())
    TransactionTestCase._fixture_teardown = lambda _test: restore()
    if connection.vendor == "sqlite":
        setattr(TransactionTestCase, _SETUP, classmethod(lambda cls: (restore(), original_setup.__func__(cls))))
    try:
        yield
    finally:
        TransactionTestCase._fixture_teardown = original
        setattr(TransactionTestCase, _SETUP, original_setup)
