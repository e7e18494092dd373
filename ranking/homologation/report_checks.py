"""Cached numbers of a recomputation, so that the list of reports recomputes only what has changed (art. 1.4).

A decision and the page of a report always recompute: the cached numbers serve the list alone.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.contrib.auth.models import User
from django.core.cache import cache
from django.db.models import Exists, Max, OuterRef, QuerySet, Subquery

from games.findings import Finding
from tournament.core.messages import sentence
from tournament.models import Event, EventRole, FinalPlace, Organiser, Report, Sheet
from tournament.reports.recompute import NOT_RECOMPUTED, RECOMPUTATION_FAILED, report_recompute

#: Seconds that a result is used although nothing that its mark covers has changed: roles, merged records and the
#: program itself are not covered.
MAX_AGE_SECONDS = 24 * 60 * 60


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

    Runs one query if every check is cached; a missing or outdated one is recomputed.

    Arguments:
        events: with the annotations of :func:`with_marks` and their reports, latest first.
    """
    counts, marks = {}, _marks(events)
    for event in events:
        report = next(iter(event.reports.all()), None)
        if report is not None:
            # The warnings of the user who asks are added: what is cached is the same for everybody.
            result = _checked(report, marks[event.pk])
            own = 0 if result.failure else int(event.is_own) + int(event.is_won)
            counts[event.pk] = replace(result, warnings=result.warnings + own)
    return counts


def _checked(report: Report, mark: str) -> CheckCounts:
    """Return the numbers of a report's check; a failure is not cached, so that it is tried again."""
    key = f"report-check:{report.pk}:{mark}"
    result: CheckCounts | None = cache.get(key)
    if result is None:
        result = check_counts(report_recompute(report))
        if not result.failure:
            cache.set(key, result, MAX_AGE_SECONDS)
    return result


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
