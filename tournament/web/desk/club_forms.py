"""Forms of those who act for an organiser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.federation.services import PUBLIC_FIELDS
from tournament.models import Organiser

if TYPE_CHECKING:
    _ClubForm = forms.ModelForm[Organiser]
else:
    _ClubForm = forms.ModelForm


class ClubForm(_ClubForm):
    """Write what the public page says; the service stores it."""

    contact_url = forms.URLField(label=_("Page on the web"), required=False, assume_scheme="https")

    class Meta:
        model = Organiser
        fields = PUBLIC_FIELDS
        help_texts = {
            "place": _("Name, street and town, with commas between them: a new event starts with it."),
            "about": _("For example the hall and the evenings of play."),
            "contact_mail": _("Everybody reads it; leave it empty if nobody should write."),
        }

    def _post_clean(self) -> None:
        """Skip the model's validation: the service validates, and this form never saves."""


class InviteMemberForm(forms.Form):
    """Invite the owner of a mail address to act for an organiser."""

    address = forms.EmailField(
        label=_("Mail"), max_length=254, help_text=_("Whoever has no account makes one with the link in the mail.")
    )
