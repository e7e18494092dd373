"""What of an event concerns whom, as short marks: read once per change, however many phones and desks wait.

A mark changes when there is something new to look at and says nothing else; it is the same in every process and after
every restart.
"""

from __future__ import annotations

import hashlib
import json
import time
from dataclasses import dataclass
from typing import Any

from tournament.live.hub import hub
from tournament.live.single_flight import MadeOnce
from tournament.models import (
    DrawRequest,
    Entry,
    Event,
    HelpCall,
    LeaveWish,
    Round,
    Seat,
    SeatConfirmation,
    Sheet,
    Table,
)

#: Seconds after which it is read again without news: what another process wrote is told at the latest then.
KEPT_SECONDS = 20.0
#: States after which nothing of the day changes.
OVER = frozenset(
    (
        Event.State.CONCLUDED,
        Event.State.REPORTED,
        Event.State.HOMOLOGATED,
        Event.State.INVALIDATED,
        Event.State.NOT_HOMOLOGATED,
        Event.State.VOID,
    )
)


def mark(*facts: Any) -> str:
    """16 hexadecimal digits of the facts' SHA-256."""
    return hashlib.sha256(json.dumps(facts, default=str).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Pulse:
    """An event at one moment.

    Arguments:
        hall: what concerns everybody; desk: what concerns who runs the event.
        tables: mark by table of the newest round; seats: entry -> its table there.
        entries: mark by entry.
    """

    event_id: int
    hall: str
    desk: str
    tables: dict[int, str]
    seats: dict[int, int]
    entries: dict[int, str]
    is_over: bool
    count: int
    made: float

    def is_fresh(self) -> bool:
        """Whether nothing has been heard since, and it is young enough that nothing can have been missed."""
        return self.count == hub().count(self.event_id) and time.monotonic() - self.made < KEPT_SECONDS

    def of_player(self, entry_id: int) -> str:
        """The mark of a participant's page: the hall, their own table, themselves."""
        table = self.tables.get(self.seats.get(entry_id, 0), "")
        return mark(self.hall, table, self.entries.get(entry_id, ""))


def _tables(round_: Round | None) -> dict[int, str]:
    """Marks of a round's tables: state, newest version of the sheet, calls for help, confirmations."""
    if round_ is None:
        return {}
    facts: dict[int, list[Any]] = {
        pk: [state] for pk, state in Table.objects.filter(round=round_).order_by("pk").values_list("pk", "state")
    }
    sheets = Sheet.objects.filter(table__round=round_).order_by("table", "version")
    calls = HelpCall.objects.filter(table__round=round_).order_by("pk")
    said = SeatConfirmation.objects.filter(sheet__table__round=round_).order_by("pk")
    for table, *more in (
        *sheets.values_list("table", "version", "state"),
        *calls.values_list("table", "pk", "closed_at"),
        *said.values_list("sheet__table", "pk"),
    ):
        facts[table].append(more)
    return {table: mark(*told) for table, told in facts.items()}


def _made(event_id: int) -> Pulse | None:
    # Counted before the facts are read: what changes in between makes the pulse stale at once.
    count = hub().count(event_id)
    event = Event.objects.filter(pk=event_id).first()
    if event is None:
        return None
    rounds = list(Round.objects.filter(event=event).order_by("number"))
    last = rounds[-1] if rounds else None
    tables = _tables(last)
    wishes = set(LeaveWish.objects.filter(entry__event=event).values_list("entry", flat=True))
    rows = Entry.objects.filter(event=event).order_by("pk")
    entries = list(rows.values_list("pk", "state", "left_after", "person__consent", "consent"))
    marks = {pk: mark(state, left, pk in wishes) for pk, state, left, *_consents in entries}
    # Art. 1.6: who wants the name shown no more is gone from everybody's page.
    names = [(pk, *consents) for pk, _state, _left, *consents in entries]
    asked = list(
        DrawRequest.objects.filter(event=event, done_at=None, withdrawn_at=None).values_list("pk", "agreements__pk")
    )
    hall = mark(event.state, names, asked, *([one.pk, one.state, one.clock_ends_at, one.clock_left] for one in rounds))
    return Pulse(
        event_id=event_id,
        hall=hall,
        desk=mark(hall, sorted(tables.items()), sorted(marks.items())),
        tables=tables,
        seats=dict(Seat.objects.filter(table__in=tables).values_list("entry", "table")) if tables else {},
        entries=marks,
        is_over=event.state in OVER,
        count=count,
        made=time.monotonic(),
    )


pulses: MadeOnce[int, Pulse] = MadeOnce(_made, Pulse.is_fresh)
