"""Decisions of the National Referent about events and organisers (articles 1.2 to 1.4).

A refusal, change or revocation needs a reason; an approval does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.findings import Finding
from ranking.closing.services import require_open
from ranking.homologation.ledger import ledger_add, ledger_reverse
from ranking.models import Decision
from ranking.refusals import HomologationRefused, NoReportYet
from ranking.statistics.ratings import ratings_update
from ranking.statistics.services import statistics_add, statistics_remove
from tournament.core.audit import By, record
from tournament.core.locks import locked
from tournament.core.messages import as_data
from tournament.core.preconditions import require_event_state
from tournament.core.refusals import AlreadyDone
from tournament.core.transitions import event_transition, need_source
from tournament.delivery.decisions import decision_notice
from tournament.delivery.notices import results_notice
from tournament.events import lifecycle
from tournament.federation import services as organisers
from tournament.models import Event, Organiser, Report
from tournament.regulation import lifecycle as lifecycle_rules
from tournament.regulation import parameters as regulation
from tournament.regulation import reporting, validity
from tournament.regulation.parameters import TIME_ZONE
from tournament.regulation.points import Fascia
from tournament.regulation.refused import Refused
from tournament.reports.recompute import report_recompute

State = Event.State
Kind = Decision.Kind

#: States of an event that the Referent may have visited.
INSPECTABLE = (
    *(State.AUTHORISED, State.CHECK_IN, State.RUNNING, State.CONCLUDED, State.REPORTED),
    *(State.HOMOLOGATED, State.NOT_HOMOLOGATED, State.INVALIDATED),
)


def players_seated(event: Event) -> int:
    """Return the attendance, i.e. the number of players seated in round 1 (art. 1.3, REQ-404)."""
    return event.entries.filter(seats__round__number=1).distinct().count()


def _require_reason(reason: str) -> str:
    clean_reason = reason.strip()
    if not clean_reason:
        raise Refused("REASON_NEEDED")
    return clean_reason


def _require_counting(event: Event) -> None:
    """Require that the season of an event is open, since its final Ranking counts what is decided (art. 1.6).

    The national final gives no points: it is decided after the season is closed. Raises SEASON_CLOSED.
    """
    if not event.is_national_final:
        require_open(event.season)


def _record_decision(
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


def _tell_organisers(decision: Decision, code: str, **params: str) -> None:
    """Tell the organisers of an event the Referent's decision, with its reason."""
    assert decision.event is not None, "a decision about an event"
    decision_notice(
        decision.event,
        code=code,
        key=f"decision-{decision.pk}",
        by=decision.by,
        reason=decision.reason,
        params=params,
    )


def _tell_result(decision: Decision, *, organisers: str, players: str) -> None:
    """Tell the organisers and the players of an event whether its results count.

    Arguments:
        organisers, players: codes of the sentences.
    """
    assert decision.event is not None, "a decision about an event"
    _tell_organisers(decision, organisers)
    results_notice(decision.event, code=players, key=f"decision-{decision.pk}")


def latest_report(event: Event) -> Report:
    """Return the latest version of the report.

    Raises NoReportYet.
    """
    report = event.reports.order_by("-version").first()
    if report is None:
        raise NoReportYet
    report.event = event
    return report


@transaction.atomic
def event_authorise(*, event: Event, by: By, reason: str = "", at: datetime | None = None) -> Decision:
    """Authorise an announced event (art. 1.2, REQ-303); the reason is optional.

    Raises the errors of event_authorise.
    """
    clean_reason = reason.strip()
    event = lifecycle.event_authorise(event=event, by=by, reason=clean_reason, at=at)
    decision = _record_decision(Kind.AUTHORISED, event=event, by=by, reason=clean_reason, at=at)
    _tell_organisers(decision, "authorised")
    return decision


@transaction.atomic
def event_refuse_authorisation(*, event: Event, by: By, reason: str, at: datetime | None = None) -> Decision:
    """Refuse to authorise an event, which becomes a draft again (art. 1.2).

    Raises REASON_NEEDED, EVENT_STATE_WRONG.
    """
    clean_reason = _require_reason(reason)
    event = lifecycle.event_refuse_authorisation(event=event, by=by, reason=clean_reason)
    decision = _record_decision(Kind.NOT_AUTHORISED, event=event, by=by, reason=clean_reason, at=at)
    _tell_organisers(decision, "not_authorised")
    return decision


@transaction.atomic
def event_homologate(*, event: Event, by: By, reason: str = "", at: datetime | None = None) -> Decision:
    """Homologate an event (art. 1.4, 1.6, REQ-605).

    Recomputes the report, stores the findings and adds the results to the ledger, the statistics and the ratings.
    The reason is optional. The national final and its places are homologated too, but give no points (REQ-1507,
    AMB-36).

    Raises EVENT_STATE_WRONG; SEASON_CLOSED; ORGANISER_DISQUALIFIED; NOT_OFFICIAL; TooFewPlayers below the lowest of all
    minima; FasciaUndecided below the minimum of the event's own fascia (EX-34); HomologationRefused with the findings
    (REQ-606).
    """
    clean_reason = reason.strip()
    event = locked(event)
    need_source(event, "homologate")
    _require_counting(event)
    lifecycle_rules.check_organiser(disqualified=event.organiser.disqualified_at is not None)
    if not event.is_official and not event.is_national_final:
        raise Refused("NOT_OFFICIAL")
    if not event.is_national_final:
        effective_fascia = Fascia(event.fascia_effective)
        rules = regulation.get(event.regulation)
        validity.check_fascia(Fascia(event.fascia_declared), effective_fascia, players_seated(event), regulation=rules)
    report = latest_report(event)
    findings = report_recompute(report, by=by)
    errors = [finding for finding in findings if finding.is_error]
    if errors:
        raise HomologationRefused(findings=findings, count=len(errors))
    decision = _record_decision(
        Kind.HOMOLOGATED,
        event=event,
        by=by,
        reason=clean_reason,
        at=at,
        findings=findings,
        report=report,
        fascia="" if event.is_national_final else event.fascia_effective,
    )
    event_transition(event, State.HOMOLOGATED, verb="homologate", by=by, reason=clean_reason, state_reason=clean_reason)
    if not event.is_national_final:
        ledger_add(event=event, decision=decision)
    statistics_add(event=event)
    ratings_update(event=event)
    _tell_result(decision, organisers="ratified", players="result_ratified")
    return decision


@transaction.atomic
def event_refuse(*, event: Event, by: By, reason: str, at: datetime | None = None) -> Decision:
    """Refuse to homologate a reported event (art. 1.4, REQ-606).

    Raises REASON_NEEDED, EVENT_STATE_WRONG.
    """
    clean_reason = _require_reason(reason)
    event = locked(event)
    need_source(event, "refuse")
    report = latest_report(event)
    decision = _record_decision(
        Kind.REFUSED,
        event=event,
        by=by,
        reason=clean_reason,
        at=at,
        findings=report_recompute(report, by=by),
        report=report,
    )
    event_transition(event, State.NOT_HOMOLOGATED, verb="refuse", by=by, reason=clean_reason, state_reason=clean_reason)
    _tell_result(decision, organisers="not_ratified", players="result_revoked")
    return decision


@transaction.atomic
def _change_fascia(kind: str, event: Event, to: str, by: By, reason: str, at: datetime | None) -> Decision:
    clean_reason = _require_reason(reason)
    event = locked(event)
    if event.is_national_final:
        raise Refused("NO_FASCIA")
    require_event_state(event, State.RUNNING, State.CONCLUDED, State.REPORTED)
    validity.check_fascia_change(
        Fascia(event.fascia_declared),
        Fascia(to),
        players_seated(event),
        reason=clean_reason,
        regulation=regulation.get(event.regulation),
    )
    record(event, verb=kind, by=by, reason=clean_reason, fascia_effective=str(Fascia(to)), fascia_reason=clean_reason)
    decision = _record_decision(kind, event=event, by=by, reason=clean_reason, at=at, fascia=str(Fascia(to)))
    _tell_organisers(decision, "fascia_changed", fascia=decision.fascia)
    return decision


def fascia_promote(*, event: Event, by: By, reason: str, to: str = "II", at: datetime | None = None) -> Decision:
    """Promote a fascia I to II for its attendance (art. 1.3, REQ-502, AMB-15); ``to="I"`` reverts it.

    Raises REASON_NEEDED, FasciaChangeRefused, NO_FASCIA, EVENT_STATE_WRONG.
    """
    return _change_fascia(Kind.PROMOTED, event, to, by, reason, at)


def fascia_demote(*, event: Event, to: str, by: By, reason: str, at: datetime | None = None) -> Decision:
    """Demote a fascia III that did not reach its minimum to II or I (art. 1.3, REQ-503, AMB-14).

    Raises REASON_NEEDED, FasciaChangeRefused, NO_FASCIA, EVENT_STATE_WRONG.
    """
    return _change_fascia(Kind.DEMOTED, event, to, by, reason, at)


@transaction.atomic
def fascia_replace(*, event: Event, to: str, by: By, reason: str, at: datetime | None = None) -> Decision:
    """Replace the fascia of a ratified event in one act: its points leave the ledger and come back multiplied anew.

    Arts. 1.3, 1.4 (REQ-502 to REQ-504, AMB-14). The ledger keeps the first entries, their reversals and the new ones.

    Raises REASON_NEEDED, AlreadyDone, FasciaChangeRefused, NO_FASCIA, EVENT_STATE_WRONG, SEASON_CLOSED.
    """
    clean_reason = _require_reason(reason)
    event = locked(event)
    if event.is_national_final:
        raise Refused("NO_FASCIA")
    require_event_state(event, State.HOMOLOGATED)
    _require_counting(event)
    wanted = Fascia(to)
    if wanted == event.fascia_effective:
        raise AlreadyDone(what=_("Fascia %(fascia)s") % {"fascia": wanted})
    seated, rules = players_seated(event), regulation.get(event.regulation)
    declared = Fascia(event.fascia_declared)
    validity.check_fascia_change(declared, wanted, seated, reason=clean_reason, regulation=rules)
    kind = Kind.PROMOTED if declared == Fascia.I else Kind.DEMOTED
    facts = {"fascia_effective": str(wanted), "fascia_reason": clean_reason, "state_reason": clean_reason}
    decision = _record_decision(kind, event=event, by=by, reason=clean_reason, at=at, fascia=str(wanted))
    ledger_reverse(event=event, decision=decision)
    record(event, verb="fascia_replace", by=by, reason=clean_reason, **facts)
    ledger_add(event=event, decision=decision)
    _tell_result(decision, organisers="fascia_replaced", players="result_recounted")
    return decision


@transaction.atomic
def event_inspect(*, event: Event, by: By, reason: str, at: datetime | None = None) -> Decision:
    """Record what a visit to an event found (art. 1.4); it decides nothing by itself, and nobody is notified.

    Arguments:
        reason: who visited, when, and what was found.

    Raises REASON_NEEDED, EVENT_STATE_WRONG before the authorisation and of an event that was void.
    """
    clean_reason = _require_reason(reason)
    event = locked(event)
    require_event_state(event, *INSPECTABLE)
    return _record_decision(Kind.INSPECTED, event=event, by=by, reason=clean_reason, at=at)


@transaction.atomic
def homologation_revoke(*, event: Event, by: By, reason: str, at: datetime | None = None) -> Decision:
    """Revoke a homologation by reversing entries in the ledger; nothing is deleted (art. 1.4, AMB-18).

    Raises REASON_NEEDED, EVENT_STATE_WRONG, SEASON_CLOSED.
    """
    clean_reason = _require_reason(reason)
    event = locked(event)
    need_source(event, "revoke")
    _require_counting(event)
    decision = _record_decision(Kind.REVOKED, event=event, by=by, reason=clean_reason, at=at)
    ledger_reverse(event=event, decision=decision)
    statistics_remove(event=event)
    event_transition(event, State.NOT_HOMOLOGATED, verb="revoke", by=by, reason=clean_reason, state_reason=clean_reason)
    ratings_update(event=event)
    _tell_result(decision, organisers="ratification_revoked", players="result_revoked")
    return decision


@transaction.atomic
def event_reopen(*, event: Event, by: By, reason: str, at: datetime | None = None) -> Decision:
    """Reopen an event with a new report deadline (art. 1.1, 1.2, AMB-16, AMB-17).

    An invalidated event, or a reported one whose report must be corrected, becomes concluded again. An event that was
    not homologated becomes reported again, so that its last report is decided on anew.

    Raises REASON_NEEDED, EVENT_STATE_WRONG, SEASON_CLOSED.
    """
    clean_reason = _require_reason(reason)
    event = locked(event)
    need_source(event, "reopen")
    _require_counting(event)
    moment = at or timezone.now()
    rules = regulation.get(event.regulation)
    due = reporting.report_deadline(moment.astimezone(TIME_ZONE).date(), regulation=rules)
    to = State.REPORTED if event.state == State.NOT_HOMOLOGATED else State.CONCLUDED
    decision = _record_decision(Kind.REOPENED, event=event, by=by, reason=clean_reason, at=at)
    event_transition(event, to, verb="reopen", by=by, reason=clean_reason, state_reason=clean_reason, report_due_at=due)
    _tell_organisers(decision, "sent_back" if to == State.CONCLUDED else "decided_again")
    return decision


@transaction.atomic
def organiser_disqualify(*, organiser: Organiser, by: By, reason: str, at: datetime | None = None) -> Decision:
    """Disqualify an organiser permanently (art. 1.4, AMB-18).

    Reported events of the organiser are refused, those announced, authorised or being played are stopped; homologated
    ones stay homologated.

    Raises REASON_NEEDED, AlreadyDone.
    """
    clean_reason = _require_reason(reason)
    organiser = organisers.organiser_disqualify(organiser=organiser, reason=clean_reason, by=by, at=at)
    decision = _record_decision(Kind.DISQUALIFIED, organiser=organiser, by=by, reason=clean_reason, at=at)
    for event in Event.objects.filter(organiser=organiser, state=State.REPORTED).order_by("pk"):
        # An event decided concurrently keeps its decision.
        if locked(event).state == State.REPORTED:
            event_refuse(event=event, by=by, reason=clean_reason, at=at)
    for event in Event.objects.filter(organiser=organiser, state__in=lifecycle.STOPPABLE).order_by("pk"):
        lifecycle.event_stop_disqualified(event=event, by=by)
    return decision


@transaction.atomic
def organiser_restore(*, organiser: Organiser, by: By, reason: str, at: datetime | None = None) -> Decision:
    """Take back the disqualification of an organiser that was decided by mistake (art. 1.4, AMB-18).

    The reports that the disqualification refused stay refused: each is reopened by itself (``event_reopen``). The
    events that it stopped stay void.

    Raises REASON_NEEDED, AlreadyDone.
    """
    clean_reason = _require_reason(reason)
    organiser = organisers.organiser_restore(organiser=organiser, reason=clean_reason, by=by, at=at)
    return _record_decision(Kind.RESTORED, organiser=organiser, by=by, reason=clean_reason, at=at)
