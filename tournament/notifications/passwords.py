"""Queue password reset mails as Jobs, so that they are sent once the mail server is reachable."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.tokens import default_token_generator
from django.urls import reverse
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from tournament.jobs.services import job_enqueue
from tournament.models import Job
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


def send_password_job(job: Job, progress: Any) -> tuple[bytes, str]:
    """Send the mail of a Job; the secret in its link is created only now, and not stored."""
    user = get_user_model().objects.filter(pk=job.args["user"], is_active=True).first()
    if user is None or not user.email or not user.has_usable_password():
        return b"", ""
    token = default_token_generator.make_token(user)
    url_params = {"uidb64": urlsafe_base64_encode(force_bytes(user.pk)), "token": token}
    context = {"path": reverse("password_reset_confirm", kwargs=url_params), "name": user.get_username()}
    mail_text(name="password_reset", to=user.email, context=context, language=job.args["language"])
    return b"", ""
