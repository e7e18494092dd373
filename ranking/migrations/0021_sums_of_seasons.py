"""Store the sums of each season's ledger with its statistics."""

from typing import Any

from django.db import migrations, models
from django.db.models import Case, Sum, Value, When

NAMES = ("half_points", "wins", "ordinary_wins", "seconds", "thirds")


def store(apps: Any, schema_editor: Any) -> None:
    """Count the sums as ``ranking.national.sums.ledger_sums`` does."""
    entries = apps.get_model("ranking", "LedgerEntry").objects
    statistics = apps.get_model("ranking", "SeasonStatistics").objects
    sign = Case(When(reverses=None, then=Value(1)), default=Value(-1), output_field=models.IntegerField())
    for season in entries.order_by("season").values_list("season", flat=True).distinct():
        rows = entries.filter(season=season).order_by("person_id").values_list("person_id")
        found = [row for row in rows.annotate(*map(Sum, NAMES), counted=Sum(sign)) if row[-1]]
        columns = [list(column) for column in zip(*found, strict=True)]
        statistics.get_or_create(season_id=season)
        if found:
            sums = dict(zip(("people", *NAMES, "events"), columns, strict=True))
            statistics.filter(season=season).update(sums=sums)


class Migration(migrations.Migration):
    dependencies = [("ranking", "0020_ratings_due")]
    operations = [
        migrations.AddField("seasonstatistics", "sums", models.JSONField(default=dict)),
        migrations.RunPython(store, migrations.RunPython.noop),
    ]
