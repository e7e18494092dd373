"""Fields, steppers, errors and the question before a step that cannot be taken back."""

from __future__ import annotations

from typing import Any

from django.forms import BoundField, CheckboxInput, Select, Textarea, Widget
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import ngettext

from ._library import register


@register.inclusion_tag("components/stepper.html")
def stepper(
    name: str,
    label: str,
    value: int | str | None = 0,
    *,
    least: int | None = 0,
    most: int | None = None,
    tint: str = "",
    error: str = "",
    describedby: str = "",
    ident: str = "",
    whose: object = "",
) -> dict[str, Any]:
    """A number chosen with the thumb: minus, the field, plus. `tint`: copper, argent, gold, victory, curse or "".

    `whose`: the player, where many have a field of this label; who hears the page hears the name after the label.

    `error` is the sentence beside it; `describedby` the id of a finding shown elsewhere, which also marks the field.
    """
    ident = ident or f"id_{name}"
    return {
        "name": name,
        "label": label,
        "whose": str(whose or ""),
        "said": f"{label}, {whose}" if whose else label,
        "value": "" if value is None else value,
        "least": least,
        "most": most,
        "tint": tint,
        "error": error,
        "id": ident,
        "describedby": " ".join(part for part in (f"{ident}_error" if error else "", describedby) if part),
    }


def _css_class(widget: Widget) -> str:
    if isinstance(widget, CheckboxInput):
        return "form-check-input"
    if widget.use_fieldset:
        return ""
    return "form-select" if isinstance(widget, Select) else "form-control"


@register.inclusion_tag("components/field.html")
def field(bound: BoundField, rows: int = 4) -> dict[str, Any]:
    """A form field: label, help, control and its error beside it, joined by aria-describedby. `rows` for a textarea."""
    widget = bound.field.widget
    attrs: dict[str, Any] = {}
    css = _css_class(widget)
    if css:
        attrs["class"] = f"{widget.attrs.get('class', '')} {css}".strip()
    if isinstance(widget, Textarea):
        attrs["rows"] = rows
    return {
        "field": bound,
        "control": bound.as_widget(attrs=attrs),
        "grouped": widget.use_fieldset,
        "check": isinstance(widget, CheckboxInput),
        "hidden": bound.is_hidden,
    }


@register.inclusion_tag("components/form_errors.html")
def form_errors(form: Any) -> dict[str, Any]:
    """At the head of a form: what is wrong with it as a whole, and links to the fields that have an error."""
    wrong = [bound for bound in form if bound.errors]
    count = len(wrong)
    summary = ngettext("One field is to be put right.", "%(count)s fields are to be put right.", count) % {
        "count": count
    }
    return {"form": form, "wrong": wrong, "summary": summary}


@register.simple_tag
def confirm_attrs(question: str, detail: str = "", label: str = "") -> SafeString:
    """Attributes for a submit button: confirm.js asks `question` in a dialog, then sends the form with `confirmed=1`.

    Without JavaScript the form arrives without `confirmed`, and the view answers with components/confirm_page.html.
    """
    pairs = [("question", question), ("detail", detail), ("label", label)]
    return format_html_join("", ' data-confirm-{}="{}"', [pair for pair in pairs if pair[1]])
