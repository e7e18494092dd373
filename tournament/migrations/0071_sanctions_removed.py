"""Remove infractions and suspensions."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tournament", "0070_one_reading_each")]

    operations = [
        migrations.DeleteModel(name)
        for name in ("Infraction", "Suspension", "HistoricalInfraction", "HistoricalSuspension")
    ]
