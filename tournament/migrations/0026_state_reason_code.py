"""Store why an event is in its state as a code with parameters; what was typed keeps its words as ``free_text``."""

from typing import Any

from django.db import migrations, models

#: The old text of the only reason that the program itself stored.
NO_REPORT = "[[NO_REPORT]]"
MODELS = ("Event", "HistoricalEvent")


def as_code(text: str) -> tuple[str, dict[str, str]]:
    return ("no_report", {}) if text == NO_REPORT else ("free_text", {"text": text})


def as_text(code: str, params: dict[str, str]) -> str:
    return NO_REPORT if code == "no_report" else params["text"]


def to_codes(apps: Any, schema_editor: Any) -> None:
    for name in MODELS:
        rows = apps.get_model("tournament", name)._base_manager.using(schema_editor.connection.alias)
        texts = rows.exclude(state_reason="").order_by("state_reason").values_list("state_reason", flat=True)
        for text in list(texts.distinct()):
            code, params = as_code(text)
            rows.filter(state_reason=text).update(state_reason_code=code, state_reason_params=params)


def to_texts(apps: Any, schema_editor: Any) -> None:
    for name in MODELS:
        rows = apps.get_model("tournament", name)._base_manager.using(schema_editor.connection.alias)
        reasons = rows.exclude(state_reason_code="").values_list("pk", "state_reason_code", "state_reason_params")
        for pk, code, params in list(reasons):
            rows.filter(pk=pk).update(state_reason=as_text(code, params))


def _added_fields() -> list[Any]:
    return [
        operation
        for name in ("event", "historicalevent")
        for operation in (
            migrations.AddField(name, "state_reason_code", models.CharField(blank=True, default="", max_length=40)),
            migrations.AddField(name, "state_reason_params", models.JSONField(blank=True, default=dict)),
        )
    ]


class Migration(migrations.Migration):
    dependencies = [("tournament", "0025_agreement_by_printed_link")]

    operations = [*_added_fields(), migrations.RunPython(to_codes, to_texts)]
