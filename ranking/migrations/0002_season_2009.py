"""The first season, with the dates and the number of finalists of the regulation (articles 1.2, 1.3)."""

from datetime import date

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps



def add_season(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("tournament", "Season").objects.get_or_create(
        slug="2009",
        defaults={
            "name": "Campionato 2009",
            "first_day": date(2009, 6, 1),
            "last_day": date(2009, 10, 15),
            "regulation": "2.0",
            "finalists": 24,
            "final_place": "Lucca",
        },
    )


class Migration(migrations.Migration):
    dependencies = [("ranking", "0001_initial"), ("tournament", "0001_initial")]
    operations = [migrations.RunPython(add_season, migrations.RunPython.noop)]
