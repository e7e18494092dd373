"""Background jobs that failed, for the National Referent and the operator."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Count, QuerySet
from django.utils.translation import gettext_lazy as _

from tournament.models import Job

#: What each kind of Job makes, in words. A kind that is not here is some mail.
_SUBJECTS = {
    "print_pack": _("Pack of printouts"),
    "push": _("Notice on a device"),
    "ratings": _("Ratings of players"),
    "bot_moves": _("Moves of bots in a visitor’s game"),
}


def subject_of(kind: str) -> str:
    """Return what a kind of Job makes, in the reader's language."""
    return str(_SUBJECTS.get(kind, _("Mail")))


def failed_jobs() -> QuerySet[Job]:
    """Return the Jobs that failed for good, the newest first."""
    return Job.objects.filter(state=Job.State.FAILED).select_related("event").order_by("-finished_at", "-pk")


def failures_by_kind(since: datetime, until: datetime) -> dict[str, int]:
    """Count the Jobs that failed in a time; mails about failures are left out, since they would announce themselves."""
    failed = Job.objects.filter(state=Job.State.FAILED, finished_at__gte=since, finished_at__lt=until)
    counts = failed.exclude(kind="mail", args__name="jobs_failed").order_by().values_list("kind").annotate(Count("pk"))
    return dict(counts)
