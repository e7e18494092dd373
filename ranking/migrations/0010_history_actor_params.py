"""Room for the parameters of the actor without an account; see tournament 0028."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("ranking", "0009_split_history_reasons")]

    operations = [
        migrations.AddField("historicalcallup", "history_actor_params", models.JSONField(blank=True, default=dict))
    ]
