"""The clock: sends the tasks that are due to the workers, and ends. A timer runs it every minute.

usage: python -m config.clock

When each task was sent last is kept in Redis, so that an hour which passed while the machine was off is made up for
once. Two clocks at once send a task twice, which does no harm: a sweep looks for what is to be done now.
"""

from __future__ import annotations

import sys
import time
from datetime import UTC, datetime

import redis
from celery.schedules import crontab
from kombu.exceptions import OperationalError

from config.celery import app
from ops import heartbeats

#: When each task is due, in the site's time zone, as crontab has it.
DUE: dict[str, dict[str, str]] = {
    "tournament.sweep_jobs": {"minute": "*"},
    "tournament.sweep_clocks": {"minute": "*"},
    "tournament.sweep_entries": {"minute": "*/5"},
    "ranking.sweep_calls": {"minute": "*/5"},
    # After each full hour, when all of its failures are known.
    "tournament.sweep_failures": {"minute": "5"},
    # After midnight in Rome, when the seventh day has ended (art. 1.2).
    "tournament.sweep_reports": {"minute": "5", "hour": "0"},
    "tournament.sweep_retention": {"minute": "35", "hour": "3"},
}
#: The hash in Redis: task and the seconds since 1970 at which it was sent last.
KEY = "fossato:clock"


def is_due(task: str, sent: float | None, now: float) -> bool:
    """Return whether a task is due.

    Arguments:
        sent: when it was sent last, in seconds since 1970; None if never, which makes it due.
        now: in seconds since 1970.
    """
    if sent is None or sent > now:
        # After the machine's time was set back nothing waits until it has caught up.
        return True
    schedule = crontab(**DUE[task], nowfun=lambda: datetime.fromtimestamp(now, app.timezone), app=app)
    due, _seconds = schedule.is_due(datetime.fromtimestamp(sent, UTC))
    return bool(due)


def send_due(now: float) -> list[str]:
    """Send the tasks that are due, record that, and beat.

    Returns: their names.
    Errors: redis.RedisError, and kombu's OperationalError, for a Redis that does not answer.
    """
    with heartbeats.redis_client() as client:
        sent = {name.decode(): float(at) for name, at in client.hgetall(KEY).items()}
        due = [task for task in DUE if is_due(task, sent.get(task), now)]
        for task in due:
            app.send_task(task)
            client.hset(KEY, task, str(now))
    heartbeats.beat("clock")
    return due


def main() -> int:
    """Run once. Returns 1, with a sentence, if Redis does not answer, else 0."""
    try:
        due = send_due(time.time())
    except (redis.RedisError, OperationalError) as problem:
        print(f"clock: Redis does not answer ({type(problem).__name__}); the next minute tries again", file=sys.stderr)
        return 1
    print("clock: sent " + (", ".join(due) or "nothing"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
