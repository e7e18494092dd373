"""Which migrations can be applied while processes of the version before still serve.

A migration is online if the version before can read and write the tables afterwards, and if PostgreSQL holds no lock
for longer than a moment while it is applied. docs/operations.md, "Migrations", has the rules for who writes one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from django.contrib.postgres.operations import AddIndexConcurrently, RemoveIndexConcurrently
from django.db import models
from django.db.migrations import Migration, operations
from django.db.migrations.loader import MigrationLoader
from django.db.models.fields import NOT_PROVIDED

#: Tables of this application grow with every event; a plain index locks them against writing while it is made.
_ALWAYS_ONLINE = (
    operations.CreateModel,
    operations.AlterModelOptions,
    operations.AlterModelManagers,
    AddIndexConcurrently,
    RemoveIndexConcurrently,
)
#: Attributes of a field that only Django reads.
_ONLY_DJANGO = frozenset(
    {"choices", "default", "help_text", "verbose_name", "validators", "blank", "editable", "error_messages"}
)


def offline_reasons(migration: Migration, before: Any) -> list[str]:
    """Return why a migration needs the processes to be stopped; empty if it is online.

    Arguments:
        before: the project state that the migration is applied to.
    """
    state, reasons, created = before.clone(), list[str](), set[str]()
    for operation in migration.operations:
        if isinstance(operation, operations.CreateModel):
            created.add(operation.name_lower)
        reasons += _reasons(operation, migration.app_label, state, created)
        operation.state_forwards(migration.app_label, state)
    return reasons


def _reasons(operation: Any, app: str, state: Any, created: set[str]) -> Iterator[str]:
    name = type(operation).__name__
    model = str(getattr(operation, "model_name_lower", ""))
    if isinstance(operation, _ALWAYS_ONLINE) or model in created:
        return
    if isinstance(operation, operations.AddField):
        field = operation.field
        if not (field.null or field.many_to_many or getattr(field, "db_default", NOT_PROVIDED) is not NOT_PROVIDED):
            yield f"{name} {model}.{operation.name}: the version before inserts rows without it; null or db_default"
    elif isinstance(operation, operations.AlterField):
        old = state.models[app, model].fields[operation.name]
        if _in_database(old) != _in_database(operation.field):
            yield f"{name} {model}.{operation.name}: the column changes"
    elif isinstance(operation, operations.AddIndex):
        yield f"{name} {model}: writing waits while it is made; AddIndexConcurrently with atomic = False"
    elif isinstance(operation, operations.SeparateDatabaseAndState):
        for inner in operation.database_operations:
            yield from _reasons(inner, app, state, created)
    else:
        yield f"{name} {model}".strip()


def _in_database(field: models.Field[Any, Any]) -> tuple[str, list[Any], dict[str, Any]]:
    _name, path, positional, named = field.deconstruct()
    return path, list(positional), {key: value for key, value in named.items() if key not in _ONLY_DJANGO}


def missing_after(applied: Collection[tuple[str, str]]) -> list[tuple[Migration, list[str]]]:
    """Return the migrations that a database lacks, in their order, each with why it is offline.

    Those that stand for others where none is applied are left out: they are for empty databases.
    """
    loader = MigrationLoader(None, replace_migrations=False)
    nodes = [node for leaf in sorted(loader.graph.leaf_nodes()) for node in loader.graph.forwards_plan(leaf)]
    found = []
    for node in dict.fromkeys(nodes):
        migration = loader.graph.nodes[node]
        if node in applied or migration.replaces:
            continue
        parents = [(parent[0], parent[1]) for parent in loader.graph.node_map[node].parents]
        found.append((migration, offline_reasons(migration, loader.project_state(parents, at_end=True))))
    return found
