"""Background jobs. The Job row is the source of truth; any worker may execute it. Those that failed are read here."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from smtplib import SMTPResponseException, SMTPServerDisconnected
from socket import gaierror
from typing import TYPE_CHECKING, Any, Protocol, cast

from celery import current_app
from django.conf import settings
from django.core.files.base import ContentFile
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import Count, F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.core.refusals import DISK_FULL_ERRNOS, DiskFull
from tournament.models import Event, Job

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

MAX_ATTEMPTS = 5
#: Delay before the second attempt after a transient failure; doubled for each further attempt.
RETRY_DELAY = timedelta(minutes=2)

TASK = "tournament.run_job"
#: Kind of the Jobs that find the moves of bots in a visitor's game.
BOT_MOVES = "bot_moves"
_ADDRESS = re.compile(r"[^\s'\"<>(){}\[\],;:]+@[^\s'\"<>(){}\[\],;:]+")


@dataclass(frozen=True, slots=True)
class JobKind:
    """A kind of Job.

    Arguments:
        function: dotted path of a :class:`JobFunction`, imported when a Job runs; queue: blank for the default one.
        subject: what it makes, in words.
    """

    function: str
    queue: str
    subject: StrOrPromise


class JobFunction(Protocol):
    """Runs a Job and returns the content and the name of the file that it makes; both empty if it makes none."""

    def __call__(self, job: Job, progress: Callable[..., None]) -> tuple[bytes, str]: ...


_MAIL = _("Mail")
#: The kinds of Jobs by name, which stands in their rows; each application adds its own when it is ready.
KINDS: dict[str, JobKind] = {}


def job_kind_add(name: str, function: str, *, queue: str = "", subject: StrOrPromise = _MAIL) -> None:
    """Add a kind of Job."""
    KINDS[name] = JobKind(function, queue, subject)


def lease_duration() -> timedelta:
    """Return the lease: a running Job that has not reported for this long is considered dead and started again."""
    return timedelta(seconds=settings.FOSSATO_JOB_LEASE)


def job_enqueue(
    *,
    kind: str,
    key: str,
    args: dict[str, Any] | None = None,
    total: int = 0,
    event: Event | None = None,
    by: Any = None,
) -> Job:
    """Enqueue a Job. Idempotent: the same key returns the same row.

    It starts again only after a failure, or if the file that it made is missing.

    Arguments:
        kind: a name of ``KINDS``.
        key: identifies the request, e.g. ``"print_pack:round:12:version"``.
        args: JSON values the task needs; never a secret.
        total: steps, for the progress bar; 0 if unknown.
    """
    return jobs_enqueue(kind=kind, args_by_key={key: args or {}}, total=total, event=event, by=by)[0]


@transaction.atomic
def jobs_enqueue(
    *,
    kind: str,
    args_by_key: Mapping[str, Mapping[str, Any]],
    total: int = 0,
    event: Event | None = None,
    by: Any = None,
) -> list[Job]:
    """Enqueue Jobs of one kind, as ``job_enqueue`` does one. At most three queries for any number of new ones."""
    if not args_by_key:
        return []
    known = Job.objects.filter(key__in=args_by_key)
    before = {job.key: job for job in known}
    fresh = [
        Job(key=key, kind=kind, args=args, total=total, event=event, asked_by=by)
        for key, args in args_by_key.items()
        if key not in before
    ]
    # Another request may write the same key at this moment: the rows are read again.
    Job.objects.bulk_create(fresh, ignore_conflicts=True)
    jobs = {job.key: job for job in known.all()} if fresh else before
    asked = [jobs[key] for key in args_by_key]
    for job in asked:
        if _requeue(job) or job.key not in before:
            dispatch(job)
    return asked


def _requeue(job: Job) -> bool:
    """Put a Job that failed, or whose file is missing, back in the queue."""
    is_file_missing = (
        job.state == Job.State.DONE and bool(job.result) and not job.result.storage.exists(str(job.result.name))
    )
    if job.state != Job.State.FAILED and not is_file_missing:
        return False
    updated_count = Job.objects.filter(pk=job.pk, state=job.state).update(
        state=Job.State.WAITING, error="", done=0, attempts=0, result="", finished_at=None, lease_until=None
    )
    job.refresh_from_db()
    return bool(updated_count)


@transaction.atomic
def job_restart(*, job: Job) -> bool:
    """Put a Job that failed back in the queue; return False if somebody else has done so."""
    if not _requeue(job):
        return False
    dispatch(job)
    return True


class JobTask(Protocol):
    """The task of :mod:`tournament.tasks` that runs a Job."""

    def hand_over(self, job_id: int, kind: str) -> None:
        """Send a Job's id to the queue of its kind after the commit."""


def dispatch(job: Job) -> None:
    """Send the Job's id to the task queue once the row is committed. Without a broker the row waits for the sweep."""
    if TASK not in current_app.tasks:
        # Imported here: a process that only serves pages does not need the tasks.
        current_app.loader.import_default_modules()
    cast("JobTask", current_app.tasks[TASK]).hand_over(job.pk, job.kind)


def job_claim(job_id: int) -> Job | None:
    """Claim a waiting Job, or a running one whose lease expired; return None if another worker has it or it is done."""
    now = timezone.now()
    free = Q(state=Job.State.WAITING) | Q(state=Job.State.RUNNING, lease_until__lt=now)
    claimed_count = Job.objects.filter(free, pk=job_id, attempts__lt=MAX_ATTEMPTS).update(
        state=Job.State.RUNNING, lease_until=now + lease_duration(), attempts=F("attempts") + 1
    )
    return Job.objects.select_related("event").get(pk=job_id) if claimed_count else None


def job_progress(job: Job, done: int, total: int | None = None) -> None:
    """Store the progress of a running Job and renew its lease."""
    job.done = done
    job.total = job.total if total is None else total
    Job.objects.filter(pk=job.pk, state=Job.State.RUNNING).update(
        done=job.done, total=job.total, lease_until=timezone.now() + lease_duration()
    )


def job_finish(job: Job, result: bytes = b"", name: str = "") -> None:
    """Mark a Job as done, with its result file; a file left by a killed attempt is replaced."""
    if name:
        place = f"{job.pk}/{name}"
        job.result.storage.delete(job.result.field.generate_filename(job, place))
        job.result.save(place, ContentFile(result), save=False)
    job.state, job.finished_at, job.lease_until, job.done = Job.State.DONE, timezone.now(), None, job.total
    job.error = ""
    job.save(update_fields=["state", "finished_at", "lease_until", "done", "error", "result"])


def newest_time() -> datetime | None:
    """Return when the newest Job was made; None without one."""
    return Job.objects.order_by("-pk").values_list("created_at", flat=True).first()


def job_fail(job: Job, error: Exception) -> None:
    """Store a one-line failure reason with mail addresses redacted: a mail server's error names the recipient.

    A transient error (see :func:`passing`) is retried by the sweep with increasing delays; any other error waits until
    the Job is enqueued again.
    """
    if isinstance(error, OSError) and error.errno in DISK_FULL_ERRNOS:
        # Wherever the error occurred: in the Job's own file, or in a temporary file needed to make it.
        error = DiskFull()
    reason, now = f"{type(error).__name__}: {_ADDRESS.sub('…@…', str(error))}"[:500], timezone.now()
    if is_transient(error) and job.attempts < MAX_ATTEMPTS:
        later = now + RETRY_DELAY * job.attempts
        Job.objects.filter(pk=job.pk).update(state=Job.State.WAITING, error=reason, lease_until=later)
        return
    Job.objects.filter(pk=job.pk).update(state=Job.State.FAILED, error=reason, finished_at=now, lease_until=None)


def is_transient(error: Exception) -> bool:
    """Return whether an error is transient: the network, a database or a mail server may recover.

    Source: RFC 5321, codes 4xx.
    """
    if isinstance(error, SMTPResponseException):
        return 400 <= error.smtp_code < 500
    transient_errors = (
        ConnectionError | TimeoutError | SMTPServerDisconnected | gaierror | OperationalError | InterfaceError
    )
    return isinstance(error, transient_errors)


def jobs_sweep(start: Callable[[Job], None] = dispatch) -> int:
    """Dispatch again every Job that waits or whose worker died. Returns their number."""
    now = timezone.now()
    # If the machine's clock was set back, a lease must not last until the old time comes again.
    Job.objects.filter(state=Job.State.RUNNING, lease_until__gt=now + lease_duration()).update(
        lease_until=now + lease_duration()
    )
    young = Q(created_at__gte=now - timedelta(minutes=1), created_at__lte=now)
    stale = Job.objects.filter(
        (Q(state=Job.State.WAITING, lease_until=None) & ~young)
        | Q(state=Job.State.WAITING, lease_until__lt=now)
        | Q(state=Job.State.RUNNING, lease_until__lt=now),
        attempts__lt=MAX_ATTEMPTS,
    )
    jobs = list(stale)
    for job in jobs:
        start(job)
    given_up = Job.objects.filter(state=Job.State.RUNNING, lease_until__lt=now, attempts__gte=MAX_ATTEMPTS)
    given_up.update(state=Job.State.FAILED, error="given up", finished_at=now, lease_until=None)
    return len(jobs)


def jobs_requeue_running() -> int:
    """Requeue all running Jobs at start-up of a single-process server, where no other worker exists."""
    return Job.objects.filter(state=Job.State.RUNNING).update(state=Job.State.WAITING, lease_until=None)


def subject_of(kind: str) -> str:
    """Return what a kind of Job makes, in the reader's language."""
    return str(KINDS[kind].subject if kind in KINDS else _MAIL)


def failed_jobs() -> QuerySet[Job]:
    """Return the Jobs that failed for good, the newest first."""
    return Job.objects.filter(state=Job.State.FAILED).select_related("event").order_by("-finished_at", "-pk")


def failures_by_kind(since: datetime, until: datetime) -> dict[str, int]:
    """Count the Jobs that failed in a time; mails about failures are left out, since they would announce themselves."""
    failed = Job.objects.filter(state=Job.State.FAILED, finished_at__gte=since, finished_at__lt=until)
    counts = failed.exclude(kind="mail", args__name="jobs_failed").order_by().values_list("kind").annotate(Count("pk"))
    return dict(counts)
