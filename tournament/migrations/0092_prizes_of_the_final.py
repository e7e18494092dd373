"""The prizes of the national final are published with the season."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("tournament", "0091_event_contact"),
    ]

    operations = [
        migrations.AddField(
            model_name=model,
            name="final_prizes",
            field=models.TextField(
                blank=True, db_default="", default="", max_length=1000, verbose_name="prizes of the final"
            ),
        )
        for model in ("season", "historicalseason")
    ]
