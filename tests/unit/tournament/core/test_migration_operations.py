"""Test the operations of migrations that Django does not have, and the squashed migrations that use them."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, models
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.operations import CreateModel
from django.db.migrations.state import ProjectState

from tests.database import connected_to, copy_migrated
from tournament.core.migration_operations import CreateModels

HALL = CreateModel("Hall", [("id", models.AutoField(primary_key=True)), ("name", models.TextField())])
SEAT = CreateModel(
    "Chair",
    [("id", models.AutoField(primary_key=True)), ("hall", models.ForeignKey("tournament.Hall", models.CASCADE))],
)


@pytest.mark.django_db(transaction=True)
def test_models_that_refer_to_each_other_are_created_and_deleted() -> None:
    operation = CreateModels([SEAT, HALL])
    before = ProjectState()
    # The state of a migration has been drawn by those before it.
    assert not before.apps.get_models()
    after = before.clone()
    operation.state_forwards("tournament", after)
    tables = {"tournament_hall", "tournament_chair"}
    with connection.schema_editor() as editor:
        operation.database_forwards("tournament", editor, before, after)
    assert tables <= set(connection.introspection.table_names())
    hall = after.apps.get_model("tournament", "Hall").objects.create(name="A")
    assert after.apps.get_model("tournament", "Chair").objects.create(hall=hall).hall == hall
    with connection.schema_editor() as editor:
        operation.database_backwards("tournament", editor, after, before)
    assert not tables & set(connection.introspection.table_names())


def _schema(file: Path) -> dict[str, list[str]]:
    """Return the parts of the definition of each table, index and trigger; their order says nothing."""
    with closing(sqlite3.connect(file)) as opened:
        rows = opened.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    parts = re.compile(r', (?="|CONSTRAINT)|(?<=") \((?=")')
    return {name: sorted(part.rstrip(" )") for part in parts.split(sql)) for name, sql in rows}


@pytest.mark.soak(
    gate="tests/unit/tournament/core/test_migration_operations.py::"
    "test_models_that_refer_to_each_other_are_created_and_deleted"
)
def test_squashed_migrations_leave_the_same_tables_as_the_migrations_that_they_replace(
    tmp_path: Path, django_db_blocker: Any
) -> None:
    """On SQLite, whatever the other tests of the run use."""
    with django_db_blocker.unblock():
        copy_migrated(tmp_path / "squashed.sqlite3")
        with connected_to(tmp_path / "each.sqlite3"):
            executor = MigrationExecutor(connection)
            executor.loader.replace_migrations = False
            executor.loader.build_graph()
            leaves = executor.loader.graph.leaf_nodes()
            executor.migrate([leaf for leaf in leaves if leaf not in executor.loader.replacements])
    squashed, each = (_schema(tmp_path / f"{name}.sqlite3") for name in ("squashed", "each"))
    assert squashed == each
