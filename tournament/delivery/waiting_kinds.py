"""The kinds of waiting things: what, who is told and how, where it is decided. Read by ``waiting``."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any, Final

from django.db.models import Max, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.core.preconditions import report_last_day
from tournament.delivery.waiting import LIST, Kind, Pace, Side, Told, Waiting, day_of
from tournament.models import (
    ConsentPaper,
    Entry,
    EntryRequest,
    ErasureRequest,
    ErrorReport,
    Event,
    EventMove,
    Job,
    OrganiserRequest,
    PersonClaim,
)
from tournament.models.accounts import account_name
from tournament.models.event import REFERENTS_STATES
from tournament.regulation_versions.selectors import seasons_without_document, versions_without_document

State = Event.State
#: States in which the desk can still enter who asks.
_ENTERING = (State.AUTHORISED, State.CHECK_IN)
#: For how long the desk shows a place that was cancelled.
CANCELLED_FOR = timedelta(days=2)


def _cancelled() -> QuerySet[Any]:
    """Return the entries that players withdrew lately, from the history."""
    facts = {"history_verb": "entry_withdraw", "history_type": "-", "event__state": State.AUTHORISED}
    since = timezone.now() - CANCELLED_FOR
    rows: QuerySet[Any] = Entry.history.filter(**facts, history_date__gt=since).select_related("event__organiser")
    return rows


def _requests() -> QuerySet[EntryRequest]:
    pending = EntryRequest.objects.filter(state=EntryRequest.State.PENDING, event__state__in=_ENTERING)
    return pending.select_related("event__organiser")


def _errors() -> QuerySet[ErrorReport]:
    return ErrorReport.objects.filter(done_at=None).select_related("entry__event__organiser")


def _of_club(kind: str, event: Event, since: datetime | date | None, due: date | None = None) -> Waiting:
    """Return something that an event's club decides."""
    return Waiting(kind, event.name, day_of(since), event.organiser.name, due, event.slug)


def _begun(day: date) -> date:
    """Return the day, or today if it is to come."""
    return min(day, timezone.localdate())


#: What waits for whom. The federation, the records and the Ranking add their own.
KINDS: Final = (
    Kind(
        name="authorisation",
        label=_("event to authorise"),
        side=Side.REFERENT,
        told=(Told.REFERENTS,),
        sentence="authorisation_asked",
        rows=lambda: Event.objects.filter(state=State.ANNOUNCED, is_practice=False).select_related("organiser"),
        event="pk",
        key="slug",
        see=lambda event: _of_club("authorisation", event, event.announced_on, event.first_day),
    ),
    Kind(
        name="move",
        label=_("event to move to another day"),
        side=Side.REFERENT,
        told=(Told.REFERENTS,),
        sentence="event_move_asked",
        rows=lambda: EventMove.objects.filter(
            state=EventMove.State.WAITING, event__state=State.AUTHORISED
        ).select_related("event__organiser"),
        event="event",
        see=lambda move: replace(_of_club("move", move.event, move.asked_at, move.event.first_day), key=str(move.pk)),
    ),
    Kind(
        name="homologation",
        label=_("report to decide on"),
        side=Side.REFERENT,
        told=(Told.REFERENTS,),
        sentence="report_arrived",
        mail="report_arrived",
        attach=("report",),
        page="homologation",
        has_key=True,
        rows=lambda: (
            Event.objects.filter(state=State.REPORTED)
            .select_related("organiser")
            .annotate(sent=Max("reports__submitted_at"))
        ),
        event="pk",
        key="slug",
        see=lambda event: _of_club("homologation", event, event.sent),
    ),
    Kind(
        name="report",
        label=_("report to send"),
        side=Side.CLUB,
        told=(Told.ORGANISERS,),
        pace=Pace.PERIODIC,
        sentence="report_due",
        page="report",
        has_key=True,
        referents_page="homologation",
        rows=lambda: Event.objects.filter(state=State.CONCLUDED, is_official=True, home_address="").select_related(
            "organiser"
        ),
        event="pk",
        key="slug",
        see=lambda event: _of_club("report", event, event.last_day, report_last_day(event)),
    ),
    Kind(
        name="organiser_request",
        label=_("request to organise"),
        side=Side.REFERENT,
        told=(Told.REFERENTS,),
        sentence="organiser_request",
        rows=lambda: OrganiserRequest.objects.filter(state=OrganiserRequest.State.WAITING).select_related("user"),
        see=lambda row: Waiting(
            "organiser_request", row.name, day_of(row.changed_at), account_name(row.user), key=str(row.pk)
        ),
    ),
    Kind(
        name="organiser_answer",
        label=_("answer to the Referent’s question"),
        side=Side.CLUB,
        told=(Told.ASKER,),
        sentence="organiser_asked",
        page="organiser_request",
        has_key=True,
        referents_page=LIST,
        rows=lambda: OrganiserRequest.objects.filter(state=OrganiserRequest.State.ASKED_BACK),
        see=lambda row: Waiting("organiser_answer", row.name, day_of(row.changed_at), row.name, key=str(row.pk)),
        own=lambda user: Q(user=user),
    ),
    Kind(
        name="entry",
        label=_("requests to enter to answer"),
        side=Side.CLUB,
        told=(Told.ORGANISERS,),
        pace=Pace.HOURLY,
        sentence="entry_requests",
        page="entries",
        has_key=True,
        rows=_requests,
        event="event",
        key="event__slug",
        see=lambda row: _of_club("entry", row.event, row.queued_at, row.event.first_day),
    ),
    Kind(
        name="cancelled",
        label=_("cancelled places"),
        side=Side.CLUB,
        told=(Told.ORGANISERS,),
        pace=Pace.HOURLY,
        sentence="places_cancelled",
        page="entries",
        has_key=True,
        rows=_cancelled,
        event="event",
        key="event__slug",
        see=lambda row: _of_club("cancelled", row.event, row.history_date),
    ),
    Kind(
        name="error",
        label=_("reported errors to answer"),
        side=Side.CLUB,
        told=(Told.ORGANISERS,),
        pace=Pace.HOURLY,
        sentence="errors_reported",
        page="error_reports",
        has_key=True,
        rows=lambda: _errors().exclude(entry__event__state__in=REFERENTS_STATES),
        event="entry__event",
        key="entry__event__slug",
        see=lambda row: _of_club("error", row.entry.event, row.made_at),
    ),
    Kind(
        name="error_of_report",
        label=_("reported errors to answer"),
        side=Side.REFERENT,
        told=(Told.REFERENTS,),
        pace=Pace.HOURLY,
        sentence="errors_reported",
        rows=lambda: _errors().filter(entry__event__state__in=REFERENTS_STATES).select_related("entry__person"),
        event="entry__event",
        key="entry__event__slug",
        see=lambda row: Waiting(
            "error_of_report", row.entry.event.name, day_of(row.made_at), str(row.entry), key=row.entry.event.slug
        ),
    ),
    Kind(
        name="claim",
        label=_("results to link to an account"),
        side=Side.REFERENT,
        told=(Told.REFERENTS,),
        sentence="claim_asked",
        page="claim_answer",
        has_key=True,
        rows=lambda: PersonClaim.objects.filter(state=PersonClaim.State.WAITING, account__person=None).select_related(
            "account"
        ),
        see=lambda row: Waiting("claim", str(row), day_of(row.asked_at), account_name(row.account), key=str(row.pk)),
    ),
    Kind(
        name="consent",
        label=_("signed consent form to read"),
        side=Side.REFERENT,
        told=(Told.REFERENTS,),
        sentence="consent_paper_sent",
        rows=lambda: ConsentPaper.objects.filter(state=ConsentPaper.State.WAITING).select_related("event__organiser"),
        event="event",
        see=lambda row: replace(_of_club("consent", row.event, row.added_at), key=str(row.pk)),
    ),
    Kind(
        name="erasure",
        label=_("erasure of personal data"),
        side=Side.REFERENT,
        told=(Told.REFERENTS,),
        sentence="erasure_asked",
        page="person",
        has_key=True,
        rows=lambda: ErasureRequest.objects.filter(state=ErasureRequest.State.WAITING).select_related("person"),
        key="person_id",
        see=lambda row: Waiting(
            "erasure", str(row.person), day_of(row.asked_at), str(row.person), key=str(row.person_id)
        ),
    ),
    Kind(
        name="document",
        label=_("text of the regulation to upload"),
        side=Side.REFERENT,
        pace=Pace.NONE,
        page="regulation_documents",
        has_key=True,
        rows=versions_without_document,
        key="number",
        see=lambda row: Waiting("document", row.number, day_of(row.published_at), key=row.number),
    ),
    Kind(
        name="season_document",
        label=_("text of the season’s regulation to upload"),
        side=Side.REFERENT,
        pace=Pace.NONE,
        page="regulation_documents",
        has_key=True,
        rows=seasons_without_document,
        key="regulation",
        see=lambda row: Waiting("season_document", row.regulation, _begun(row.first_day), key=row.regulation),
    ),
    Kind(
        name="failure",
        label=_("mails and prints that failed"),
        side=Side.REFERENT,
        told=(Told.OPERATOR,),
        pace=Pace.PERIODIC,
        page="failed_jobs",
        rows=lambda: Job.objects.filter(state=Job.State.FAILED),
        key="state",
        see=lambda row: Waiting("failure", "", day_of(row.finished_at), key=row.state),
    ),
)
