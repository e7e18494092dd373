"""Store sheet versions and their results; shared by submission and correction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Max, Q, QuerySet
from django.utils import timezone

from tournament.core.audit import By, acting, record
from tournament.draws.requests import is_enough, part_of
from tournament.draws.selectors import round_scope
from tournament.models import Draw, Entry, Seat, Sheet, Table
from tournament.people.selectors import player_id
from tournament.regulation.errors import LotMissing
from tournament.results.selectors import known_lots
from tournament.results.standings import lots_draw_or_reuse
from tournament.sheets.checking import Preview, as_data, delivered, look, whole_sheet, with_lots
from tournament.sheets.errors import LotsByHandAlone, LotsNotAsDrawn, SheetHasErrors, SheetHasWarnings, SheetUnusable


def latest_version(table: Table) -> int:
    """Return the number of the newest sheet of a table; 0 if there is none."""
    return Sheet.objects.filter(table=table).aggregate(last=Max("version"))["last"] or 0


def new_version(
    table: Table,
    data: Mapping[str, Any],
    preview: Preview,
    *,
    verb: str,
    by: By,
    state: str = Sheet.State.SUBMITTED,
    key: str | None = None,
    reason: str = "",
    forced_reason: str = "",
) -> Sheet:
    """Add a version; earlier versions are marked as superseded, none is overwritten."""
    for old in Sheet.objects.filter(table=table).exclude(state=Sheet.State.SUPERSEDED):
        record(old, verb=verb, by=by, reason=reason, state=Sheet.State.SUPERSEDED)
    confirmed = state == Sheet.State.CONFIRMED
    sheet = Sheet(
        table=table,
        version=latest_version(table) + 1,
        state=state,
        data=whole_sheet(table, data),
        findings=[as_data(finding) for finding in preview.check.findings],
        entered_by=by,
        entered_with="" if by else acting.get(),
        confirmed_by=by if confirmed else None,
        confirmed_at=timezone.now() if confirmed else None,
        reason=reason,
        forced_reason=forced_reason,
        key=key or None,
    )
    record(sheet, verb=verb, by=by, reason=reason)
    return sheet


def ids_of(seats: list[Seat], groups: list[list[int]]) -> list[list[str]]:
    """Return groups of seats (from 0) as groups of player ids."""
    return [[player_id(seats[index].entry) for index in group] for group in groups]


def look_with_known_lots(table: Table, data: object, seats: list[Seat]) -> tuple[dict[str, Any], Preview]:
    """Check a sheet, with the lots already drawn for the same equals filled in, since nothing is drawn twice.

    Returns: the sheet as it is to be stored, and its preview.
    """
    sheet = delivered(whole_sheet(table, data))
    preview = look(table, sheet, seats)
    if not isinstance(preview.problem, LotMissing):
        return sheet, preview
    groups = ids_of(seats, preview.tied)
    scope = round_scope(table.round, table.number)
    lots = known_lots(table.round.event, Draw.Purpose.TABLE_LOTS, scope, groups)
    if not all(player in lots for group in groups for player in group):
        return sheet, preview
    filled = with_lots(sheet, {index: lots[player_id(seats[index].entry)] for group in preview.tied for index in group})
    return filled, look(table, filled, seats)


def settle_table(
    table: Table, seats: list[Seat], preview: Preview, *, word: str, by_hand: Mapping[str, int] | None, by: By
) -> dict[int, int]:
    """Return the lots of a table's equals by seat (from 0), drawn with the word or recorded. Errors: as settle_lots."""
    lots = lots_draw_or_reuse(
        event=table.round.event,
        purpose=Draw.Purpose.TABLE_LOTS,
        scope=round_scope(table.round, table.number),
        groups=ids_of(seats, preview.tied),
        everybody=[player_id(seat.entry) for seat in seats],
        word=word,
        by_hand=by_hand,
        by=by,
    )
    return {index: lots[player_id(seats[index].entry)] for group in preview.tied for index in group}


def keep_lots(
    table: Table, seats: list[Seat], preview: Preview, *, by: By, entered_by: By, confirmed_by: Sequence[Entry] = ()
) -> None:
    """Require that the lots written on a sheet are those drawn; record them if they were drawn manually.

    Arguments:
        entered_by: who wrote the sheet; confirmed_by: the table's players who confirmed it.
    Errors: LotsNotAsDrawn; LotsByHandAlone if a single account reports a manual draw.
    """
    if not preview.tied:
        return
    rows = preview.check.rows
    written_lots = {player_id(seats[index].entry): rows[index]["lot"] for group in preview.tied for index in group}
    recorded_before = set(_recorded_by_hand(table).values_list("pk", flat=True))
    lots = settle_table(table, seats, preview, word="", by_hand=written_lots, by=by)
    if any(rows[index]["lot"] != lot for index, lot in lots.items()):
        raise LotsNotAsDrawn(table=table.number)
    second = by if by != entered_by else None
    confirmers = {
        "accounts": [part_of(second, table.round.event_id)] if second is not None else [],
        "players": [player_id(entry) for entry in confirmed_by],
    }
    for draw in _recorded_by_hand(table).exclude(pk__in=recorded_before):
        if not is_enough(confirmers):
            raise LotsByHandAlone(table=table.number)
        record(draw, verb="draw_by_hand", by=by, hand_agreed=confirmers)


def _recorded_by_hand(table: Table) -> QuerySet[Draw]:
    """Return the lots of a table that were drawn with slips of paper."""
    scope = round_scope(table.round, table.number)
    ours = Q(scope=scope) | Q(scope__startswith=f"{scope}/")
    lots = Draw.objects.filter(ours, event=table.round.event, purpose=Draw.Purpose.TABLE_LOTS, by_hand=True)
    return lots.filter(drawn_at__isnull=False, annulled_at=None)


def guard_findings(preview: Preview, *, forced_reason: str, accept_warnings: bool) -> None:
    """Require that errors are corrected or overridden with a reason, and warnings confirmed.

    Missing or unreadable values must be corrected.
    Errors: the preview's problem, SheetUnusable, SheetHasErrors, SheetHasWarnings.
    """
    if preview.problem is not None:
        raise preview.problem
    if preview.unusable:
        raise SheetUnusable(count=len(preview.unusable), findings=[as_data(finding) for finding in preview.unusable])
    if preview.errors and not forced_reason.strip():
        raise SheetHasErrors(count=len(preview.errors), findings=[as_data(finding) for finding in preview.errors])
    if preview.warnings and not (accept_warnings or forced_reason.strip()):
        raise SheetHasWarnings(count=len(preview.warnings), findings=[as_data(finding) for finding in preview.warnings])


def write_places(seats: list[Seat], preview: Preview) -> None:
    """Store places, reasons and values on the seats (REQ-1101)."""
    Seat.objects.filter(pk__in=[seat.pk for seat in seats]).update(place=None)
    for place in preview.places or ():
        seat = seats[place.index]
        seat.place, seat.decided_by = place.place, place.decided_by
        seat.values = dict(preview.check.rows[place.index])
        seat.save(update_fields=["place", "decided_by", "values"])
