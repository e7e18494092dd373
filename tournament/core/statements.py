"""Statements that are composed once a process, for queries that take Django longer to compose than to run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.db.models import QuerySet

#: Primary key that a query is composed with, in place of the one that it is run with. No row has it.
ANY_KEY = -1


@dataclass(frozen=True)
class Statement:
    """The SQL of a query, with its params; ``ANY_KEY`` among them stands for the key of each run."""

    sql: str
    params: tuple[Any, ...]

    def rows(self, key: int) -> list[tuple[Any, ...]]:
        """Run the statement for a key; return its rows as the database gives them."""
        with connection.cursor() as cursor:
            cursor.execute(self.sql, [key if value == ANY_KEY else value for value in self.params])
            rows: list[tuple[Any, ...]] = cursor.fetchall()
        return rows


def compose(query_set: QuerySet[Any, Any]) -> Statement:
    """Return the statement of a query set."""
    sql, params = query_set.query.sql_with_params()
    return Statement(sql, tuple(params))
