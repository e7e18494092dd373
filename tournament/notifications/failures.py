"""Tell the operator by mail about background jobs that failed."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from tournament.jobs.selectors import failures_by_kind, subject_of
from tournament.notifications.mail import mail_enqueue


def failures_announce() -> int:
    """Mail the operator how many Jobs failed in the last full hour, by what they make; return their number.

    The mail holds numbers and no names, and is sent once an hour at most.
    """
    until = timezone.now().replace(minute=0, second=0, microsecond=0)
    counts = failures_by_kind(until - timedelta(hours=1), until)
    if counts and settings.FOSSATO_OPERATOR_MAIL:
        lines: dict[str, int] = {}
        for kind, count in counts.items():
            lines[subject_of(kind)] = lines.get(subject_of(kind), 0) + count
        context = {
            "count": sum(counts.values()),
            "lines": [f"{subject}: {count}" for subject, count in sorted(lines.items())],
            "path": reverse("failed_jobs"),
        }
        mail_enqueue(name="jobs_failed", to=[settings.FOSSATO_OPERATOR_MAIL], key=until.isoformat(), context=context)
    return sum(counts.values())
