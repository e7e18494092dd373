"""Era of Kingdoms and Megalomania have one reading of each unclear rule: the choice leaves events and rounds."""

from typing import Any

from django.core.management.base import CommandError
from django.db import migrations

from games.era_of_kingdoms.readings import DECIDED as KINGDOMS
from games.megalomania.readings import DECIDED as MEGALOMANIA

_DECIDED = {"era_of_kingdoms": KINGDOMS, "megalomania": MEGALOMANIA}
_OVER = ("homologated", "invalidated", "not_homologated", "void")


def _others(game: str, chosen: Any) -> list[str]:
    """Return the readings that differ from what is decided, as ``name=value``."""
    decided = _DECIDED.get(game, {})
    named = chosen.items() if isinstance(chosen, dict) else ()
    return [f"{name}={value}" for name, value in named if name not in decided or value != decided[name].value]


def drop_readings(apps: Any, schema_editor: Any) -> None:
    """Take the readings out of events and rounds.

    Errors: CommandError with the names of the events that are not over and have another reading than the one decided.
    """
    alias = schema_editor.connection.alias
    events = apps.get_model("tournament", "Event").objects.using(alias)
    rounds = apps.get_model("tournament", "Round").objects.using(alias)
    refused = []
    for event in events.filter(game__in=_DECIDED).order_by("first_day", "pk"):
        setups = list(rounds.filter(event=event))
        chosen = [event.game_options.get("readings"), *[each.setup.get("readings") for each in setups]]
        others = sorted({name for each in chosen for name in _others(event.game, each)})
        if others and event.state not in _OVER:
            refused.append(f"{event.name} ({event.slug}, {event.first_day}): {', '.join(others)}")
            continue
        if event.game_options.pop("readings", None) is not None:
            events.filter(pk=event.pk).update(game_options=event.game_options)
        for each in setups:
            if each.setup.get("readings") and not others:
                each.setup.pop("readings")
                rounds.filter(pk=each.pk).update(setup=each.setup)
    if refused:
        raise CommandError(
            f"Events with a reading that is no longer chosen: {'; '.join(refused)}. With the version before, take the "
            "choice off where round 1 is not drawn; end the others first. docs/rules has the reading of each rule."
        )


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0069_no_webhooks"),
    ]

    operations = [
        migrations.RunPython(drop_readings, migrations.RunPython.noop, elidable=True),
    ]
