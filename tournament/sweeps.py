"""Run the periodic jobs in a daemon thread of the embedded server, which has no scheduler."""

from __future__ import annotations

import itertools
import logging
import threading

from django.db import connection

logger = logging.getLogger(__name__)

#: Interval of the sweep of the clocks, and of the others as a multiple of it.
EVERY_SECONDS = 60
OTHERS_EVERY = 10
_stop = threading.Event()


def _sweeps() -> None:
    from celery import current_app

    from tournament.delivery.jobs import jobs_requeue_running
    from tournament.tasks import sweep_clocks, sweep_entries, sweep_jobs, sweep_reports, sweep_retention

    jobs_requeue_running()
    # The Ranking's sweep by its name: packages above this one are not imported here.
    current_app.loader.import_default_modules()
    sweep_calls = current_app.tasks["ranking.sweep_calls"]
    for turn in itertools.count():
        others = (sweep_jobs, sweep_entries, sweep_calls, sweep_reports, sweep_retention)
        for sweep in (sweep_clocks, *(others if turn % OTHERS_EVERY == 0 else ())):
            try:
                sweep()
            except Exception:
                # The thread must survive a failing sweep; the log has the error.
                logger.exception("%s failed", sweep.name)
        connection.close()
        if _stop.wait(EVERY_SECONDS):
            return


def start() -> threading.Thread:
    """Start the thread and return it; it ends with the process."""
    thread = threading.Thread(target=_sweeps, name="sweeps", daemon=True)
    thread.start()
    return thread
