"""The indices that hold all that the Ranking adds up."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("ranking", "0003_append_only")]

    operations = [
        migrations.RemoveIndex(
            model_name="ledgerentry",
            name="ranking_led_season__a96840_idx",
        ),
        migrations.AddIndex(
            model_name="ledgerentry",
            index=models.Index(
                fields=["season", "person", "half_points", "wins", "ordinary_wins", "seconds", "thirds", "reverses"],
                name="ledger_sums_by_person",
            ),
        ),
        migrations.AddIndex(
            model_name="ledgerentry",
            index=models.Index(fields=["season", "event", "reverses"], name="ledger_count_by_event"),
        ),
    ]
