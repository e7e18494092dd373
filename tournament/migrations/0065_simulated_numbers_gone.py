"""A reported number is no longer compared with simulated games: their stored numbers and Jobs go."""

from typing import Any

from typing import Any

from django.db import migrations


def simulations_delete(apps: Any, schema_editor: Any) -> None:
    apps.get_model("tournament", "Job").objects.filter(kind__in=["plausibility", "plausibility_part"]).delete()


class Migration(migrations.Migration):
    dependencies = [("tournament", "0064_pairs")]

    operations = [
        migrations.RunPython(simulations_delete, migrations.RunPython.noop),
        migrations.DeleteModel("Plausibility"),
    ]
