"""Sign-up form: names, mail address, password."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _


class SignUpForm(forms.Form):
    """The fields that django-allauth's sign-up forms inherit; named by ``ACCOUNT_SIGNUP_FORM_CLASS``."""

    field_order = ("first_name", "last_name", "email", "password1")

    first_name = forms.CharField(
        label=_("First name"), max_length=80, widget=forms.TextInput({"autocomplete": "given-name"})
    )
    last_name = forms.CharField(
        label=_("Last name"), max_length=80, widget=forms.TextInput({"autocomplete": "family-name"})
    )

    def signup(self, request: HttpRequest, user: AbstractBaseUser) -> None:
        """Store nothing more: the adapter has saved the names with the account. Called by django-allauth."""

    def clean(self) -> dict[str, Any]:
        """Collapse white space in the names."""
        values: dict[str, Any] = super().clean() or {}
        for name in ("first_name", "last_name"):
            if name in values:
                values[name] = " ".join(values[name].split())
        return values
