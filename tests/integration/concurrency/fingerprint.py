"""A fingerprint of all tournament and ranking tables: a refused command must leave it unchanged."""

from __future__ import annotations

from functools import cache

from django.apps import apps
from django.db import connection


@cache
def _tables() -> tuple[tuple[str, bool], ...]:
    """Return the database tables, and whether they are append-only (history, ledger)."""
    models = [*apps.get_app_config("tournament").get_models(), *apps.get_app_config("ranking").get_models()]
    named = ((model._meta.db_table, model.__name__.startswith("Historical")) for model in models)
    return tuple(sorted(named))


def _statement(table: str, only_grows: bool) -> str:
    if only_grows:
        key = next(model for model in apps.get_models() if model._meta.db_table == table)._meta.pk.column
        return f'select count(*), max("{key}") from "{table}"'
    if connection.vendor == "postgresql":
        return f"select md5(string_agg(t::text, '|' order by t::text)) from \"{table}\" t"
    return f'select * from "{table}"'


def fingerprint() -> dict[str, int]:
    """Return a digest per database table, equal if and only if the rows are."""
    digests = {}
    with connection.cursor() as cursor:
        for table, only_grows in _tables():
            cursor.execute(_statement(table, only_grows))
            digests[table] = hash(tuple(cursor.fetchall()))
    return digests
