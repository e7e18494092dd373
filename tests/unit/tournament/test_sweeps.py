"""Test the embedded server: long jobs in one thread, sweeps in another, without scheduler and broker."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.core import mail
from django.utils import timezone
from pypdf import PdfReader

from tests import factories
from tournament import sweeps as background
from tournament import tasks
from tournament.delivery import jobs
from tournament.delivery.mail import mail_enqueue
from tournament.models import Event, Job

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE = 120


@pytest.fixture(autouse=True)
def _jobs_in_thread(settings: Any, tmp_path: Path) -> None:
    """Run jobs in the server's thread."""
    settings.FOSSATO_JOBS_IN_THREAD = True
    settings.MEDIA_ROOT = tmp_path


@pytest.fixture
def thread(monkeypatch: pytest.MonkeyPatch) -> Iterator[ThreadPoolExecutor]:
    """Return the server's thread for jobs; shutting it down waits for the running job."""
    with ThreadPoolExecutor(max_workers=1, thread_name_prefix="jobs") as executor:
        monkeypatch.setattr(tasks, "_thread", executor)
        yield executor


def _asked_mail() -> Job:
    context = {"name": "Anna", "rank": 1, "where": "Perugia", "path": "/"}
    (job,) = mail_enqueue(name="call_up", to=["anna@example.org"], key="prova", context=context)
    return job


def test_job_thread_prints_a_pack_after_the_request(thread: ThreadPoolExecutor) -> None:
    at_work = threading.Event()
    event = factories.drawn_event(players=12, start=False)
    thread.submit(at_work.wait, PATIENCE)
    args = {"round": factories.last_round(event).pk}
    job = jobs.job_enqueue(kind="print_pack", key="pack", args=args, total=5, event=event)
    job.refresh_from_db()
    assert job.state == Job.State.WAITING
    at_work.set()
    thread.shutdown(wait=True)
    job.refresh_from_db()
    assert (job.state, job.done, job.total, job.attempts, job.error) == (Job.State.DONE, 5, 5, 1, "")
    with job.result.open("rb") as file:
        assert len(PdfReader(BytesIO(file.read())).pages) == 5


def test_job_thread_stores_a_failure_and_continues(thread: ThreadPoolExecutor) -> None:
    hopeless = jobs.job_enqueue(kind="print_pack", key="none", args={"round": 0})
    good = _asked_mail()
    thread.shutdown(wait=True)
    hopeless.refresh_from_db()
    good.refresh_from_db()
    assert (hopeless.state, good.state) == (Job.State.FAILED, Job.State.DONE)
    assert hopeless.error.startswith("DoesNotExist")
    assert [message.to for message in mail.outbox] == [["anna@example.org"]]


def test_background_start_requeues_interrupted_jobs_and_sweeps_overdue_reports(
    thread: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = _asked_mail()
    thread.submit(lambda: None).result(PATIENCE)
    mail.outbox.clear()
    past = timezone.now() - timedelta(minutes=5)
    state = {"state": Job.State.RUNNING, "attempts": 1, "lease_until": timezone.now() + timedelta(minutes=9)}
    Job.objects.filter(pk=job.pk).update(created_at=past, **state)
    event = factories.concluded_event()
    stop = threading.Event()
    stop.set()
    monkeypatch.setattr(background, "_stop", stop)
    background.start().join(PATIENCE)
    thread.shutdown(wait=True)
    job.refresh_from_db()
    assert (job.state, job.attempts, len(mail.outbox)) == (Job.State.DONE, 2, 1)
    assert Event.objects.get(pk=event.pk).state == Event.State.INVALIDATED


def test_background_failing_sweep_does_not_block_the_next(
    thread: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    event = factories.concluded_event()
    stop = threading.Event()
    stop.set()
    monkeypatch.setattr(background, "_stop", stop)
    monkeypatch.setattr(tasks, "_thread", None)
    Job.objects.create(kind="mail", key="old", args={})
    Job.objects.update(created_at=timezone.now() - timedelta(minutes=5))
    background.start().join(PATIENCE)
    assert "tournament.sweep_jobs failed" in caplog.text
    assert Event.objects.get(pk=event.pk).state == Event.State.INVALIDATED
