"""Everything that waits for somebody: what, who has to act, since when, by when. One query for each kind."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import chain

from django.db.models import Count, Max, Min, Q
from django.utils import timezone

from ranking.closing.selectors import seasons_with_closing
from ranking.models import CallUp
from tournament.entries.error_reports import REFERENTS_STATES
from tournament.models import (
    EntryRequest,
    ErasureRequest,
    ErrorReport,
    Event,
    OrganiserRequest,
    PersonClaim,
)
from tournament.records.selectors import papers_waiting
from tournament.reports.services import report_deadline

State = Event.State


@dataclass(frozen=True, slots=True)
class Waiting:
    """Something that waits.

    Arguments:
        kind: name of what waits, e.g. ``"authorisation"``; what: whose or which, as text.
        side: who has to act: ``"referent"``, ``"club"``, ``"player"``; who: the club's name or how many players; blank
            for the Referent.
        since: the day from which it waits; due: the last day, None without one.
        key: slug or primary key of what the page of the act is about.
    """

    kind: str
    what: str
    side: str
    since: date
    who: str = ""
    due: date | None = None
    key: str = ""

    @property
    def age(self) -> int:
        """Return for how many days it has been waiting."""
        return (timezone.localdate() - self.since).days

    @property
    def is_late(self) -> bool:
        return self.due is not None and self.due < timezone.localdate()


def waiting_things() -> list[Waiting]:
    """Return everything that waits for somebody, the oldest first. Runs ten queries."""
    kinds = (_events(), _reports(), _requests(), _records(), _entries(), _errors(), _seasons())
    return sorted(chain(*kinds), key=lambda row: (row.since, row.kind, row.what))


def _day(moment: datetime | date | None) -> date:
    """Return the day of a moment, in the time zone of the site; today for something without one."""
    if moment is None:
        return timezone.localdate()
    return timezone.localdate(moment) if isinstance(moment, datetime) else moment


def _events() -> Iterator[Waiting]:
    """Yield events to authorise and reports to decide on (art. 1.2, 1.4)."""
    for event in Event.objects.filter(state=State.ANNOUNCED, is_practice=False):
        since = _day(event.announced_on)
        yield Waiting("authorisation", event.name, "referent", since, due=event.first_day, key=event.slug)
    reported = Event.objects.filter(state=State.REPORTED).annotate(sent=Max("reports__submitted_at"))
    for event in reported:
        yield Waiting("homologation", event.name, "referent", _day(event.sent), key=event.slug)


def _reports() -> Iterator[Waiting]:
    """Yield concluded events whose club owes the report (art. 1.2)."""
    owed = Event.objects.filter(state=State.CONCLUDED, is_official=True).select_related("organiser")
    for event in owed:
        # The deadline is the first moment that is too late: midnight after the last day.
        due = date.fromordinal(_day(report_deadline(event)).toordinal() - 1)
        yield Waiting("report", event.name, "club", event.last_day, event.organiser.name, due, event.slug)


def _requests() -> Iterator[Waiting]:
    """Yield requests to hold events, and those that the Referent sent back with a question."""
    states = OrganiserRequest.State
    for row in OrganiserRequest.objects.filter(state__in=(states.WAITING, states.ASKED_BACK)):
        if row.state == states.WAITING:
            yield Waiting("organiser_request", row.name, "referent", _day(row.changed_at))
        else:
            yield Waiting("organiser_answer", row.name, "club", _day(row.changed_at), row.name)


def _records() -> Iterator[Waiting]:
    """Yield consent forms to read, accounts that want their results, and requests for erasure."""
    for paper in papers_waiting().select_related("event"):
        yield Waiting("consent", paper.event.name, "referent", _day(paper.added_at))
    for claim in PersonClaim.objects.filter(state=PersonClaim.State.WAITING):
        yield Waiting("claim", f"{claim.first_name} {claim.last_name}", "referent", _day(claim.asked_at))
    for erasure in ErasureRequest.objects.filter(state=ErasureRequest.State.WAITING).select_related("person"):
        yield Waiting("erasure", str(erasure.person), "referent", _day(erasure.asked_at))


def _entries() -> Iterator[Waiting]:
    """Yield events whose club has requests to enter to answer."""
    pending = EntryRequest.objects.filter(state=EntryRequest.State.PENDING).order_by()
    rows = pending.values("event__slug", "event__name", "event__organiser__name", "event__first_day")
    for row in rows.annotate(since=Min("queued_at"), number=Count("pk")):
        yield Waiting(
            "entry",
            f"{row['event__name']} ({row['number']})",
            "club",
            _day(row["since"]),
            row["event__organiser__name"],
            row["event__first_day"],
            row["event__slug"],
        )


def _errors() -> Iterator[Waiting]:
    """Yield errors that players reported: the club answers, after the report the Referent."""
    open_errors = ErrorReport.objects.filter(done_at=None).select_related("entry__event__organiser")
    for row in open_errors:
        event = row.entry.event
        if event.state in REFERENTS_STATES:
            yield Waiting("error_of_report", event.name, "referent", _day(row.made_at))
        else:
            yield Waiting("error", event.name, "club", _day(row.made_at), event.organiser.name, key=event.slug)


def _seasons() -> Iterator[Waiting]:
    """Yield seasons to close (art. 1.6), and those whose called players have not all answered (art. 1.7)."""
    called = Q(call_ups__state=CallUp.State.CALLED)
    counts = {"called": Count("call_ups", filter=called), "since": Min("call_ups__called_at", filter=called)}
    seasons = seasons_with_closing().annotate(**counts, due=Min("call_ups__answer_by", filter=called))
    rows = seasons.values_list("name", "slug", "last_day", "to_close", "called", "since", "due", named=True)
    for row in rows:
        if row.to_close:
            yield Waiting("closing", row.name, "referent", row.last_day + timedelta(days=1), key=row.slug)
        if row.called:
            yield Waiting("call", row.name, "player", _day(row.since), str(row.called), row.due, row.slug)
