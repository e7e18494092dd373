"""What the National Referent decides about events and organisers (articles 1.2 to 1.4).

A reason is needed to refuse, to change or to take back; a yes stands by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.findings import Finding
from ranking.errors import HomologationRefused, NoFascia, NoReportYet, ReasonNeeded
from ranking.homologation.ledger import ledger_add, ledger_reverse
from ranking.models import Decision
from tournament.core.audit import By, record
from tournament.core.locks import locked
from tournament.core.messages import as_data
from tournament.core.preconditions import need_state
from tournament.core.report_errors import NotOfficial
from tournament.events import lifecycle
from tournament.models import Event, Organiser, Report, WebhookDelivery
from tournament.regulation import lifecycle as lifecycle_rules
from tournament.regulation import parameters as regulation
from tournament.regulation import reporting, validity
from tournament.regulation.points import Fascia
from tournament.reports.recompute import report_recompute
from tournament.webhooks.services import webhook_tell

State = Event.State
Kind = Decision.Kind


def players_seated(event: Event) -> int:
    """Art. 1.3: those who sat down in round 1: the attendance that counts (REQ-404)."""
    return event.entries.filter(seats__round__number=1).distinct().count()


def _reason(reason: str) -> str:
    clean = reason.strip()
    if not clean:
        raise ReasonNeeded
    return clean


def _decide(
    kind: str,
    *,
    by: By,
    reason: str,
    event: Event | None = None,
    at: datetime | None = None,
    findings: Sequence[Finding] = (),
    **facts: Any,
) -> Decision:
    return Decision.objects.create(
        kind=kind,
        event=event,
        reason=reason,
        at=at or timezone.now(),
        by=by,
        findings=[as_data(finding) for finding in findings],
        **facts,
    )


def latest_report(event: Event) -> Report:
    """The report that counts: the last version. Errors: NoReportYet."""
    report = event.reports.order_by("-version").first()
    if report is None:
        raise NoReportYet
    report.event = event
    return report


@transaction.atomic
def authorise(*, event: Event, by: By, reason: str = "", at: datetime | None = None) -> Decision:
    """Art. 1.2: admits an announced event (REQ-303); a yes needs no reason. Errors: those of event_authorise."""
    why = reason.strip()
    event = lifecycle.event_authorise(event=event, by=by, reason=why, at=at)
    return _decide(Kind.AUTHORISED, event=event, by=by, reason=why, at=at)


@transaction.atomic
def refuse_authorisation(*, event: Event, by: By, reason: str, at: datetime | None = None) -> Decision:
    """Art. 1.2: does not admit an event; it is a draft again. Errors: ReasonNeeded, EventStateWrong."""
    why = _reason(reason)
    event = lifecycle.event_refuse_authorisation(event=event, by=by, reason=why)
    return _decide(Kind.NOT_AUTHORISED, event=event, by=by, reason=why, at=at)


@transaction.atomic
def homologate(*, event: Event, by: By, reason: str = "", at: datetime | None = None) -> Decision:
    """Art. 1.4, 1.6: recomputes the report, keeps what was found, and writes the results into the ledger (REQ-605).

    A yes needs no reason. The national final and its places are homologated too, and give no points (REQ-1507, AMB-36).
    Errors: EventStateWrong; OrganiserDisqualified; NotOfficial; TooFewPlayers below the least of all
        minima, FasciaUndecided below the event's own (EX-34); HomologationRefused with the findings (REQ-606).
    """
    why = reason.strip()
    event = locked(event)
    need_state(event, State.REPORTED)
    lifecycle_rules.check_organiser(disqualified=event.organiser.disqualified_at is not None)
    if not event.is_official and not event.is_national_final:
        raise NotOfficial
    if not event.is_national_final:
        chosen = Fascia(event.fascia_effective)
        rules = regulation.get(event.regulation)
        validity.check_fascia(Fascia(event.fascia_declared), chosen, players_seated(event), regulation=rules)
    report = latest_report(event)
    findings = report_recompute(report, by=by)
    errors = [finding for finding in findings if finding.is_error]
    if errors:
        raise HomologationRefused(findings=findings, count=len(errors))
    decision = _decide(
        Kind.HOMOLOGATED,
        event=event,
        by=by,
        reason=why,
        at=at,
        findings=findings,
        report=report,
        fascia="" if event.is_national_final else event.fascia_effective,
    )
    record(event, verb="homologate", by=by, reason=why, state=State.HOMOLOGATED, state_reason=why)
    if not event.is_national_final:
        ledger_add(event=event, decision=decision)
    webhook_tell(kind=WebhookDelivery.Kind.EVENT_HOMOLOGATED, key=str(decision.pk), event=event)
    return decision


@transaction.atomic
def refuse(*, event: Event, by: By, reason: str, at: datetime | None = None) -> Decision:
    """Art. 1.4: does not homologate a reported event (REQ-606). Errors: ReasonNeeded, EventStateWrong."""
    why = _reason(reason)
    event = locked(event)
    need_state(event, State.REPORTED)
    report = latest_report(event)
    decision = _decide(
        Kind.REFUSED, event=event, by=by, reason=why, at=at, findings=report_recompute(report, by=by), report=report
    )
    record(event, verb="refuse", by=by, reason=why, state=State.NOT_HOMOLOGATED, state_reason=why)
    return decision


@transaction.atomic
def _change_fascia(kind: str, event: Event, to: str, by: By, reason: str, at: datetime | None) -> Decision:
    why = _reason(reason)
    event = locked(event)
    if event.is_national_final:
        raise NoFascia
    need_state(event, State.RUNNING, State.CONCLUDED, State.REPORTED)
    validity.check_fascia_change(
        Fascia(event.fascia_declared),
        Fascia(to),
        players_seated(event),
        reason=why,
        regulation=regulation.get(event.regulation),
    )
    record(event, verb=kind, by=by, reason=why, fascia_effective=str(Fascia(to)), fascia_reason=why)
    return _decide(kind, event=event, by=by, reason=why, at=at, fascia=str(Fascia(to)))


def promote(*, event: Event, by: By, reason: str, to: str = "II", at: datetime | None = None) -> Decision:
    """Art. 1.3: promotes a fascia I to II for its attendance (REQ-502, AMB-15); ``to="I"`` takes it back.

    Errors: ReasonNeeded, FasciaChangeRefused, NoFascia, EventStateWrong.
    """
    return _change_fascia(Kind.PROMOTED, event, to, by, reason, at)


def demote(*, event: Event, to: str, by: By, reason: str, at: datetime | None = None) -> Decision:
    """Art. 1.3: demotes a fascia III that did not reach its minimum to II or I (REQ-503, AMB-14).

    Errors: ReasonNeeded, FasciaChangeRefused, NoFascia, EventStateWrong.
    """
    return _change_fascia(Kind.DEMOTED, event, to, by, reason, at)


@transaction.atomic
def revoke(*, event: Event, by: By, reason: str, at: datetime | None = None) -> Decision:
    """Art. 1.4: takes a homologation back: reversing entries in the ledger, nothing erased (AMB-18).

    Errors: ReasonNeeded, EventStateWrong.
    """
    why = _reason(reason)
    event = locked(event)
    need_state(event, State.HOMOLOGATED)
    decision = _decide(Kind.REVOKED, event=event, by=by, reason=why, at=at)
    ledger_reverse(event=event, decision=decision)
    record(event, verb="revoke", by=by, reason=why, state=State.NOT_HOMOLOGATED, state_reason=why)
    return decision


@transaction.atomic
def reopen(*, event: Event, by: By, reason: str, at: datetime | None = None) -> Decision:
    """Art. 1.1, 1.2: gives an event another week (AMB-16, AMB-17).

    An invalidated event, or a report sent back to be put right, is concluded again; one not homologated is reported
    again, so that its last report is decided on anew.

    Errors: ReasonNeeded, EventStateWrong.
    """
    why = _reason(reason)
    event = locked(event)
    need_state(event, State.INVALIDATED, State.REPORTED, State.NOT_HOMOLOGATED)
    moment = at or timezone.now()
    rules = regulation.get(event.regulation)
    due = reporting.report_deadline(moment.astimezone(rules.time_zone).date(), regulation=rules)
    to = State.REPORTED if event.state == State.NOT_HOMOLOGATED else State.CONCLUDED
    decision = _decide(Kind.REOPENED, event=event, by=by, reason=why, at=at)
    record(event, verb="reopen", by=by, reason=why, state=to, state_reason=why, report_due_at=due)
    return decision


@transaction.atomic
def disqualify(*, organiser: Organiser, by: By, reason: str, at: datetime | None = None) -> Decision:
    """Art. 1.4: disqualifies an organiser for good: his reported events are refused, homologated ones stand (AMB-18).

    Errors: ReasonNeeded, AlreadyDone.
    """
    why = _reason(reason)
    organiser = lifecycle.organiser_disqualify(organiser=organiser, reason=why, by=by, at=at)
    decision = _decide(Kind.DISQUALIFIED, organiser=organiser, by=by, reason=why, at=at)
    for event in Event.objects.filter(organiser=organiser, state=State.REPORTED).order_by("pk"):
        # Decided meanwhile: it stands.
        if locked(event).state == State.REPORTED:
            refuse(event=event, by=by, reason=why, at=at)
    return decision
