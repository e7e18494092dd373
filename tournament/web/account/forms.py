"""Forms for personal API tokens and for the invitation to a role of the federation."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.access.api_tokens import MAX_NAME_LENGTH
from tournament.access.roles import FEDERATION
from tournament.models import Invitation

#: Lifetimes of a token, in days.
DAYS = ((7, _("a week")), (30, _("30 days")), (90, _("90 days")), (365, _("a year")))


class TokenForm(forms.Form):
    """Create a personal API token."""

    name = forms.CharField(
        label=_("Which program is it for?"),
        max_length=MAX_NAME_LENGTH,
        help_text=_("So that you recognise it in the list, e.g. “results script of the club”."),
    )
    days = forms.TypedChoiceField(label=_("Valid for"), choices=DAYS, coerce=int, initial=30)


class InviteReferentForm(forms.Form):
    """Invite the owner of a mail address to a role of the federation."""

    address = forms.EmailField(
        label=_("Mail"), max_length=254, help_text=_("Whoever has no account makes one with the link in the mail.")
    )
    grant = forms.ChoiceField(
        label=_("Part"),
        choices=[(grant.value, grant.label) for grant in FEDERATION],
        initial=Invitation.Grant.REFERENT,
        required=False,
    )

    def clean_grant(self) -> str:
        """Return the role, that of a Referent if none was chosen."""
        return str(self.cleaned_data["grant"] or Invitation.Grant.REFERENT)
