"""The first season, with the dates and the number of finalists of the regulation (articles 1.2, 1.3)."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from tournament.regulation.parameters import VERSION_2_0


def add_season(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("tournament", "Season").objects.get_or_create(
        slug="2009",
        defaults={
            "name": "Campionato 2009",
            "first_day": VERSION_2_0.season_first_day,
            "last_day": VERSION_2_0.season_last_day,
            "regulation": VERSION_2_0.version,
            "finalists": VERSION_2_0.national_finalists,
            "final_place": "Lucca",
        },
    )


class Migration(migrations.Migration):
    dependencies = [("ranking", "0001_initial"), ("tournament", "0001_initial")]
    operations = [migrations.RunPython(add_season, migrations.RunPython.noop)]
