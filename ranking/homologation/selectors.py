"""Events waiting for the Referent, and past decisions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from django.db.models import Count, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games.findings import Finding
from ranking.models import Decision
from tournament.core.messages import sentence
from tournament.models import Event, Report, Season, Seat
from tournament.regulation import parameters as regulation
from tournament.regulation.points import Fascia
from tournament.regulation.validity import possible_fasce
from tournament.reports.recompute import NOT_RECOMPUTED, RECOMPUTATION_FAILED

State = Event.State


def _attendance() -> Any:
    """Return the attendance, i.e. the players seated in round 1, as a subquery on events (art. 1.3, REQ-404)."""
    seated = Seat.objects.filter(round__event=OuterRef("pk"), round__number=1).order_by().values("round__event")
    return Coalesce(Subquery(seated.annotate(count=Count("pk")).values("count")), 0)


def attendance_average(season: Season) -> Decimal | None:
    """Return the season's average attendance with one decimal, for comparison (art. 1.3, AMB-15). Runs one query.

    Concluded, reported and homologated events count; None if there are none.
    """
    counted = (State.CONCLUDED, State.REPORTED, State.HOMOLOGATED)
    events = Event.objects.filter(season=season, state__in=counted, is_national_final=False)
    numbers = [number for number in events.annotate(seated=_attendance()).values_list("seated", flat=True) if number]
    if not numbers:
        return None
    return (Decimal(sum(numbers)) / len(numbers)).quantize(Decimal("0.1"), ROUND_HALF_UP)


def authorisation_queue() -> QuerySet[Event]:
    """Return the announced events waiting for authorisation, soonest first (art. 1.2). Runs one query."""
    return (
        Event.objects.filter(state=State.ANNOUNCED)
        .select_related("organiser", "season")
        .annotate(entered=Count("entries"))
        .order_by("first_day", "pk")
    )


@dataclass(frozen=True, slots=True)
class QueueItem:
    """A reported event waiting for the Referent's decision.

    Arguments:
        attendance: players seated in round 1.
        average: the season's average attendance.
        possible: the fasce allowed by art. 1.3, empty if no fascia is possible.
        undecided: whether the event must be demoted before homologation (EX-34).
        findings: of the recomputation.
    """

    event: Event
    report: Report | None
    attendance: int
    average: Decimal | None
    possible: tuple[str, ...]
    undecided: bool
    organiser_disqualified: bool
    findings: list[Finding] = field(default_factory=list)

    @property
    def not_recomputed(self) -> str:
        """Return why the recomputation failed, as text; empty if it did not."""
        failures = (finding for finding in self.findings if finding.code in (NOT_RECOMPUTED, RECOMPUTATION_FAILED))
        return next((sentence(finding) for finding in failures), "")

    @property
    def errors(self) -> int:
        return sum(finding.is_error for finding in self.findings)

    @property
    def warnings(self) -> int:
        return len(self.findings) - self.errors


def homologation_queue(*, findings: Mapping[int, list[Finding]] | None = None) -> list[QueueItem]:
    """Return the reported events, oldest last day first (art. 1.4). Runs three queries and one per season.

    Arguments:
        findings: of the recomputation, by the event's primary key; only if the page shows them.
    """
    events = (
        Event.objects.filter(state=State.REPORTED)
        .select_related("organiser", "season")
        .prefetch_related(Prefetch("reports", Report.objects.order_by("-version")))
        .annotate(seated=_attendance())
        .order_by("last_day", "pk")
    )
    averages: dict[int, Decimal | None] = {}
    items = []
    for event in events:
        if event.season_id not in averages:
            averages[event.season_id] = attendance_average(event.season)
        items.append(queue_item(event, event.seated, averages[event.season_id], (findings or {}).get(event.pk, [])))
    return items


def queue_item(event: Event, attendance: int, average: Decimal | None, findings: Iterable[Finding] = ()) -> QueueItem:
    """Return the queue item of one reported event."""
    declared, rules = Fascia(event.fascia_declared), regulation.get(event.regulation)
    possible = () if event.is_national_final else possible_fasce(declared, attendance, regulation=rules)
    return QueueItem(
        event=event,
        report=next(iter(event.reports.all()), None),
        attendance=attendance,
        average=average,
        possible=tuple(map(str, possible)),
        undecided=not event.is_national_final and event.fascia_effective not in possible,
        organiser_disqualified=event.organiser.disqualified_at is not None,
        findings=list(findings),
    )


def attendance(event: Event) -> int:
    """Return the number of players seated in round 1 (art. 1.3, REQ-404). Runs one query."""
    return Seat.objects.filter(round__event=event, round__number=1).count()


def event_decisions(event: Event) -> QuerySet[Decision]:
    """Return the Referent's decisions about an event or its organiser, newest first. Runs one query."""
    about = Q(event=event) | Q(organiser=event.organiser_id)
    return Decision.objects.filter(about).select_related("by", "report").order_by("-at", "-pk")
