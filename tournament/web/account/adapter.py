"""Settings of django-allauth that are code: user names, mails as background jobs, the QR code of the second factor."""

from __future__ import annotations

import io
from typing import Any

import segno
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.utils import user_username
from allauth.mfa.adapter import DefaultMFAAdapter
from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from tournament.delivery.account_mail import account_mail_enqueue
from tournament.people.accounts import generated_name

_VERIFICATION_STAGE = "allauth.account.stages.EmailVerificationStage"
_OWN_VERIFICATION_STAGE = "tournament.web.account.stages.EmailVerificationStage"

#: Mails of django-allauth, by the last part of their template's name, and the mail of this site that replaces each.
MAILS = {
    "email_confirmation": "account_code",
    "email_confirmation_signup": "account_code",
    "login_code": "account_sign_in_code",
    "account_already_exists": "account_exists",
}
#: Mails that tell the owner of a change in their account, and the words for the change.
CHANGES = {
    "email_changed": gettext_lazy("the mail address was changed"),
    "email_confirm": gettext_lazy("a mail address was confirmed"),
    "email_deleted": gettext_lazy("a mail address was removed"),
    "password_changed": gettext_lazy("the password was changed"),
    "password_reset": gettext_lazy("a new password was chosen with a link by mail"),
    "password_set": gettext_lazy("a password was chosen"),
    "totp_activated": gettext_lazy("an authenticator app was added"),
    "totp_deactivated": gettext_lazy("the authenticator app was removed"),
    "webauthn_added": gettext_lazy("a passkey was added"),
    "webauthn_removed": gettext_lazy("a passkey was removed"),
    "recovery_codes_generated": gettext_lazy("new recovery codes were made"),
}


class AccountAdapter(DefaultAccountAdapter):
    """The account adapter, see ``ACCOUNT_ADAPTER``."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "email_password_mismatch": gettext_lazy("Mail and password do not match. Capitals count."),
        "username_password_mismatch": gettext_lazy("User name and password do not match. Capitals count."),
        "incorrect_code": gettext_lazy("This is not the code of the last mail. Check it, or ask for a new one."),
        "rate_limited": gettext_lazy("Too many attempts in a short time. Wait a minute and try again."),
    }

    def is_safe_url(self, url: str) -> bool:
        """Return whether to redirect to an address; one that cannot be read, as ``//[``, is not safe."""
        try:
            return bool(super().is_safe_url(url))
        except ValueError:
            return False

    def populate_username(self, request: HttpRequest, user: AbstractBaseUser) -> None:
        """Give a new account a user name that says nothing about its owner; nobody has to type it."""
        if not user.get_username():
            user_username(user, generated_name())

    def get_login_stages(self) -> list[str]:
        """Return the steps of a sign-in, with this site's rule on mail addresses."""
        return [
            _OWN_VERIFICATION_STAGE if stage == _VERIFICATION_STAGE else stage for stage in super().get_login_stages()
        ]

    def authenticate(self, request: HttpRequest, **credentials: Any) -> AbstractBaseUser | None:
        """Return the user of the credentials; a closed account is answered like one that does not exist."""
        user: AbstractBaseUser | None = super().authenticate(request, **credentials)
        return user if user is not None and user.is_active else None

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        """Return to the account's own page after a change of password."""
        return reverse("account")

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Queue one of django-allauth's mails as a Job, in this site's words.

        Errors:
            KeyError: a mail that this site has no words for.
        """
        name = template_prefix.rpartition("/")[2]
        language = get_language() or "it"
        if name in MAILS:
            args = {key: context[key] for key in ("code",) if key in context}
            account_mail_enqueue(name=MAILS[name], to=email, context=args, language=language)
            return
        args = {"change": str(CHANGES[name]), "ip": str(context.get("ip", "")), "agent": context.get("user_agent", "")}
        account_mail_enqueue(name="account_changed", to=email, context=args, language=language)


class SecondFactorAdapter(DefaultMFAAdapter):
    """The adapter of the second factor, see ``MFA_ADAPTER``."""

    def build_totp_svg(self, url: str) -> str:
        """Return the QR code of an authenticator's secret as SVG, drawn like every QR code of the site."""
        image = io.BytesIO()
        segno.make(url, error="m").save(image, kind="svg", scale=5, border=2, xmldecl=False, svgns=True)
        return image.getvalue().decode()

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """Return this site as a passkey names it."""
        entity: dict[str, str] = super().get_public_key_credential_rp_entity()
        return {**entity, "name": "Fossato"}

    def generate_authenticator_name(self, user: AbstractBaseUser, type: Any) -> str:
        """Return the name that a new passkey gets before its owner chooses another."""
        return str(_("Passkey"))
