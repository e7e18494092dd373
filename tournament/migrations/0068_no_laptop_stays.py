"""An event no longer leaves for a laptop as rows: its file is opened there, and its result comes back as a file."""

from typing import Any

from django.db import migrations


def forget_notices(apps: Any, schema_editor: Any) -> None:
    """Delete the notices that lead to a page that is gone."""
    apps.get_model("tournament", "Notice").objects.filter(code="give_up_asked").delete()


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0067_single_players"),
    ]

    operations = [
        migrations.RunPython(forget_notices, migrations.RunPython.noop, elidable=True),
        migrations.DeleteModel(name="HistoricalLaptopStay"),
        migrations.DeleteModel(name="LaptopStay"),
        migrations.RemoveField(model_name="event", name="away_since"),
        migrations.RemoveField(model_name="event", name="guest_of"),
        migrations.RemoveField(model_name="historicalevent", name="away_since"),
        migrations.RemoveField(model_name="historicalevent", name="guest_of"),
    ]
