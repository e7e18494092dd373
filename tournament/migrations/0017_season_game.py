"""A season belongs to one game. Seasons there already are Dominion's; ranking 0006 gives other games their own."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0016_ratified_labels")]
    operations = [
        migrations.AddField(
            model_name=name,
            name="game",
            field=models.CharField(default="dominion", max_length=40, verbose_name="game"),
        )
        for name in ("historicalseason", "season")
    ]
