"""AMB-12, AMB-41: who leaves keeps the results; who arrived late and never sat is no player."""

from __future__ import annotations

import json

import pytest

from tests import factories as make
from tests import reporting
from tournament.entries.services import entry_check_in, entry_leave, walk_in
from tournament.exchange.export import event_to_file, points_of
from tournament.models import Entry, Event, FinalPlace, Report, Seat
from tournament.regulation.event_file.report import content_findings
from tournament.results import conclusion
from tournament.rounds.no_shows import table_no_show

pytestmark = [pytest.mark.django_db, pytest.mark.rule("AMB-41")]


def _late() -> tuple[Event, Entry]:
    """Return an event in round 1, and a player who has just arrived."""
    version = make.regulation_published("2.1", late_entries="until_round_1_ends")
    event = make.check_in_event(players=13, season=make.make_season(regulation=version))
    event = make.opened(make.draw_round(event))
    return event, walk_in(event=event, first_name="Ugo", last_name="Foschi", consent=False, by=None)


def _play_on(event: Event, rounds: int) -> None:
    """Play the open round, and draw and play so many more."""
    make.play_round(event)
    for _ in range(rounds):
        make.next_round(event)
        make.play_round(event)


def _assert_no_player(event: Event, late: Entry) -> None:
    """Conclude the event and send its report: the file has no error, and the late entry no place and no points."""
    conclusion.event_conclude(event=Event.objects.get(pk=event.pk), by=None)
    event = Event.objects.get(pk=event.pk)
    assert FinalPlace.objects.filter(event=event).count() == 13
    assert not FinalPlace.objects.filter(entry=late).exists()
    content = json.loads(json.dumps(event_to_file(event)))
    findings, _ = content_findings(content | {"points": points_of(event)})
    assert [finding for finding in findings if finding.is_error] == []
    reporting.submit(event)
    assert Report.objects.filter(event=event).exists()


def test_late_player_who_leaves_in_round_1_is_absent_and_may_arrive_again() -> None:
    event, late = _late()
    entry_leave(entry=late, by=None)
    late.refresh_from_db()
    assert (late.state, late.is_late, late.left_after) == ("absent", False, None)
    entry_check_in(entry=late, by=None)
    late.refresh_from_db()
    assert (late.state, late.is_late) == ("playing", True)
    entry_leave(entry=late, by=None)
    _play_on(event, 2)
    _assert_no_player(event, late)


def test_late_player_who_leaves_before_sitting_is_taken_out_of_the_standings() -> None:
    event, late = _late()
    make.play_round(event)
    rows = make.last_round(event).standing_rows
    assert rows.filter(entry=late).exists()
    entry_leave(entry=late, by=None)
    assert not rows.filter(entry=late).exists()
    assert sorted(rows.values_list("position", flat=True)) == list(range(1, 14))
    for _ in range(2):
        make.next_round(event)
        make.play_round(event)
    _assert_no_player(event, late)


def test_late_player_who_does_not_come_to_the_first_table_is_no_player() -> None:
    event, late = _late()
    make.play_round(event)
    make.next_round(event)
    seat = Seat.objects.get(entry=late)
    if not table_no_show(seat=seat, reason="Non si trova", by=None):
        make.draw_round(event)
    _play_on(event, 1)
    _assert_no_player(event, late)


def test_late_player_who_has_sat_leaves_like_everybody() -> None:
    event, late = _late()
    _play_on(event, 1)
    entry_leave(entry=late, by=None)
    late.refresh_from_db()
    assert (late.state, late.left_after) == ("left", 2)
    make.next_round(event)
    make.play_round(event)
    conclusion.event_conclude(event=Event.objects.get(pk=event.pk), by=None)
    assert FinalPlace.objects.filter(entry=late).exists()
