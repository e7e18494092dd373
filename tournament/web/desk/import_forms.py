"""Form of the import of players."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _


class ListForm(forms.Form):
    """Upload a spreadsheet with one player per row."""

    file = forms.FileField(
        label=_("The list"),
        widget=forms.FileInput(attrs={"accept": ".csv,.xlsx,text/csv"}),
        help_text=_("CSV or XLSX, at most 2 MB. Nothing is saved before you have seen it."),
    )
    match_names = forms.BooleanField(
        label=_("Same name and surname means the same person"),
        required=False,
        help_text=_("Only where the national list holds that name once; otherwise a new record is made."),
    )
