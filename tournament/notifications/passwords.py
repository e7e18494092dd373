"""Queue mails with a link to choose a password as Jobs, so that they are sent once the mail server is reachable."""

from __future__ import annotations

import hashlib
from typing import Any

from allauth.account.forms import default_token_generator
from allauth.account.utils import filter_users_by_email, user_pk_to_url_str
from django.urls import reverse
from django.utils import timezone

from tournament.jobs.services import job_enqueue
from tournament.models import Job
from tournament.models.accounts import has_generated_name
from tournament.notifications.mail import mail_text
from tournament.people.languages import chosen_language

KIND = "password_mail"


def password_mail_enqueue(*, address: str, language: str) -> Job:
    """Enqueue the password reset of an address, at most one a minute. The Job looks for the account, if there is one.

    So the request takes as long for an unknown address as for a known one.

    Arguments:
        language: of the page; a language chosen by the account takes precedence.
    """
    typed = address.strip().lower()
    address_hash = hashlib.sha256(typed.encode()).hexdigest()[:16]
    key = f"{KIND}:{address_hash}:{timezone.now():%Y-%m-%dT%H:%M}"
    return job_enqueue(kind=KIND, key=key, args={"to": typed, "language": language})


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
