"""Room for the parameters of stored sentences: who acted or entered a sheet without an account.

The texts become codes in ranking 0011, for both apps.
"""

from django.db import migrations, models

HISTORY_MODELS = (
    *("historicalconsentpaper", "historicaldraw", "historicaldrawrequest", "historicalentry", "historicalevent"),
    *("historicaleventrole", "historicalorganiser", "historicalperson", "historicalphoto", "historicalprivatelink"),
    *("historicalreport", "historicalround", "historicalseason", "historicalsheet", "historicalstandingrow"),
    *("historicaltable", "historicalwebhookendpoint"),
)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0027_remove_state_reason")]

    operations = [
        *(
            migrations.AddField(name, "history_actor_params", models.JSONField(blank=True, default=dict))
            for name in HISTORY_MODELS
        ),
        *(
            migrations.AddField(name, "entered_with_params", models.JSONField(blank=True, default=dict))
            for name in ("sheet", "historicalsheet")
        ),
        migrations.AlterField("helpcall", "caller", models.CharField(blank=True, max_length=120)),
    ]
