"""Work outside a request: the Job row is the truth, whoever carries it out."""

from __future__ import annotations

import errno
import re
from collections.abc import Callable
from datetime import timedelta
from smtplib import SMTPResponseException, SMTPServerDisconnected
from socket import gaierror
from typing import Any

from celery import current_app
from django.conf import settings
from django.core.files.base import ContentFile
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import F, Q
from django.utils import timezone

from tournament.core.report_errors import DiskFull
from tournament.models import Event, Job

MOST_ATTEMPTS = 5
#: Before the second attempt of what failed in passing; twice as long before the third, and so on.
PAUSE = timedelta(minutes=2)

TASK = "tournament.run_job"
_ADDRESS = re.compile(r"[^\s'\"<>(){}\[\],;:]+@[^\s'\"<>(){}\[\],;:]+")
#: What the system says where a file finds no room.
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def lease() -> timedelta:
    """A running Job that has not reported for this long is taken for dead and started again."""
    return timedelta(seconds=settings.FOSSATO_JOB_LEASE)


def job_ask(
    *,
    kind: str,
    key: str,
    args: dict[str, Any] | None = None,
    total: int = 0,
    event: Event | None = None,
    by: Any = None,
    after: timedelta | None = None,
) -> Job:
    """Asks for a Job, once per key: asking again gives the same row.

    It starts again only after a failure, or where the file that it made is gone.

    Arguments:
        kind: a name of ``tournament.tasks.KINDS``.
        key: what makes two requests the same, e.g. ``"print_pack:round:12:version"``.
        args: JSON values the task needs; never a secret.
        total: steps, for the progress bar; 0 where not known.
        after: not before this has passed; a sweep takes it up then.
    """
    not_before = timezone.now() + after if after is not None else None
    with transaction.atomic():
        job, made = Job.objects.get_or_create(
            key=key,
            defaults={
                **{"kind": kind, "args": args or {}, "total": total, "event": event, "asked_by": by},
                "lease_until": not_before,
            },
        )
        if _again(job) or (made and not_before is None):
            dispatch(job)
    return job


def _again(job: Job) -> bool:
    """Puts a Job that failed, or whose file is gone, back among those that wait."""
    gone = job.state == Job.State.DONE and bool(job.result) and not job.result.storage.exists(job.result.name)
    if job.state != Job.State.FAILED and not gone:
        return False
    taken = Job.objects.filter(pk=job.pk, state=job.state).update(
        state=Job.State.WAITING, error="", done=0, attempts=0, result="", finished_at=None, lease_until=None
    )
    job.refresh_from_db()
    return bool(taken)


def dispatch(job: Job) -> None:
    """Hands the Job's id to the tasks once the row is committed. Without a broker the row waits for the sweep."""
    if TASK not in current_app.tasks:
        # A process that only serves pages has had no reason to load the tasks.
        current_app.loader.import_default_modules()
    current_app.tasks[TASK].hand_over(job.pk)


def job_claim(job_id: int) -> Job | None:
    """Takes a waiting Job, or a running one whose lease has run out; None where somebody else has it or it is done."""
    now = timezone.now()
    free = Q(state=Job.State.WAITING) | Q(state=Job.State.RUNNING, lease_until__lt=now)
    taken = Job.objects.filter(free, pk=job_id, attempts__lt=MOST_ATTEMPTS).update(
        state=Job.State.RUNNING, lease_until=now + lease(), attempts=F("attempts") + 1
    )
    return Job.objects.select_related("event").get(pk=job_id) if taken else None


def job_progress(job: Job, done: int, total: int | None = None) -> None:
    """Says how far a running Job is and renews its lease."""
    job.done = done
    job.total = job.total if total is None else total
    Job.objects.filter(pk=job.pk, state=Job.State.RUNNING).update(
        done=job.done, total=job.total, lease_until=timezone.now() + lease()
    )


def job_finish(job: Job, result: bytes = b"", name: str = "") -> None:
    """Marks a Job done, with the file it made; one that a killed attempt left is replaced."""
    if name:
        place = f"{job.pk}/{name}"
        job.result.storage.delete(job.result.field.generate_filename(job, place))
        job.result.save(place, ContentFile(result), save=False)
    job.state, job.finished_at, job.lease_until, job.done = Job.State.DONE, timezone.now(), None, job.total
    job.error = ""
    job.save(update_fields=["state", "finished_at", "lease_until", "done", "error", "result"])


def job_fail(job: Job, error: Exception) -> None:
    """Keeps on the row why a Job failed, in one line without mail addresses: a mail server names whom it refuses.

    What may be gone in a moment (see :func:`passing`) is tried again by the sweep, later each time; anything else
    waits until somebody asks again.
    """
    if isinstance(error, OSError) and error.errno in NO_ROOM:
        # Wherever it was met: the file of the Job itself, or one that its making needs for a moment.
        error = DiskFull()
    reason, now = f"{type(error).__name__}: {_ADDRESS.sub('…@…', str(error))}"[:500], timezone.now()
    if passing(error) and job.attempts < MOST_ATTEMPTS:
        later = now + PAUSE * job.attempts
        Job.objects.filter(pk=job.pk).update(state=Job.State.WAITING, error=reason, lease_until=later)
        return
    Job.objects.filter(pk=job.pk).update(state=Job.State.FAILED, error=reason, finished_at=now, lease_until=None)


def passing(error: Exception) -> bool:
    """Whether an error is of a network, a database or a mail server that may be there again in a moment.

    Source: RFC 5321, codes 4xx.
    """
    if isinstance(error, SMTPResponseException):
        return 400 <= error.smtp_code < 500
    gone = ConnectionError | TimeoutError | SMTPServerDisconnected | gaierror | OperationalError | InterfaceError
    return isinstance(error, gone)


def jobs_sweep(start: Callable[[Job], None] = dispatch) -> int:
    """Hands over again every Job that waits or whose worker died. Returns how many."""
    now = timezone.now()
    # Where the machine's clock was put back: nobody waits for an hour that is gone through twice.
    Job.objects.filter(state=Job.State.RUNNING, lease_until__gt=now + lease()).update(lease_until=now + lease())
    young = Q(created_at__gte=now - timedelta(minutes=1), created_at__lte=now)
    stale = Job.objects.filter(
        (Q(state=Job.State.WAITING, lease_until=None) & ~young)
        | Q(state=Job.State.WAITING, lease_until__lt=now)
        | Q(state=Job.State.RUNNING, lease_until__lt=now),
        attempts__lt=MOST_ATTEMPTS,
    )
    jobs = list(stale)
    for job in jobs:
        start(job)
    given_up = Job.objects.filter(state=Job.State.RUNNING, lease_until__lt=now, attempts__gte=MOST_ATTEMPTS)
    given_up.update(state=Job.State.FAILED, error="given up", finished_at=now, lease_until=None)
    return len(jobs)


def jobs_orphaned() -> int:
    """Takes every running Job back, at the start of a server that is alone: nobody else can be at it."""
    return Job.objects.filter(state=Job.State.RUNNING).update(state=Job.State.WAITING, lease_until=None)
