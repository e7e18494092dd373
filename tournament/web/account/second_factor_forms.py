"""The forms of django-allauth for passkeys and second factors, in this site's words; named by ``MFA_FORMS``."""

from __future__ import annotations

from typing import Any

from allauth.mfa.base import forms as base_forms
from allauth.mfa.totp import forms as app_forms
from allauth.mfa.webauthn import forms as passkey_forms

from tournament.web.account.own_words import OwnWords


class CodeForm(OwnWords, base_forms.AuthenticateForm):
    """Type the code of an app, or a recovery code, to sign in."""


class CodeAgainForm(OwnWords, base_forms.ReauthenticateForm):
    """Type such a code to confirm a step that changes how the account is opened."""


class AddAppForm(OwnWords, app_forms.ActivateTOTPForm):
    """Add an authenticator app by a code that it shows."""


class AddPasskeyForm(OwnWords, passkey_forms.AddWebAuthnForm):
    """Add a passkey; one that opens the account without the password, unless the owner decides otherwise."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["passwordless"].initial = True
        self.fields["passwordless"].help_text = ""


class SignUpPasskeyForm(OwnWords, passkey_forms.SignupWebAuthnForm):
    """Make the passkey of a new account."""


class RenamePasskeyForm(OwnWords, passkey_forms.EditWebAuthnForm):
    """Rename a passkey."""
