"""Official events are of single players: the columns of pairs go, and their constraints are those of one player."""

from typing import Any

from django.core.management.base import CommandError
from django.db import migrations, models


def refuse_pairs(apps: Any, schema_editor: Any) -> None:
    """Refuse the upgrade while an event is played in pairs: its places are shared, and one of each pair would be lost.

    Errors: CommandError with the names of the events.
    """
    events = apps.get_model("tournament", "Event").objects.using(schema_editor.connection.alias)
    in_pairs = events.filter(game_options__pairs=True).order_by("first_day", "pk")
    names = [f"{name} ({slug}, {day})" for name, slug, day in in_pairs.values_list("name", "slug", "first_day")]
    if names:
        raise CommandError(
            f"Events in pairs: {'; '.join(names)}. This version has events of single players only. With the version "
            "before, export each with event_export and keep the file. An event whose round 1 is not drawn: take the "
            "option off. One that was played can be read only there."
        )


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0066_federation_registers_removed"),
    ]

    operations = [
        migrations.RunPython(refuse_pairs, migrations.RunPython.noop, elidable=True),
        migrations.AlterModelOptions(name="finalplace", options={"ordering": ["event", "place"]}),
        migrations.AlterModelOptions(name="standingrow", options={"ordering": ["round", "position"]}),
        migrations.RemoveConstraint(model_name="entry", name="entry_not_with_itself"),
        migrations.RemoveConstraint(model_name="finalplace", name="final_place_once"),
        migrations.RemoveConstraint(model_name="seat", name="seat_place_once"),
        migrations.RemoveConstraint(model_name="standingrow", name="standing_position_once"),
        migrations.RemoveField(model_name="entry", name="plays_with"),
        migrations.RemoveField(model_name="historicalentry", name="plays_with"),
        migrations.RemoveField(model_name="finalplace", name="is_partner"),
        migrations.RemoveField(model_name="historicalstandingrow", name="is_partner"),
        migrations.RemoveField(model_name="seat", name="is_partner"),
        migrations.RemoveField(model_name="standingrow", name="is_partner"),
        migrations.AddConstraint(
            model_name="finalplace",
            constraint=models.UniqueConstraint(fields=("event", "place"), name="final_place_once"),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(
                condition=models.Q(("place__isnull", False)), fields=("table", "place"), name="seat_place_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="standingrow",
            constraint=models.UniqueConstraint(fields=("round", "position"), name="standing_position_once"),
        ),
    ]
