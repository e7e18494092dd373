"""Events waiting for the Referent, and past decisions."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Count, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from ranking.homologation.report_checks import CheckCounts, report_checks, with_marks
from ranking.models import Decision
from tournament.models import Event, EventMove, Report, Season, Seat
from tournament.regulation import parameters as regulation
from tournament.regulation.points import Fascia
from tournament.regulation.validity import possible_fasce

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


def waiting_moves() -> QuerySet[EventMove]:
    """Return the requests to play authorised events on another day, the oldest first (art. 1.2). Runs one query."""
    waiting = EventMove.objects.filter(state=EventMove.State.WAITING, event__state=State.AUTHORISED)
    return waiting.select_related("event").annotate(entered=Count("event__entries")).order_by("asked_at", "pk")


@dataclass(frozen=True, slots=True)
class Verdict:
    """The decision on a report that holds.

    Arguments:
        at: of the decision. number: of a ratification, year and running number; empty for a refusal.
    """

    at: datetime
    number: str


def verdict_of(event: Event) -> Verdict | None:
    """Return the decision that ratified an event, or refused to; None while it has no such state (art. 1.4).

    Ratifications are numbered within a calendar year in the order of the decisions. These are never deleted, so that a
    number stays what it was, also if the ratification is revoked later. Runs at most two queries.
    """
    kinds = {
        State.HOMOLOGATED: (Decision.Kind.HOMOLOGATED,),
        State.NOT_HOMOLOGATED: (Decision.Kind.REFUSED, Decision.Kind.REVOKED),
    }.get(State(event.state))
    decision = Decision.objects.filter(event=event, kind__in=kinds).first() if kinds else None
    if decision is None:
        return None
    if decision.kind != Decision.Kind.HOMOLOGATED:
        return Verdict(decision.at, "")
    year = timezone.localtime(decision.at).year
    until_then = Q(at__lt=decision.at) | Q(at=decision.at, pk__lte=decision.pk)
    number = Decision.objects.filter(until_then, kind=decision.kind, at__year=year).count()
    return Verdict(decision.at, f"{year}-{number:02d}")


@dataclass(frozen=True, slots=True)
class QueueItem:
    """A reported event waiting for the Referent's decision.

    Arguments:
        attendance: players seated in round 1.
        possible: the fasce allowed by art. 1.3, empty if no fascia is possible.
        undecided: whether the event must be demoted before homologation (EX-34).
        counts: of the recomputation, zero if the page does not show them.
    """

    event: Event
    attendance: int
    possible: tuple[str, ...]
    undecided: bool
    organiser_disqualified: bool
    counts: CheckCounts

    @property
    def not_recomputed(self) -> str:
        """Return why the recomputation failed, as text; empty if it did not."""
        return self.counts.failure

    @property
    def errors(self) -> int:
        return self.counts.errors

    @property
    def warnings(self) -> int:
        return self.counts.warnings


def homologation_queue() -> list[QueueItem]:
    """Return the reported events, oldest last day first (art. 1.4), without their checks. Runs one query."""
    return [queue_item(event, event.seated, CheckCounts()) for event in _reported_events()]


def checked_queue(user: User) -> list[QueueItem]:
    """Return the reported events with the numbers of their checks, those of this user's own events included.

    Runs three queries for any number of events whose checks are cached.
    """
    latest = Report.objects.defer("content", "note").order_by("-version")
    events = list(with_marks(_reported_events(), user).prefetch_related(Prefetch("reports", latest)))
    counts = report_checks(events)
    return [queue_item(event, event.seated, counts.get(event.pk, CheckCounts())) for event in events]


def _reported_events() -> QuerySet[Any]:
    events = Event.objects.filter(state=State.REPORTED).select_related("organiser", "season")
    return events.annotate(seated=_attendance()).order_by("last_day", "pk")


def queue_item(event: Event, attendance: int, counts: CheckCounts) -> QueueItem:
    """Return the queue item of one reported event."""
    declared, rules = Fascia(event.fascia_declared), regulation.get(event.regulation)
    possible = () if event.is_national_final else possible_fasce(declared, attendance, regulation=rules)
    return QueueItem(
        event=event,
        attendance=attendance,
        possible=tuple(map(str, possible)),
        undecided=not event.is_national_final and event.fascia_effective not in possible,
        organiser_disqualified=event.organiser.disqualified_at is not None,
        counts=counts,
    )


def attendance(event: Event) -> int:
    """Return the number of players seated in round 1 (art. 1.3, REQ-404). Runs one query."""
    return Seat.objects.filter(round__event=event, round__number=1).count()


def event_decisions(event: Event) -> QuerySet[Decision]:
    """Return the Referent's decisions about an event or its organiser, newest first. Runs one query."""
    about = Q(event=event) | Q(organiser=event.organiser_id)
    return Decision.objects.filter(about).select_related("by", "report").order_by("-at", "-pk")
