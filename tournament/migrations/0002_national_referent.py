"""The group whose members are the National Referent (art. 1.2)."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from tournament.core.permissions import NATIONAL_REFERENT


def add_group(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("auth", "Group").objects.get_or_create(name=NATIONAL_REFERENT)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0001_initial"), ("auth", "0012_alter_user_first_name_max_length")]
    operations = [migrations.RunPython(add_group, migrations.RunPython.noop)]
