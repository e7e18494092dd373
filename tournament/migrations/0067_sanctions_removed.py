"""Remove infractions and suspensions."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tournament", "0066_federation_registers_removed")]

    operations = [
        migrations.DeleteModel(name)
        for name in ("Infraction", "Suspension", "HistoricalInfraction", "HistoricalSuspension")
    ]
