"""Queue the mails about an account as Jobs: codes (stored encrypted), notices of changes, links for a password."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
from collections.abc import Callable
from typing import Any

from allauth.account.forms import default_token_generator
from allauth.account.utils import filter_users_by_email, user_pk_to_url_str
from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from tournament.delivery.jobs import job_enqueue
from tournament.delivery.mail import mail_text
from tournament.models import Job
from tournament.models.accounts import has_generated_name
from tournament.people.languages import chosen_language

ACCOUNT_MAIL = "account_mail"
PASSWORD_MAIL = "password_mail"
#: Names of the mails: templates/mail/<name>.txt.
NAMES = ("account_code", "account_sign_in_code", "account_exists", "account_changed")


def _cipher() -> Fernet:
    """Return the cipher of this server's secret key."""
    key = hashlib.sha256(b"fossato-account-mail/1\n" + settings.SECRET_KEY.encode()).digest()
    return Fernet(base64.urlsafe_b64encode(key))


def account_mail_enqueue(*, name: str, to: str, context: dict[str, str], language: str) -> Job:
    """Enqueue a mail about an account. Every call is a mail of its own: a code is sent again on request.

    Arguments:
        name: one of ``NAMES``.
        context: texts that the template names; encrypted, because a code opens an account.
        language: of the page.
    """
    if name not in NAMES:
        raise ValueError(name)
    sealed = _cipher().encrypt(json.dumps(context).encode()).decode()
    args = {"name": name, "to": to, "sealed": sealed, "language": language}
    return job_enqueue(kind=ACCOUNT_MAIL, key=f"{ACCOUNT_MAIL}:{secrets.token_hex(12)}", args=args)


def send_account_mail_job(job: Job, progress: Callable[..., None]) -> tuple[bytes, str]:
    """Send the mail of a Job; one that was written under another secret key is dropped, its code is void too."""
    try:
        context: dict[str, Any] = json.loads(_cipher().decrypt(job.args["sealed"].encode()))
    except InvalidToken:
        return b"", ""
    mail_text(name=job.args["name"], to=job.args["to"], context=context, language=job.args["language"])
    return b"", ""


def password_mail_enqueue(*, address: str, language: str) -> Job:
    """Enqueue the password reset of an address, at most one a minute. The Job looks for the account, if there is one.

    So the request takes as long for an unknown address as for a known one.

    Arguments:
        language: of the page; a language chosen by the account takes precedence.
    """
    typed = address.strip().lower()
    address_hash = hashlib.sha256(typed.encode()).hexdigest()[:16]
    key = f"{PASSWORD_MAIL}:{address_hash}:{timezone.now():%Y-%m-%dT%H:%M}"
    return job_enqueue(kind=PASSWORD_MAIL, key=key, args={"to": typed, "language": language})


def _typed_name(user: Any) -> str:
    """Return the user name for the mail; "" for an account that signs in with its mail address."""
    return "" if has_generated_name(user) else str(user.get_username())


def _link_path(user: Any) -> str:
    """Return the path of the page where the account's owner chooses a password."""
    token = default_token_generator.make_token(user)
    return reverse("account_reset_password_from_key", kwargs={"uidb36": user_pk_to_url_str(user), "key": token})


def send_password_job(job: Job, progress: Any) -> tuple[bytes, str]:
    """Send the mail of a Job to each active account of the address that has a password.

    The secret in its link is created only now, and not stored.
    """
    for user in filter_users_by_email(job.args["to"], is_active=True, prefer_verified=True):
        if user.email and user.has_usable_password():
            context = {"path": _link_path(user), "name": _typed_name(user)}
            spoken = chosen_language(user) or job.args["language"]
            mail_text(name="password_reset", to=user.email, context=context, language=spoken)
    return b"", ""
