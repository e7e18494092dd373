"""Submit and confirm score sheets: versions, never overwritten; a confirmed one gives the places (art. 1.5)."""

from __future__ import annotations

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.core.audit import By, reason_given, record
from tournament.core.errors import AlreadyDone, EntryStateWrong
from tournament.core.locks import locked_sheet, locked_table
from tournament.core.preconditions import need_round_state, need_state
from tournament.models import Entry, Event, Round, Seat, Sheet, Table
from tournament.regulation.errors import LotMissing
from tournament.rounds.participation import confirmations
from tournament.sheets.checking import Preview, as_data, delivered, look, seats_of, with_lots
from tournament.sheets.corrections import correction_consequences, sheet_correct, sheet_correct_once
from tournament.sheets.errors import NoTie, SheetKeyReused, SheetOutdated, TableClosed
from tournament.sheets.versions import (
    guard_findings,
    keep_lots,
    latest_version,
    look_with_known_lots,
    new_version,
    settle_table,
    write_places,
)

__all__ = [
    "correction_consequences",
    "sheet_confirm",
    "sheet_correct",
    "sheet_correct_once",
    "sheet_preview",
    "sheet_submit",
    "sheet_submit_once",
    "table_abandon",
    "table_abandon_undo",
    "table_lots_draw",
]


def sheet_preview(*, table: Table, data: object) -> Preview:
    """Return the result of a sheet, live while it is typed, without writing anything.

    Arguments:
        data: the ``sheet`` of a ``score-sheet/1``: ``end``, ``ended_by``, ``seats``; ``complete: False`` while typing.
    Errors: SheetUnreadable if it is not a sheet at all.
    """
    return look(table, data)


def _open(table: Table) -> None:
    """Require that the table is open. Errors: EventStateWrong, RoundStateWrong, TableClosed."""
    need_state(table.round.event, Event.State.RUNNING)
    if table.state == Table.State.CONFIRMED:
        raise TableClosed(table=table.number)
    need_round_state(table.round, Round.State.PUBLISHED, Round.State.RUNNING)


def sheet_submit(*, table: Table, data: object, by: By, key: str | None = None, reason: str = "") -> Sheet:
    """Store a table's report as a new version, valid or not, with all its findings.

    Arguments:
        data: the ``sheet`` of a ``score-sheet/1``; kingdom and Moat rule are the round's own.
        key: chosen by the client; the same key again gives the same version, and nothing is written.
    Errors: SheetUnreadable, SheetKeyReused, TableClosed, RoundStateWrong, EventStateWrong.
    """
    return sheet_submit_once(table=table, data=data, by=by, key=key, reason=reason)[0]


def sheet_submit_once(
    *, table: Table, data: object, by: By, key: str | None = None, reason: str = ""
) -> tuple[Sheet, bool]:
    """Submit a sheet as ``sheet_submit``.

    Returns: the version, and whether it was created now, not by an earlier call.
    """
    try:
        return _submit_once(table, data, by, key, reason)
    except IntegrityError:
        # A table of another event, which this event's lock does not cover, took the key concurrently.
        if not key or not Sheet.objects.filter(key=key).exists():
            raise
        return _submit_once(table, data, by, key, reason)


@transaction.atomic
def _submit_once(table: Table, data: object, by: By, key: str | None, reason: str) -> tuple[Sheet, bool]:
    fresh = locked_table(table)
    earlier_version = Sheet.objects.filter(key=key).first() if key else None
    if earlier_version is not None:
        if earlier_version.table_id != fresh.pk:
            raise SheetKeyReused(table=earlier_version.table.number)
        return earlier_version, False
    _open(fresh)
    sheet, preview = look_with_known_lots(fresh, data, seats_of(fresh))
    try:
        with transaction.atomic():
            new_sheet = new_version(fresh, sheet, preview, verb="sheet_submit", by=by, key=key, reason=reason)
    except IntegrityError as taken:
        # A table of another event, which this event's lock does not cover, took the key concurrently.
        raise SheetKeyReused(table=Sheet.objects.get(key=key).table.number) from taken
    if fresh.state != Table.State.SUBMITTED:
        record(fresh, verb="sheet_submit", by=by, state=Table.State.SUBMITTED)
    return new_sheet, True


def _current(sheet: Sheet) -> Sheet:
    """Return the sheet with its event locked, if it can be decided on.

    Errors: AlreadyDone, SheetOutdated, TableClosed.
    """
    fresh = locked_sheet(sheet)
    if fresh.state == Sheet.State.CONFIRMED:
        raise AlreadyDone(what=_("the table is confirmed"))
    latest = latest_version(fresh.table)
    if latest != fresh.version:
        raise SheetOutdated(version=fresh.version, latest=latest)
    _open(fresh.table)
    return fresh


@transaction.atomic
def sheet_confirm(*, sheet: Sheet, by: By, forced_reason: str = "", accept_warnings: bool = False) -> list[Seat]:
    """Close a table: store the sheet's places on its seats.

    Arguments:
        forced_reason: why the table is closed despite an ERROR; shown to the Referent.
        accept_warnings: whether unlikely values were checked and confirmed.
    Returns: the seats in order of place.
    Errors: AlreadyDone, SheetOutdated, TableClosed, LotMissing, LotNotNeeded, LotsNotAPermutation, CriterionMissing,
        LotsNotAsDrawn, SheetUnusable, SheetHasErrors, SheetHasWarnings.
    """
    fresh = _current(sheet)
    table = fresh.table
    seats = seats_of(table)
    preview = look(table, delivered(fresh.data), seats)
    guard_findings(preview, forced_reason=forced_reason, accept_warnings=accept_warnings)
    # Whoever printed a player's link can use it too: a confirmation through it is no second person's.
    own_confirmations = [item for item in confirmations(fresh) if item.link is None or item.link.printed_at is None]
    confirmed_by = [item.seat.entry for item in own_confirmations]
    keep_lots(table, seats, preview, by=by, entered_by=fresh.entered_by, confirmed_by=confirmed_by)
    write_places(seats, preview)
    record(
        fresh,
        verb="sheet_confirm",
        by=by,
        reason=forced_reason,
        state=Sheet.State.CONFIRMED,
        confirmed_by=by,
        confirmed_at=timezone.now(),
        findings=[as_data(item) for item in preview.check.findings],
        forced_reason=forced_reason.strip(),
    )
    record(table, verb="sheet_confirm", by=by, reason=forced_reason, state=Table.State.CONFIRMED)
    return sorted(seats, key=lambda seat: seat.place or 0)


@transaction.atomic
def table_lots_draw(*, table: Table, word: str, by: By) -> Sheet:
    """Art. 1.5 e: draw the lots of the players equal on everything at a table, and store a version with them.

    Errors: WordMissing, NoTie, AlreadyDone, TableClosed, CriterionMissing.
    """
    fresh = locked_table(table)
    _open(fresh)
    latest = Sheet.objects.filter(table=fresh, state=Sheet.State.SUBMITTED).order_by("-version").first()
    seats = seats_of(fresh)
    preview = None if latest is None else look(fresh, latest.data, seats)
    if latest is None or preview is None or not (preview.tied or preview.problem):
        raise NoTie(table=fresh.number)
    if preview.problem is None:
        raise AlreadyDone(what=_("the lots of the table are drawn"))
    if not isinstance(preview.problem, LotMissing):
        raise preview.problem
    lots = settle_table(fresh, seats, preview, word=word, by_hand=None, by=by)
    filled = with_lots(latest.data, lots)
    return new_version(fresh, filled, look(fresh, filled, seats), verb="table_lots_draw", by=by)


def _seat(table: Table, entry: Entry) -> Seat:
    seat = Seat.objects.filter(table=table, entry=entry).first()
    if seat is None:
        raise EntryStateWrong(
            player=str(entry), state=_("not at table %(table)s") % {"table": table.number}, needed=(_("seated there"),)
        )
    return seat


@transaction.atomic
def table_abandon(*, table: Table, entry: Entry, by: By, reason: str) -> Seat:
    """Record that a player abandoned the game: last of the table; the others play on (AMB-35).

    Before the final the player is out of the event too, until ``entry_return``.
    Errors: ReasonMissing, TableClosed, EntryStateWrong, AlreadyDone.
    """
    why = reason_given(reason)
    fresh = locked_table(table)
    _open(fresh)
    seat = _seat(fresh, entry)
    if seat.is_abandoned:
        raise AlreadyDone(what=_("the player has left the table"))
    seat.is_abandoned = True
    seat.save(update_fields=["is_abandoned"])
    record(fresh, verb="table_abandon", by=by, reason=f"{entry}: {why}", is_abandoned=True)
    if not fresh.round.is_final:
        fresh_entry = Entry.objects.get(pk=entry.pk)
        record(
            fresh_entry, verb="table_abandon", by=by, reason=why, state=Entry.State.LEFT, left_after=fresh.round.number
        )
    return seat


@transaction.atomic
def table_abandon_undo(*, table: Table, entry: Entry, by: By, reason: str = "") -> Seat:
    """Undo ``table_abandon`` while the table is open. Errors: TableClosed, EntryStateWrong."""
    fresh = locked_table(table)
    _open(fresh)
    seat = _seat(fresh, entry)
    if seat.is_abandoned:
        seat.is_abandoned = False
        seat.save(update_fields=["is_abandoned"])
        has_abandoned = Seat.objects.filter(table=fresh, is_abandoned=True).exists()
        record(fresh, verb="table_abandon_undo", by=by, reason=reason, is_abandoned=has_abandoned)
        fresh_entry = Entry.objects.get(pk=entry.pk)
        if fresh_entry.state == Entry.State.LEFT and fresh_entry.left_after == fresh.round.number:
            record(
                fresh_entry, verb="table_abandon_undo", by=by, reason=reason, state=Entry.State.PLAYING, left_after=None
            )
    return seat
