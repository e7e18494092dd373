"""Notice that something public has changed, in any process: triggers of PostgreSQL count every write.

Each written row of a table that pages are made from adds a row to ``fossato_public_change``, in the same transaction,
with the id of its event, or 0 if it belongs to none. Rows are only added, so that two transactions never wait for each
other here; number and sum of the rows are the version. It changes with the transaction that changes the data, also by
bulk statements and by hand. Old rows are removed after a while: that changes the version too, which costs a page made
again and nothing else.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.db import connection, models

from tournament.models import Event

TABLE = "fossato_public_change"
#: Rows younger than this stay: a transaction that began earlier may still add some.
KEEP = "10 minutes"
#: Models whose rows no anonymous page shows, and that change often; histories are left out by their name.
NOT_PUBLIC = frozenset(
    {
        "tournament.job",
        "tournament.apitoken",
        "tournament.webhookendpoint",
        "tournament.webhookdelivery",
        "tournament.notice",
        "tournament.userpreference",
        "tournament.pushsubscription",
        "tournament.plausibility",
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
_FUNCTION = """
CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE changed record;
BEGIN
    IF TG_OP = 'DELETE' THEN changed := OLD; ELSE changed := NEW; END IF;
    INSERT INTO {table} (event_id) VALUES (COALESCE(({event}), 0));
    RETURN NULL;
END $$
"""


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
    path = [] if model._meta.app_label == "ranking" else _path(model, set())
    if not path:
        return str(EVERYBODY)
    value = f"{row}.{path[0].column}"
    for field in path[1:]:
        table = field.model._meta.db_table
        value = f"SELECT {field.column} FROM {table} WHERE id = ({value})"
    return value


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


def statements() -> Iterator[str]:
    """Yield the statements that make what is missing."""
    yield _CREATE_TABLE
    yield f"CREATE INDEX IF NOT EXISTS {TABLE}_event ON {TABLE} (event_id)"
    with connection.cursor() as cursor:
        cursor.execute("SELECT tgname FROM pg_trigger WHERE tgname LIKE 'public_change_%%'")
        there = {name for (name,) in cursor.fetchall()}
    for model in public_models():
        name, event = _names(model)
        if name in there:
            continue
        yield _FUNCTION.format(name=name, table=TABLE, event=event)
        yield (
            f"CREATE OR REPLACE TRIGGER {name} AFTER INSERT OR UPDATE OR DELETE ON {model._meta.db_table} "
            f"FOR EACH ROW EXECUTE FUNCTION {name}()"
        )


def install(**_signal: Any) -> None:
    """Make table and triggers, after every ``migrate``; nothing on SQLite, whose pages are not kept."""
    if connection.vendor != "postgresql":
        return
    wanted = list(statements())
    with connection.cursor() as cursor:
        for statement in wanted:
            cursor.execute(statement)


def version(event_id: int | None) -> Version:
    """Return the version of what an event's page shows; of everything that belongs to no event if it is None."""
    scopes = [EVERYBODY] if event_id is None else [EVERYBODY, event_id]
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*), COALESCE(sum(id), 0) FROM {TABLE} WHERE event_id = ANY(%s)", [scopes])
        count, total = cursor.fetchone()
    return int(count), int(total)


def prune() -> None:
    """Remove what every process has seen."""
    with connection.cursor() as cursor:
        cursor.execute(f"DELETE FROM {TABLE} WHERE at < clock_timestamp() - interval '{KEEP}'")
