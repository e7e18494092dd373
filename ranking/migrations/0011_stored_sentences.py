"""Store every label of a private link as a code with parameters; what is no label keeps its words as ``free_text``.

One migration for the histories of both apps. Three texts say what other columns of their row say, and go: the reason of
an event whose report did not come, the label of a link that was revoked, the link through which a table called for
help. The old text of a revoked link's reason is not restored backwards.
"""

import re
from collections.abc import Iterator
from typing import Any

from django.db import migrations
from django.db.models import Q

#: The old texts: a code and its value.
LABEL = re.compile(r"\[\[(LINK_OF_TABLE|LINK_OF_PLAYER|LINK_MAILED):(.*?)\]\]", re.DOTALL)
NO_REPORT = "[[NO_REPORT]]"
#: New code -> its old code and its parameter.
CODES = {
    "link_of_table": ("LINK_OF_TABLE", "table"),
    "link_of_player": ("LINK_OF_PLAYER", "name"),
    "link_mailed": ("LINK_MAILED", "name"),
}


def as_code(text: str) -> tuple[str, dict[str, Any]]:
    label = LABEL.fullmatch(text)
    if label is None:
        return "free_text", {"text": text}
    code, value = label[1].lower(), label[2]
    return code, {CODES[code][1]: int(value) if CODES[code][1] == "table" and value.isdecimal() else value}


def as_text(code: str, params: dict[str, Any]) -> str:
    if code == "free_text":
        return str(params["text"])
    old_code, param = CODES[code]
    return f"[[{old_code}:{params[param]}]]"


def columns(apps: Any) -> Iterator[tuple[Any, str]]:
    """Yield every model and column of a label; ``<column>_params`` holds its parameters."""
    for app_label in ("tournament", "ranking"):
        for model in apps.get_app_config(app_label).get_models():
            names = {field.name for field in model._meta.get_fields()}
            for column in ("history_actor", "entered_with"):
                if {column, f"{column}_params"} <= names:
                    yield model, column


def rows_of(model: Any, schema_editor: Any) -> Any:
    return model._base_manager.using(schema_editor.connection.alias)


def to_codes(apps: Any, schema_editor: Any) -> None:
    for model, column in columns(apps):
        rows = rows_of(model, schema_editor)
        texts = rows.exclude(**{column: ""}).order_by(column).values_list(column, flat=True).distinct()
        for text in list(texts):
            code, params = as_code(text)
            rows.filter(**{column: text}).update(**{column: code, f"{column}_params": params})
    events, links, tables = (
        rows_of(apps.get_model("tournament", name), schema_editor)
        for name in ("HistoricalEvent", "HistoricalPrivateLink", "HistoricalTable")
    )
    events.filter(history_change_reason=NO_REPORT, state_reason_code="no_report").update(history_change_reason="")
    for row in list(links.filter(history_verb="link_revoke", history_change_reason__startswith="[[LINK_")):
        if LABEL.fullmatch(row.history_change_reason):
            links.filter(pk=row.pk).update(history_change_reason="")
    for row in list(tables.filter(history_verb="help_call", history_change_reason__startswith="[[LINK_OF_TABLE:")):
        words = LABEL.sub("", row.history_change_reason, count=1).removeprefix(": ")
        tables.filter(pk=row.pk).update(history_change_reason=words)
    calls = rows_of(apps.get_model("tournament", "HelpCall"), schema_editor)
    for call in list(calls.filter(caller__startswith="[[LINK_OF_TABLE:")):
        if LABEL.fullmatch(call.caller):
            calls.filter(pk=call.pk).update(caller="")


def to_texts(apps: Any, schema_editor: Any) -> None:
    calls = rows_of(apps.get_model("tournament", "HelpCall"), schema_editor)
    for call in list(calls.filter(caller="").select_related("table")):
        calls.filter(pk=call.pk).update(caller=as_text("link_of_table", {"table": call.table.number}))
    events, tables = (
        rows_of(apps.get_model("tournament", name), schema_editor) for name in ("HistoricalEvent", "HistoricalTable")
    )
    for row in list(tables.filter(history_verb="help_call", history_actor="link_of_table")):
        parts = (as_text(row.history_actor, row.history_actor_params), row.history_change_reason)
        tables.filter(pk=row.pk).update(history_change_reason=": ".join(part for part in parts if part))
    overdue = events.filter(history_verb="report_overdue", state_reason_code="no_report")
    overdue.filter(Q(history_change_reason="") | Q(history_change_reason=None)).update(history_change_reason=NO_REPORT)
    for model, column in columns(apps):
        rows = rows_of(model, schema_editor)
        for pk, code, params in list(rows.exclude(**{column: ""}).values_list("pk", column, f"{column}_params")):
            rows.filter(pk=pk).update(**{column: as_text(code, params), f"{column}_params": {}})


class Migration(migrations.Migration):
    dependencies = [("tournament", "0028_stored_sentences"), ("ranking", "0010_history_actor_params")]

    operations = [migrations.RunPython(to_codes, to_texts)]
