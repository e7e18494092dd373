"""Forms of the card packs: the description of a new version."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _


class PackForm(forms.Form):
    """Describe a new version of a pack."""

    label = forms.CharField(
        label=_("Name of your pack"),
        max_length=20,
        help_text=_("Small letters and digits, e.g. the town. The number of the version is added automatically."),
    )
    note = forms.CharField(
        label=_("Where the corrected figures come from"),
        max_length=200,
        help_text=_("E.g. “printed cards, edition of 2018”: it is shown beside each figure that you change."),
    )
    all_compared = forms.BooleanField(label=_("I have compared every figure with the printed cards"), required=False)
    printed = forms.BooleanField(
        label=_("This is the pack of the printed cards"),
        required=False,
        help_text=_("Then what contradicts its figures is an error, no longer a warning."),
    )


class PackFileForm(PackForm):
    """Upload a new version as a CSV file."""

    file = forms.FileField(
        label=_("The figures"),
        widget=forms.FileInput(attrs={"accept": ".csv,text/csv"}),
        help_text=_("The CSV of this pack, corrected. Nothing is saved before you have seen what changes."),
    )
    field_order = ("file",)
