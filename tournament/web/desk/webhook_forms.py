"""Form of a webhook."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _


class WebhookForm(forms.Form):
    """Add a webhook endpoint."""

    url = forms.CharField(
        label=_("Address"),
        max_length=500,
        help_text=_("It begins with https:// and is reached from the Internet."),
        widget=forms.TextInput(attrs={"inputmode": "url", "autocomplete": "off", "spellcheck": "false"}),
    )
    every_change = forms.BooleanField(
        label=_("Every change"),
        required=False,
        help_text=_("Also entries, results, times: whatever changes on the public page. Otherwise rounds and the end."),
    )
