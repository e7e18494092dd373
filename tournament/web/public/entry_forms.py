"""The form by which a player, or the parent of one, enters an event."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from tournament.entries.requests import EntryFacts
from tournament.models import EntryRequest

Age = EntryRequest.Age
YES, NO = "yes", "no"


class NeededText(forms.CharField):
    """A text that the form needs or not by the age and the account; ``EntryForm.clean`` says so."""

    def validate(self, value: Any) -> None:
        """Accept an empty text."""


class NeededMail(forms.EmailField):
    """A mail address, as ``NeededText``."""

    def validate(self, value: Any) -> None:
        """Accept an empty address."""

    def run_validators(self, value: Any) -> None:
        if value:
            super().run_validators(value)


def _name(label: Any, autocomplete: str) -> NeededText:
    return NeededText(label=label, max_length=80, widget=forms.TextInput({"autocomplete": autocomplete}))


class AddressForm(forms.Form):
    """A mail address."""

    email = forms.EmailField(label=_("Mail"), widget=forms.EmailInput({"autocomplete": "email"}))


class EntryForm(forms.Form):
    """Parse what a player says on the entry page; the services decide where it leads.

    Arguments:
        own_name: the names of the account's record, or blank: then the visitor types them.
        own_email: the account's confirmed address; blank without an account.
        is_account: whether somebody is signed in.
    """

    age = forms.ChoiceField(label=_("On the day of the event the player is"), choices=Age.choices)
    first_name = _name(_("First name"), "given-name")
    last_name = _name(_("Last name"), "family-name")
    guardian_name = NeededText(
        label=_("First and last name of the parent or guardian"),
        max_length=160,
        widget=forms.TextInput({"autocomplete": "name"}),
    )
    email = NeededMail(
        label=_("Mail"),
        help_text=_("The confirmation goes there, with the link to withdraw. No other player sees it."),
        widget=forms.EmailInput({"autocomplete": "email", "spellcheck": "false"}),
    )
    show_name = forms.ChoiceField(
        label=_("The name in the standings"), choices=[(YES, _("Show the name")), (NO, _("Do not show it"))]
    )
    photo_consent = forms.ChoiceField(
        label=_("Photos"), choices=[(YES, _("May be in the photos")), (NO, _("Not in the photos"))]
    )

    def __init__(self, *args: Any, own_name: tuple[str, str], own_email: str, is_account: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.own_name, self.own_email, self.is_account = own_name, own_email, is_account

    @property
    def is_for_account(self) -> bool:
        """Return whether the account enters its own owner, and not a child: no mail has to be confirmed."""
        return self.is_account and self.cleaned_data["age"] != Age.CHILD

    def clean(self) -> dict[str, Any]:
        """Require the fields that depend on the age and on the account."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if "age" not in data:
            return data
        if self.is_for_account:
            if any(self.own_name):
                data["first_name"], data["last_name"] = self.own_name
            data["email"], data["guardian_name"] = self.own_email, ""
        else:
            self._require(data, "email", _("Write the mail address to which the confirmation goes."))
        self._require(data, "first_name", _("Write the first name."))
        self._require(data, "last_name", _("Write the last name."))
        if data["age"] == Age.CHILD:
            self._require(data, "guardian_name", _("Under 14 a parent or guardian enters the player: write who."))
        return data

    def _require(self, data: dict[str, Any], field: str, message: Any) -> None:
        if not str(data.get(field, "")).strip() and field not in self.errors:
            self.add_error(field, message)

    def facts(self) -> EntryFacts:
        """Return what was said, for the services."""
        data = self.cleaned_data
        return EntryFacts(
            first_name=data["first_name"],
            last_name=data["last_name"],
            email=data["email"],
            age=data["age"],
            guardian_name=data["guardian_name"],
            show_name=data["show_name"] == YES,
            photo_consent=data["photo_consent"] == YES,
            language=get_language() or "it",
        )
