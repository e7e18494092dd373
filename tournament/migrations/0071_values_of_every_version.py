"""What every version of the regulation has in common is no value of one; standings keep the points at the tables."""

from typing import Any

from django.core.management.base import CommandError
from django.db import migrations, models

#: What each was in the printed regulation, and is now in every version.
COMMON = {
    "multiplier_i": 1,
    "table_sizes": "fours",
    "card_pool": "base-first-edition",
    "kingdom_rule": "moat",
    "other_minutes": "with_reason",
    "other_days": "with_reason",
    "sanctions": "off",
}
#: No event was ever checked against these: a season has days of its own.
UNUSED = ("season_first_day", "season_last_day")


def drop_common(apps: Any, schema_editor: Any) -> None:
    """Take the common values out of the stored versions.

    Errors: CommandError with the versions that have another value: events were played, or are to be, by it.
    """
    rows = apps.get_model("tournament", "RegulationVersion")._base_manager.using(schema_editor.connection.alias)
    versions = list(rows.order_by("pk"))
    others = [
        f"{version.number}: {name} {version.values[name]}"
        for version in versions
        for name, right in COMMON.items()
        if version.values.get(name, right) != right
    ]
    if others:
        raise CommandError(
            f"Versions of the regulation with values that are the same in all from now on: {'; '.join(others)}. Change "
            "the drafts, and keep the version of this program before for events played by a published one."
        )
    for version in versions:
        kept = {name: value for name, value in version.values.items() if name not in COMMON and name not in UNUSED}
        rows.filter(pk=version.pk).update(values=kept)


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0070_one_reading_each"),
    ]

    operations = [
        migrations.RunPython(drop_common, migrations.RunPython.noop, elidable=True),
        migrations.AddField(
            model_name="historicalstandingrow",
            name="table_points",
            field=models.IntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="standingrow",
            name="table_points",
            field=models.IntegerField(blank=True, null=True),
        ),
    ]
