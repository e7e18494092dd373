"""The account of the club that organises a national final runs its desk: finals made before got the Referent's alone."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.utils import timezone


def grant(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    events, roles = apps.get_model("tournament", "Event"), apps.get_model("tournament", "EventRole")
    past = apps.get_model("tournament", "HistoricalEventRole")
    for event in events.objects.filter(is_national_final=True, organiser__user__isnull=False):
        facts = {"event_id": event.pk, "user_id": event.organiser.user_id, "role": "organiser"}
        if past.objects.filter(**facts).exists() or roles.objects.filter(**facts).exists():
            # Given before, perhaps taken away by somebody.
            continue
        role = roles.objects.create(**facts)
        past.objects.create(
            id=role.pk, **facts, history_date=timezone.now(), history_type="+", history_change_reason="role_grant|"
        )


class Migration(migrations.Migration):
    dependencies = [("tournament", "0017_season_game")]
    operations = [migrations.RunPython(grant, migrations.RunPython.noop)]
