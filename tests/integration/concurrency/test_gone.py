"""Actions on deleted objects: another user undid the round, or removed the entry, a moment before."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests import factories as make
from tests.refusals import refuses
from tests.reporting import picture
from tournament.access import links
from tournament.core.messages import sentence
from tournament.entries import services as entries
from tournament.models import Entry, Event, HelpCall, Photo, Round, Sheet, Table
from tournament.reports import photos
from tournament.rounds import clock, confirmations, notes
from tournament.rounds import help_calls as help
from tournament.rounds import services as rounds
from tournament.rounds.table_calls import table_call
from tournament.sheets import services as sheets

pytestmark = pytest.mark.django_db

Act = Callable[[Table], Any]
#: By name, actions at a table that must be refused once the round is undone (art. 1.5).
AT_TABLE: dict[str, Act] = {
    "sheet_submit": lambda table: sheets.sheet_submit(table=table, data=make.simple_sheet(table), by=None),
    "sheet_correct": lambda table: sheets.sheet_correct(table=table, data={}, by=None, reason="x"),
    "table_lots_draw": lambda table: sheets.table_lots_draw(table=table, word=make.WORD, by=None),
    "table_abandon": lambda table: sheets.table_abandon(
        table=table, entry=Entry.objects.earliest("pk"), by=None, reason="x"
    ),
    "table_note": lambda table: notes.table_note(table=table, note="x", by=None),
    "table_call": lambda table: table_call(table=table, by=None),
    "help_call": lambda table: help.help_call(table=table, caller="x", by=None),
    "seat_confirm": lambda table: confirmations.seat_confirm(
        table=table, entry=Entry.objects.earliest("pk"), version=1, link=None, by=None
    ),
    "photo_add": lambda table: photos.photo_add(event=table.round.event, file=picture(), table=table, by=None),
    "round_close": lambda table: rounds.round_close(round=table.round, word=make.WORD, by=None),
    "clock_start": lambda table: clock.clock_start(round=table.round, by=None),
}


def _undone() -> tuple[Event, Table]:
    """Return an event whose round 2 was undone, and a table of it as an open page still shows it."""
    event = make.played_event(players=12)
    table = make.tables_of(make.next_round(event))[0]
    rounds.round_undo(round=table.round, reason="errore", by=None)
    return event, table


@pytest.mark.parametrize("act", AT_TABLE.values(), ids=AT_TABLE)
def test_table_action_on_undone_round_refused(act: Act, settings: Any, tmp_path: Path) -> None:
    """Art. 1.5: a draw undone before any result leaves no table; users who still saw it read the reason."""
    settings.MEDIA_ROOT = tmp_path
    event, table = _undone()
    with refuses("ROUND_UNDONE") as excinfo:
        act(table)
    assert excinfo.value.code == "ROUND_UNDONE"
    assert "2" in sentence(excinfo.value, "it")
    assert not Sheet.objects.filter(table__round__event=event, table__round__number=2).exists()
    assert not Photo.objects.filter(event=event).exists()
    assert list(tmp_path.rglob("*.jpg")) == []


def test_deletion_on_undone_round_idempotent() -> None:
    event = make.played_event(players=12)
    table = make.tables_of(make.next_round(event))[0]
    call = help.help_call(table=table, caller="tavolo", by=None)
    link = links.table_links_make(round=table.round, by=None)[0]
    rounds.round_undo(round=table.round, reason="errore", by=None)
    assert help.help_close(call=call, by=None) == call
    assert links.link_revoke(link=link, by=None) == link
    assert links.table_links_make(round=table.round, by=None) == []
    assert HelpCall.objects.count() == 0


ON_LIST: dict[str, Callable[..., Any]] = {
    "entry_check_in": entries.entry_check_in,
    "entry_undo_check_in": entries.entry_undo_check_in,
    "entry_leave": entries.entry_leave,
    "entry_return": entries.entry_return,
    "participant_link_renew": links.participant_link_renew,
    "leave_wish": confirmations.leave_wish,
    "leave_wish_undo": confirmations.leave_wish_undo,
}


@pytest.mark.parametrize("service", ON_LIST.values(), ids=ON_LIST)
def test_action_on_removed_entry_refused(service: Callable[..., Any]) -> None:
    """Art. 1.5: before round 1 the organisers edit the list, and two of them may do so concurrently."""
    event = make.check_in_event(players=3)
    entry = event.entries.select_related("person").earliest("number")
    entries.entry_remove(entry=Entry.objects.get(pk=entry.pk), by=None)
    with refuses("ENTRY_GONE") as excinfo:
        service(entry=entry, by=None)
    assert excinfo.value.code == "ENTRY_GONE"
    assert str(entry.person) in sentence(excinfo.value, "it")
    assert event.entries.count() == 2


def test_photo_deletion_idempotent(settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path
    event = make.concluded_event(players=12)
    photo = photos.photo_add(event=event, file=picture(), by=None)
    remove = partial(photos.photo_remove, by=None)
    remove(photo=Photo.objects.get(pk=photo.pk))
    remove(photo=photo)
    assert [version.history_type for version in Photo.history.order_by("pk")] == ["+", "-"]


def test_undone_round_explained_to_phone(client: Any) -> None:
    """A sheet queued by a phone while the round was undone: refused with its sentence, or 404; never a server error."""
    event = make.drawn_event(players=12)
    table = make.tables_of(make.last_round(event))[0]
    referee = make.make_user()
    make.grant(event, referee, "referee")
    client.force_login(referee)
    address = f"/arbitro/{event.slug}/1/{table.number}/"
    rounds.round_undo(round=Round.objects.get(event=event), reason="errore", by=None)
    assert client.post(address, {"p1_points": "3"}, headers={"accept": "application/json"}).status_code == 404
