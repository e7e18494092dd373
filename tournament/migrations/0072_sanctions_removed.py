"""Remove infractions and suspensions."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tournament", "0071_values_of_every_version")]

    operations = [
        migrations.DeleteModel(name)
        for name in ("Infraction", "Suspension", "HistoricalInfraction", "HistoricalSuspension")
    ]
