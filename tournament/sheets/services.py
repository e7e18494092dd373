"""Submit and confirm score sheets: versions, never overwritten; a confirmed one gives the places (art. 1.5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.core.audit import By, record, require_reason
from tournament.core.locks import locked_table
from tournament.core.messages import as_data
from tournament.core.numbers import whole_number
from tournament.core.preconditions import require_event_state, require_round_state
from tournament.core.refusals import AlreadyDone
from tournament.models import Entry, Event, Round, Seat, Sheet, Table
from tournament.regulation.refusals import LotMissing
from tournament.regulation.refused import Refused
from tournament.rounds.participation import confirmations
from tournament.sheets.corrections import (
    correct_checked_sheet,
    correction_consequences,
    sheet_correct,
    sheet_correct_once,
)
from tournament.sheets.table_sheet import MISSING, CheckedSheet, TableSheet, read_table_sheet
from tournament.sheets.versions import (
    check_complete,
    draw_table_lots,
    guard_findings,
    key_reuse_refused,
    new_version,
    record_written_lots,
    version_with_key,
    write_places,
)

__all__ = [
    "Delivery",
    "SheetOutcome",
    "correction_consequences",
    "sheet_confirm",
    "sheet_correct",
    "sheet_correct_once",
    "sheet_deliver",
    "sheet_preview",
    "sheet_submit",
    "sheet_submit_once",
    "table_abandon",
    "table_abandon_undo",
    "table_lots_draw",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """A sheet as a form of the game has sent it.

    Arguments:
        values: the form's field names -> texts.
        by: the account; None through a private link.
        key: chosen by the client; the same key again gives the same version, and nothing is written.
        seen: number of the newest version that the form has shown; empty if it does not say.
        accept_missing: whether a sheet without all numbers is stored as well.
        confirm: whether a sheet without findings closes its table at once.
        correction: options of ``correct_checked_sheet``; None if the sender may not correct a confirmed table.
    """

    values: Mapping[str, str]
    by: By
    key: str = ""
    seen: str = ""
    reason: str = ""
    accept_missing: bool = False
    confirm: bool = False
    correction: Mapping[str, Any] | None = None


@dataclass(slots=True)
class SheetOutcome:
    """Result of delivering a sheet.

    Arguments:
        state: see ``State``.
        sheet: the table as it was read, with the version that was stored; None if its round is gone.
        checked: the sheet that was sent; None if nothing had to be checked.
        version: the version that holds the sheet, if it is stored.
        refusal: why it was refused.
        is_confirmed: whether the table was confirmed with it at once.
        confirm_refusal: why it was stored but could not be confirmed at once.
    """

    class State(StrEnum):
        """The ways in which a delivery ends."""

        STORED = "stored"
        #: An earlier request with the same key has stored it, and the table has been confirmed since.
        REPEATED = "repeated"
        #: Another version with the same numbers was delivered concurrently.
        SAME = "same"
        #: Another version with other numbers was delivered concurrently.
        CONFLICT = "conflict"
        MISSING = "missing"
        REFUSED = "refused"

    state: State = State.STORED
    sheet: TableSheet | None = None
    checked: CheckedSheet | None = None
    version: Sheet | None = None
    refusal: Refused | None = None
    is_confirmed: bool = False
    confirm_refusal: Refused | None = None


def sheet_preview(*, table: Table, data: object) -> CheckedSheet:
    """Return the result of a sheet, live while it is typed, without writing anything.

    Arguments:
        data: the ``sheet`` of a ``score-sheet/1``: ``end``, ``ended_by``, ``seats``; ``complete: False`` while typing.
    Errors: SHEET_UNREADABLE if it is not a sheet at all.
    """
    return read_table_sheet(table).check(data)


def _need_open(table: Table) -> None:
    """Require that the table is open. Errors: EVENT_STATE_WRONG, ROUND_STATE_WRONG, TABLE_CLOSED."""
    require_event_state(table.round.event, Event.State.RUNNING)
    if table.state == Table.State.CONFIRMED:
        raise Refused("TABLE_CLOSED", table=table.number)
    require_round_state(table.round, Round.State.PUBLISHED, Round.State.RUNNING)


def sheet_deliver(*, table: Table, delivery: Delivery) -> SheetOutcome:
    """Store the sheet of a form, or correct a confirmed one: the table is read once, the sheet is checked once.

    Returns: the outcome; nothing is written if it is refused, and ``refusal`` says why.
    """
    outcome = SheetOutcome()
    try:
        with key_reuse_refused(delivery.key):
            outcome.sheet = read_table_sheet(locked_table(table))
            _deliver(outcome.sheet, delivery, outcome)
    except Refused as refusal:
        outcome.state, outcome.refusal = SheetOutcome.State.REFUSED, refusal
    return outcome


def _deliver(sheet: TableSheet, delivery: Delivery, outcome: SheetOutcome) -> None:
    """Check and store a sheet of a locked table, and record in the outcome what was done. Errors: Refused."""
    is_closed = sheet.table.state == Table.State.CONFIRMED
    version = version_with_key(sheet, delivery.key)
    if version is not None and is_closed:
        outcome.state = SheetOutcome.State.REPEATED
        return
    if version is None:
        if is_closed and delivery.correction is None:
            raise Refused("TABLE_CLOSED", table=sheet.table.number)
        setup, players = sheet.table.round.setup, len(sheet.seats)
        data = sheet.game.form.to_sheet(delivery.values, setup, players, complete=True)
        checked = outcome.checked = check_complete(sheet, data)
        outcome.state = _state_before_storing(sheet, delivery, checked)
        if outcome.state != SheetOutcome.State.STORED:
            return
        by, reason = delivery.by, delivery.reason
        version = (
            correct_checked_sheet(sheet, checked, by=by, reason=reason, **delivery.correction)
            if is_closed and delivery.correction is not None
            else _store(sheet, checked, by=by, key=delivery.key, reason=reason)
        )
    outcome.version = version
    if delivery.confirm and not is_closed and not version.findings:
        _confirm_delivered(sheet, version, delivery.by, outcome)


def _state_before_storing(sheet: TableSheet, delivery: Delivery, checked: CheckedSheet) -> SheetOutcome.State:
    """Return STORED if a checked sheet may be stored, else what has to be shown to the sender first."""
    if not delivery.accept_missing and any(finding.code == MISSING for finding in checked.check.findings):
        return SheetOutcome.State.MISSING
    if not sheet.versions:
        return SheetOutcome.State.STORED
    latest = sheet.versions[0]
    if whole_number(delivery.seen, missing=latest.version) == latest.version:
        return SheetOutcome.State.STORED
    to_values = sheet.game.form.to_values
    is_same = to_values(checked.data) == to_values(latest.data)
    return SheetOutcome.State.SAME if is_same else SheetOutcome.State.CONFLICT


def _confirm_delivered(sheet: TableSheet, version: Sheet, by: By, outcome: SheetOutcome) -> None:
    """Confirm a delivered version at once; if that is refused it stays stored, and the outcome says why."""
    try:
        with transaction.atomic():
            _confirm(sheet, version, outcome.checked, by=by)
    except Refused as refusal:
        outcome.confirm_refusal = refusal
    else:
        outcome.is_confirmed = True


def sheet_submit(*, table: Table, data: object, by: By, key: str | None = None, reason: str = "") -> Sheet:
    """Store a table's report as a new version, valid or not, with all its findings.

    Arguments:
        data: the ``sheet`` of a ``score-sheet/1``; kingdom and Moat rule are the round's own.
        key: chosen by the client; the same key again gives the same version, and nothing is written.
    Errors: SHEET_UNREADABLE, SHEET_KEY_REUSED, TABLE_CLOSED, ROUND_STATE_WRONG, EVENT_STATE_WRONG.
    """
    return sheet_submit_once(table=table, data=data, by=by, key=key, reason=reason)[0]


def sheet_submit_once(
    *, table: Table, data: object, by: By, key: str | None = None, reason: str = ""
) -> tuple[Sheet, bool]:
    """Submit a sheet as ``sheet_submit``.

    Returns: the version, and whether it was created now, not by an earlier call.
    """
    with key_reuse_refused(key):
        sheet = read_table_sheet(locked_table(table))
        earlier = version_with_key(sheet, key)
        if earlier is not None:
            return earlier, False
        _need_open(sheet.table)
        return _store(sheet, check_complete(sheet, data), by=by, key=key, reason=reason), True


def _store(sheet: TableSheet, checked: CheckedSheet, *, by: By, key: str | None, reason: str) -> Sheet:
    """Store a checked sheet of a locked table as a new version."""
    _need_open(sheet.table)
    version = new_version(sheet, checked, verb="sheet_submit", by=by, key=key, reason=reason)
    if sheet.table.state != Table.State.SUBMITTED:
        record(sheet.table, verb="sheet_submit", by=by, state=Table.State.SUBMITTED)
    return version


@transaction.atomic
def sheet_confirm(*, sheet: Sheet, by: By, forced_reason: str = "", accept_warnings: bool = False) -> list[Seat]:
    """Close a table: store the sheet's places on its seats.

    Arguments:
        sheet: the version that the user has seen.
        forced_reason: why the table is closed despite an ERROR; shown to the Referent.
        accept_warnings: whether unlikely values were checked and confirmed.
    Returns: the seats in order of place.
    Errors: AlreadyDone, SHEET_OUTDATED, TABLE_CLOSED, LotMissing, LOT_NOT_NEEDED, LOTS_NOT_A_PERMUTATION,
    CriterionMissing,
        LOTS_NOT_AS_DRAWN, SheetUnusable, SheetHasErrors, SheetHasWarnings.
    """
    table_sheet = read_table_sheet(locked_table(sheet.table))
    version = next(version for version in table_sheet.versions if version.pk == sheet.pk)
    _confirm(table_sheet, version, by=by, forced_reason=forced_reason, accept_warnings=accept_warnings)
    return sorted(table_sheet.seats, key=lambda seat: seat.place or 0)


def _confirm(
    sheet: TableSheet,
    version: Sheet,
    checked: CheckedSheet | None = None,
    *,
    by: By,
    forced_reason: str = "",
    accept_warnings: bool = False,
) -> None:
    """Close a locked table with a version. Errors: as ``sheet_confirm``.

    Arguments:
        checked: the version's check, if it has just been made.
    """
    table = sheet.table
    if version.state == Sheet.State.CONFIRMED:
        raise AlreadyDone(what=_("the table is confirmed"))
    if sheet.versions[0].version != version.version:
        raise Refused("SHEET_OUTDATED", version=version.version, latest=sheet.versions[0].version)
    _need_open(table)
    checked = checked or sheet.check(version.data, complete=True)
    guard_findings(checked, forced_reason=forced_reason, accept_warnings=accept_warnings)
    if checked.tied:
        # A confirmation through a link that the desk can open proves no second person.
        confirmed_by = [item.seat.entry for item in confirmations(version)]
        record_written_lots(sheet, checked, by=by, confirmed_by=confirmed_by)
    write_places(sheet, checked)
    record(
        version,
        verb="sheet_confirm",
        by=by,
        reason=forced_reason,
        state=Sheet.State.CONFIRMED,
        confirmed_by=by,
        confirmed_at=timezone.now(),
        findings=[as_data(item) for item in checked.check.findings],
        forced_reason=forced_reason.strip(),
    )
    record(table, verb="sheet_confirm", by=by, reason=forced_reason, state=Table.State.CONFIRMED)


@transaction.atomic
def table_lots_draw(*, table: Table, word: str, by: By) -> Sheet:
    """Art. 1.5 e: draw the lots of the players equal on everything at a table, and store a version with them.

    Errors: WORD_MISSING, NO_TIE, AlreadyDone, TABLE_CLOSED, CriterionMissing.
    """
    sheet = read_table_sheet(locked_table(table))
    _need_open(sheet.table)
    submitted = sheet.latest if sheet.latest and sheet.latest.state == Sheet.State.SUBMITTED else None
    checked = None if submitted is None else sheet.check(submitted.data)
    if checked is None or not (checked.tied or checked.problem):
        raise Refused("NO_TIE", table=sheet.table.number)
    if checked.problem is None:
        raise AlreadyDone(what=_("the lots of the table are drawn"))
    if not isinstance(checked.problem, LotMissing):
        raise checked.problem
    lots = draw_table_lots(sheet, checked, word=word, by_hand=None, by=by)
    return new_version(sheet, sheet.check_with_lots(checked, lots), verb="table_lots_draw", by=by)


def _seat(table: Table, entry: Entry) -> Seat:
    seat = Seat.objects.filter(table=table, entry=entry).first()
    if seat is None:
        raise Refused(
            "ENTRY_STATE_WRONG",
            player=str(entry),
            state=_("not at table %(table)s") % {"table": table.number},
            needed=(_("seated there"),),
        )
    return seat


@transaction.atomic
def table_abandon(*, table: Table, entry: Entry, by: By, reason: str) -> Seat:
    """Record that a player abandoned the game: last of the table; the others play on (AMB-35).

    Before the final the player is out of the event too, until ``entry_return``.
    Errors: DECISION_REASON_MISSING, TABLE_CLOSED, ENTRY_STATE_WRONG, AlreadyDone.
    """
    why = require_reason(reason)
    fresh = locked_table(table)
    _need_open(fresh)
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
    """Undo ``table_abandon`` while the table is open. Errors: TABLE_CLOSED, ENTRY_STATE_WRONG."""
    fresh = locked_table(table)
    _need_open(fresh)
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
