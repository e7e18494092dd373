"""The rows of every earlier release, on PostgreSQL in that release's schema, are migrated to this program's."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.integration.servers.installation import Installation, installation
from tests.integration.servers.postgres import throwaway_postgres
from tests.integration.servers.site import clean_environment
from tests.releases import FACTS, backup_unpacked, stored_versions

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.soak(gate="tests/unit/ops/backup/test_upgrade.py::test_first_schema_and_a_release_are_stored"),
]

#: Bring the empty database to the schema of a release, migration by migration, as its own program did.
TO_RELEASE = """
from django.db.migrations.executor import MigrationExecutor
executor = MigrationExecutor(connection)
executor.loader.replace_migrations = False
executor.loader.build_graph()
executor.migrate([tuple(name) for name in {targets!r}])
"""
#: Copy every row as it is: no trigger, no signal, no default of the program.
COPY = """
import sqlite3
KINDS = "SELECT column_name, data_type FROM information_schema.columns WHERE table_name = %s"
SERIAL = "pg_get_serial_sequence('{{0}}', 'id')"
LAST = "SELECT setval(s, (SELECT COALESCE(MAX(id), 1) FROM {{0}})) FROM " + SERIAL + " s WHERE s <> ''"
connection.ensure_connection()
with sqlite3.connect({file!r}) as source, connection.cursor() as cursor:
    cursor.execute("SET session_replication_role = replica; SET timezone = 'UTC'")
    tables = [name for name, in source.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    tables = [name for name in tables if not name.startswith("sqlite_") and name != "django_migrations"]
    cursor.execute("TRUNCATE " + ", ".join(tables) + " CASCADE")
    for table in tables:
        cursor.execute(KINDS, [table])
        types = dict(cursor.fetchall())
        columns = [row[1] for row in source.execute("PRAGMA table_info(" + table + ")")]
        assert set(columns) == set(types), (table, set(columns) ^ set(types))
        # SQLite keeps truth as 0 and 1, and everything else as text that PostgreSQL reads.
        values = ", ".join("CAST(%s AS " + ("int) AS boolean" if types[name] == "boolean" else types[name]) + ")"
                           for name in columns).replace("CAST(%s AS int)", "CAST(CAST(%s AS int)")
        names = ", ".join('"' + name + '"' for name in columns)
        insert = f"INSERT INTO {{table}} ({{names}}) OVERRIDING SYSTEM VALUE VALUES ({{values}})"
        rows = source.execute("SELECT * FROM " + table).fetchall()
        cursor.executemany(insert, [[None if value is None else str(value) for value in row] for row in rows])
        if types.get("id") in ("bigint", "integer"):
            cursor.execute(LAST.format(table))
    cursor.execute("SET session_replication_role = DEFAULT")
connection.close()
"""
VERIFIED = """
from ops.backup.verification import championship_verify
result = championship_verify().problems
"""


def _rows(answer: list[Any]) -> list[list[Any]]:
    """Return rows with their JSON read: SQLite keeps it as text."""
    return [
        [json.loads(value) if isinstance(value, str) and value[:1] in ("[", "{") else value for value in row]
        for row in answer
    ]


def _facts(site: Installation) -> dict[str, list[list[Any]]]:
    read = "with connection.cursor() as c: c.execute({!r}); result = [list(row) for row in c.fetchall()]"
    return {name: _rows(site.do(read.format(query))) for name, query in FACTS.items()}


@pytest.mark.parametrize("version", stored_versions())
def test_rows_of_a_release_migrated_on_postgresql(version: str, tmp_path: Path) -> None:
    # The archive is the project's own; Debian's Python 3.11.2 has no filter for strange ones.
    shutil.unpack_archive(backup_unpacked(version, tmp_path), tmp_path)
    file = tmp_path / "database.sqlite3"
    with closing(sqlite3.connect(file)) as opened:
        targets = opened.execute("SELECT app, MAX(name) FROM django_migrations GROUP BY app").fetchall()
        before = {name: _rows(opened.execute(query).fetchall()) for name, query in FACTS.items()}
    with throwaway_postgres() as url:
        environment = clean_environment(
            DJANGO_SETTINGS_MODULE="config.settings.test",
            FOSSATO_DATABASE_URL=url,
            FOSSATO_MEDIA=str(tmp_path / "media"),
        )
        with installation("postgresql", tmp_path, environment) as site:
            site.do(TO_RELEASE.format(targets=targets))
            site.do(COPY.format(file=str(file)))
            assert _facts(site) == before
            done = site.command("migrate", "--verbosity", "0")
            assert done["status"] == 0, done
            assert _facts(site) == before
            assert site.do(VERIFIED) == []
            assert site.command("ranking_rebuild", "--check")["status"] == 0
            assert site.command("migrate", "--check")["status"] == 0
