"""Forms of an account: its name, its API tokens, the invitation of a National Referent."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.access.api_tokens import MAX_NAME_LENGTH
from tournament.models import ApiToken

#: Lifetimes of a token, in days.
DAYS = ((7, _("a week")), (30, _("30 days")), (90, _("90 days")), (365, _("a year")))


class NameForm(forms.Form):
    """First and last name."""

    first_name = forms.CharField(
        label=_("First name"), max_length=80, widget=forms.TextInput({"autocomplete": "given-name"})
    )
    last_name = forms.CharField(
        label=_("Last name"), max_length=80, widget=forms.TextInput({"autocomplete": "family-name"})
    )


class TokenForm(forms.Form):
    """Create a personal API token."""

    name = forms.CharField(
        label=_("Which program is it for?"),
        max_length=MAX_NAME_LENGTH,
        help_text=_("So that you recognise it in the list, e.g. “results script of the club”."),
    )
    days = forms.TypedChoiceField(label=_("Valid for"), choices=DAYS, coerce=int, initial=30)
    scopes = forms.MultipleChoiceField(
        label=_("What it may do"),
        choices=ApiToken.Scope.choices,
        initial=[ApiToken.Scope.RESULTS],
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Never more than you may yourself. Give it only what it needs."),
    )


class InviteReferentForm(forms.Form):
    """Invite the owner of a mail address to be a National Referent."""

    address = forms.EmailField(
        label=_("Mail"), max_length=254, help_text=_("Whoever has no account makes one with the link in the mail.")
    )
