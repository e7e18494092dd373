"""The operator's mail about background jobs that failed."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core import mail
from django.utils import timezone

from tournament.delivery.decisions import failures_announce
from tournament.delivery.jobs import job_enqueue
from tournament.models import Job
from tournament.tasks import run

pytestmark = pytest.mark.django_db

OPERATOR = "operatore@example.org"


@pytest.fixture(autouse=True)
def operator(settings: Any) -> None:
    settings.FOSSATO_OPERATOR_MAIL = OPERATOR


def last_hour() -> datetime:
    return timezone.now().replace(minute=0, second=0, microsecond=0) - timedelta(minutes=30)


def failed(key: str, kind: str = "ratings", **facts: Any) -> Job:
    job = job_enqueue(kind=kind, key=key)
    Job.objects.filter(pk=job.pk).update(state=Job.State.FAILED, **{"finished_at": last_hour(), **facts})
    return job


def send_mails() -> list[str]:
    for job in Job.objects.filter(kind="mail", state=Job.State.WAITING):
        run(job.pk)
    return [str(message.body) for message in mail.outbox]


def test_failures_of_last_hour_mailed_once_by_subject() -> None:
    for number in range(2):
        failed(f"ratings:{number}")
    failed("pack", "print_pack")
    failed("old", finished_at=last_hour() - timedelta(hours=1))
    assert (failures_announce(), failures_announce()) == (3, 3)
    (text,) = send_mails()
    assert "Forze stimate dei giocatori: 2" in text
    assert "/referente/lavori/" in text
    assert mail.outbox[0].to == [OPERATOR]


def test_failed_mail_about_failures_not_announced() -> None:
    failed("mail:jobs_failed:x", "mail", args={"name": "jobs_failed"})
    assert failures_announce() == 0
    assert send_mails() == []


def test_no_mail_without_address_of_operator(settings: Any) -> None:
    settings.FOSSATO_OPERATOR_MAIL = ""
    failed("ratings:1")
    assert failures_announce() == 1
    assert not Job.objects.filter(kind="mail").exists()
