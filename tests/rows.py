"""The rows of all tables of the test database, read and inserted below Django: nothing is converted or counted."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cache, cached_property
from typing import Any

from django.db import connection

Row = tuple[Any, ...]
#: Filled by migrations and untouched by factories.
UNTOUCHED = frozenset({"django_migrations", "django_content_type", "auth_permission"})
#: Filled by sign-ups and sign-ins, on which no event depends.
OF_ACCOUNTS = ("account_", "auth_user", "axes_", "django_session", "mfa_", "usersessions_")
#: The members of groups: National Referents, who get mails about events.
GROUP_MEMBERS = "auth_user_groups"


#: A missing value, as SQLite stores it and as COPY of PostgreSQL writes it.
NULLS = (None, r"\N")


@cache
def _account_columns(table: str) -> tuple[int, ...]:
    """Return the positions of the columns of a table that refer to accounts."""
    with connection.cursor() as cursor:
        names = [column.name for column in connection.introspection.get_table_description(cursor, table)]
        relations = connection.introspection.get_relations(cursor, table)
    return tuple(names.index(name) for name, (_column, other) in relations.items() if other == "auth_user")


class Rows(ABC):
    """Access to the rows of one kind of database; values are as the database stores or prints them."""

    @cached_property
    def tables(self) -> tuple[str, ...]:
        """Return the names of all tables that factories may change."""
        return tuple(sorted(set(connection.introspection.table_names()) - UNTOUCHED))

    def read_all(self) -> dict[str, list[Row]]:
        """Return the rows of every table with some, but for Django's record of migrations."""
        names = set(connection.introspection.table_names()) - {"django_migrations"}
        return {table: rows for table in sorted(names) if (rows := self.read(table))}

    def numbers(self) -> Row:
        """Return the number of members of groups, then the number of rows of each table that is not of accounts."""
        counted = [table for table in self.tables if not table.startswith(OF_ACCOUNTS)]
        counts = ", ".join(f'(SELECT count(*) FROM "{table}")' for table in (GROUP_MEMBERS, *counted))
        return tuple(connection.connection.execute(f"SELECT {counts}").fetchone())

    def name_accounts(self, table: str, rows: list[Row]) -> bool:
        """Return whether one of the rows refers to an account."""
        columns = _account_columns(table)
        return any(row[column] not in NULLS for row in rows for column in columns)

    @abstractmethod
    def time_columns(self, table: str) -> tuple[int, ...]:
        """Return the positions of the columns that hold dates with times."""

    @abstractmethod
    def read(self, table: str) -> list[Row]:
        """Return all rows of a table."""

    @abstractmethod
    def insert(self, table: str, rows: list[Row]) -> None:
        """Insert rows into a table."""


@cache
def _sqlite_columns(table: str) -> tuple[tuple[str, str], ...]:
    """Return the names and types of a table's columns."""
    return tuple((row[1], row[2]) for row in connection.connection.execute(f'PRAGMA table_info("{table}")'))


class SqliteRows(Rows):
    """Rows in SQLite, as tuples of stored values."""

    def time_columns(self, table: str) -> tuple[int, ...]:
        return tuple(i for i, (_name, kind) in enumerate(_sqlite_columns(table)) if kind == "datetime")

    def read(self, table: str) -> list[Row]:
        # The plus hides the column's type from the driver, which would convert the value.
        columns = ", ".join(f'+"{name}"' for name, _kind in _sqlite_columns(table))
        return connection.connection.execute(f'SELECT {columns} FROM "{table}" ORDER BY 1').fetchall()

    def insert(self, table: str, rows: list[Row]) -> None:
        values = ", ".join("?" for _ in _sqlite_columns(table))
        connection.connection.executemany(f'INSERT INTO "{table}" VALUES ({values})', rows)


class PostgresRows(Rows):
    """Rows in PostgreSQL, as tuples of the words that COPY writes."""

    def time_columns(self, table: str) -> tuple[int, ...]:
        query = (
            "SELECT data_type FROM information_schema.columns WHERE table_schema = 'public' AND table_name = %s "
            "ORDER BY ordinal_position"
        )
        kinds = connection.connection.execute(query, [table]).fetchall()
        return tuple(i for i, (kind,) in enumerate(kinds) if kind == "timestamp with time zone")

    def read(self, table: str) -> list[Row]:
        with connection.connection.cursor().copy(f'COPY (SELECT * FROM "{table}" ORDER BY 1) TO STDOUT') as copy:
            text = b"".join(copy).decode()
        return [tuple(line.split("\t")) for line in text.splitlines()]

    def insert(self, table: str, rows: list[Row]) -> None:
        with connection.connection.cursor().copy(f'COPY "{table}" FROM STDIN') as copy:
            copy.write("".join("\t".join(row) + "\n" for row in rows))


@cache
def rows_of_database() -> Rows:
    """Return the access to the rows of the test database."""
    return SqliteRows() if connection.vendor == "sqlite" else PostgresRows()
