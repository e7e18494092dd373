"""Read how a player stands with an event: entered, requested, queued; and how many wait."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from tournament.events.waiting_list import position_in_list
from tournament.models import Entry, EntryRequest, Event

State = EntryRequest.State
#: States of an event in which its entry page is shown as open, and in which an entry can be withdrawn by its player.
OPEN_STATES = (Event.State.AUTHORISED, Event.State.CHECK_IN)
WITHDRAW_STATES = (Event.State.ANNOUNCED, Event.State.AUTHORISED)


def is_open_to_players(event: Event) -> bool:
    """Return whether players can enter themselves now. Runs no query."""
    may_enter = event.state in OPEN_STATES and not event.is_national_final
    return may_enter and event.accepts_requests(timezone.now())


@dataclass(frozen=True, slots=True)
class OwnEntry:
    """State of a player in an event.

    Arguments:
        entry: their entry; request: else their request, if it is not withdrawn.
        position: place in the waiting list, from 1; 0 if they do not wait.
    """

    entry: Entry | None
    request: EntryRequest | None
    position: int = 0

    @property
    def state(self) -> str:
        """Return "entered", or the state of the request."""
        return State.ENTERED if self.entry is not None else self.request.state if self.request is not None else ""

    @property
    def is_over(self) -> bool:
        """Return whether a request comes to nothing: the event is not played, or played without the player."""
        if self.entry is not None or self.request is None:
            return False
        return self.request.is_open and self.request.event.state not in (*WITHDRAW_STATES, Event.State.CHECK_IN)

    @property
    def may_withdraw(self) -> bool:
        """Return whether the player can withdraw: an entry until the check-in opens, an open request at any time."""
        if self.entry is not None:
            return self.entry.event.state in WITHDRAW_STATES and self.entry.state == Entry.State.REGISTERED
        return self.request is not None and self.request.is_open and not self.is_over

    @property
    def may_enter_again(self) -> bool:
        """Return whether a request came to nothing without a refusal."""
        return self.entry is None and self.state in (State.LAPSED, State.WITHDRAWN)


def own_request(request: EntryRequest) -> OwnEntry:
    """Return how a player stands by their request, with its event. One query for those who wait."""
    if request.entry is not None:
        request.entry.event = request.event
        return OwnEntry(request.entry, request)
    position = position_in_list(request) if request.state == State.WAITING else 0
    return OwnEntry(None, request, position)


def own_entry(event: Event, user: Any) -> OwnEntry | None:
    """Return how the owner of an account stands with an event; None if not at all. At most three queries."""
    if not isinstance(user, User):
        return None
    own = Q(user=user) | Q(person__user=user)
    entry = Entry.objects.filter(event=event, person__user=user).select_related("person").first()
    if entry is not None:
        entry.event = event
        return OwnEntry(entry, None)
    requests = EntryRequest.objects.filter(own, event=event).exclude(state__in=(State.WITHDRAWN, State.ENTERED))
    request = requests.select_related("person").order_by("-pk").first()
    if request is None:
        return None
    request.event = event
    return own_request(request)


def own_requests(user: User) -> QuerySet[EntryRequest]:
    """Return the requests of an account that are no entries and not withdrawn, with their events. One query.

    Each has its ``position`` in the waiting list of its event, from 1, as an attribute.
    """
    earlier = Q(queued_at__lt=OuterRef("queued_at")) | Q(queued_at=OuterRef("queued_at"), pk__lt=OuterRef("pk"))
    ahead = EntryRequest.objects.filter(earlier, event=OuterRef("event"), state=State.WAITING).order_by()
    number = Subquery(ahead.values("event").annotate(number=Count("pk")).values("number"))
    requests = EntryRequest.objects.filter(Q(user=user) | Q(person__user=user), entry=None)
    requests = requests.exclude(state__in=(State.WITHDRAWN, State.ENTERED)).select_related("event")
    return requests.annotate(position=Coalesce(number, 0) + 1)


@dataclass(frozen=True, slots=True)
class Queue:
    """Numbers of players on the waiting list, and of places reserved for promoted ones."""

    waiting: int
    held: int


def queue_numbers(event: Event) -> Queue:
    """Return the numbers of an event's waiting list. One query; none without a limit or before the authorisation."""
    if event.capacity is None or event.state not in OPEN_STATES:
        return Queue(0, 0)
    listed = EntryRequest.objects.filter(event=event, state__in=(State.WAITING, State.PROMOTED))
    rows = list(listed.values_list("state", "answer_by"))
    now, holds = timezone.now(), event.state == Event.State.AUTHORISED
    held = sum(holds and answer_by is not None and answer_by > now for _state, answer_by in rows)
    return Queue(sum(state == State.WAITING for state, _until in rows), held)
