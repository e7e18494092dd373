"""Test background jobs: enqueued and executed once per key; jobs of dead workers are reclaimed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from smtplib import SMTPRecipientsRefused, SMTPResponseException, SMTPServerDisconnected
from typing import Any

import pytest
from django.conf import settings
from django.core import mail
from django.utils import timezone
from django.utils.module_loading import import_string

from tests import factories
from tournament import tasks
from tournament.delivery import jobs
from tournament.models import Job

pytestmark = pytest.mark.django_db

State = Job.State


@pytest.fixture(autouse=True)
def media(settings: Any, tmp_path: Any) -> None:
    settings.MEDIA_ROOT = tmp_path


@pytest.fixture
def committed(django_capture_on_commit_callbacks: Callable[..., Any]) -> Callable[..., Any]:
    """Return a context manager that runs the on-commit callbacks, as the end of a request does."""
    return lambda: django_capture_on_commit_callbacks(execute=True)


def ask_mail(key: str = "mail:prova") -> Job:
    """Enqueue a job that succeeds and has a visible effect: one mail."""
    context = {"event": "Torneo", "name": "Anna", "round": 1, "table": 2, "seat": 3, "path": "/"}
    args = {"name": "tables_published", "to": "anna@example.org", "context": context, "language": "it"}
    return jobs.job_enqueue(kind="mail", key=key, args=args)


def ask_hopeless(key: str = "print_pack:none") -> Job:
    """Enqueue a job that fails whenever it runs: its round does not exist."""
    return jobs.job_enqueue(kind="print_pack", key=key, args={"round": 0}, total=5)


def put(job: Job, **facts: Any) -> Job:
    """Update the row as another process would have left it."""
    Job.objects.filter(pk=job.pk).update(**facts)
    job.refresh_from_db()
    return job


def test_job_enqueue_same_key_twice_runs_once(committed: Callable[..., Any]) -> None:
    with committed() as callbacks:
        first, second = ask_mail(), ask_mail()
    assert first.pk == second.pk
    assert len(callbacks) == 1
    assert Job.objects.get().state == State.DONE
    assert len(mail.outbox) == 1


def test_job_enqueue_another_key_is_another_job() -> None:
    assert ask_mail("a").pk != ask_mail("b").pk


def test_job_enqueue_starts_after_the_commit(committed: Callable[..., Any]) -> None:
    with committed():
        ask_mail()
        assert mail.outbox == []
    assert len(mail.outbox) == 1


def test_job_done_is_not_run_again(committed: Callable[..., Any]) -> None:
    with committed():
        job = ask_mail()
    tasks.run(job.pk)
    with committed() as callbacks:
        ask_mail()
    job.refresh_from_db()
    assert (job.state, job.attempts, len(callbacks), len(mail.outbox)) == (State.DONE, 1, 0, 1)
    assert job.finished_at is not None
    assert job.lease_until is None


def test_job_failure_is_stored_on_the_row(committed: Callable[..., Any], caplog: pytest.LogCaptureFixture) -> None:
    with committed():
        job = ask_hopeless()
    job.refresh_from_db()
    assert (job.state, job.attempts) == (State.FAILED, 1)
    assert job.error.startswith("DoesNotExist: Round matching query")
    assert job.finished_at is not None
    assert "print_pack" in caplog.text


def test_job_enqueue_after_a_failure_restarts_the_job(committed: Callable[..., Any]) -> None:
    with committed():
        job = ask_hopeless()
    with committed() as callbacks:
        again = ask_hopeless()
        assert (again.pk, again.state, again.error, again.attempts) == (job.pk, State.WAITING, "", 0)
        assert again.finished_at is None
    assert len(callbacks) == 1
    again.refresh_from_db()
    assert again.state == State.FAILED


def test_job_claim_succeeds_for_one_worker() -> None:
    job = ask_mail()
    claimed = jobs.job_claim(job.pk)
    assert claimed is not None
    assert (claimed.state, claimed.attempts) == (State.RUNNING, 1)
    assert jobs.job_claim(job.pk) is None
    tasks.run(job.pk)
    assert mail.outbox == []


def test_job_run_reclaims_an_expired_lease() -> None:
    job = ask_mail()
    jobs.job_claim(job.pk)
    put(job, lease_until=timezone.now() - timedelta(seconds=1))
    tasks.run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.attempts, len(mail.outbox)) == (State.DONE, 2, 1)


def test_job_progress_is_stored_and_renews_the_lease() -> None:
    job = ask_hopeless()
    claimed = jobs.job_claim(job.pk)
    assert claimed is not None
    put(job, lease_until=timezone.now() + timedelta(seconds=5))
    jobs.job_progress(claimed, 3, 8)
    job.refresh_from_db()
    assert (job.done, job.total) == (3, 8)
    assert job.lease_until is not None
    assert job.lease_until > timezone.now() + jobs.lease_duration() - timedelta(minutes=1)


def _swept() -> list[int]:
    started: list[int] = []
    assert jobs.jobs_sweep(start=lambda job: started.append(job.pk)) == len(started)
    return started


def test_jobs_sweep_restarts_waiting_and_expired_jobs() -> None:
    now = timezone.now()
    fresh, waiting, running, dead = (ask_mail(key) for key in ("fresh", "waiting", "running", "dead"))
    put(waiting, created_at=now - timedelta(minutes=2))
    put(running, state=State.RUNNING, attempts=1, lease_until=now + timedelta(minutes=1))
    put(dead, state=State.RUNNING, attempts=1, lease_until=now - timedelta(minutes=1))
    assert sorted(_swept()) == [waiting.pk, dead.pk]
    assert put(fresh).state == State.WAITING


def test_sweep_jobs_runs_an_orphan(committed: Callable[..., Any]) -> None:
    job = put(ask_mail(), created_at=timezone.now() - timedelta(minutes=2))
    with committed():
        assert tasks.sweep_jobs() == 1
    job.refresh_from_db()
    assert (job.state, len(mail.outbox)) == (State.DONE, 1)
    assert _swept() == []


def test_jobs_sweep_gives_up_after_the_maximum_of_attempts() -> None:
    past = timezone.now() - timedelta(minutes=1)
    job = put(ask_mail(), state=State.RUNNING, attempts=jobs.MAX_ATTEMPTS, lease_until=past)
    assert _swept() == []
    job.refresh_from_db()
    assert (job.state, job.error) == (State.FAILED, "given up")
    assert jobs.job_claim(job.pk) is None


def test_jobs_orphaned_requeues_running_jobs() -> None:
    job = put(ask_mail(), state=State.RUNNING, attempts=1, lease_until=timezone.now() + timedelta(minutes=9))
    assert jobs.jobs_requeue_running() == 1
    job.refresh_from_db()
    assert (job.state, job.lease_until) == (State.WAITING, None)


def test_job_enqueue_without_a_broker_leaves_the_job_to_the_sweep(
    committed: Callable[..., Any], settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    app = tasks.run_job.app
    before = app.conf.task_always_eager, app.conf.broker_url, app.conf.broker_connection_timeout
    app.conf.update(task_always_eager=False, broker_url="redis://127.0.0.1:1/0", task_publish_retry=False)
    try:
        with committed():
            job = ask_mail()
    finally:
        app.conf.update(task_always_eager=before[0], broker_url=before[1], task_publish_retry=True)
    job.refresh_from_db()
    assert (job.state, job.attempts) == (State.WAITING, 0)
    assert "waits for the broker" in caplog.text


@pytest.mark.parametrize("kind", sorted(jobs.KINDS))
def test_function_of_kind_exists(kind: str) -> None:
    assert callable(import_string(jobs.KINDS[kind].function))


def test_queues_of_kinds_distinct() -> None:
    queues = tasks.run_job.app.amqp.queues
    assert set(queues) == {kind.queue or settings.CELERY_TASK_DEFAULT_QUEUE for kind in jobs.KINDS.values()}
    # Queues that share exchange and routing key would all get every message.
    assert len({(queue.exchange.name, queue.routing_key) for queue in queues.values()}) == len(queues)


@pytest.mark.parametrize(
    ("error", "again"),
    [
        (ConnectionRefusedError("no mail server"), True),
        (TimeoutError("timed out"), True),
        (SMTPServerDisconnected("closed"), True),
        (SMTPResponseException(451, "later"), True),
        (SMTPResponseException(550, "no such user"), False),
        (ValueError("wrong"), False),
    ],
    ids=lambda value: type(value).__name__,
)
def test_is_transient_by_error(error: Exception, again: bool) -> None:
    assert jobs.is_transient(error) is again


def test_job_mail_is_retried_after_the_mail_server_returns(committed: Callable[..., Any], settings: Any) -> None:
    working, settings.EMAIL_BACKEND = settings.EMAIL_BACKEND, "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    with committed():
        job = ask_mail()
    job.refresh_from_db()
    assert (job.state, job.attempts) == (State.WAITING, 1)
    assert job.error.startswith("ConnectionRefusedError")
    put(job, created_at=timezone.now() - timedelta(minutes=5))
    assert _swept() == []
    put(job, lease_until=timezone.now() - timedelta(seconds=1))
    assert _swept() == [job.pk]
    settings.EMAIL_BACKEND = working
    with committed():
        tasks.sweep_jobs()
    job.refresh_from_db()
    assert (job.state, job.attempts, job.error, len(mail.outbox)) == (State.DONE, 2, "", 1)


def test_job_mail_fails_after_the_maximum_of_attempts(committed: Callable[..., Any], settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    job = put(ask_mail(), attempts=jobs.MAX_ATTEMPTS - 1)
    tasks.run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.attempts) == (State.FAILED, jobs.MAX_ATTEMPTS)
    assert _swept() == []


@pytest.mark.soak(gate="tests/unit/tournament/delivery/test_jobs.py::test_job_enqueue_after_a_failure_restarts_the_job")
def test_job_print_pack_with_a_missing_file_is_printed_again(committed: Callable[..., Any]) -> None:
    event = factories.drawn_event(players=12, start=False)
    request = {"kind": "print_pack", "key": "pack", "args": {"round": factories.last_round(event).pk}, "event": event}
    with committed():
        job = jobs.job_enqueue(**request)
    job.refresh_from_db()
    assert (job.state, job.done, job.total) == (State.DONE, 5, 5)
    job.result.storage.delete(job.result.name)
    with committed():
        jobs.job_enqueue(**request)
    job.refresh_from_db()
    assert (job.state, job.attempts) == (State.DONE, 1)
    assert job.result.storage.exists(job.result.name)


def test_job_fail_redacts_mail_addresses() -> None:
    """An address that was erased, or whose retention has ended, must not survive in an error either."""
    job = ask_mail()
    refused = SMTPRecipientsRefused({"anna@example.org": (550, b"5.1.1 <anna@example.org>: no such user")})
    jobs.job_fail(job, refused)
    job.refresh_from_db()
    assert (job.state, job.error.partition(":")[0]) == (State.FAILED, "SMTPRecipientsRefused")
    assert "550" in job.error
    assert "anna" not in job.error
