"""Actions of the players themselves: confirm the sheet of their table; leave after this round."""

from __future__ import annotations

from django.db import transaction

from tournament.access.refusals import LinkRefused
from tournament.core.audit import By, record
from tournament.core.locks import locked_entry, locked_table
from tournament.core.preconditions import require_event_state
from tournament.entries.services import entry_leave
from tournament.models import Entry, Event, LeaveWish, PrivateLink, Round, Seat, SeatConfirmation, Sheet, Table
from tournament.regulation.refused import Refused


@transaction.atomic
def seat_confirm(*, table: Table, entry: Entry, version: int, link: PrivateLink | None, by: By) -> SeatConfirmation:
    """Confirm for a player the version of the table's sheet that they read; it changes no result.

    A newer version needs a new confirmation: each confirmation belongs to one version.
    Errors: NOT_AT_TABLE; SHEET_NOT_THERE if the version is not the newest.
    """
    fresh = locked_table(table)
    seat = Seat.objects.filter(table=fresh, entry=entry).first()
    if seat is None:
        raise LinkRefused("NOT_AT_TABLE", player=str(entry), table=fresh.number)
    sheet = Sheet.objects.filter(table=fresh).order_by("-version").first()
    if sheet is None or sheet.version != version:
        raise LinkRefused("SHEET_NOT_THERE", table=fresh.number)
    confirmation, is_new = SeatConfirmation.objects.get_or_create(sheet=sheet, seat=seat, defaults={"link": link})
    if is_new:
        record(fresh, verb="seat_confirm", by=by, reason=str(entry))
    return confirmation


@transaction.atomic
def leave_wish(*, entry: Entry, by: By) -> Entry:
    """Leave after this round: at once between two rounds, else when the player's round closes (AMB-12).

    Errors: EVENT_STATE_WRONG, ENTRY_STATE_WRONG.
    """
    fresh = locked_entry(entry)
    require_event_state(fresh.event, Event.State.RUNNING)
    last = Round.objects.last_round(fresh.event)
    seated = Seat.objects.filter(round=last, entry=fresh).exists()
    if last is None or last.state == Round.State.CLOSED or not seated or fresh.state != Entry.State.PLAYING:
        return entry_leave(entry=fresh, by=by)
    _wish, is_new = LeaveWish.objects.get_or_create(entry=fresh, defaults={"round": last})
    if is_new:
        record(fresh, verb="leave_wish", by=by)
    return fresh


@transaction.atomic
def leave_wish_undo(*, entry: Entry, by: By) -> Entry:
    """Withdraw a leave request, as long as the round is open. Idempotent.

    Errors: ENTRY_STATE_WRONG once the departure is applied: from then on only the desk can undo it.
    """
    fresh = locked_entry(entry)
    if fresh.state == Entry.State.LEFT:
        needed = (Entry.State.PLAYING.label,)
        raise Refused("ENTRY_STATE_WRONG", player=str(fresh), state=Entry.State(fresh.state).label, needed=needed)
    deleted_count, _kinds = LeaveWish.objects.filter(entry=fresh).delete()
    if deleted_count:
        record(fresh, verb="leave_wish_undo", by=by)
    return fresh


def leave_wishes_apply(*, round_: Round, by: By) -> list[Entry]:
    """Apply pending leave requests after a round closes; skip players who already left."""
    entries_left = []
    for wish in LeaveWish.objects.filter(round=round_).select_related("entry"):
        entry = wish.entry
        wish.delete()
        if entry.state == Entry.State.PLAYING and not round_.is_final:
            entries_left.append(entry_leave(entry=entry, by=by))
    return entries_left
