"""Data of the pages behind private links, and of what the desk sees of them."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any

from django.db.models import Prefetch

from tournament.models import (
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
from tournament.pages import event as pages
from tournament.pages.reasons import Reason, tie_reasons
from tournament.rounds.selectors import seats_with_people


@dataclass(frozen=True, slots=True)
class MyResult:
    """One round of the participant: the seat, and once the table is confirmed the place and why it is not another."""

    round: Round
    title: str
    table: Table
    seat: Seat
    confirmed: bool
    reasons: list[Reason]


@dataclass(frozen=True, slots=True)
class ParticipantPage:
    """The data of a participant's page.

    Arguments:
        now: the seat in the open round; None between rounds or if they have no seat.
        table_mates: that table in playing order, as (position, name, whether it is the visitor).
        results: the rounds played so far, newest first; the open one once its table is confirmed.
        standings: lines for the standings component, of the last closed round.
        sheet: the newest version of the present table's sheet; confirmed: whether the visitor confirmed that one.
        call: the table's open call for help; call_closed: whether its last one was closed at the desk.
    """

    entry: Entry
    event: Event
    round: Round | None
    now: Seat | None
    table_mates: list[tuple[int, str, bool]]
    cards: list[dict[str, Any]]
    clock: dict[str, Any] | None
    results: list[MyResult]
    standings: list[dict[str, Any]]
    standings_title: str
    #: The number of the round after which the standings are; 0 before the first.
    standings_round: int
    sheet: Sheet | None
    confirmed: bool
    wish: LeaveWish | None
    call: HelpCall | None
    call_closed: bool
    place: Any
    #: Points and turns of each seat by the newest sheet.
    numbers: list[dict[str, Any]]

    @property
    def version(self) -> str:
        """Return a value that changes with everything visible on the page, except the running clock."""
        facts = [
            self.event.state,
            self.entry.state,
            self.entry.still_comes,
            (self.entry.person.consent, self.entry.consent),
            self.round and (self.round.pk, self.round.state),
            self.clock and (self.clock["state"], self.clock["deadline"]),
            self.now and (self.now.pk, self.now.table.state),
            [(own_result.seat.pk, own_result.seat.place, own_result.confirmed) for own_result in self.results],
            [(row["place"], row["name"]) for row in self.standings],
            self.sheet and (self.sheet.version, self.sheet.state),
            (self.confirmed, bool(self.wish), bool(self.call), self.place and self.place.place),
        ]
        return hashlib.sha256(json.dumps(facts, default=str).encode()).hexdigest()[:16]


#: States in which an event has no final places yet.
_NOT_OVER = (Event.State.ANNOUNCED, Event.State.AUTHORISED, Event.State.CHECK_IN, Event.State.RUNNING)


def participant_page(entry: Entry) -> ParticipantPage:
    """Return a participant's own page: seat and time, results and reasons; names as the public page shows them.

    Arguments:
        entry: with its ``event`` and ``person``.
    """
    event, me = entry.event, entry.person_id
    tables = Table.objects.prefetch_related(Prefetch("seats", seats_with_people()))
    seats = Seat.objects.filter(entry=entry).order_by("-round__number")
    own_seats = list(seats.select_related("round").prefetch_related(Prefetch("table", tables)))
    rounds = list(event.round_set.order_by("-number"))
    current = next((one for one in rounds if one.state != Round.State.CLOSED), None)
    closed = next((one for one in rounds if one.state == Round.State.CLOSED and not one.is_final), None)
    if current is not None:
        current.event = event
    # Nobody plays on in an event that was ended.
    open_key = current.pk if current is not None and event.state != Event.State.VOID else None
    now = next((seat for seat in own_seats if seat.round_id == open_key), None)

    def names(participant: Entry) -> str:
        return pages.shown_name(participant, sees_names=False, me=me)

    sheet = Sheet.objects.filter(table=now.table).order_by("-version").first() if now else None
    call = HelpCall.objects.filter(table=now.table).order_by("-called_at").first() if now else None
    rows = closed.standing_rows.select_related("entry__person").order_by("position") if closed else []
    return ParticipantPage(
        entry=entry,
        event=event,
        round=current,
        now=now,
        table_mates=[(seat.position, names(seat.entry), seat.entry_id == entry.pk) for seat in now.table.seats.all()]
        if now
        else [],
        cards=pages.setup_cards(event, current.setup) if current and now else [],
        clock=pages.clock_facts(current) if current else None,
        results=[_result(seat) for seat in own_seats if seat.table.state == Table.State.CONFIRMED],
        standings=pages.standing_lines(list(rows), names, me=me),
        standings_title=pages.round_title(closed) if closed else "",
        standings_round=closed.number if closed else 0,
        sheet=sheet,
        confirmed=bool(sheet and SeatConfirmation.objects.filter(sheet=sheet, seat=now).exists()),
        wish=LeaveWish.objects.filter(entry=entry).first(),
        call=call if call is not None and call.closed_at is None else None,
        call_closed=call is not None and call.closed_at is not None,
        # None before the end: most of the day the query is saved.
        place=None if event.state in _NOT_OVER else event.final_places.filter(entry=entry).first(),
        numbers=_numbers(now.table, sheet, names, entry) if now and sheet else [],
    )


def _numbers(table: Table, sheet: Sheet, names: Any, me: Entry) -> list[dict[str, Any]]:
    rows = sheet.data.get("seats") or []
    numbers = []
    for index, seat in enumerate(table.seats.all()):
        row = rows[index] if index < len(rows) and isinstance(rows[index], dict) else {}
        facts = {name: row.get(name) for name in ("points", "turns")}
        numbers.append({"name": names(seat.entry), "me": seat.entry_id == me.pk, **facts})
    return numbers


def _result(seat: Seat) -> MyResult:
    return MyResult(
        round=seat.round,
        title=pages.round_title(seat.round),
        table=seat.table,
        seat=seat,
        confirmed=seat.table.state == Table.State.CONFIRMED,
        reasons=tie_reasons(seat.table.seats.all())[seat.pk],
    )
