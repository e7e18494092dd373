"""Sweeps without a scheduler: one quiet thread of the embedded server."""

from __future__ import annotations

import logging
import threading

from django.db import connection

logger = logging.getLogger(__name__)

EVERY_SECONDS = 600
_stop = threading.Event()


def _sweeps() -> None:
    from tournament.jobs.services import jobs_orphaned
    from tournament.tasks import sweep_jobs, sweep_reports, sweep_retention

    jobs_orphaned()
    while True:
        for sweep in (sweep_jobs, sweep_reports, sweep_retention):
            try:
                sweep()
            except Exception:
                # The thread must outlive one bad sweep; the log says what happened.
                logger.exception("%s failed", sweep.name)
        connection.close()
        if _stop.wait(EVERY_SECONDS):
            return


def start() -> threading.Thread:
    """Starts the thread and gives it; it ends with the process."""
    thread = threading.Thread(target=_sweeps, name="sweeps", daemon=True)
    thread.start()
    return thread
