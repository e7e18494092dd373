"""Form of the import of players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.entries.import_resource import COLUMNS, FULL_NAMES
from tournament.entries.importing import FileColumn


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


#: Value of a column that is not read; an empty one would say that the answer is missing.
NOT_READ = "-"


class ColumnsForm(forms.Form):
    """Choices of what each column of a file of another tool holds."""

    def __init__(self, columns: Sequence[FileColumn], data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data)
        meanings = [(NOT_READ, _("not read")), *((name, name) for name in (*COLUMNS, *FULL_NAMES))]
        for index, column in enumerate(columns):
            self.fields[f"column-{index}"] = forms.ChoiceField(
                label=column.heading or _("column without a heading"),
                choices=meanings,
                initial=column.meaning or NOT_READ,
                help_text=column.example,
            )

    def chosen(self) -> list[str]:
        """Return the meaning of each column, in the order of the file."""
        chosen = (self.cleaned_data[name] for name in self.fields)
        return ["" if meaning == NOT_READ else meaning for meaning in chosen]
