"""The forms of django-allauth for accounts, in this site's words; named by ``ACCOUNT_FORMS``."""

from __future__ import annotations

from typing import Any

from allauth.account import forms as allauth_forms
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from tournament.delivery.account_mail import password_mail_enqueue
from tournament.web.account.own_words import OwnWords
from tournament.web.account.staff_session import limit_session


class SignInForm(OwnWords, allauth_forms.LoginForm):
    """Sign in with mail (or user name) and password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Mail (or user name)")
        self.fields["login"].widget.attrs["autocomplete"] = "username webauthn"
        self.fields["password"].help_text = ""

    def login(self, request: HttpRequest, redirect_url: str | None = None) -> HttpResponse:
        """Sign in; django-allauth sets the session's length last, so that the Referent's is set again."""
        answer: HttpResponse = super().login(request, redirect_url=redirect_url)
        limit_session(request, request.user)
        return answer


class SignUpForm(OwnWords, allauth_forms.SignupForm):
    """Create an account with a password."""


class AddressForm(OwnWords, allauth_forms.AddEmailForm):
    """Change or add the mail address."""


class RequestCodeForm(OwnWords, allauth_forms.RequestLoginCodeForm):
    """Ask for a code to sign in."""


class ConfirmCodeForm(OwnWords, allauth_forms.ConfirmLoginCodeForm):
    """Type the code of a sign-in."""


class ConfirmAddressForm(OwnWords, allauth_forms.ConfirmEmailVerificationCodeForm):
    """Type the code that confirms a mail address."""


class ResetForm(OwnWords, allauth_forms.ResetPasswordForm):
    """Ask for a link to choose a new password. The request does not look for the account: the Job does."""

    def clean_email(self) -> str:
        """Return the address as typed, whether or not an account has it."""
        return str(self.cleaned_data["email"])

    def save(self, request: HttpRequest, **kwargs: Any) -> str:
        """Queue the mail and return the address. Called by django-allauth."""
        address = str(self.cleaned_data["email"])
        password_mail_enqueue(address=address, language=get_language() or "it")
        return address


class NewPasswordForm(OwnWords, allauth_forms.ResetPasswordKeyForm):
    """Choose a new password with a link."""


class ChangePasswordForm(OwnWords, allauth_forms.ChangePasswordForm):
    """Change the password with the old one."""


class SetPasswordForm(OwnWords, allauth_forms.SetPasswordForm):
    """Choose the first password of an account that signs in with a passkey or a code."""
