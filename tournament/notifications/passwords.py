"""Queue mails with a link to choose a password as Jobs, so that they are sent once the mail server is reachable."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.conf import settings
from django.contrib.auth import get_user_model
from django.urls import reverse
from django.utils import timezone

from tournament.jobs.services import job_enqueue
from tournament.models import Job
from tournament.models.accounts import has_generated_name
from tournament.notifications.mail import mail_text
from tournament.people.languages import chosen_language

KIND = "password_mail"


def password_mail_enqueue(*, user: Any, language: str) -> Job:
    """Enqueue a password reset mail, at most one a minute per account.

    Arguments:
        language: of the page; a language chosen by the account takes precedence.
    """
    args = {"user": user.pk, "language": chosen_language(user) or language}
    return job_enqueue(kind=KIND, key=f"{KIND}:{user.pk}:{timezone.now():%Y-%m-%dT%H:%M}", args=args)


def _typed_name(user: Any) -> str:
    """Return the user name for the mail; "" for an account that signs in with its mail address."""
    return "" if has_generated_name(user) else str(user.get_username())


def invitation_mail_enqueue(*, user: Any, language: str) -> Job:
    """Enqueue the mail that tells an account that it has become a National Referent, at most one a minute per account.

    Arguments:
        language: of the mail; a language chosen by the account takes precedence.
    """
    args = {"user": user.pk, "is_invitation": True, "language": chosen_language(user) or language}
    return job_enqueue(kind=KIND, key=f"{KIND}:invitation:{user.pk}:{timezone.now():%Y-%m-%dT%H:%M}", args=args)


def _link_path(user: Any) -> str:
    """Return the path of the page where the account's owner chooses a password."""
    token = default_token_generator.make_token(user)
    return reverse("account_reset_password_from_key", kwargs={"uidb36": user_pk_to_url_str(user), "key": token})


def send_password_job(job: Job, progress: Any) -> tuple[bytes, str]:
    """Send the mail of a Job; the secret in its link is created only now, and not stored."""
    args = job.args
    user = get_user_model().objects.filter(pk=args["user"], is_active=True).first()
    if user is None or not user.email:
        return b"", ""
    if args.get("is_invitation"):
        is_unopened = user.last_login is None and not user.has_usable_password()
        links = {"path": _link_path(user) if is_unopened else "", "sign_in_path": reverse("account_login")}
        days = settings.PASSWORD_RESET_TIMEOUT // timedelta(days=1).total_seconds()
        context = {**links, "address": user.email, "days": int(days)}
        mail_text(name="invitation", to=user.email, context=context, language=args["language"])
    elif user.has_usable_password():
        context = {"path": _link_path(user), "name": _typed_name(user)}
        mail_text(name="password_reset", to=user.email, context=context, language=args["language"])
    return b"", ""
