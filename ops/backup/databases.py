"""Copy and replace the database; the only module that distinguishes SQLite from PostgreSQL.

A copy is consistent; a replacement keeps the previous content until the restore has succeeded.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, cast

from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper

from ops.backup.errors import BackupError, Refused
from ranking import append_only

if TYPE_CHECKING:
    from django.db.backends.postgresql.base import DatabaseWrapper as PostgresConnection

#: Name of the database's member in the archive, by database engine.
MEMBERS = {"sqlite": "database.sqlite3", "postgresql": "database.dump"}
NAMES = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}
#: Holds the previous content until a restore has succeeded.
ASIDE_SCHEMA, ASIDE_SUFFIX = "fossato_before_restore", ".before-restore"


@dataclass(frozen=True, slots=True)
class Facts:
    """Facts about a copy: rows by table, migrations applied, the server's version."""

    rows: dict[str, int]
    migrations: list[str]
    server: str


def database_name() -> str:
    """Return the name the operator types to confirm this database: a file's name, or the database's."""
    name = str(connection.settings_dict["NAME"])
    return Path(name).name if connection.vendor == "sqlite" else name


def current_facts() -> Facts:
    """Return the facts of the current database; all empty where it has no tables."""
    with connection.cursor() as cursor:
        return _read_facts(cursor)


def _read_facts(cursor: CursorWrapper) -> Facts:
    tables = sorted(connection.introspection.table_names(cursor))
    rows = {}
    for table in tables:
        cursor.execute(f"SELECT count(*) FROM {connection.ops.quote_name(table)}")
        rows[table] = cursor.fetchone()[0]
    migrations = []
    if "django_migrations" in tables:
        cursor.execute("SELECT app, name FROM django_migrations ORDER BY app, name")
        migrations = [f"{app}.{name}" for app, name in cursor.fetchall()]
    server = ".".join(map(str, connection.get_database_version()))
    return Facts(rows, migrations, server)


def triggers_missing() -> list[str]:
    """Return the triggers of append-only tables that the database lacks."""
    table = "sqlite_master WHERE type = 'trigger'" if connection.vendor == "sqlite" else "pg_trigger WHERE true"
    column = "name" if connection.vendor == "sqlite" else "tgname"
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {column} FROM {table}")
        existing_triggers = {name for (name,) in cursor.fetchall()}
    required_triggers = {f"{table}_no_{verb}" for table in append_only.TABLES for verb in append_only.VERBS}
    return sorted(required_triggers - existing_triggers)


def dump(folder: Path) -> tuple[Path, Facts]:
    """Write a copy of the database at one moment into this folder, and return its facts. Errors: BackupError."""
    path = folder / MEMBERS[connection.vendor]
    path.touch(mode=0o600)
    return (path, _dump_sqlite(path) if connection.vendor == "sqlite" else _dump_postgres(path))


def _dump_sqlite(path: Path) -> Facts:
    connection.ensure_connection()
    try:
        with closing(sqlite3.connect(path)) as copy:
            connection.connection.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")
            (state,) = copy.execute("PRAGMA integrity_check").fetchone()
            tables = copy.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
            names = sorted(name for (name,) in tables.fetchall())
            rows = {name: copy.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in names}
            applied = copy.execute("SELECT app, name FROM django_migrations ORDER BY app, name").fetchall()
    except sqlite3.Error as error:
        raise BackupError(f"The database could not be copied: {error}.") from error
    if state != "ok":
        raise BackupError(f"The database is damaged ({state}): no backup is made of it. Keep the last good one.")
    return Facts(rows, [f"{app}.{name}" for app, name in applied], sqlite3.sqlite_version)


def _dump_postgres(path: Path) -> Facts:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        cursor.execute("SELECT pg_export_snapshot()")
        snapshot = cursor.fetchone()[0]
        copy_facts = _read_facts(cursor)
        options = ["--format=custom", "--no-owner", "--no-privileges", "--schema=public"]
        _postgres("pg_dump", *options, f"--snapshot={snapshot}", f"--file={path}")
    return copy_facts


def _postgres(program: str, *arguments: str) -> str:
    """Run a PostgreSQL program; connection settings and password pass through the environment. Errors: BackupError."""
    executable = shutil.which(program)
    if executable is None:
        raise BackupError(f"{program} is not installed: sudo apt-get install postgresql-client")
    settings = connection.settings_dict
    names = {"NAME": "PGDATABASE", "HOST": "PGHOST", "PORT": "PGPORT", "USER": "PGUSER", "PASSWORD": "PGPASSWORD"}
    connection_variables = {variable: str(settings[name]) for name, variable in names.items() if settings.get(name)}
    options = settings.get("OPTIONS", {})
    for name in ("sslmode", "sslrootcert", "sslcert", "sslkey", "service"):
        if options.get(name):
            connection_variables[f"PG{name.upper()}"] = str(options[name])
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
    completed = subprocess.run(
        [executable, *arguments],
        env={**environment, **connection_variables},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if completed.returncode:
        raise BackupError(f"{program} failed: {completed.stderr.strip() or completed.returncode}")
    return completed.stdout


@contextmanager
def replaced_database(source: Path) -> Iterator[None]:
    """Replace the database by the copy; restore the previous content if the block fails, else delete it.

    Errors: Refused while others use the database, or after an interrupted restore; BackupError.
    """
    replace = _replaced_sqlite if connection.vendor == "sqlite" else _replaced_postgres
    with replace(source):
        yield


@contextmanager
def _replaced_sqlite(source: Path) -> Iterator[None]:
    live = Path(connection.settings_dict["NAME"])
    aside = live.with_name(live.name + ASIDE_SUFFIX)
    connection.close()
    if aside.exists():
        raise Refused(f"An earlier restore was cut off: {aside} is what was there before. See docs/backup.md.")
    aside.touch(mode=0o600)
    try:
        _copy(live, aside)
    except BackupError:
        aside.unlink()
        raise
    try:
        _copy(source, live)
        yield
    except BaseException:
        connection.close()
        # If this fails too, the previous content still lies beside it.
        _copy(aside, live)
        aside.unlink()
        raise
    connection.close()
    aside.unlink()


def _copy(source: Path, target: Path) -> None:
    """Copy one SQLite database over another in one transaction: readers see the old content or the new one."""
    try:
        with (
            closing(sqlite3.connect(source, timeout=20)) as source_connection,
            closing(sqlite3.connect(target, timeout=20)) as other,
        ):
            source_connection.backup(other)
            other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.Error as error:
        raise BackupError(f"{target} could not be written: {error}. Is the server still running? Stop it.") from error


@contextmanager
def _replaced_postgres(source: Path) -> Iterator[None]:
    _close_pool()
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_namespace WHERE nspname = %s", [ASIDE_SCHEMA])
        if cursor.fetchone()[0]:
            raise Refused(
                f"An earlier restore was cut off: the schema {ASIDE_SCHEMA} is what was there before. "
                "See docs/backup.md."
            )
    connection_count = _count_other_connections()
    if connection_count:
        raise Refused(
            f"{connection_count} other connections use the database: stop the server, the workers and the clock first."
        )
    listing = _without_schema(_postgres("pg_restore", "--list", str(source)))
    order = source.with_suffix(".list")
    order.write_text(listing)
    _execute_all(f"ALTER SCHEMA public RENAME TO {ASIDE_SCHEMA}", "CREATE SCHEMA public")
    try:
        options = ["--no-owner", "--no-privileges", "--exit-on-error", "--single-transaction"]
        _postgres(
            "pg_restore", *options, f"--use-list={order}", f"--dbname={connection.settings_dict['NAME']}", str(source)
        )
        yield
    except BaseException:
        _execute_all("DROP SCHEMA public CASCADE", f"ALTER SCHEMA {ASIDE_SCHEMA} RENAME TO public")
        raise
    _execute_all(f"DROP SCHEMA {ASIDE_SCHEMA} CASCADE")


def _close_pool() -> None:
    """Close the connection pool, whose idle connections would count as other clients'."""
    connection.close()
    if connection.settings_dict["OPTIONS"].get("pool"):
        cast("PostgresConnection", connection).close_pool()
        connection.settings_dict["OPTIONS"] = {**connection.settings_dict["OPTIONS"], "pool": False}


def _count_other_connections() -> int:
    """Count other connections, retrying for five seconds because one just closed may still be listed."""
    deadline = time.monotonic() + 5
    while True:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
                "AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
            )
            connection_count: int = cursor.fetchone()[0]
        if not connection_count or time.monotonic() > deadline:
            return connection_count
        time.sleep(0.1)


def _execute_all(*statements: str) -> None:
    """Execute these statements atomically on a connection without cached table metadata."""
    connection.close()
    with transaction.atomic(), connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
    connection.close()


def _without_schema(listed: str) -> str:
    """Return a dump's listing without the schema itself, which already exists."""
    schema_entries = (" SCHEMA - public ", " COMMENT - SCHEMA public ", " ACL - SCHEMA public ")
    return "".join(
        f"{line}\n" for line in listed.splitlines() if not any(entry in f"{line} " for entry in schema_entries)
    )
