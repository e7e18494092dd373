"""Invariants of an event, which hold at every moment under any concurrent commands.

Each function yields sentences for a developer, none where the invariant holds. They read only the database and count
the standings independently, so that they agree with the services only where the services are right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator

from ranking.homologation.ledger import ledger_check
from tournament.draws.selectors import draw_findings, relative_order, round_scope
from tournament.exchange.export import event_to_file
from tournament.models import Draw, Entry, Event, FinalPlace, Round, Seat, Sheet, StandingRow, Table
from tournament.people.selectors import player_id
from tournament.regulation.event_file.report import content_findings
from tournament.rounds.hand_draws import WITNESSES
from tournament.sheets.services import sheet_preview

#: States in which an event has its final places.
PLACED = frozenset({"concluded", "reported", "homologated", "invalidated", "not_homologated"})
#: Expected number of live draws in states without a drawn round.
_UNDRAWN = frozenset({"draft", "announced", "authorised", "checkin"})


def rounds_in_order(event: Event) -> Iterator[str]:
    """Art. 1.5: rounds are 1 to n, at most one is open, and it is the last; the final comes last (REQ-705)."""
    rounds = list(Round.objects.filter(event=event).order_by("number"))
    if [round_.number for round_ in rounds] != list(range(1, len(rounds) + 1)):
        yield f"rounds are {[round_.number for round_ in rounds]}"
    still = [round_.number for round_ in rounds if round_.state != Round.State.CLOSED]
    if len(still) > 1 or still != [round_.number for round_ in rounds][-1:][: len(still)]:
        yield f"open rounds are {still} of {len(rounds)}"
    finals = [round_.number for round_ in rounds if round_.is_final]
    if finals not in ([], [len(rounds)]):
        yield f"finals are {finals} of {len(rounds)}"
    if event.state in _UNDRAWN and rounds:
        yield f"{event.state} with {len(rounds)} rounds"
    if event.state in PLACED and still:
        yield f"{event.state} with round {still} open"
    ordinary = len(rounds) - len(finals)
    if rounds and (event.rounds is None or ordinary > event.rounds):
        yield f"{ordinary} ordinary rounds of {event.rounds}"


def seats_once(event: Event) -> Iterator[str]:
    """Art. 1.5: a player sits once in a round, at tables of four and three (REQ-704), in playing order from 1."""
    for round_ in Round.objects.filter(event=event):
        seats = Seat.objects.filter(table__round=round_).select_related("table")
        duplicates = [entry for entry, times in Counter(seat.entry_id for seat in seats).items() if times > 1]
        if duplicates:
            yield f"round {round_.number}: entries {duplicates} sit twice"
        tables: dict[int, list[Seat]] = {}
        for seat in seats:
            tables.setdefault(seat.table.number, []).append(seat)
            if seat.round_id != round_.pk:
                yield f"round {round_.number}: a seat says round {seat.round_id}"
        for number, at in tables.items():
            if sorted(seat.position for seat in at) != list(range(1, len(at) + 1)) or len(at) not in (3, 4):
                yield f"round {round_.number}, table {number}: positions {[seat.position for seat in at]}"


def versions_whole(event: Event) -> Iterator[str]:
    """Check that a table's versions are 1 to n, that one at most counts, and gives the table its state."""
    tables = Table.objects.filter(round__event=event).select_related("round__event")
    for table in tables.prefetch_related("sheets", "seats__entry__person"):
        at = f"round {table.round.number}, table {table.number}"
        sheets = sorted(table.sheets.all(), key=lambda sheet: sheet.version)
        if [sheet.version for sheet in sheets] != list(range(1, len(sheets) + 1)):
            yield f"{at}: versions are {[sheet.version for sheet in sheets]}"
        counts = [sheet for sheet in sheets if sheet.state != Sheet.State.SUPERSEDED]
        if len(counts) > 1 or (sheets and counts != sheets[-1:]):
            yield f"{at}: versions that count are {[sheet.version for sheet in counts]} of {len(sheets)}"
        states = {"submitted": Table.State.SUBMITTED, "confirmed": Table.State.CONFIRMED}
        expected_state = states[counts[0].state] if counts else Table.State.PLAYING
        if table.state != expected_state:
            yield f"{at}: {table.state}, its sheet says {expected_state}"
        seats = sorted(table.seats.all(), key=lambda seat: seat.position)
        places = [seat.place for seat in seats]
        if table.state != Table.State.CONFIRMED:
            if any(place is not None for place in places):
                yield f"{at}: places {places} without a confirmed sheet"
            continue
        ranked = sheet_preview(table=table, data=counts[0].data).places or []
        if places != [place for _, place in sorted((sheet.index, sheet.place) for sheet in ranked)]:
            yield f"{at}: places {places}, its confirmed sheet gives {ranked}"


def standings_frozen(event: Event) -> Iterator[str]:
    """Art. 1.5: a closed ordinary round has the standings of its sheets, counted independently; no other has any.

    No place comes from a half-closed round: wins, seconds and thirds of exactly the rounds up to it (REQ-1201, AMB-11).
    """
    counts: dict[int, list[int]] = {
        entry: [0, 0, 0]
        for entry in Seat.objects.filter(round__event=event, round__number=1).values_list("entry_id", flat=True)
    }
    for round_ in Round.objects.filter(event=event, is_final=False).order_by("number"):
        rows = list(StandingRow.objects.filter(round=round_).order_by("position"))
        if round_.state != Round.State.CLOSED:
            if rows:
                yield f"round {round_.number} is {round_.state} with standings"
            continue
        if Table.objects.filter(round=round_).exclude(state=Table.State.CONFIRMED).exists():
            yield f"round {round_.number} is closed with a table that is not confirmed"
        for seat in Seat.objects.filter(round=round_, place__lte=3):
            counts[seat.entry_id][(seat.place or 0) - 1] += 1
        stored_counts = {row.entry_id: [row.wins, row.seconds, row.thirds] for row in rows}
        if stored_counts != counts:
            yield f"standings after round {round_.number}: {stored_counts}, by hand {counts}"
        if [row.position for row in rows] != list(range(1, len(counts) + 1)):
            yield f"positions after round {round_.number}: {[row.position for row in rows]}"
        keys = [(-row.wins, -row.seconds, -row.thirds, row.lot or 0) for row in rows]
        if keys != sorted(set(keys)):
            yield f"order after round {round_.number}: {keys}"


def draws_true(event: Event) -> Iterator[str]:
    """Art. 1.5: one draw per purpose and scope, each reproducible, and the seats follow theirs."""
    event_draws = list(Draw.objects.filter(event=event))
    live = Counter(
        (event_draw.purpose, event_draw.scope) for event_draw in event_draws if event_draw.annulled_at is None
    )
    for key, times in live.items():
        if times > 1:
            yield f"{times} draws of {key}"
    for draw in event_draws:
        if draw.drawn_at is not None:
            for finding in draw_findings(draw):
                yield f"draw {draw.purpose} {draw.scope}: {finding.code} at {finding.path}"
    for round_ in Round.objects.filter(event=event):
        scope = round_scope(round_)
        round_draws = [
            event_draw
            for event_draw in event_draws
            if event_draw.annulled_at is None and event_draw.scope == scope and event_draw.drawn_at is not None
        ]
        seats = next((event_draw for event_draw in round_draws if event_draw.purpose == Draw.Purpose.SEATS), None)
        if seats is None:
            yield f"round {round_.number} without its draw of seats"
            continue
        for table in Table.objects.filter(round=round_).prefetch_related("seats__entry__person"):
            seats_in_order = sorted(table.seats.all(), key=lambda seat: seat.position)
            sat = [player_id(seat.entry) for seat in seats_in_order]
            if [sat] != relative_order([sat], seats.outcome):
                yield f"round {round_.number}, table {table.number}: {sat} not in the order drawn"


def draws_witnessed(event: Event) -> Iterator[str]:
    """Art. 1.5: a draw of a round by hand has two witnesses, and one that was undone a reason (REQ-809)."""
    of_round = Draw.objects.filter(event=event, purpose__in=[Draw.Purpose.SEATS, Draw.Purpose.KINGDOM])
    for draw in of_round.exclude(drawn_at=None):
        if draw.annulled_at is not None and not draw.annulled_reason:
            yield f"draw {draw.purpose} {draw.scope} undone without a reason"
        if draw.by_hand and len(draw.witnesses) < WITNESSES:
            yield f"draw {draw.purpose} {draw.scope} by hand, watched by {draw.witnesses}"


def players_consistent(event: Event) -> Iterator[str]:
    """Art. 1.5: attendance is frozen by round 1; a player who left sits in no later round (AMB-12, AMB-41)."""
    drawn = Round.objects.filter(event=event).exists()
    before = {Entry.State.REGISTERED, Entry.State.CHECKED_IN}
    for entry in Entry.objects.filter(event=event):
        if event.state != Event.State.VOID and drawn == (entry.state in before):
            yield f"entry {entry.number} is {entry.state}, rounds drawn: {drawn}"
        if (entry.state == Entry.State.LEFT) != (entry.left_after is not None):
            yield f"entry {entry.number} is {entry.state}, left after {entry.left_after}"
        last = Seat.objects.filter(entry=entry).order_by("-round__number").values_list("round__number", flat=True)[:1]
        if entry.left_after is not None and last and last[0] > entry.left_after:
            yield f"entry {entry.number} left after round {entry.left_after} and sits in round {last[0]}"


def places_whole(event: Event) -> Iterator[str]:
    """Art. 1.5: a concluded event places each player of round 1 once; no other event has places (REQ-1303)."""
    places = list(FinalPlace.objects.filter(event=event).order_by("place").values_list("place", "entry_id"))
    seated = set(Seat.objects.filter(round__event=event, round__number=1).values_list("entry_id", flat=True))
    if event.state in PLACED:
        if [place for place, _ in places] != list(range(1, len(seated) + 1)) or {
            player for _, player in places
        } != seated:
            yield f"{event.state} with places {places}"
    elif places:
        yield f"{event.state} with {len(places)} places"


def file_verifies(event: Event) -> Iterator[str]:
    """Art. 1.4: the exported file of a concluded event derives to the same, except tables closed against an error."""
    if event.state not in PLACED:
        return
    forced = set(
        Sheet.objects.filter(table__round__event=event, state=Sheet.State.CONFIRMED)
        .exclude(forced_reason="")
        .values_list("table__round__number", "table__number")
    )
    forced_paths = tuple(f"rounds[{number - 1}].tables[{table - 1}]." for number, table in forced)
    # A small event is outside the championship: its file says so, and verify too (AMB-13).
    unofficial = () if event.is_official else ("EVENT_PLAYERS", "EVENT_FASCIA_UNDECIDED")
    for finding in content_findings(event_to_file(event))[0]:
        if finding.is_error and finding.code not in unofficial and not finding.path.startswith(forced_paths or ("-",)):
            yield f"the file: {finding.code} at {finding.path} {dict(finding.params)}"


def ledger_sums(event: Event) -> Iterator[str]:
    """Art. 1.6: the Ranking's points are the sums of the ledger, and the ledger equals its rebuild (REQ-608)."""
    for finding in ledger_check(event.season):
        yield f"ledger: {finding}"


#: Each with the database tables (without their app) that it reads.
INVARIANTS: dict[Callable[[Event], Iterator[str]], frozenset[str]] = {
    rounds_in_order: frozenset({"event", "round"}),
    seats_once: frozenset({"round", "table", "seat"}),
    versions_whole: frozenset({"table", "seat", "sheet"}),
    standings_frozen: frozenset({"round", "table", "seat", "standingrow"}),
    draws_true: frozenset({"round", "table", "seat", "draw"}),
    draws_witnessed: frozenset({"draw"}),
    players_consistent: frozenset({"event", "entry", "round", "seat"}),
    places_whole: frozenset({"event", "seat", "finalplace"}),
    file_verifies: frozenset({"event", "entry", "seat", "sheet", "standingrow", "finalplace"}),
    ledger_sums: frozenset({"event", "seat", "ledgerentry"}),
}


def broken(event: Event, changed: Collection[str] | None = None) -> list[str]:
    """Return all violated invariants of an event as stored in the database.

    Arguments:
        changed: tables of the database that changed since all invariants held; None: all.
    """
    fresh = Event.objects.select_related("season", "organiser").get(pk=event.pk)
    names = None if changed is None else {table.split("_", 1)[1] for table in changed}
    relevant = [table for table, tables in INVARIANTS.items() if names is None or tables & names]
    return [f"{table.__name__}: {words}" for table in relevant for words in table(fresh)]
