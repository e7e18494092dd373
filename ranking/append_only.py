"""Database triggers that reject updates and deletions in append-only tables.

Each function returns a list with one statement per item, shared by the migrations.
"""

from __future__ import annotations

#: Tables of migration 0003, and those of migration 0015.
FIRST_TABLES = ("ranking_ledgerentry", "ranking_decision")
CLOSING_TABLES = ("ranking_finalranking", "ranking_finalrankingrow", "ranking_seasonreopening")
#: All append-only tables.
TABLES = FIRST_TABLES + CLOSING_TABLES
VERBS = ("update", "delete")

_POSTGRES_FUNCTION = """
CREATE OR REPLACE FUNCTION fossato_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '%: rows are added, never changed or deleted', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$
"""


def _name(table: str, verb: str) -> str:
    return f"{table}_no_{verb}"


def create(vendor: str, tables: tuple[str, ...] = FIRST_TABLES) -> list[str]:
    """Return the statements that create the triggers, for ``connection.vendor`` (``"sqlite"`` or ``"postgresql"``)."""
    pairs = [(table, verb) for table in tables for verb in VERBS]
    if vendor == "postgresql":
        return [_POSTGRES_FUNCTION] + [
            f"CREATE TRIGGER {_name(table, verb)} BEFORE {verb.upper()} ON {table} "
            "FOR EACH ROW EXECUTE FUNCTION fossato_append_only()"
            for table, verb in pairs
        ]
    return [
        f"CREATE TRIGGER {_name(table, verb)} BEFORE {verb.upper()} ON {table} "
        f"BEGIN SELECT RAISE(ABORT, '{table}: rows are added, never changed or deleted'); END"
        for table, verb in pairs
    ]


def drop(vendor: str, tables: tuple[str, ...] = FIRST_TABLES) -> list[str]:
    """Return the statements that drop the triggers, for ``connection.vendor``, and the function with the first."""
    pairs = [(table, verb) for table in tables for verb in VERBS]
    if vendor == "postgresql":
        function = ["DROP FUNCTION IF EXISTS fossato_append_only()"] if tables == FIRST_TABLES else []
        return [f"DROP TRIGGER IF EXISTS {_name(table, verb)} ON {table}" for table, verb in pairs] + function
    return [f"DROP TRIGGER IF EXISTS {_name(table, verb)}" for table, verb in pairs]
