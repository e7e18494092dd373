"""Test what players do on their phones: confirm a sheet, call for help, leave after the round."""

from __future__ import annotations

import pytest

from tests import factories as make
from tests.refusals import refuses
from tournament.events.timeline import event_history
from tournament.models import Entry, HelpCall, LeaveWish, Seat, SeatConfirmation
from tournament.rounds import help_calls as helping
from tournament.rounds.confirmations import leave_wish, leave_wish_undo, seat_confirm
from tournament.rounds.participation import confirmations, desk_tables, leaving, open_calls
from tournament.sheets import services as sheets

pytestmark = pytest.mark.django_db


def test_seat_confirm_applies_to_the_version_that_was_read() -> None:
    event = make.drawn_event()
    table, other = make.tables_of(make.last_round(event))[:2]
    seat = Seat.objects.filter(table=table).select_related("entry").earliest("position")
    with refuses("SHEET_NOT_THERE"):
        seat_confirm(table=table, entry=seat.entry, version=1, link=None, by=None)
    first = sheets.sheet_submit(table=table, data=make.simple_sheet(table), by=None)
    for _ in range(2):
        seat_confirm(table=table, entry=seat.entry, version=1, link=None, by=None)
    assert [confirmation.seat for confirmation in confirmations(first)] == [seat]
    assert desk_tables().get(pk=table.pk).confirmed_seats == 1
    assert desk_tables().get(pk=other.pk).confirmed_seats == 0
    with refuses("NOT_AT_TABLE"):
        seat_confirm(table=other, entry=seat.entry, version=1, link=None, by=None)
    second = sheets.sheet_submit(table=table, data=make.simple_sheet(table, [2, 1, 3, 4]), by=None)
    assert confirmations(second) == []
    assert desk_tables().get(pk=table.pk).confirmed_seats == 0
    with refuses("SHEET_NOT_THERE"):
        seat_confirm(table=table, entry=seat.entry, version=1, link=None, by=None)
    assert SeatConfirmation.objects.count() == 1
    assert [row.reason for row in event_history(event) if row.verb == "seat_confirm"] == [str(seat.entry)]


def test_help_call_stays_open_until_closed() -> None:
    event = make.drawn_event()
    table = make.tables_of(make.last_round(event))[1]
    call = helping.help_call(table=table, caller="link del tavolo 2", words="  Due Mercati?  ", by=None)
    assert helping.help_call(table=table, caller="Anna", words="", by=None) == call
    assert [(open_call.table.number, open_call.words, open_call.caller) for open_call in open_calls(event)] == [
        (2, "Due Mercati?", "link del tavolo 2")
    ]
    user = make.make_user()
    closed = helping.help_close(call=call, by=user)
    assert helping.help_close(call=call, by=make.make_user()).closed_by == closed.closed_by == user
    assert list(open_calls(event)) == []
    helping.help_call(table=table, caller="Anna", by=None)
    assert HelpCall.objects.count() == 2


def test_help_call_outside_an_open_round_is_refused() -> None:
    played = make.played_event()
    with refuses("ROUND_STATE_WRONG"):
        helping.help_call(table=make.tables_of(make.last_round(played))[0], caller="Anna", by=None)
    over = make.concluded_event()
    with refuses("EVENT_STATE_WRONG"):
        helping.help_call(table=make.tables_of(make.last_round(over))[0], caller="Anna", by=None)


def test_leave_wish_takes_effect_when_the_round_closes() -> None:
    """AMB-12: the results stay, and the player has no seat in the next round."""
    event = make.drawn_event(players=13)
    leaver, stayer = event.entries.all()[:2]
    for _ in range(2):
        leave_wish(entry=leaver, by=None)
    leave_wish(entry=stayer, by=None)
    leave_wish_undo(entry=stayer, by=None)
    leave_wish_undo(entry=stayer, by=None)
    assert [wish.entry for wish in leaving(event)] == [leaver]
    leaver.refresh_from_db()
    assert leaver.state == Entry.State.PLAYING
    make.play_round(event)
    leaver.refresh_from_db()
    stayer.refresh_from_db()
    assert (leaver.state, leaver.left_after, stayer.state) == (Entry.State.LEFT, 1, Entry.State.PLAYING)
    assert LeaveWish.objects.count() == 0
    drawn = make.draw_round(event)
    assert not Seat.objects.filter(round=drawn, entry=leaver).exists()
    verbs = [row.verb for row in event_history(event) if row.verb.startswith(("leave", "entry_leave"))]
    assert sorted(verbs) == ["entry_leave", "leave_wish", "leave_wish", "leave_wish_undo"]


def test_leave_wish_between_rounds_takes_effect_immediately() -> None:
    event = make.played_event(players=13)
    entry = event.entries.first()
    leave_wish(entry=entry, by=None)
    entry.refresh_from_db()
    assert (entry.state, LeaveWish.objects.count()) == (Entry.State.LEFT, 0)
    with refuses("ENTRY_STATE_WRONG"):
        leave_wish(entry=entry, by=None)


def test_leave_wish_undo_after_leaving_is_refused() -> None:
    """A page opened before the round was closed still has the button."""
    event = make.drawn_event(players=13)
    entry = event.entries.first()
    leave_wish(entry=entry, by=None)
    make.play_round(event)
    with refuses("ENTRY_STATE_WRONG"):
        leave_wish_undo(entry=entry, by=None)
    entry.refresh_from_db()
    assert entry.state == Entry.State.LEFT


def test_leave_wish_of_a_player_who_abandoned_is_removed() -> None:
    event = make.drawn_event(players=13)
    table = make.tables_of(make.last_round(event))[0]
    entry = Seat.objects.filter(table=table).latest("position").entry
    leave_wish(entry=entry, by=None)
    sheets.table_abandon(table=table, entry=entry, by=None, reason="Il treno")
    make.play_round(event)
    entry.refresh_from_db()
    assert (entry.state, entry.left_after) == (Entry.State.LEFT, 1)
    assert LeaveWish.objects.count() == 0


def test_leave_wish_before_round_1_is_refused() -> None:
    with refuses("EVENT_STATE_WRONG"):
        leave_wish(entry=make.check_in_event().entries.first(), by=None)
