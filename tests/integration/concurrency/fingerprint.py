"""A fingerprint of everything that the tournament and the ranking remember: a refusal must leave it as it was."""

from __future__ import annotations

from functools import cache

from django.apps import apps
from django.db import connection


@cache
def _tables() -> tuple[tuple[str, bool], ...]:
    """The database tables, and whether rows are only ever added to them (history, ledger)."""
    models = [*apps.get_app_config("tournament").get_models(), *apps.get_app_config("ranking").get_models()]
    named = ((one._meta.db_table, one.__name__.startswith("Historical")) for one in models)
    return tuple(sorted(named))


def _statement(table: str, only_grows: bool) -> str:
    if only_grows:
        key = next(one for one in apps.get_models() if one._meta.db_table == table)._meta.pk.column
        return f'select count(*), max("{key}") from "{table}"'
    if connection.vendor == "postgresql":
        return f"select md5(string_agg(t::text, '|' order by t::text)) from \"{table}\" t"
    return f'select * from "{table}"'


def fingerprint() -> dict[str, int]:
    """By table of the database; equal where and only where the rows are."""
    found = {}
    with connection.cursor() as cursor:
        for table, only_grows in _tables():
            cursor.execute(_statement(table, only_grows))
            found[table] = hash(tuple(cursor.fetchall()))
    return found
