"""Content of the Referent's page of a report, kept until something that it depends on changes (art. 1.4).

The recomputation reads the whole event. Its result is kept under a mark of the newest history row of everything that
it reads, so a page that was computed once is shown again only as long as computing it would give the same. A decision
always recomputes.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.contrib.auth.models import User
from django.core.cache import cache
from django.db.models import Model, QuerySet, Subquery
from django.utils.translation import get_language

from games.findings import Finding
from ranking.homologation.recomputation import Check, checks, player_names, with_names
from ranking.homologation.review import Review, review
from ranking.homologation.selectors import attendance, attendance_average
from ranking.homologation.services import latest_report
from ranking.models import LedgerEntry
from ranking.refusals import NoReportYet
from tournament.draws.trail import Mark, event_marks
from tournament.models import (
    Draw,
    DrawPress,
    Entry,
    Event,
    EventRole,
    Organiser,
    OrganiserMember,
    Person,
    Photo,
    Report,
    Round,
    Season,
    Sheet,
    StandingRow,
    Table,
)
from tournament.reports.recompute import report_recompute

#: Seconds for which a result is kept at most; names of erased people leave the cache with it.
KEPT_SECONDS = 3600
#: To be raised with every change of what is kept: a server must not read what another version of the program kept.
FORMAT = 3
#: Everything that the evidence reads and that has a history; places of seats and final places change with a sheet, a
#: round or the event.
_READ: tuple[type[Model], ...] = (
    *(Event, EventRole, Entry, Round, Table, Sheet, StandingRow, Photo, Report),
    *(Draw, DrawPress, Person, Organiser, OrganiserMember, Season),
)


@dataclass(frozen=True, slots=True)
class Evidence:
    """The evidence on a report in one language.

    Arguments:
        findings: of the recomputation, with the names of the players.
        marks: draws that were undone, given up or made by hand, with every name.
        attendance: players seated in round 1; average: of the season, None without events.
    """

    findings: list[Finding]
    checks: list[Check]
    marks: list[Mark]
    review: Review
    attendance: int
    average: Decimal | None


def evidence(event: Event, user: User, fascia: str = "") -> Evidence:
    """Return the evidence on an event's report, as this user sees it. Runs one query if it is kept.

    Arguments:
        user: who would decide: a decision on one's own event is among the findings (AMB-27).
        fascia: shows points and Ranking as this fascia would make them; by default the effective one.
    """
    key = f"evidence:{_mark(event, user)}:{fascia}"
    evidence: Evidence | None = cache.get(key)
    if evidence is None:
        evidence = _evidence(event, user, fascia)
        cache.set(key, evidence, KEPT_SECONDS)
    return evidence


def _evidence(event: Event, user: User, fascia: str) -> Evidence:
    try:
        report: Report | None = latest_report(event)
    except NoReportYet:
        report = None
    report_findings = report_recompute(report, by=user) if report is not None else []
    findings, seated = with_names(report_findings, player_names(event)), attendance(event)
    return Evidence(
        findings=findings,
        checks=checks(event, report, findings, seated=seated),
        marks=event_marks(event),
        review=review(event, fascia),
        attendance=seated,
        average=attendance_average(event.season),
    )


def _newest(rows: QuerySet[Any], *columns: str) -> dict[str, Subquery]:
    """Return the columns of the newest row as subqueries."""
    return {
        f"{rows.model._meta.model_name}_{column}": Subquery(rows.order_by(f"-{columns[0]}").values(column)[:1])
        for column in columns
    }


def _mark(event: Event, user: User) -> str:
    """Return a digest of the newest row of everything that the evidence reads. Runs one query.

    The moments are in it because numbers begin again after a backup is restored.
    """
    newest: dict[str, Subquery] = _newest(LedgerEntry.objects.all(), "pk")
    for model in _READ:
        newest |= _newest(model.history.all(), "history_id", "history_date")  # type: ignore[attr-defined]  # simple_history adds it
    row = Event.objects.filter(pk=event.pk).values_list(*newest.values()).get()
    return hashlib.sha256(repr((FORMAT, event.pk, user.pk, get_language(), row)).encode()).hexdigest()
