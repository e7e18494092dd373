from typing import Any

from django.db import migrations


def delete_deliveries(apps: Any, schema_editor: Any) -> None:
    """The jobs that still wait would find no function of their kind."""
    apps.get_model("tournament", "Job").objects.filter(kind="webhook").delete()


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0068_no_laptop_stays'),
    ]

    operations = [
        migrations.RunPython(delete_deliveries, migrations.RunPython.noop),
        migrations.DeleteModel(name='WebhookDelivery'),
        migrations.DeleteModel(name='WebhookEndpoint'),
        migrations.DeleteModel(name='HistoricalWebhookEndpoint'),
    ]
