"""Store sheet versions and their results; shared by submission and correction."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import timedelta
from typing import cast

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone

from tournament.core.audit import By, current_actor, record
from tournament.core.messages import as_data
from tournament.draws.selectors import round_scope
from tournament.models import Draw, Entry, Seat, Sheet
from tournament.people.selectors import player_id
from tournament.regulation.refusals import LotMissing
from tournament.regulation.refused import Refused
from tournament.results.selectors import known_lots
from tournament.results.standings import lots_draw_or_reuse
from tournament.sheets.refusals import SheetHasErrors, SheetHasWarnings, SheetUnusable
from tournament.sheets.table_sheet import CheckedSheet, TableSheet

_MINUTE = timedelta(minutes=1)


@contextmanager
def key_reuse_refused(key: str | None) -> Iterator[None]:
    """Run a transaction that stores the key of a sheet.

    Errors: SHEET_KEY_REUSED if another table holds the key, also one of another event, whose lock is another.
    """
    try:
        with transaction.atomic():
            yield
    except IntegrityError as taken:
        stored = Sheet.objects.filter(key=key).select_related("table").first() if key else None
        if stored is None:
            raise
        raise Refused("SHEET_KEY_REUSED", table=stored.table.number) from taken


def version_with_key(sheet: TableSheet, key: str | None) -> Sheet | None:
    """Return the version that a client has sent with this key; None if there is none."""
    return next((version for version in sheet.versions if key and version.key == key), None)


def new_version(
    sheet: TableSheet,
    checked: CheckedSheet,
    *,
    verb: str,
    by: By,
    state: str = Sheet.State.SUBMITTED,
    key: str | None = None,
    reason: str = "",
    forced_reason: str = "",
) -> Sheet:
    """Add a version; earlier versions are marked as superseded, none is overwritten. Errors: SHEETS_TOO_MANY."""
    most = settings.FOSSATO_SHEETS_A_MINUTE
    if len(sheet.versions) >= most and sheet.versions[most - 1].entered_at > timezone.now() - _MINUTE:
        raise Refused("SHEETS_TOO_MANY", table=sheet.table.number, most=most)
    for old in sheet.versions:
        if old.state != Sheet.State.SUPERSEDED:
            record(old, verb=verb, by=by, reason=reason, state=Sheet.State.SUPERSEDED)
    confirmed, actor = state == Sheet.State.CONFIRMED, current_actor.get()
    version = Sheet(
        table=sheet.table,
        version=sheet.versions[0].version + 1 if sheet.versions else 1,
        state=state,
        data=checked.data,
        findings=[as_data(finding) for finding in checked.check.findings],
        entered_by=by,
        entered_with="" if by else actor.code,
        entered_with_params={} if by else dict(actor.params),
        confirmed_by=by if confirmed else None,
        confirmed_at=timezone.now() if confirmed else None,
        reason=reason,
        forced_reason=forced_reason,
        key=key or None,
    )
    record(version, verb=verb, by=by, reason=reason)
    sheet.versions.insert(0, version)
    return version


def ids_of(seats: list[Seat], groups: list[list[int]]) -> list[list[str]]:
    """Return groups of seats (from 0) as groups of player ids."""
    return [[player_id(seats[index].entry) for index in group] for group in groups]


def check_complete(sheet: TableSheet, data: object) -> CheckedSheet:
    """Check a complete sheet, with the lots already drawn for the same equals filled in: nothing is drawn twice.

    Errors: SHEET_UNREADABLE.
    """
    checked = sheet.check(data, complete=True)
    if not isinstance(checked.problem, LotMissing):
        return checked
    seats, table = sheet.seats, sheet.table
    groups = ids_of(seats, checked.tied)
    scope = round_scope(table.round, table.number)
    lots = known_lots(table.round.event, Draw.Purpose.TABLE_LOTS, scope, groups)
    if not all(player in lots for group in groups for player in group):
        return checked
    by_seat = {index: lots[player_id(seats[index].entry)] for group in checked.tied for index in group}
    return sheet.check_with_lots(checked, by_seat)


def draw_table_lots(
    sheet: TableSheet,
    checked: CheckedSheet,
    *,
    word: str,
    by_hand: Mapping[str, int] | None,
    by: By,
    witnesses: Sequence[Mapping[str, str]] = (),
) -> dict[int, int]:
    """Return the lots of a table's equals by seat (from 0), drawn with the word or recorded.

    Errors: as lots_draw_or_reuse.
    """
    table, seats = sheet.table, sheet.seats
    lots = lots_draw_or_reuse(
        event=table.round.event,
        purpose=Draw.Purpose.TABLE_LOTS,
        scope=round_scope(table.round, table.number),
        groups=ids_of(seats, checked.tied),
        everybody=[player_id(seat.entry) for seat in seats],
        word=word,
        by_hand=by_hand,
        by=by,
        witnesses=witnesses,
    )
    return {index: lots[player_id(seats[index].entry)] for group in checked.tied for index in group}


def record_written_lots(
    sheet: TableSheet, checked: CheckedSheet, *, by: By, confirmed_by: Sequence[Entry] = ()
) -> None:
    """Require that the lots written on a sheet of equals are those drawn; record them if they were drawn manually.

    Arguments:
        confirmed_by: the table's players who confirmed the sheet: they watched the lots.
    Errors: LOTS_NOT_AS_DRAWN.
    """
    rows, seats = checked.check.rows, sheet.seats
    written_lots = {
        player_id(seats[index].entry): cast("int", rows[index]["lot"]) for group in checked.tied for index in group
    }
    witnesses = [{"player": player_id(entry)} for entry in confirmed_by]
    lots = draw_table_lots(sheet, checked, word="", by_hand=written_lots, by=by, witnesses=witnesses)
    if any(rows[index]["lot"] != lot for index, lot in lots.items()):
        raise Refused("LOTS_NOT_AS_DRAWN", table=sheet.table.number)


def guard_findings(checked: CheckedSheet, *, forced_reason: str, accept_warnings: bool) -> None:
    """Require that errors are corrected or overridden with a reason, and warnings confirmed.

    Missing or unreadable values must be corrected.
    Errors: the sheet's problem, SheetUnusable, SheetHasErrors, SheetHasWarnings.
    """
    if checked.problem is not None:
        raise checked.problem
    if not checked.check.findings:
        return
    if checked.unusable:
        raise SheetUnusable(count=len(checked.unusable), findings=[as_data(finding) for finding in checked.unusable])
    if checked.errors and not forced_reason.strip():
        raise SheetHasErrors(count=len(checked.errors), findings=[as_data(finding) for finding in checked.errors])
    if checked.warnings and not (accept_warnings or forced_reason.strip()):
        raise SheetHasWarnings(count=len(checked.warnings), findings=[as_data(finding) for finding in checked.warnings])


def write_places(sheet: TableSheet, checked: CheckedSheet) -> None:
    """Store places, reasons and values on the seats (REQ-1101)."""
    if any(seat.place for seat in sheet.seats):
        # No two seats may have one place, not even between two rows of one statement.
        Seat.objects.filter(table=sheet.table).update(place=None)
    for place in checked.places or ():
        seat = sheet.seats[place.index]
        seat.place, seat.decided_by = place.place, place.decided_by
        seat.values = dict(checked.check.rows[place.index])
    Seat.objects.bulk_update(sheet.seats, ["place", "decided_by", "values"])
