from typing import Any

from django.db import migrations, models
from tournament.models.namesakes import keep_apart


def tell_apart(apps: Any, schema_editor: Any) -> None:
    """Store what stands beside the equal names of each event."""
    keep_apart(apps.get_model("tournament", "Entry").objects.all())


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0080_place_of_a_club'),
    ]

    operations = [
        migrations.AddField(
            model_name='entry',
            name='beside',
            field=models.CharField(blank=True, db_default='', default='', editable=False, max_length=120),
        ),
        migrations.RunPython(tell_apart, migrations.RunPython.noop),
    ]
