"""A yes of the Referent stands without a reason."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("ranking", "0006_season_of_one_game")]
    operations = [
        migrations.AlterField(
            model_name="decision", name="reason", field=models.TextField(blank=True, verbose_name="reason")
        )
    ]
