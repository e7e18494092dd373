"""Form of a request to organise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.federation.requests import FIELDS
from tournament.models import OrganiserRequest

if TYPE_CHECKING:
    _RequestForm = forms.ModelForm[OrganiserRequest]
else:
    _RequestForm = forms.ModelForm


class OrganiserRequestForm(_RequestForm):
    """Ask the Referent to hold events (art. 1.2); the service stores it."""

    class Meta:
        model = OrganiserRequest
        fields = FIELDS
        labels = {
            "name": _("Who organises"),
            "contact": _("How to reach you"),
            "reference": _("Who knows you"),
            "plan": _("What you have in mind"),
        }
        widgets = {"plan": forms.Textarea(attrs={"rows": 4})}
        help_texts = {
            "name": _("The name that players will read."),
            "contact": _("A mail address or a telephone number, for the Referent alone."),
            "reference": _("A page of yours, or an organiser who knows you."),
            "plan": _("When, where, about how many players; whether somebody has run tournaments before."),
        }

    def _post_clean(self) -> None:
        """Skip the model's validation: this form never saves."""
