"""Test the history of an event: user, action, time, reason, values before and after."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from tests import factories as make
from tournament.entries import services as entries
from tournament.events import lifecycle
from tournament.events.timeline import Change, HistoryRow, event_history
from tournament.models import Event, Seat
from tournament.records import joining
from tournament.rounds import services as rounds
from tournament.sheets import services as sheets

pytestmark = pytest.mark.django_db


def _rows(event: Event, verb: str) -> list[HistoryRow]:
    with override("en"):
        return [row for row in event_history(event) if row.verb == verb]


def test_event_history_update_has_user_and_changes() -> None:
    user = make.make_user()
    event = make.make_event(by=user)
    lifecycle.event_update(event=event, by=user, capacity=20, venue="Sala piccola")
    (row,) = _rows(event, "event_update")
    assert (row.who, row.kind, row.action, row.reason) == (user, "event", "~", "")
    assert row.changes == [Change("venue", "Sala grande", "Sala piccola"), Change("places", "–", "20")]


def test_event_history_shows_names_of_states() -> None:
    event = make.announced_event()
    (row,) = _rows(event, "event_announce")
    assert Change("state", "draft", "announced") in row.changes


def test_event_history_keeps_reasons() -> None:
    event = make.played_event()
    entry = event.entries.first()
    entries.entry_leave(entry=entry, by=None, reason="Ha il treno | alle sei")
    (row,) = _rows(event, "entry_leave")
    assert (row.what, row.reason, row.who) == (str(entry), "Ha il treno | alle sei", None)


def test_event_history_keeps_undone_rounds_and_removed_entries() -> None:
    event = make.check_in_event(players=13)
    entries.entry_remove(entry=event.entries.last(), by=None)
    round_ = make.draw_round(event)
    rounds.round_undo(round=round_, reason="Uno di più", by=None)
    assert [row.action for row in _rows(event, "entry_remove")] == ["-"]
    undone = _rows(event, "round_undo")
    assert {row.kind for row in undone} == {"round", "entry", "event"}
    assert {row.reason for row in undone} == {"Uno di più"}
    assert {row.kind for row in _rows(event, "draw_annul")} == {"draw"}


def test_event_history_correction_has_its_reason_and_changes() -> None:
    event = make.played_event()
    table = Seat.objects.filter(round__event=event).select_related("table__round__event").first().table
    data = make.simple_sheet(table, [2, 1, *range(3, table.seats.count() + 1)])
    sheets.sheet_correct(table=table, data=data, by=None, reason="Righe scambiate", accept_warnings=True)
    rows = _rows(event, "sheet_correct")
    assert {row.kind for row in rows} >= {"sheet", "standingrow"}
    assert {row.reason for row in rows} == {"Righe scambiate"}
    (sheet,) = [row for row in rows if row.kind == "sheet" and row.action == "+"]
    assert Change("seats[0].points", "33", "27") in sheet.changes
    assert Change("seats[1].points", "27", "33") in sheet.changes


def test_event_history_merge_shows_names() -> None:
    """AMB-25."""
    event, keep, other = make.authorised_event(), make.make_person(), make.make_person()
    entries.entry_add(event=event, person=other, by=None)
    joining.person_merge(keep=keep, merge=other, by=None, reason="Stessa tessera")
    (row,) = _rows(event, "person_merge")
    assert [(change.before, change.after) for change in row.changes] == [(str(other), str(keep))]


def test_event_history_never_contains_seeds() -> None:
    event = make.check_in_event()
    seeds = set(event.draws.values_list("seed", flat=True))
    text = repr(event_history(event))
    assert len(seeds) == 3
    assert not [seed for seed in seeds if seed in text]


def test_event_history_is_newest_first_in_constant_queries(django_assert_num_queries) -> None:
    for players in (12, 20):
        event = make.played_event(players=players)
        with django_assert_num_queries(17):
            rows = event_history(event)
        assert [row.at for row in rows] == sorted((row.at for row in rows), reverse=True)
        assert rows[-1].verb == "event_create"
