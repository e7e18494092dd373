"""Stored numbers of a recomputation, so that the list of reports recomputes only what has changed (art. 1.4).

A decision and the page of a report always recompute: the stored numbers serve the list alone.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Exists, Max, OuterRef, QuerySet, Subquery
from django.utils import timezone

from games.findings import Finding
from ranking.models import ReportCheck
from tournament.core.messages import sentence
from tournament.models import Event, EventRole, FinalPlace, Organiser, Report, Sheet
from tournament.reports.recompute import NOT_RECOMPUTED, RECOMPUTATION_FAILED, report_recompute

#: How long a stored result is used although nothing that its mark covers has changed: roles, merged records and the
#: program itself are not covered.
MAX_AGE = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class CheckCounts:
    """Numbers of errors and warnings of a recomputation; why it failed, as text, empty if it did not."""

    errors: int = 0
    warnings: int = 0
    failure: str = ""


def check_counts(findings: Sequence[Finding]) -> CheckCounts:
    """Count the findings of a recomputation."""
    failures = (finding for finding in findings if finding.code in (NOT_RECOMPUTED, RECOMPUTATION_FAILED))
    errors = sum(finding.is_error for finding in findings)
    return CheckCounts(errors, len(findings) - errors, next((sentence(finding) for finding in failures), ""))


def with_marks(events: QuerySet[Any], user: User) -> QuerySet[Any]:
    """Annotate events with what their check depends on, and with what concerns this user alone (AMB-27)."""
    sheets = Sheet.history.model.objects.filter(table__round__event=OuterRef("pk"))
    reports = Report.history.model.objects.filter(event=OuterRef("pk"))
    runs = EventRole.objects.filter(event=OuterRef("pk"), user=user)
    clubs = Organiser.objects.run_by(user).filter(pk=OuterRef("organiser"))
    won = FinalPlace.objects.filter(event=OuterRef("pk"), place=1, entry__person__user=user)
    annotated: QuerySet[Any] = events.annotate(
        sheets_changed=_latest(sheets, "table__round__event"),
        report_changed=_latest(reports, "event"),
        is_own=Exists(runs) | Exists(clubs),
        is_won=Exists(won),
    )
    return annotated


def _latest(rows: QuerySet[Any], event: str) -> Subquery:
    """Return the number of the latest history row of an event as a subquery."""
    return Subquery(rows.order_by().values(event).annotate(latest=Max("history_id")).values("latest"))


def report_checks(events: Sequence[Any]) -> dict[int, CheckCounts]:
    """Return the numbers of each reported event's check by the event's primary key.

    Runs one query if every check is stored; a missing or outdated one is recomputed and stored.

    Arguments:
        events: with the annotations of :func:`with_marks` and their reports, latest first, with ``stored_check``.
    """
    marks = _marks(events)
    oldest = timezone.now() - MAX_AGE
    counts = {}
    for event in events:
        report = next(iter(event.reports.all()), None)
        if report is None:
            continue
        stored = getattr(report, "stored_check", None)
        if stored is not None and stored.mark == marks[event.pk] and stored.checked_at > oldest:
            result = CheckCounts(stored.errors, stored.warnings)
        else:
            result = check_counts(report_recompute(report))
            _store(report, marks[event.pk], result)
        # Of the user who asks; the stored numbers are the same for everybody.
        own = int(event.is_own) + int(event.is_won) if not result.failure else 0
        counts[event.pk] = CheckCounts(result.errors, result.warnings + own, result.failure)
    return counts


def _store(report: Report, mark: str, result: CheckCounts) -> None:
    """Store a result; a failure is not stored, so that it is tried again."""
    if not result.failure:
        numbers = {"mark": mark, "errors": result.errors, "warnings": result.warnings, "checked_at": timezone.now()}
        ReportCheck.objects.update_or_create(report=report, defaults=numbers)


def _marks(events: Sequence[Any]) -> dict[int, str]:
    """Return a digest of each event's latest changes, and of those of the events on the same days. Runs one query."""
    if not events:
        return {}
    first_day, last_day = min(event.first_day for event in events), max(event.last_day for event in events)
    changes = Event.history.model.objects.filter(id=OuterRef("pk"))
    near = list(
        Event.objects.filter(first_day__lte=last_day, last_day__gte=first_day)
        .order_by("pk")
        .annotate(changed=_latest(changes, "id"))
        .values_list("pk", "first_day", "last_day", "changed")
    )
    marks = {}
    for event in events:
        facts = [
            (pk, changed) for pk, first, last, changed in near if first <= event.last_day and last >= event.first_day
        ]
        data = (event.sheets_changed, event.report_changed, facts)
        marks[event.pk] = hashlib.sha256(repr(data).encode()).hexdigest()
    return marks
