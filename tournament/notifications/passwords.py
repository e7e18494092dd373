"""Queue password reset mails as Jobs, so that they are sent once the mail server is reachable."""

from __future__ import annotations

from typing import Any

from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
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


def send_password_job(job: Job, progress: Any) -> tuple[bytes, str]:
    """Send the mail of a Job; the secret in its link is created only now, and not stored."""
    user = get_user_model().objects.filter(pk=job.args["user"], is_active=True).first()
    if user is None or not user.email or not user.has_usable_password():
        return b"", ""
    token = default_token_generator.make_token(user)
    path = reverse("account_reset_password_from_key", kwargs={"uidb36": user_pk_to_url_str(user), "key": token})
    context = {"path": path, "name": _typed_name(user)}
    mail_text(name="password_reset", to=user.email, context=context, language=job.args["language"])
    return b"", ""
