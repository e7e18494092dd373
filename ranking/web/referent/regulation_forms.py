"""Forms of the Referent's versions of the regulation: they parse; the services check."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from tournament.pages.exports import points_from_half_points
from tournament.regulation.version_values import FIELDS, ValueField
from tournament.regulation_versions.words import points_words
from tournament.web.desk.event_forms import DayInput

#: Values that the form shows in points; a version stores half points.
_BANDS, _FURTHER = "place_half_points", "further_half_points"
_BAND_LINE: Final = re.compile(r"(?P<last>\d{1,5})\s*[:=]\s*(?P<points>\d{1,4}(?:[.,][05])?)")


class VersionForm(forms.Form):
    """Facts of a version besides its values."""

    note = forms.CharField(
        label=gettext_lazy("What changes and why"),
        widget=forms.Textarea(attrs={"rows": 3}),
        max_length=4000,
        help_text=gettext_lazy("Everybody reads it on the page of the regulation."),
    )
    effective_from = forms.DateField(
        label=gettext_lazy("In force from"),
        widget=DayInput(),
        help_text=gettext_lazy("Events that begin on this day or later are played under it."),
    )


class DocumentForm(forms.Form):
    """The federation's own document of a version."""

    language = forms.ChoiceField(
        label=gettext_lazy("Language"), choices=[("it", gettext_lazy("Italian")), ("en", gettext_lazy("English"))]
    )
    file = forms.FileField(
        label=gettext_lazy("Document"),
        help_text=gettext_lazy(
            "The text, plain or in Markdown (at most 300 KB), or the PDF as printed (at most 10 MB). Each replaces the "
            "earlier one in the same language."
        ),
        widget=forms.ClearableFileInput(attrs={"accept": ".pdf,.md,.txt,application/pdf,text/markdown,text/plain"}),
    )


class VersionCopyForm(VersionForm):
    """Start a version as a copy of another."""

    number = forms.CharField(
        label=gettext_lazy("Number of the new version"), max_length=20, help_text=gettext_lazy("For example 2.1.")
    )
    field_order = ("number", "effective_from", "note")


#: Titles of the page of the regulation, and the articles under each.
_GROUPS: Final = (
    (gettext_noop("Events (art. 1.2–1.4)"), ("1.2", "1.3", "1.4")),
    (gettext_noop("The day (art. 1.5)"), ("1.5",)),
    (gettext_noop("Points for the Ranking (art. 1.6)"), ("1.6",)),
    (gettext_noop("The national final (art. 1.7)"), ("1.7",)),
)


class HalfPointsField(forms.DecimalField):
    """Points with halves; its value is in half points."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_value=0, max_value=5000, max_digits=5, decimal_places=1, localize=False, **kwargs)

    def clean(self, value: Any) -> Any:
        """Return half points. Errors: ValidationError for other than halves."""
        points = super().clean(value)
        if points is not None and points * 2 % 1:
            raise forms.ValidationError(_("Points are whole or end in .5."))
        return None if points is None else int(points * 2)

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Return the attributes of the input; its step is a half point."""
        return super().widget_attrs(widget) | {"step": "0.5"}


class BandsField(forms.CharField):
    """Points of the places, one band a line: ``10: 2``; its value is [last place, half points] by band."""

    def clean(self, value: Any) -> Any:
        """Return the bands. Errors: ValidationError with the line that cannot be read."""
        bands = []
        for line in super().clean(value).splitlines():
            if not line.strip():
                continue
            band = _BAND_LINE.fullmatch(line.strip())
            if band is None:
                message = _("“%(line)s”: write a place, a colon and its points, for example “10: 2” or “20: 1.5”.")
                raise forms.ValidationError(message, params={"line": line.strip()[:40]})
            bands.append([int(band["last"]), int(Decimal(band["points"].replace(",", ".")) * 2)])
        return bands


def _form_field(field: ValueField) -> forms.Field:
    label, help_text = _(field.label), _("art. %(article)s") % {"article": field.article}
    if field.reading:
        help_text = _("%(article)s, the text leaves it open") % {"article": help_text}
    if field.name == _BANDS:
        how = _("One group of places per line: its last place, a colon, the points of each of its places.")
        return BandsField(label=label, help_text=how, widget=forms.Textarea(attrs={"rows": 7}))
    if field.name == _FURTHER:
        return HalfPointsField(label=label, help_text=help_text)
    if field.choices:
        choices = [(value, _(words)) for value, words in field.choices]
        return forms.ChoiceField(label=label, help_text=help_text, choices=choices)
    return forms.IntegerField(label=label, help_text=help_text, min_value=field.low, max_value=field.high)


def _initial(name: str, value: Any) -> Any:
    if name == _BANDS:
        return "\n".join(f"{last}: {points_words(half_points)}" for last, half_points in value)
    return points_from_half_points(value) if name == _FURTHER else value


class VersionValuesForm(VersionForm):
    """Every value of a draft, by article."""

    def __init__(self, data: Any, *, values: dict[str, Any], facts: dict[str, Any]) -> None:
        """Build the fields of every value.

        Arguments:
            data: of the request; None for an empty form. values, facts: as stored; the facts are those of VersionForm.
        """
        super().__init__(data, initial={name: _initial(name, value) for name, value in values.items()} | facts)
        for field in FIELDS:
            self.fields[field.name] = _form_field(field)

    @property
    def groups(self) -> list[tuple[str, list[forms.BoundField]]]:
        """Return the fields in groups with a title: the version, and its values by the articles of the regulation."""
        rows = [(_("The version"), [self["note"], self["effective_from"]])]
        for title, articles in _GROUPS:
            rows.append((_(title), [self[field.name] for field in FIELDS if field.article in articles]))
        return rows

    @property
    def values(self) -> dict[str, Any]:
        """Return the typed values as ``version_values.from_values`` reads them; only of a valid form."""
        return {field.name: self.cleaned_data[field.name] for field in FIELDS}
