"""The Referent's page of failed background jobs."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from tournament.delivery.jobs import job_enqueue
from tournament.models import Job

pytestmark = pytest.mark.django_db


def failed(number: int, error: str = "ConnectionRefusedError: no mail server") -> Job:
    job = job_enqueue(kind="mail", key=f"mail:{number}")
    Job.objects.filter(pk=job.pk).update(state=Job.State.FAILED, error=error, finished_at=timezone.now())
    return job


def test_failed_job_listed_with_error_and_started_again(referent: Client) -> None:
    job, other = failed(1), failed(2, "<b>x</b>")
    page = referent.get(reverse("failed_jobs")).content.decode()
    assert "ConnectionRefusedError: no mail server" in page
    assert "&lt;b&gt;x" in page
    answer = referent.post(reverse("failed_jobs"), {"job": job.pk})
    assert answer.url == reverse("failed_jobs")
    job.refresh_from_db()
    other.refresh_from_db()
    assert (job.state, job.error, job.attempts) == (Job.State.WAITING, "", 0)
    assert other.state == Job.State.FAILED


def test_all_failed_jobs_started_again(referent: Client) -> None:
    for number in range(3):
        failed(number)
    referent.post(reverse("failed_jobs"), {"all": "1"})
    assert not Job.objects.filter(state=Job.State.FAILED).exists()


@pytest.mark.parametrize("pk", ["", "x", "99999999999999999999"])
def test_unknown_job_changes_nothing(referent: Client, pk: str) -> None:
    failed(1)
    assert referent.post(reverse("failed_jobs"), {"job": pk}).status_code == 302
    assert Job.objects.filter(state=Job.State.FAILED).count() == 1


def test_page_queries_independent_of_number_of_jobs(
    referent: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    referent.get(reverse("failed_jobs"))
    for number in range(30):
        failed(number)
    with django_assert_max_num_queries(8):
        page = referent.get(reverse("failed_jobs")).content.decode()
    assert page.count('name="job"') == 30
