"""Notice that something public has changed, in any process: triggers of PostgreSQL count every write.

Each written row of a table that pages are made from adds a row to ``fossato_public_change``, in the same transaction,
with the id of its event, or 0 if it belongs to none. Rows are only added, so that two transactions never wait for each
other here; number and sum of the rows are the version. It changes with the transaction that changes the data, also by
bulk statements and by hand. Old rows are removed after a while: that changes the version too, which costs a page made
again and nothing else.

Table and triggers are made after every ``migrate`` on PostgreSQL, whatever the settings of the process that migrates
say: those of the server that uses the database later may differ.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.db import DEFAULT_DB_ALIAS, connection, connections, models

from tournament.models import Event

TABLE = "fossato_public_change"
#: Rows younger than this stay: a transaction that began earlier may still add some.
KEEP = "10 minutes"
#: After so many rows a trigger removes old ones, twice as many at most: the table stays small also where nobody asks.
PRUNE_ROWS = 1000
#: Models whose rows no anonymous page shows, and that change often; histories are left out by their name.
NOT_PUBLIC = frozenset(
    {
        "tournament.job",
        "tournament.apitoken",
        "tournament.notice",
        "tournament.userpreference",
        "tournament.pushsubscription",
        "tournament.privatelink",
        "tournament.helpcall",
    }
)
#: An event itself is of everybody: its name stands in the Ranking.
EVERYBODY = 0
Version = tuple[int, int]

_CREATE_TABLE = f"""
CREATE TABLE IF NOT EXISTS {TABLE} (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    event_id bigint NOT NULL,
    at timestamptz NOT NULL DEFAULT clock_timestamp()
)
"""
# Rows that another transaction is removing are left to it: nobody waits here.
_PRUNE = f"""
DELETE FROM {TABLE} WHERE id IN (
    SELECT id FROM {TABLE} WHERE at < clock_timestamp() - interval '{KEEP}' ORDER BY id {{limit}} FOR UPDATE SKIP LOCKED
)
"""
_FUNCTION = f"""
CREATE OR REPLACE FUNCTION {{name}}() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE changed record; number bigint;
BEGIN
    IF TG_OP = 'DELETE' THEN changed := OLD; ELSE changed := NEW; END IF;
    INSERT INTO {TABLE} (event_id) VALUES (COALESCE(({{event}}), 0)) RETURNING id INTO number;
    IF number % {PRUNE_ROWS} = 0 THEN {_PRUNE.format(limit=f"LIMIT {2 * PRUNE_ROWS}")}; END IF;
    RETURN NULL;
END $$
"""
#: Only those of this schema: while a backup is restored, another one holds what was there before.
_TRIGGERS = """
SELECT tgname, relname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
WHERE tgname LIKE 'public_change_%%' AND relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())
"""
_COLUMNS = "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = current_schema()"


def public_models() -> list[type[models.Model]]:
    """Return the models whose rows pages are made from."""
    labels = ("tournament", "ranking")
    found = [model for label in labels for model in apps.get_app_config(label).get_models()]
    return [
        model
        for model in found
        if model._meta.label_lower not in NOT_PUBLIC and not model.__name__.startswith("Historical")
    ]


def event_sql(model: type[models.Model], row: str = "changed") -> str:
    """Return the SQL for the event of a row; 0 for rows of no event, and of the Ranking, which reads them all."""
    path = _keys(model)
    if not path:
        return str(EVERYBODY)
    value = f"{row}.{path[0].column}"
    for field in path[1:]:
        table = field.model._meta.db_table
        value = f"SELECT {field.column} FROM {table} WHERE id = ({value})"
    return value


def _keys(model: type[models.Model]) -> list[Any]:
    """Return the foreign keys that the SQL for the event of a row follows."""
    return [] if model._meta.app_label == "ranking" else _path(model, set())


def _path(model: type[models.Model], seen: set[Any]) -> list[Any]:
    """Return the foreign keys from a model to its event, the shortest way; empty if there is none."""
    if model is Event:
        return []
    keys = [
        field
        for field in model._meta.concrete_fields
        if isinstance(field, models.ForeignKey) and not field.null and field.related_model not in seen | {model}
    ]
    for field in keys:
        if field.related_model is Event:
            return [field]
    ways = [[field, *way] for field in keys if (way := _path(field.related_model, seen | {model}))]
    return min(ways, key=len, default=[])


def _names(model: type[models.Model]) -> tuple[str, str]:
    """Return the name of the trigger of a model's table, which changes with its SQL, and that SQL."""
    event = event_sql(model)
    mark = hashlib.sha256(f"{_FUNCTION}{event}".encode()).hexdigest()[:8]
    return f"public_change_{mark}_{model._meta.db_table}"[:63], event


def _triggers(using: str) -> dict[str, str]:
    """Return the triggers that the database has, and their tables."""
    with connections[using].cursor() as cursor:
        cursor.execute(_TRIGGERS)
        return dict(cursor.fetchall())


def _wanted(using: str) -> dict[str, tuple[str, str]]:
    """Return the triggers that the database must have, each with its table and the SQL for the event.

    After ``migrate`` to an earlier state some tables or columns are not there: a trigger that reads them would refuse
    every write.
    """
    with connections[using].cursor() as cursor:
        cursor.execute(_COLUMNS)
        there = set(cursor.fetchall())
    wanted = {}
    for model in public_models():
        read = {(field.model._meta.db_table, field.column) for field in _keys(model)}
        if there >= {(model._meta.db_table, model._meta.pk.column), *read}:
            name, event = _names(model)
            wanted[name] = model._meta.db_table, event
    return wanted


def statements(using: str = DEFAULT_DB_ALIAS) -> Iterator[str]:
    """Yield the statements that make what is missing, and remove triggers of an earlier version."""
    yield _CREATE_TABLE
    yield f"CREATE INDEX IF NOT EXISTS {TABLE}_event ON {TABLE} (event_id)"
    there, wanted = _triggers(using), _wanted(using)
    for name, (table, event) in wanted.items():
        if name in there:
            continue
        yield _FUNCTION.format(name=name, event=event)
        yield (
            f"CREATE OR REPLACE TRIGGER {name} AFTER INSERT OR UPDATE OR DELETE ON {table} "
            f"FOR EACH ROW EXECUTE FUNCTION {name}()"
        )
    # After the new ones are there, so that no write is missed.
    for name in there.keys() - wanted.keys():
        yield f"DROP TRIGGER {name} ON {there[name]}"
        yield f"DROP FUNCTION IF EXISTS {name}()"


def install(using: str = DEFAULT_DB_ALIAS, **_signal: Any) -> None:
    """Make table and triggers, after every ``migrate``; nothing on SQLite, whose pages are not kept."""
    if connections[using].vendor != "postgresql":
        return
    wanted = list(statements(using))
    with connections[using].cursor() as cursor:
        for statement in wanted:
            cursor.execute(statement)


def missing() -> list[str]:
    """Return what PostgreSQL lacks of table and triggers, by name."""
    tables = [] if TABLE in connection.introspection.table_names() else [TABLE]
    return tables + sorted(_wanted(DEFAULT_DB_ALIAS).keys() - _triggers(DEFAULT_DB_ALIAS).keys())


def version_sql(event_id: int | None) -> str:
    """Return the SQL for the version of what an event's page shows, or without one of what belongs to no event.

    The ids stand in the statement: psycopg would convert parameters for every page that is kept.
    """
    scopes = f"{EVERYBODY:d}" if event_id is None else f"{EVERYBODY:d}, {event_id:d}"
    return f"SELECT count(*), COALESCE(sum(id), 0) FROM {TABLE} WHERE event_id IN ({scopes})"


def prune() -> None:
    """Remove what every process has seen."""
    with connection.cursor() as cursor:
        cursor.execute(_PRUNE.format(limit=""))
