"""Split "verb|who: reason", the change reason of every history row, into the columns of both apps.

One migration for both apps: ranking 0006 writes rows of the tournament's history in the old form.
"""

import re
from collections.abc import Iterator
from typing import Any

from django.db import migrations, models
from django.db.models import Case, F, Q, Value, When
from django.db.models.functions import Coalesce, Concat, Left, StrIndex, Substr

#: The stored code of an actor without an account (a private link), and the reason after it.
ACTOR = re.compile(r"(\[\[LINK_[A-Z_]+(?::.*?)?\]\])(?:: (.*))?", re.DOTALL)
BATCH = 500


def history_models(apps: Any) -> Iterator[Any]:
    for app_label in ("tournament", "ranking"):
        for model in apps.get_app_config(app_label).get_models():
            names = {field.name for field in model._meta.get_fields()}
            if {"history_verb", "history_actor", "history_change_reason"} <= names:
                yield model


def split(apps: Any, schema_editor: Any) -> None:
    for model in history_models(apps):
        old_rows = model._base_manager.using(schema_editor.connection.alias).filter(
            history_verb="", history_change_reason__contains="|"
        )
        bar = StrIndex("history_change_reason", Value("|"))
        old_rows.exclude(history_change_reason__contains="|[[LINK_").update(
            history_verb=Left("history_change_reason", bar - 1),
            history_change_reason=Substr("history_change_reason", bar + 1),
        )
        while rows := list(old_rows.filter(history_change_reason__contains="|[[LINK_").order_by("pk")[:BATCH]):
            for row in rows:
                row.history_verb, _, reason = row.history_change_reason.partition("|")
                match = ACTOR.fullmatch(reason)
                row.history_actor = match[1] if match else ""
                row.history_change_reason = (match[2] or "") if match else reason
            model._base_manager.using(schema_editor.connection.alias).bulk_update(
                rows, ["history_verb", "history_actor", "history_change_reason"]
            )


def join(apps: Any, schema_editor: Any) -> None:
    reason = Coalesce("history_change_reason", Value(""), output_field=models.TextField())
    who_and_why = Case(
        When(history_actor="", then=reason),
        When(Q(history_change_reason="") | Q(history_change_reason=None), then=F("history_actor")),
        default=Concat("history_actor", Value(": "), reason, output_field=models.TextField()),
        output_field=models.TextField(),
    )
    for model in history_models(apps):
        rows = model._base_manager.using(schema_editor.connection.alias).exclude(history_verb="")
        old_reason = Concat("history_verb", Value("|"), who_and_why, output_field=models.TextField())
        rows.update(history_change_reason=old_reason, history_verb="", history_actor="")


class Migration(migrations.Migration):
    dependencies = [("tournament", "0024_history_columns"), ("ranking", "0008_history_columns")]

    operations = [migrations.RunPython(split, join)]
