"""The report to the Referent (articles 1.2 and 1.4): completeness, deadline, submission, and the nightly sweep."""

from __future__ import annotations

import hashlib
import json
from datetime import date, datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

from django.db import transaction
from django.utils import timezone

from games.findings import Finding
from tournament.core.audit import By, record
from tournament.core.locks import locked
from tournament.core.preconditions import report_deadline, report_last_day, require_event_state
from tournament.core.transitions import event_transition
from tournament.delivery.decisions import decision_notice
from tournament.delivery.notices import report_due_notice
from tournament.delivery.waiting_mails import waiting_tell
from tournament.exchange.export import event_to_file, points_of
from tournament.models import Event, Report
from tournament.models.stored_sentences import NO_REPORT
from tournament.regulation import lifecycle, reporting
from tournament.regulation import parameters as regulation
from tournament.regulation.refused import Refused
from tournament.reports.photos import photo_add, photo_remove
from tournament.reports.recompute import report_recompute

__all__ = [
    "forum_report_set",
    "photo_add",
    "photo_remove",
    "report_deadline",
    "report_last_day",
    "report_missing",
    "report_recompute",
    "report_submit",
    "reports_remind",
    "reports_sweep",
]

State = Event.State
#: How long before the deadline the organiser is reminded.
REMIND_BEFORE = timedelta(days=2)


def _has_referee(event: Event) -> bool:
    """Art. 1.4: return whether a referee answers for the tables; the organiser does if no separate referee is named."""
    return event.organiser_id is not None


def _sections(event: Event) -> set[str]:
    """Return the sections of the report that the event's records fill."""
    rounds = list(event.round_set.prefetch_related("tables__seats", "standing_rows"))
    ordinary = [round_ for round_ in rounds if not round_.is_final]
    seats = [seat for round_ in rounds for table in round_.tables.all() for seat in table.seats.all()]
    seated = {seat.entry_id for seat in seats}
    places = event.final_places.count()
    complete = {
        "identity": bool(event.name and event.game),
        "days": event.first_day is not None and event.last_day is not None,
        "place": bool(event.city and event.venue),
        "fascia": bool(event.fascia_declared),
        "regulation": bool(event.regulation),
        "organiser": event.organiser_id is not None,
        "referee": _has_referee(event),
        "announcement": bool(event.announcement_url),
        "players": bool(seated),
        "consents": bool(seated),
        "kingdoms": bool(rounds) and all(round_.setup for round_ in rounds),
        "tables": bool(seats) and all(seat.place is not None for seat in seats),
        "standings": bool(ordinary) and all(len(round_.standing_rows.all()) for round_ in ordinary),
        # With fewer than three players left there is no final: the definitive standings are the result (AMB-33).
        "final": places > 0,
        "final_places": places > 0 and places == len(seated),
        "ordinary_points": places > 0,
        "multiplied_points": places > 0,
    }
    return {name for name, is_complete in complete.items() if is_complete}


def _report_facts(event: Event) -> reporting.ReportFacts:
    return reporting.ReportFacts(
        sections=_sections(event), photos=event.photos.count(), forum_report=event.forum_report_url
    )


def report_missing(event: Event) -> list[Finding]:
    """Art. 1.4: return one finding per part that the report still lacks (REQ-601, REQ-602, REQ-603, REQ-606)."""
    return reporting.missing(_report_facts(event), regulation=regulation.get(event.regulation))


def _is_web_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.netloc)


@transaction.atomic
def forum_report_set(*, event: Event, url: str, by: By, at: datetime | None = None) -> Event:
    """Art. 1.2: store the address of the final part on the Forum, and when it was published (REQ-603, AMB-16).

    Arguments:
        at: when it was published; by default now.
    Errors: FORUM_ADDRESS_WRONG; EVENT_STATE_WRONG.
    """
    clean = url.strip()
    if not _is_web_address(clean) or len(clean) > 200 or not clean.isprintable():
        raise Refused("FORUM_ADDRESS_WRONG", address=clean[:200])
    event = locked(event)
    require_event_state(event, State.RUNNING, State.CONCLUDED, State.REPORTED)
    if event.forum_report_url == clean and at is None:
        return event
    record(event, verb="forum_report_set", by=by, forum_report_url=clean, forum_report_at=at or timezone.now())
    return event


@transaction.atomic
def report_submit(*, event: Event, by: By, note: str = "", at: datetime | None = None) -> Report:
    """Art. 1.2, 1.4: send the complete report to the Referent; within the week a new one replaces it (AMB-17).

    Idempotent: an unchanged report sent again is the same version.

    Arguments:
        note: to the Referent; at: when it was sent, by default now.
    Errors: REPORT_INCOMPLETE with the missing parts; REPORT_LATE; NOT_OFFICIAL; ORGANISER_DISQUALIFIED;
    EVENT_STATE_WRONG.
    """
    event = locked(event)
    require_event_state(event, State.CONCLUDED, State.REPORTED)
    if not event.is_official and not event.is_national_final:
        raise Refused("NOT_OFFICIAL")
    lifecycle.check_organiser(disqualified=event.organiser.disqualified_at is not None)
    reporting.check_complete(_report_facts(event), regulation=regulation.get(event.regulation))
    sent = at or timezone.now()
    latest = max(sent, event.forum_report_at or sent)
    if latest >= report_deadline(event):
        last_day, received = report_last_day(event), timezone.localdate(latest)
        raise Refused("REPORT_LATE", last=_format_day(last_day), received=_format_day(received))
    content = event_to_file(event) | {"points": points_of(event)}
    sha256 = hashlib.sha256(json.dumps(content, sort_keys=True, ensure_ascii=False).encode()).hexdigest()
    last = event.reports.order_by("-version").first()
    if last is not None and last.sha256 == sha256 and last.note == note.strip() and event.state == State.REPORTED:
        return last
    report = Report(
        event=event,
        version=last.version + 1 if last else 1,
        content=content,
        sha256=sha256,
        note=note.strip(),
        submitted_at=sent,
        submitted_by=by,
    )
    record(report, verb="report_submit", by=by)
    if event.state == State.REPORTED:
        record(event, verb="report_submit", by=by)
    else:
        event_transition(event, State.REPORTED, verb="report_submit", by=by)
    waiting_tell("homologation", key=event.slug, occasion=str(report.pk), event=event, by=by)
    return report


def reports_sweep(*, now: datetime | None = None) -> list[Event]:
    """Art. 1.2: invalidate every event whose complete report has not arrived in time (REQ-604, AMB-16).

    Unofficial events and the national final owe none. One transaction per event, so that a failure does not block
    others.
    """
    moment = now or timezone.now()
    # The first deadline that can have passed is a week after the last day, so only older rows are read.
    overdue = {"is_official": True, "last_day__lt": timezone.localdate(moment)}
    waiting = Event.objects.filter(state=State.CONCLUDED, **overdue)
    invalidated = []
    for candidate in waiting:
        if moment < report_deadline(candidate):
            continue
        with transaction.atomic():
            event = locked(candidate)
            if event.state != State.CONCLUDED or moment < report_deadline(event):
                continue
            why: dict[str, Any] = {"state_reason_code": NO_REPORT, "state_reason_params": {}}
            event_transition(event, State.INVALIDATED, verb="report_overdue", by=None, **why)
            key = f"overdue-{moment.date().isoformat()}"
            decision_notice(event, code="invalidated", key=key, by=None)
        invalidated.append(event)
    return invalidated


def reports_remind(*, now: datetime | None = None) -> int:
    """Enqueue a mail to every organiser whose report is due within two days. Returns the number of events."""
    moment = now or timezone.now()
    reminded = 0
    waiting = Event.objects.filter(state=State.CONCLUDED, is_official=True).select_related("organiser__user")
    for event in waiting:
        deadline = report_deadline(event)
        if not deadline - REMIND_BEFORE <= moment < deadline:
            continue
        users = {role.user for role in event.roles.filter(role="organiser").select_related("user")}
        users |= {event.organiser.user} if event.organiser.user is not None else set()
        for user in users:
            report_due_notice(event=event, user=user, last_day=report_last_day(event))
        reminded += 1
    return reminded


def _format_day(day: date) -> str:
    return day.strftime("%d/%m/%Y")
