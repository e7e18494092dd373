"""Mails about what waits are counted by the hour; notices of it are read, no more stored."""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models

#: Notices of things that wait: the bell reads the things themselves.
CODES = ("authorisation_asked", "report_arrived", "organiser_request", "claim_asked")


def notices_delete(apps: Any, schema_editor: Any) -> None:
    """Delete the stored notices of what waits or was decided."""
    apps.get_model("tournament", "Notice").objects.filter(code__in=CODES).delete()
    apps.get_model("tournament", "MutedNotice").objects.filter(kind="work", channel="list").delete()


class Migration(migrations.Migration):

    dependencies = [
        ("tournament", "0081_equal_names_told_apart"),
    ]

    operations = [
        migrations.CreateModel(
            name="WaitingMail",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=20)),
                ("mailed_at", models.DateTimeField()),
                ("has_more", models.BooleanField(default=False)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournament.event"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("event", "kind"), name="one_waiting_mail")],
            },
        ),
        migrations.RunPython(notices_delete, migrations.RunPython.noop),
    ]
