"""The mail with which an account chooses a new password: a Job, so that it is sent once the mail server is there."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.tokens import default_token_generator
from django.urls import reverse
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from tournament.jobs.services import job_ask
from tournament.models import Job
from tournament.notifications.mail import mail_text
from tournament.people.languages import language_of

KIND = "password_mail"


def password_mail_ask(*, user: Any, language: str) -> Job:
    """Asks for the mail, once a minute for an account however often the button is pressed.

    Arguments:
        language: of the page; an account that has chosen one reads that.
    """
    args = {"user": user.pk, "language": language_of(user) or language}
    return job_ask(kind=KIND, key=f"{KIND}:{user.pk}:{timezone.now():%Y-%m-%dT%H:%M}", args=args)


def send_password_job(job: Job, progress: Any) -> tuple[bytes, str]:
    """Sends the mail of a Job; the secret in its link is made only now, and is kept nowhere."""
    user = get_user_model().objects.filter(pk=job.args["user"], is_active=True).first()
    if user is None or not user.email or not user.has_usable_password():
        return b"", ""
    token = default_token_generator.make_token(user)
    where = {"uidb64": urlsafe_base64_encode(force_bytes(user.pk)), "token": token}
    context = {"path": reverse("password_reset_confirm", kwargs=where), "name": user.get_username()}
    mail_text(name="password_reset", to=user.email, context=context, language=job.args["language"])
    return b"", ""
