"""A player's word that a name or a result is wrong: the desk reads it, once the result is official the Referent."""

from __future__ import annotations

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.core.audit import By
from tournament.core.locks import locked
from tournament.delivery.waiting_mails import waiting_tell
from tournament.models import Entry, ErrorReport, Event
from tournament.models.event import REFERENTS_STATES
from tournament.regulation.refused import Refused

#: Open reports of one player in one event: more say nothing new.
MOST_OPEN = 3


@transaction.atomic
def error_report(*, entry: Entry, words: str) -> ErrorReport:
    """Store what a player found wrong. The same words again add nothing. Errors: FIELD_WRONG."""
    clean = " ".join(words.split())
    if not clean or len(clean) > 500:
        raise Refused("FIELD_WRONG", field=_("what is wrong"), value=clean[:60], right=_("from 1 to 500 characters"))
    event = locked(entry.event_id)
    open_reports = ErrorReport.objects.filter(entry=entry, done_at=None)
    same = open_reports.filter(words=clean).first()
    if same is not None:
        return same
    if open_reports.count() >= MOST_OPEN:
        raise Refused(
            "FIELD_WRONG", field=_("what is wrong"), value=clean[:60], right=_("wait for the answer to the others")
        )
    report = ErrorReport.objects.create(entry=entry, words=clean)
    waiting_tell("error_of_report" if event.state in REFERENTS_STATES else "error", event=event)
    return report


@transaction.atomic
def error_report_close(*, report: ErrorReport, by: By) -> None:
    """Mark a report as done. Idempotent."""
    ErrorReport.objects.filter(pk=report.pk, done_at=None).update(done_at=timezone.now(), done_by=by)


def error_reports_of(event: Event) -> QuerySet[ErrorReport]:
    """Return the reports about an event with their players, the open ones first. One query."""
    reports = ErrorReport.objects.filter(entry__event=event).select_related("entry__person")
    return reports.order_by("done_at", "made_at")


def error_reports_for_referent() -> QuerySet[ErrorReport]:
    """Return the open reports about events whose report has been sent, the oldest first. One query."""
    reports = ErrorReport.objects.filter(done_at=None, entry__event__state__in=REFERENTS_STATES)
    return reports.select_related("entry__person", "entry__event__organiser").order_by("made_at")
