"""Form fields, steppers, form errors and the confirmation of irreversible steps."""

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
    """Render a number field with minus and plus buttons.

    `tint`: copper, argent, gold, victory, curse or "". `whose`: the player, if several fields have this label; screen
    readers read the name after the label. `error` is the message beside it; `describedby` the id of a finding shown
    elsewhere, which also marks the field.
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
    """Render a form field: label, help, control and error, linked by aria-describedby. `rows`: height of a textarea.

    A form whose `reasons` name the field shows why it is asked, on hover and on focus of a button beside the label.
    """
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
        "why": getattr(bound.form, "reasons", {}).get(bound.name, ""),
    }


@register.inclusion_tag("components/form_errors.html")
def form_errors(form: Any) -> dict[str, Any]:
    """Render the error summary of a form: its own errors, and links to the fields with errors."""
    invalid_fields = [bound for bound in form if bound.errors]
    count = len(invalid_fields)
    summary = ngettext("One field needs correcting.", "%(count)s fields need correcting.", count) % {"count": count}
    return {"form": form, "wrong": invalid_fields, "summary": summary}


@register.simple_tag
def confirm_attrs(question: str, detail: str = "", label: str = "") -> SafeString:
    """Return the attributes with which confirm.js asks `question` in a dialog before it submits with `confirmed=1`.

    Without JavaScript the form is submitted without `confirmed`, and the view renders components/confirm_page.html.
    """
    pairs = [("question", question), ("detail", detail), ("label", label)]
    return format_html_join("", ' data-confirm-{}="{}"', [pair for pair in pairs if pair[1]])
