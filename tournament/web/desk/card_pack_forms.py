"""Forms of the card packs: the description of a new version."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

#: The largest file; those of the games have some 20 kB.
MOST_BYTES = 200_000


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
    all_compared = forms.BooleanField(
        label=_("I have compared every figure with the printed cards"),
        required=False,
        help_text=_("Then what contradicts its figures is an error, no longer a warning."),
    )


class PackFileForm(PackForm):
    """Upload the edited file of a pack."""

    file = forms.FileField(
        label=_("The pack’s file"),
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
        help_text=_("The file of this pack, corrected. Nothing is saved before you have seen what changes."),
    )
    field_order = ("file",)

    def clean_file(self) -> str:
        """Return the text of the file."""
        file = self.cleaned_data["file"]
        if file.size > MOST_BYTES:
            raise forms.ValidationError(_("The file is too large: at most 200 kB."))
        try:
            return str(file.read().decode("utf-8-sig"))
        except UnicodeDecodeError as error:
            raise forms.ValidationError(_("The file is no UTF-8 text.")) from error
