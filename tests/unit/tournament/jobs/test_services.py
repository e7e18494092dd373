"""Jobs: the row is the truth. Asked twice is one, done twice is once, what died is taken up again."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from smtplib import SMTPRecipientsRefused, SMTPResponseException, SMTPServerDisconnected
from typing import Any

import pytest
from django.core import mail
from django.utils import timezone

from tests import factories
from tournament import tasks
from tournament.jobs import services as jobs
from tournament.models import Job

pytestmark = pytest.mark.django_db

State = Job.State


@pytest.fixture(autouse=True)
def media(settings: Any, tmp_path: Any) -> None:
    settings.MEDIA_ROOT = tmp_path


@pytest.fixture
def committed(django_capture_on_commit_callbacks: Callable[..., Any]) -> Callable[..., Any]:
    """Runs what waits for the commit, as a request's end does."""
    return lambda: django_capture_on_commit_callbacks(execute=True)


def ask_mail(key: str = "mail:prova") -> Job:
    """A Job that can be done and leaves a trace: one mail."""
    context = {"event": "Torneo", "name": "Anna", "round": 1, "table": 2, "seat": 3, "path": "/"}
    args = {"name": "tables_published", "to": "anna@example.org", "context": context, "language": "it"}
    return jobs.job_ask(kind="mail", key=key, args=args)


def ask_hopeless(key: str = "print_pack:none") -> Job:
    """A Job that fails whenever it is done: its round does not exist."""
    return jobs.job_ask(kind="print_pack", key=key, args={"round": 0}, total=5)


def put(job: Job, **facts: Any) -> Job:
    """Sets the row as another process would have left it."""
    Job.objects.filter(pk=job.pk).update(**facts)
    job.refresh_from_db()
    return job


def test_asked_twice_is_one_job_done_once(committed: Callable[..., Any]) -> None:
    with committed() as callbacks:
        first, second = ask_mail(), ask_mail()
    assert first.pk == second.pk
    assert len(callbacks) == 1
    assert Job.objects.get().state == State.DONE
    assert len(mail.outbox) == 1


def test_another_key_is_another_job() -> None:
    assert ask_mail("a").pk != ask_mail("b").pk


def test_what_is_asked_starts_only_after_the_commit(committed: Callable[..., Any]) -> None:
    with committed():
        ask_mail()
        assert mail.outbox == []
    assert len(mail.outbox) == 1


def test_a_job_done_is_not_done_again(committed: Callable[..., Any]) -> None:
    with committed():
        job = ask_mail()
    tasks.run(job.pk)
    with committed() as callbacks:
        ask_mail()
    job.refresh_from_db()
    assert (job.state, job.attempts, len(callbacks), len(mail.outbox)) == (State.DONE, 1, 0, 1)
    assert job.finished_at is not None
    assert job.lease_until is None


def test_a_failure_is_kept_on_the_row(committed: Callable[..., Any], caplog: pytest.LogCaptureFixture) -> None:
    with committed():
        job = ask_hopeless()
    job.refresh_from_db()
    assert (job.state, job.attempts) == (State.FAILED, 1)
    assert job.error.startswith("DoesNotExist: Round matching query")
    assert job.finished_at is not None
    assert "print_pack" in caplog.text


def test_asked_again_after_a_failure_it_starts_again(committed: Callable[..., Any]) -> None:
    with committed():
        job = ask_hopeless()
    with committed() as callbacks:
        again = ask_hopeless()
        assert (again.pk, again.state, again.error, again.attempts) == (job.pk, State.WAITING, "", 0)
        assert again.finished_at is None
    assert len(callbacks) == 1
    again.refresh_from_db()
    assert again.state == State.FAILED


def test_one_of_two_workers_gets_the_job() -> None:
    job = ask_mail()
    claimed = jobs.job_claim(job.pk)
    assert claimed is not None
    assert (claimed.state, claimed.attempts) == (State.RUNNING, 1)
    assert jobs.job_claim(job.pk) is None
    tasks.run(job.pk)
    assert mail.outbox == []


def test_a_job_whose_worker_died_can_be_taken_after_its_lease() -> None:
    job = ask_mail()
    jobs.job_claim(job.pk)
    put(job, lease_until=timezone.now() - timedelta(seconds=1))
    tasks.run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.attempts, len(mail.outbox)) == (State.DONE, 2, 1)


def test_progress_shows_and_renews_the_lease() -> None:
    job = ask_hopeless()
    claimed = jobs.job_claim(job.pk)
    assert claimed is not None
    put(job, lease_until=timezone.now() + timedelta(seconds=5))
    jobs.job_progress(claimed, 3, 8)
    job.refresh_from_db()
    assert (job.done, job.total) == (3, 8)
    assert job.lease_until is not None
    assert job.lease_until > timezone.now() + jobs.lease() - timedelta(minutes=1)


def _swept() -> list[int]:
    started: list[int] = []
    assert jobs.jobs_sweep(start=lambda job: started.append(job.pk)) == len(started)
    return started


def test_the_sweep_hands_over_again_what_waits_too_long_and_what_died() -> None:
    now = timezone.now()
    fresh, waiting, running, dead = (ask_mail(key) for key in ("fresh", "waiting", "running", "dead"))
    put(waiting, created_at=now - timedelta(minutes=2))
    put(running, state=State.RUNNING, attempts=1, lease_until=now + timedelta(minutes=1))
    put(dead, state=State.RUNNING, attempts=1, lease_until=now - timedelta(minutes=1))
    assert sorted(_swept()) == [waiting.pk, dead.pk]
    assert put(fresh).state == State.WAITING


def test_the_sweep_really_starts_an_orphan(committed: Callable[..., Any]) -> None:
    job = put(ask_mail(), created_at=timezone.now() - timedelta(minutes=2))
    with committed():
        assert tasks.sweep_jobs() == 1
    job.refresh_from_db()
    assert (job.state, len(mail.outbox)) == (State.DONE, 1)
    assert _swept() == []


def test_what_kills_every_worker_is_given_up() -> None:
    past = timezone.now() - timedelta(minutes=1)
    job = put(ask_mail(), state=State.RUNNING, attempts=jobs.MOST_ATTEMPTS, lease_until=past)
    assert _swept() == []
    job.refresh_from_db()
    assert (job.state, job.error) == (State.FAILED, "given up")
    assert jobs.job_claim(job.pk) is None


def test_a_server_alone_takes_back_what_ran_when_it_was_stopped() -> None:
    job = put(ask_mail(), state=State.RUNNING, attempts=1, lease_until=timezone.now() + timedelta(minutes=9))
    assert jobs.jobs_orphaned() == 1
    job.refresh_from_db()
    assert (job.state, job.lease_until) == (State.WAITING, None)


def test_a_broker_that_is_away_leaves_the_row_for_the_sweep(
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
def test_only_what_may_be_gone_in_a_moment_is_tried_again(error: Exception, again: bool) -> None:
    assert jobs.passing(error) is again


def test_a_mail_server_away_for_a_while_gets_the_mail_later(committed: Callable[..., Any], settings: Any) -> None:
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


def test_a_mail_server_away_for_good_is_a_failure(committed: Callable[..., Any], settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    job = put(ask_mail(), attempts=jobs.MOST_ATTEMPTS - 1)
    tasks.run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.attempts) == (State.FAILED, jobs.MOST_ATTEMPTS)
    assert _swept() == []


def test_a_pack_whose_file_is_gone_is_printed_again(committed: Callable[..., Any]) -> None:
    event = factories.drawn_event(players=12, start=False)
    asked = {"kind": "print_pack", "key": "pack", "args": {"round": factories.last_round(event).pk}, "event": event}
    with committed():
        job = jobs.job_ask(**asked)
    job.refresh_from_db()
    assert (job.state, job.done, job.total) == (State.DONE, 5, 5)
    job.result.storage.delete(job.result.name)
    with committed():
        jobs.job_ask(**asked)
    job.refresh_from_db()
    assert (job.state, job.attempts) == (State.DONE, 1)
    assert job.result.storage.exists(job.result.name)


def test_whom_a_mail_server_refuses_is_not_kept_with_the_failure() -> None:
    """An address that was erased, or kept long enough, is nowhere else either."""
    job = ask_mail()
    refused = SMTPRecipientsRefused({"anna@example.org": (550, b"5.1.1 <anna@example.org>: no such user")})
    jobs.job_fail(job, refused)
    job.refresh_from_db()
    assert (job.state, job.error.partition(":")[0]) == (State.FAILED, "SMTPRecipientsRefused")
    assert "550" in job.error
    assert "anna" not in job.error
