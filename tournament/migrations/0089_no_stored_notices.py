"""Notices are computed when they are read: no row of them stays, and a choice is about mails alone."""

from typing import Any

from django.db import migrations

#: Kinds of mails that were stopped and still can be.
KEPT = ("tables", "followed", "work")


def choices_keep(apps: Any, schema_editor: Any) -> None:
    """Keep the choices about mails."""
    choices = apps.get_model("tournament", "MutedNotice").objects
    choices.exclude(channel="mail", kind__in=KEPT).delete()


class Migration(migrations.Migration):

    dependencies = [
        ("tournament", "0088_regulation_text_and_paper"),
    ]

    operations = [
        migrations.RunPython(choices_keep, migrations.RunPython.noop),
        migrations.DeleteModel(name="Notice"),
    ]
