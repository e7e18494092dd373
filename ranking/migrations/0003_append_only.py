"""Ledger and decisions are only ever added to: the database refuses the rest."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from ranking import append_only


def put_up(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for statement in append_only.create(schema_editor.connection.vendor):
        schema_editor.execute(statement, params=None)


def take_down(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for statement in append_only.drop(schema_editor.connection.vendor):
        schema_editor.execute(statement, params=None)


class Migration(migrations.Migration):
    dependencies = [("ranking", "0002_season_2009"), migrations.swappable_dependency(settings.AUTH_USER_MODEL)]
    operations = [
        migrations.AlterField(
            model_name="decision",
            name="by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.RunPython(put_up, take_down),
    ]
