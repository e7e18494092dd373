"""A draw is public the moment it is made: rounds drawn and not yet shown are shown."""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.db.models import F


def show(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Publish what was drawn, as of the moment of its draw."""
    rounds = apps.get_model("tournament", "Round").objects.filter(state="drawn")
    rounds.update(state="published", published_at=F("drawn_at"))


class Migration(migrations.Migration):
    dependencies = [("tournament", "0018_final_organiser")]

    operations = [
        migrations.RunPython(show, migrations.RunPython.noop),
    ]
