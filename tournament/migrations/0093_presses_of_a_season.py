"""The lots of a season's Ranking are completed by the public number of a press too."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):

    dependencies = [
        ("tournament", "0092_prizes_of_the_final"),
    ]

    operations = [
        migrations.AlterField(
            model_name="drawpress",
            name="event",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="draw_presses",
                to="tournament.event",
            ),
        ),
        migrations.AddField(
            model_name="drawpress",
            name="season",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="draw_presses",
                to="tournament.season",
            ),
        ),
        migrations.AddField(
            model_name="historicaldrawpress",
            name="season",
            field=models.ForeignKey(
                blank=True,
                db_constraint=False,
                null=True,
                on_delete=django.db.models.deletion.DO_NOTHING,
                related_name="+",
                to="tournament.season",
            ),
        ),
        *(
            migrations.AddField(
                model_name=model, name="act", field=models.JSONField(blank=True, default=dict, db_default={})
            )
            for model in ("drawpress", "historicaldrawpress")
        ),
        migrations.AddConstraint(
            model_name="drawpress",
            constraint=models.UniqueConstraint(
                fields=("season",), condition=Q(state="waiting"), name="one_open_draw_of_season"
            ),
        ),
        migrations.AddConstraint(
            model_name="drawpress",
            constraint=models.CheckConstraint(
                condition=Q(event__isnull=False) ^ Q(season__isnull=False), name="press_belongs_to_one"
            ),
        ),
    ]
