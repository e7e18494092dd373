"""Celery tasks: each receives the id of a Job and may run more than once; and the periodic sweeps."""

from __future__ import annotations

import logging
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from celery import Task, shared_task
from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone
from django.utils.module_loading import import_string

from tournament.delivery import jobs
from tournament.delivery.decisions import failures_announce
from tournament.delivery.waiting_mails import waiting_mails_sweep
from tournament.entries.reminders import reminders_sweep
from tournament.events.waiting_list import unconfirmed_requests_delete, waiting_lists_sweep
from tournament.live.server_faults import clock_watch
from tournament.personal_data.retention import data_retention
from tournament.reports.services import reports_remind, reports_sweep
from tournament.rounds.table_calls import rounds_closing_tell

logger = logging.getLogger(__name__)

#: Without a worker Jobs run in this thread pool, so that no request waits.
_thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="jobs")


if TYPE_CHECKING:
    _Task = Task[Any, Any]
else:
    _Task = Task


class JobTask(_Task):
    """A task that sends a Job's id after the commit, to a worker or to the server's own thread."""

    def hand_over(self, job_id: int, kind: str) -> None:
        known = jobs.KINDS.get(kind)
        queue = (known and known.queue) or settings.CELERY_TASK_DEFAULT_QUEUE
        transaction.on_commit(lambda: self._start(job_id, queue))

    def _start(self, job_id: int, queue: str) -> None:
        if settings.FOSSATO_JOBS_IN_THREAD:
            _thread.submit(_run_and_close, job_id)
            return
        try:
            self.apply_async((job_id,), queue=queue)
        except self.OperationalError:
            # The broker is unreachable: the row waits, and the next sweep dispatches it again.
            logger.warning("job %s waits for the broker", job_id)


def _run_and_close(job_id: int) -> None:
    try:
        run(job_id)
    finally:
        connection.close()


def run(job_id: int) -> None:
    """Execute one Job, unless it is done or another worker has it. A failure is stored on the row."""
    job = jobs.job_claim(job_id)
    if job is None:
        return
    try:
        function: jobs.JobFunction = import_string(jobs.KINDS[job.kind].function)
        content, name = function(job, lambda *how_far: jobs.job_progress(job, *how_far))
        jobs.job_finish(job, content, name)
    except Exception as error:
        logger.exception("job %s (%s) failed", job.pk, job.kind)
        jobs.job_fail(job, error)


@shared_task(base=JobTask, name=jobs.TASK)
def run_job(job_id: int) -> None:
    """Execute one Job."""
    run(job_id)


@shared_task(name="tournament.sweep_jobs")
def sweep_jobs() -> int:
    """Dispatch again the Jobs that have waited too long or whose worker died."""
    return jobs.jobs_sweep()


@shared_task(name="tournament.sweep_failures")
def sweep_failures() -> int:
    """Mail the operator which Jobs failed for good in the last full hour. Returns their number."""
    return failures_announce()


@shared_task(name="tournament.sweep_reports")
def sweep_reports() -> dict[str, Any]:
    """Art. 1.2: invalidate the events whose report is overdue; remind those due in two days."""
    return {"invalidated": [event.slug for event in reports_sweep()], "reminded": reports_remind()}


@shared_task(name="tournament.sweep_retention")
def sweep_retention() -> dict[str, int]:
    """Delete expired photos and contacts."""
    return asdict(data_retention())


@shared_task(name="tournament.sweep_entries")
def sweep_entries() -> dict[str, int]:
    """Delete unconfirmed requests, pass unanswered places on, tell organisers what waits, remind tomorrow's players."""
    return {
        "expired": unconfirmed_requests_delete(),
        "waiting_lists": waiting_lists_sweep(),
        "waiting_mails": waiting_mails_sweep(),
        "reminders": reminders_sweep(),
    }


@shared_task(name="tournament.sweep_clocks")
def sweep_clocks() -> int:
    """Tell the players of open tables that their clock is about to end, and everybody if the server's went back."""
    if clock_watch(timezone.now(), jobs.newest_time):
        logger.error("the clock of this machine went back: correct it")
    return rounds_closing_tell()
