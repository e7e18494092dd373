"""No page is kept by the version of what it shows any more: triggers, functions and table of the versions go."""

from typing import Any

from django.db import migrations

#: Functions of triggers, by their names; each is dropped with its trigger.
_FUNCTIONS = r"""
SELECT proname FROM pg_proc
WHERE proname LIKE 'public\_change\_%%' AND pronamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())
"""


def versions_drop(apps: Any, schema_editor: Any) -> None:
    if schema_editor.connection.vendor != "postgresql":
        return
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(_FUNCTIONS, [])
        for (name,) in cursor.fetchall():
            cursor.execute(f"DROP FUNCTION {schema_editor.quote_name(name)}() CASCADE")
        cursor.execute("DROP TABLE IF EXISTS fossato_public_change")


class Migration(migrations.Migration):
    dependencies = [("tournament", "0064_pairs")]
    # Triggers read tables and columns that later migrations drop: they must not meet a write after that.
    run_before = [("tournament", "0065_simulated_numbers_gone")]

    operations = [migrations.RunPython(versions_drop, migrations.RunPython.noop)]
