"""What the players themselves say: the sheet of their table is right; they leave after this round."""

from __future__ import annotations

from django.db import transaction

from tournament.access.errors import NotAtTable, SheetNotThere
from tournament.core.audit import By, record
from tournament.core.errors import EntryStateWrong
from tournament.core.locks import locked_entry, locked_table
from tournament.core.preconditions import need_state
from tournament.entries.services import entry_leave
from tournament.models import Entry, Event, LeaveWish, PrivateLink, Round, Seat, SeatConfirmation, Sheet, Table


@transaction.atomic
def seat_confirm(*, table: Table, entry: Entry, version: int, link: PrivateLink | None, by: By) -> SeatConfirmation:
    """A player confirms the version of the table's sheet that they read; it changes no result.

    A newer version asks for a new confirmation: the one given stays with the version it was given to.
    Errors: NotAtTable; SheetNotThere where the version is not the newest.
    """
    fresh = locked_table(table)
    seat = Seat.objects.filter(table=fresh, entry=entry).first()
    if seat is None:
        raise NotAtTable(player=str(entry), table=fresh.number)
    sheet = Sheet.objects.filter(table=fresh).order_by("-version").first()
    if sheet is None or sheet.version != version:
        raise SheetNotThere(table=fresh.number)
    made, is_new = SeatConfirmation.objects.get_or_create(sheet=sheet, seat=seat, defaults={"link": link})
    if is_new:
        record(fresh, verb="seat_confirm", by=by, reason=str(entry))
    return made


@transaction.atomic
def leave_wish(*, entry: Entry, by: By) -> Entry:
    """ "I am leaving after this round": at once between two rounds, else when the player's round closes (AMB-12).

    Errors: EventStateWrong, EntryStateWrong.
    """
    fresh = locked_entry(entry)
    need_state(fresh.event, Event.State.RUNNING)
    last = Round.objects.last_of(fresh.event)
    seated = Seat.objects.filter(round=last, entry=fresh).exists()
    if last is None or last.state == Round.State.CLOSED or not seated or fresh.state != Entry.State.PLAYING:
        return entry_leave(entry=fresh, by=by)
    _wish, is_new = LeaveWish.objects.get_or_create(entry=fresh, defaults={"round": last})
    if is_new:
        record(fresh, verb="leave_wish", by=by)
    return fresh


@transaction.atomic
def leave_wish_undo(*, entry: Entry, by: By) -> Entry:
    """Stays after all, as long as the round is open; pressed twice it is done once.

    Errors: EntryStateWrong once the departure is carried out: from then on the desk alone takes it back.
    """
    fresh = locked_entry(entry)
    if fresh.state == Entry.State.LEFT:
        needed = (str(Entry.State.PLAYING.label),)
        raise EntryStateWrong(player=str(fresh), state=fresh.get_state_display(), needed=needed)
    gone, _kinds = LeaveWish.objects.filter(entry=fresh).delete()
    if gone:
        record(fresh, verb="leave_wish_undo", by=by)
    return fresh


def leave_wishes_apply(*, round_: Round, by: By) -> list[Entry]:
    """Carries out the wishes of a round that has just been closed; who gave up meanwhile has left already."""
    gone = []
    for wish in LeaveWish.objects.filter(round=round_).select_related("entry"):
        entry = wish.entry
        wish.delete()
        if entry.state == Entry.State.PLAYING and not round_.is_final:
            gone.append(entry_leave(entry=entry, by=by))
    return gone
