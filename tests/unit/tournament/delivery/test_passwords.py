"""Test the password reset mail: retried while the mail server is away, no stored secret, at most one a minute."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from config.settings import base
from tests import factories as make
from tests.integration.servers.ports import free_port
from tournament.delivery import jobs
from tournament.models import Job

pytestmark = pytest.mark.django_db


def _ask(user: Any, capture: Any) -> Job:
    with capture(execute=True):
        answer = Client().post(reverse("account_reset_password"), {"email": user.email})
    assert answer.status_code == 302
    return Job.objects.get(kind="password_mail", args__to=user.email)


def test_password_mail_is_sent_after_the_mail_server_returns(
    settings: Any, django_capture_on_commit_callbacks: Any
) -> None:
    user = make.make_user("lontana")
    working_backend = settings.EMAIL_BACKEND
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()
    job = _ask(user, django_capture_on_commit_callbacks)
    assert (job.state, job.attempts) == (Job.State.WAITING, 1)
    assert "ConnectionRefusedError" in job.error

    settings.EMAIL_BACKEND = working_backend
    Job.objects.filter(pk=job.pk).update(lease_until=timezone.now() - timedelta(seconds=1))
    with django_capture_on_commit_callbacks(execute=True):
        assert jobs.jobs_sweep() == 1
    (sent,) = mail.outbox
    assert sent.to == [user.email]
    assert user.username in sent.body
    reset_link = re.search(r"https?://[^/\s]+(/accounts/password/reset/key/\S+)", sent.body)
    assert reset_link is not None
    assert Client().get(reset_link[1], follow=True).status_code == 200
    # The token is only in the mail, not in the job.
    token = reset_link[1].rstrip("/").rpartition("/")[2]
    assert token not in str(Job.objects.filter(pk=job.pk).values().get())


def test_password_mail_request_runs_the_same_queries_for_an_unknown_address() -> None:
    known = make.make_user("nota").email
    statements = []
    for address in (known, "ignota@example.org"):
        with CaptureQueriesContext(connection) as run:
            assert Client().post(reverse("account_reset_password"), {"email": address}).status_code == 302
        statements.append([re.sub(r"'[^']*'|\d+", "?", query["sql"]) for query in run])
    assert statements[0] == statements[1]


def test_password_mail_asked_more_than_three_times_an_hour_refused(settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = base.ACCOUNT_RATE_LIMITS
    cache.clear()
    url = reverse("account_reset_password")
    answers = [Client().post(url, {"email": "molta@example.org"}).status_code for _ in range(4)]
    assert answers == [302, 302, 302, 429]
    assert Client().post(url, {"email": "altra@example.org"}).status_code == 302
    cache.clear()


def test_password_mail_hides_a_generated_user_name(django_capture_on_commit_callbacks: Any) -> None:
    user = make.make_user("u-0123456789abcdef", email="ada@example.org")
    _ask(user, django_capture_on_commit_callbacks)
    (sent,) = mail.outbox
    assert user.username not in sent.body
    assert "nome utente" not in sent.body.lower()


def test_password_mail_repeated_request_sends_one(django_capture_on_commit_callbacks: Any) -> None:
    user = make.make_user("impaziente")
    for _ in range(3):
        _ask(user, django_capture_on_commit_callbacks)
    assert len(mail.outbox) <= 2, "a minute may have ended meanwhile"


def test_password_mail_to_an_account_closed_since_is_not_sent(django_capture_on_commit_callbacks: Any) -> None:
    user = make.make_user("chiusa")
    with django_capture_on_commit_callbacks() as waiting:
        Client().post(reverse("account_reset_password"), {"email": user.email})
    type(user).objects.filter(pk=user.pk).update(is_active=False)
    for callback in waiting:
        callback()
    assert mail.outbox == []
    assert Job.objects.get(kind="password_mail").state == Job.State.DONE
