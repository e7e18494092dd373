"""A fingerprint of all tournament and ranking tables: a refused command must leave it unchanged."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.apps import apps
from django.db import connection

#: Connections of PostgreSQL that hold the statement prepared: planning it takes longer than running it.
_prepared_on: list[Any] = []


@cache
def _tables() -> tuple[tuple[str, str], ...]:
    """Return the database tables, and the key of those that are append-only (history, ledger); empty for others."""
    models = [*apps.get_app_config("tournament").get_models(), *apps.get_app_config("ranking").get_models()]
    named = (
        (model._meta.db_table, model._meta.pk.column if model.__name__.startswith("Historical") else "")
        for model in models
    )
    return tuple(sorted(named))


def _digest(table: str, key: str) -> str:
    """Return a query of PostgreSQL for the digest of a table."""
    if key:
        return f"select count(*) || ' ' || coalesce(max(\"{key}\")::text, '') from \"{table}\""
    return f"select md5(string_agg(t::text, '|' order by t::text)) from \"{table}\" t"


def _on_postgres() -> dict[str, Any]:
    with connection.cursor() as cursor:
        if _prepared_on != [connection.connection]:
            digests = " union all ".join(f"select '{table}', ({_digest(table, key)})" for table, key in _tables())
            cursor.execute(f"prepare fingerprint as {digests}")
            _prepared_on[:] = [connection.connection]
        cursor.execute("execute fingerprint")
        return dict(cursor.fetchall())


def fingerprint() -> dict[str, Any]:
    """Return a digest per database table, equal if and only if the rows are."""
    if connection.vendor == "postgresql":
        return _on_postgres()
    digests = {}
    with connection.cursor() as cursor:
        for table, key in _tables():
            cursor.execute(f'select count(*), max("{key}") from "{table}"' if key else f'select * from "{table}"')
            digests[table] = hash(tuple(cursor.fetchall()))
    return digests
