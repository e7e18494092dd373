"""Digests of an event's state, per audience, computed once per change, however many phones and desks wait.

A digest changes when there is something new to show and carries no other information; it is the same in every process
and after every restart.
"""

from __future__ import annotations

import hashlib
import json
import time
from dataclasses import dataclass
from typing import Any, cast

from tournament.live.hub import hub
from tournament.live.single_flight import SingleFlightCache
from tournament.models import (
    DrawPress,
    Entry,
    EntryRequest,
    Event,
    HelpCall,
    LeaveWish,
    Round,
    Seat,
    SeatConfirmation,
    Sheet,
    Table,
)

#: Seconds after which it is recomputed without news, so that changes by other processes show within that time.
MAX_AGE_SECONDS = 20.0
#: States after which nothing changes on the event's day.
FINISHED_STATES = frozenset(
    (
        Event.State.CONCLUDED,
        Event.State.REPORTED,
        Event.State.HOMOLOGATED,
        Event.State.INVALIDATED,
        Event.State.NOT_HOMOLOGATED,
        Event.State.VOID,
    )
)


def digest(*facts: Any) -> str:
    """Return 16 hexadecimal digits of the data's SHA-256."""
    return hashlib.sha256(json.dumps(facts, default=str).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class EventDigest:
    """The digests of an event at one moment.

    Arguments:
        hall: of the state that everybody sees; desk: of the state that the event's staff sees.
        tables: digest by table of the newest round; seats: entry -> its table there.
        entries: digest by entry.
    """

    event_id: int
    hall: str
    desk: str
    tables: dict[int, str]
    seats: dict[int, int]
    entries: dict[int, str]
    is_over: bool
    count: int
    built_at: float

    def is_fresh(self) -> bool:
        """Return whether no news arrived since, and it is too young to have missed any."""
        return self.count == hub().count(self.event_id) and time.monotonic() - self.built_at < MAX_AGE_SECONDS

    def for_participant(self, entry_id: int) -> str:
        """Return the digest of a participant's page: the hall, their own table, themselves."""
        table = self.tables.get(self.seats.get(entry_id, 0), "")
        return digest(self.hall, table, self.entries.get(entry_id, ""))


def _table_digests(round_: Round | None) -> dict[int, str]:
    """Return the digests of a round's tables: state, absent players, newest sheet, calls, confirmations."""
    if round_ is None:
        return {}
    facts: dict[int, list[Any]] = {
        pk: table_facts
        for pk, *table_facts in Table.objects.filter(round=round_).order_by("pk").values_list("pk", "state", "no_shows")
    }
    sheets = Sheet.objects.filter(table__round=round_).order_by("table", "version")
    calls = HelpCall.objects.filter(table__round=round_).order_by("pk")
    confirmations = SeatConfirmation.objects.filter(sheet__table__round=round_).order_by("pk")
    for table, *facts_of_row in (
        *sheets.values_list("table", "version", "state"),
        *calls.values_list("table", "pk", "closed_at"),
        *confirmations.values_list("sheet__table", "pk"),
    ):
        facts[cast("int", table)].append(facts_of_row)
    return {table: digest(*table_facts) for table, table_facts in facts.items()}


def _entry_requests(event: Event) -> list[tuple[Any, ...]]:
    """Return what the desk shows of the requests to enter."""
    requests = EntryRequest.objects.filter(event=event).exclude(state=EntryRequest.State.UNCONFIRMED).order_by("pk")
    return list(requests.values_list("pk", "state", "answer_by"))


def _build_digest(event_id: int) -> EventDigest | None:
    # Counted before the data is read, so that a concurrent change makes the digests stale at once.
    count = hub().count(event_id)
    event = Event.objects.filter(pk=event_id).first()
    if event is None:
        return None
    rounds = list(Round.objects.filter(event=event).order_by("number"))
    last = rounds[-1] if rounds else None
    tables = _table_digests(last)
    wishes = set(LeaveWish.objects.filter(entry__event=event).values_list("entry", flat=True))
    fields = ("pk", "state", "left_after", "paid_at", "still_comes", "person__consent", "consent")
    entries = list(Entry.objects.filter(event=event).order_by("pk").values_list(*fields))
    marks = {pk: digest(state, left_after, pk in wishes) for pk, state, left_after, *_facts in entries}
    paid = [(pk, paid_at, still_comes) for pk, _state, _left, paid_at, still_comes, *_consents in entries]
    # Art. 1.6: a name whose consent was withdrawn must disappear from every page.
    names = [(pk, *consents) for pk, _state, _left, _paid, _comes, *consents in entries]
    open_draws = list(DrawPress.objects.filter(event=event, state=DrawPress.State.WAITING).values_list("pk", flat=True))
    # Once round 1 is drawn nobody enters any more.
    requests = [] if rounds else _entry_requests(event)
    hall = digest(
        event.state,
        names,
        *([game_round.pk, game_round.state, game_round.clock_ends_at, game_round.clock_left] for game_round in rounds),
    )
    return EventDigest(
        event_id=event_id,
        hall=hall,
        desk=digest(hall, open_draws, sorted(tables.items()), sorted(marks.items()), requests, paid),
        tables=tables,
        seats=dict(Seat.objects.filter(table__in=tables).values_list("entry", "table")) if tables else {},
        entries=marks,
        is_over=event.state in FINISHED_STATES,
        count=count,
        built_at=time.monotonic(),
    )


event_digests: SingleFlightCache[int, EventDigest] = SingleFlightCache(_build_digest, EventDigest.is_fresh)
