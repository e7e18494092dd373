"""Places of an event and its waiting list: who moves up, until when they answer, and who comes next.

A promoted player holds a place until the deadline. Nobody moves up once the check-in is open: places that are free then
are given at the desk. Every function that writes is called with the event locked.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, time, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from tournament.core.locks import locked
from tournament.delivery.entry_mails import promoted_notice
from tournament.models import EntryRequest, Event, Person
from tournament.models.entering import CONFIRM_WITHIN

State = EntryRequest.State


def requests_in(event: Event, *states: str) -> list[EntryRequest]:
    """Return the requests of an event in these states, in the order of the queue, with their people. One query."""
    requests = EntryRequest.objects.filter(event=event, state__in=states).select_related("person", "decided_by")
    return list(requests.order_by("queued_at", "pk"))


def held_places(event: Event, *, but: Collection[Person] = ()) -> int:
    """Return the places held for promoted players who can still answer. One query, none once the check-in is open.

    Arguments:
        but: people whose own places are not counted.
    """
    if event.state != Event.State.AUTHORISED:
        return 0
    promoted = EntryRequest.objects.filter(event=event, state=State.PROMOTED, answer_by__gt=timezone.now())
    return (promoted.exclude(person__in=but) if but else promoted).count()


def free_places(event: Event) -> int | None:
    """Return the places that are neither taken nor held; None without a limit. Two queries."""
    if event.capacity is None:
        return None
    return max(0, event.capacity - event.entries.count() - held_places(event))


def position_in_list(request: EntryRequest) -> int:
    """Return the place of a waiting request in the list, from 1. One query."""
    waiting = requests_in(request.event, State.WAITING)
    return next(place for place, row in enumerate(waiting, start=1) if row.pk == request.pk)


def latest_answer(event: Event, now: datetime) -> datetime:
    """Return the last moment at which a promoted player can answer: the start of the event.

    Without a time it is the midnight before the first day; on that day itself, the end of it, because the check-in ends
    the promotions in any case.
    """
    begins = timezone.make_aware(datetime.combine(event.first_day, event.starts_at or time.min))
    if event.starts_at is None and now >= begins:
        return timezone.make_aware(datetime.combine(event.first_day, time.max))
    return begins


def promote(event: Event) -> None:
    """Give the free places to the first of the waiting list, who answer until a deadline (in the mail).

    Arguments:
        event: locked.
    """
    now = timezone.now()
    latest = latest_answer(event, now)
    if event.state != Event.State.AUTHORISED or now >= latest:
        return
    waiting, free = requests_in(event, State.WAITING), free_places(event)
    for request in waiting[:free]:
        request.event = event
        request.state = State.PROMOTED
        request.answer_by = min(now + timedelta(hours=event.answer_hours), latest)
        request.save()
        promoted_notice(request)


def _lapse(event: Event) -> None:
    """End the promotions that were not answered; once the check-in is open they wait again, for the desk to enter."""
    promoted = EntryRequest.objects.filter(event=event, state=State.PROMOTED)
    if event.state == Event.State.AUTHORISED:
        promoted.filter(answer_by__lte=timezone.now()).update(state=State.LAPSED)
    else:
        promoted.update(state=State.WAITING)


def waiting_lists_sweep() -> int:
    """Pass unanswered promotions and free places on to the next of each waiting list. Returns the number of events.

    For the periodic job; an event that somebody else changes at the same time waits for its lock.
    """
    waiting = Q(state=State.WAITING, event__state=Event.State.AUTHORISED)
    listed = EntryRequest.objects.filter(waiting | Q(state=State.PROMOTED))
    events = sorted(set(listed.values_list("event_id", flat=True)))
    for event in events:
        with transaction.atomic():
            fresh = locked(event)
            _lapse(fresh)
            promote(fresh)
    return len(events)


def unconfirmed_requests_delete() -> int:
    """Delete the requests whose mail address was not confirmed in time. Returns their number. For the periodic job."""
    limit = timezone.now() - CONFIRM_WITHIN
    expired = EntryRequest.objects.filter(state=State.UNCONFIRMED, asked_at__lte=limit)
    number = expired.count()
    expired.delete()
    return number
