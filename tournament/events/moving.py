"""Move an authorised event to another day, announced anew and with the Referent's consent (art. 1.2)."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.core.audit import By, record, require_reason
from tournament.core.locks import locked
from tournament.core.preconditions import require_event_state
from tournament.core.refusals import AlreadyDone
from tournament.delivery.decisions import decision_notice
from tournament.delivery.entry_mails import moved_notice
from tournament.delivery.notices import event_moved_notice
from tournament.delivery.waiting_mails import waiting_tell
from tournament.events.lifecycle import set_version
from tournament.events.waiting_list import latest_answer, promote
from tournament.models import Entry, EntryRequest, Event, EventMove
from tournament.models.entering import ASKED_STATES
from tournament.regulation import lifecycle, validity
from tournament.regulation.refused import Refused

State = EventMove.State


@transaction.atomic
def event_move_ask(
    *,
    event: Event,
    first_day: date,
    last_day: date,
    announcement_url: str,
    announced_on: date,
    reason: str,
    by: By,
) -> EventMove:
    """Ask the Referent to let an authorised event be played on another day; until then everything stays.

    Arguments:
        announcement_url, announced_on: of the new announcement on the Forum.
    Errors: PRACTICE_STAYS_APART; EVENT_STATE_WRONG; MOVE_WAITS; DECISION_REASON_MISSING; OUTSIDE_SEASON,
        DAYS_REVERSED; ANNOUNCED_IN_FUTURE, ANNOUNCED_LATE; FIELD_WRONG; ORGANISER_DISQUALIFIED.
    """
    why = require_reason(reason)
    fresh = locked(event)
    if fresh.is_practice:
        raise Refused("PRACTICE_STAYS_APART")
    require_event_state(fresh, Event.State.AUTHORISED)
    lifecycle.check_organiser(disqualified=fresh.organiser.disqualified_at is not None)
    if EventMove.objects.filter(event=fresh, state=State.WAITING).exists():
        raise Refused("MOVE_WAITS")
    address = announcement_url.strip()
    if not address:
        raise Refused("FIELD_WRONG", field=_("address of the announcement"), value="", right=_("it must be given"))
    if (first_day, last_day) == (fresh.first_day, fresh.last_day):
        raise Refused("FIELD_WRONG", field=_("first day"), value=first_day, right=_("another day than now"))
    if first_day < timezone.localdate():
        raise Refused("FIELD_WRONG", field=_("first day"), value=first_day, right=_("today or later"))
    _check_days(fresh, first_day, last_day)
    lifecycle.check_announcement(announced_on, first_day, today=timezone.localdate())
    move = EventMove(event=fresh, first_day=first_day, last_day=last_day, reason=why[:400], asked_by=by)
    record(move, verb="event_move_ask", by=by, announcement_url=address, announced_on=announced_on)
    waiting_tell("move", key=str(move.pk), event=fresh, by=by)
    return move


def _check_days(event: Event, first_day: date, last_day: date) -> None:
    """Art. 1.3: require days of the event's season. The national final stands outside."""
    if not event.is_national_final:
        window = validity.Season(event.season.first_day, event.season.last_day)
        validity.check_days(first_day, last_day, season=window)
    elif last_day < first_day:
        raise Refused("FIELD_WRONG", field=_("last day"), value=last_day, right=_("not before the first day"))


def _waiting(move: EventMove) -> EventMove:
    """Return a request that waits, with its event locked. Errors: AlreadyDone."""
    event = locked(move.event_id)
    fresh = EventMove.objects.filter(pk=move.pk, state=State.WAITING).first()
    if fresh is None:
        raise AlreadyDone(what=_("the request is decided"))
    fresh.event = event
    return fresh


@transaction.atomic
def event_move_accept(*, move: EventMove, by: By) -> Event:
    """Move the event for the Referent: entries, waiting list and links stay, and everybody is asked to come.

    The version in force on the new day counts, the times in which players may enter move with the day, and who has a
    place to confirm has until the new start at most.

    Errors: AlreadyDone; EVENT_STATE_WRONG; OUTSIDE_SEASON; AUTHORISED_LATE.
    """
    fresh = _waiting(move)
    event, earlier, now = fresh.event, fresh.event.first_day, timezone.now()
    require_event_state(event, Event.State.AUTHORISED)
    _check_days(event, fresh.first_day, fresh.last_day)
    lifecycle.check_authorisation(timezone.localdate(now), fresh.last_day)
    record(fresh, verb="event_move_accept", by=by, state=State.ACCEPTED)
    changes: dict[str, Any] = {
        field: getattr(fresh, field) for field in ("first_day", "last_day", "announcement_url", "announced_on")
    }
    by_days = fresh.first_day - earlier
    for field in ("requests_open_at", "requests_close_at"):
        moment = getattr(event, field)
        changes[field] = moment + by_days if moment is not None else None
    changes["authorised_at"] = now
    event.first_day = fresh.first_day
    set_version(event)
    record(event, verb="event_move_accept", by=by, reason=fresh.reason, **changes)
    Entry.objects.filter(event=event, state=Entry.State.REGISTERED).update(still_comes=False)
    latest = latest_answer(event, now)
    promoted = EntryRequest.objects.filter(event=event, state=EntryRequest.State.PROMOTED)
    promoted.filter(answer_by__gt=latest).update(answer_by=latest)
    event_moved_notice(event, earlier=earlier, at=now)
    for request in EntryRequest.objects.filter(event=event, state__in=ASKED_STATES).select_related("person"):
        request.event = event
        moved_notice(request, earlier=earlier, at=now)
    promote(event)
    key = f"move-{fresh.pk}"
    decision_notice(event, code="event_move_accepted", key=key, by=by)
    return event


@transaction.atomic
def event_move_refuse(*, move: EventMove, reason: str, by: By) -> None:
    """Leave the event on its day, for the Referent, and tell its organisers why.

    Errors: DECISION_REASON_MISSING, AlreadyDone.
    """
    why = require_reason(reason)
    fresh = _waiting(move)
    record(fresh, verb="event_move_refuse", by=by, reason=why, state=State.REFUSED, answer=why)
    decision_notice(
        fresh.event,
        code="event_move_refused",
        key=f"move-{fresh.pk}",
        by=by,
        reason=why,
    )


@transaction.atomic
def event_move_withdraw(*, move: EventMove, by: By) -> None:
    """Take back the request, for the organiser. Errors: AlreadyDone."""
    record(_waiting(move), verb="event_move_withdraw", by=by, state=State.WITHDRAWN)


def waiting_move(event: Event) -> EventMove | None:
    """Return the request of an event that waits for the Referent. One query."""
    return EventMove.objects.filter(event=event, state=State.WAITING).first()
