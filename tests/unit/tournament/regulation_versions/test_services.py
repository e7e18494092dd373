"""Test versions of the regulation as rows: copied, changed, published, and the events that are played by them."""

from __future__ import annotations

import json
from datetime import date, timedelta
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.core.management import CommandError
from django.db import connection
from django.test import Client
from django.utils import timezone

from ranking.homologation import services as homologation_services
from ranking.homologation.results import event_results
from tests import factories as make
from tests.refusals import refuses
from tournament.entries import services as entries
from tournament.entries.services import entry_check_in, entry_leave, entry_undo_check_in, walk_in
from tournament.events import lifecycle
from tournament.exchange.export import event_to_file, points_of
from tournament.exchange.importing import event_from_file
from tournament.models import Entry, Event, FinalPlace, RegulationVersion, Seat, StandingRow
from tournament.models.regulation import RegulationVersionUnchangeable
from tournament.pages.event import place_lines
from tournament.regulation import parameters as regulation
from tournament.regulation.event_file.parse import parse
from tournament.regulation.event_file.report import content_findings
from tournament.regulation.refusals import BadEventFile, BadRegulationValue, ImpossibleRegulation, UnknownRegulation
from tournament.regulation.version_values import GONE, from_values, to_values
from tournament.regulation_versions.selectors import version_for_event, version_in_force
from tournament.regulation_versions.services import version_copy, version_discard, version_publish, version_update
from tournament.results import conclusion
from tournament.rounds.services import round_undo
from tournament.sheets.table_sheet import read_table_sheet

pytestmark = pytest.mark.django_db


def _copy(number: str = "2.1", **facts: Any) -> RegulationVersion:
    return version_copy(
        **{"based_on": "2.0", "number": number, "note": "Prova", "effective_from": timezone.localdate(), **facts},
        by=None,
    )


def _values(**values: Any) -> dict[str, Any]:
    return to_values(regulation.CURRENT) | values


def _update(draft: RegulationVersion, **values: Any) -> RegulationVersion:
    return version_update(
        version=draft, values=_values(**values), note=draft.note, effective_from=draft.effective_from, by=None
    )


def test_copy_has_the_values_of_the_copied_version() -> None:
    draft = _copy()
    assert draft.values == to_values(regulation.CURRENT)
    assert "2.1" not in regulation.versions()
    with pytest.raises(UnknownRegulation):
        regulation.get("2.1")


@pytest.mark.parametrize("number", ["2.0", "2.2"])
def test_copy_with_a_number_that_exists_is_refused(number: str) -> None:
    _copy("2.2")
    with refuses("VERSION_NUMBER_TAKEN"):
        _copy(number)


@pytest.mark.parametrize(("number", "note"), [("", "x"), ("due", "x"), ("2.1; 3", "x"), ("2.3", "")])
def test_copy_with_wrong_facts_is_refused_by_field(number: str, note: str) -> None:
    with refuses("FIELD_WRONG"):
        _copy(number, note=note)


def test_update_with_impossible_values_is_refused_and_changes_nothing() -> None:
    draft = _copy()
    with pytest.raises(BadRegulationValue):
        _update(draft, minutes=0)
    with pytest.raises(ImpossibleRegulation):
        _update(draft, minimum_players_i=5)
    draft.refresh_from_db()
    assert draft.values == _values()


def test_publish_makes_the_version_known_and_fixed() -> None:
    draft = _update(_copy(), minutes=50)
    version_publish(version=draft, by=None)
    assert regulation.get("2.1").minutes == 50
    assert regulation.versions() == ("2.0", "2.1")
    for change in (
        lambda: _update(draft, minutes=55),
        lambda: version_publish(version=draft, by=None),
        lambda: version_discard(version=draft, by=None),
    ):
        with refuses("VERSION_PUBLISHED"):
            change()
    stored = RegulationVersion.objects.get(number="2.1")
    with pytest.raises(RegulationVersionUnchangeable):
        stored.save()
    with pytest.raises(RegulationVersionUnchangeable):
        stored.delete()


def test_publish_without_a_change_or_for_a_past_day_is_refused() -> None:
    with refuses("VERSION_UNCHANGED"):
        version_publish(version=_copy(), by=None)
    late = _copy("2.2", effective_from=timezone.localdate() - timedelta(days=1))
    with refuses("VERSION_TOO_EARLY"):
        version_publish(version=_update(late, minutes=50), by=None)


def test_discard_deletes_a_draft() -> None:
    version_discard(version=_copy(), by=None)
    assert not RegulationVersion.objects.exists()


def test_event_starts_with_the_version_in_force_on_its_first_day() -> None:
    """REQ-103, REQ-104: not with one that came into force before the season, or after the event."""
    season = make.make_season()
    make.regulation_published("1.9", date(2009, 5, 1), minutes=30)
    make.regulation_published("2.1", date(2009, 7, 1), minutes=50)
    make.regulation_published("2.2", date(2009, 8, 1), minutes=60)
    days = (date(2009, 6, 30), date(2009, 7, 1), date(2009, 7, 31), date(2009, 8, 1))
    assert [version_for_event(season, day) for day in days] == ["2.0", "2.1", "2.1", "2.2"]
    assert version_for_event(season, None) == "2.0"
    assert version_in_force(date(2009, 7, 2)).version == "2.1"
    event = make.make_event(season=season, first_day=days[1], last_day=days[1])
    assert (event.regulation, event.clock_minutes) == ("2.1", 50)


def test_draft_moved_to_another_day_takes_its_version_and_an_announced_one_does_too() -> None:
    season = make.make_season()
    make.regulation_published("2.1", date(2009, 8, 1), minutes=50)
    event = make.make_event(season=season, first_day=date(2009, 7, 4), last_day=date(2009, 7, 4))
    days = {"first_day": date(2009, 8, 2), "last_day": date(2009, 8, 2)}
    moved = lifecycle.event_update(event=event, by=None, **days)
    assert (moved.regulation, moved.clock_minutes) == ("2.1", 50)


def test_publishing_leaves_entered_events_at_their_version() -> None:
    event = make.authorised_event(first_day=date(2009, 7, 4), last_day=date(2009, 7, 4))
    make.regulation_published("2.1", date(2009, 7, 1), minutes=50)
    assert Event.objects.get(pk=event.pk).regulation == "2.0"
    changed = lifecycle.event_update(event=event, by=None, capacity=20)
    assert (changed.regulation, changed.clock_minutes) == ("2.0", 45)


def test_event_checks_its_clock_by_its_own_version() -> None:
    season = make.make_season()
    make.regulation_published("2.1", date(2009, 6, 2), final_without_clock="never")
    with refuses("FINAL_CLOCK_REFUSED"):
        make.make_event(season=season, final_has_clock=False, final_clock_reason="La sala resta aperta")


def _played_under(**values: Any) -> Event:
    season = make.make_season()
    make.regulation_published("2.1", date(2009, 6, 2), **values)
    event = make.concluded_event(players=13, season=season)
    assert event.regulation == "2.1"
    return event


def test_event_played_by_another_version_verifies_without_the_server() -> None:
    """The file carries every value, so it is checked where the version is unknown; a changed value is found."""
    event = _played_under(
        minutes=50, minimum_players_i=8, last_of_short_table="nothing", place_half_points=[[1, 30], [4, 9]]
    )
    content = json.loads(json.dumps(event_to_file(event)))
    places = list(FinalPlace.objects.filter(event=event).order_by("place").values_list("entry__person_id", flat=True))
    results = event_results([event])[event.pk]
    assert [results[person][1][0] for person in places] == [30, 9, 9, 9, *[2] * 9]
    RegulationVersion.objects.filter(number="2.1")._raw_delete("default")
    findings, derived = content_findings(content)
    assert [finding for finding in findings if finding.is_error] == []
    assert [row.multiplied for row in derived.points] == [30, 9, 9, 9, *[2] * 9]
    other = json.loads(json.dumps(content))
    other["event"]["regulation_values"]["last_of_short_table"] = "third"
    assert any(finding.is_error for finding in content_findings(other)[0])
    del content["event"]["regulation_values"]
    with pytest.raises(BadEventFile) as refused:
        parse(content)
    assert refused.value.params["path"] == "event.regulation"


@pytest.mark.rule("AMB-04")
def test_points_at_the_tables_order_equals_in_standings_pages_and_file(client: Client) -> None:
    """With the lot as the value the same file has other standings; without the version's row it is verified alike."""
    version = make.regulation_published("2.1", after_thirds="table_points")
    event = make.opened(make.draw_round(make.check_in_event(players=13, season=make.make_season(regulation=version))))
    for word in ("first", "second", "final"):
        make.play_round(event, sheet=lambda table, word=word: make.real_sheet(table, f"{word} {table.number}"))
        if word == "second":
            assert "punti ai tavoli" in client.get(event.get_absolute_url() + "?parte=classifica").content.decode()
        if word != "final":
            make.next_round(event)
    conclusion.event_conclude(event=event, by=None)
    event.refresh_from_db()
    seats = Seat.objects.filter(round__event=event, round__is_final=False)
    rows = list(StandingRow.objects.filter(round__event=event, round__number=event.rounds).order_by("position"))
    for row in rows:
        assert row.table_points == sum(seat.values["points"] for seat in seats.filter(entry=row.entry_id))
    keys = [(-row.wins, -row.seconds, -row.thirds, -row.table_points, row.lot or 0) for row in rows]
    assert keys == sorted(keys)
    assert "table_points" in {row.decided_by for row in rows}
    content = json.loads(json.dumps(event_to_file(event)))
    RegulationVersion.objects.filter(number="2.1")._raw_delete("default")
    assert [finding for finding in content_findings(content)[0] if finding.is_error] == []
    content["event"]["regulation_values"]["after_thirds"] = "lot"
    assert "EVENT_LOT_MISSING" in {finding.code for finding in content_findings(content)[0] if finding.is_error}


def test_file_with_a_value_that_every_version_has_is_read_and_with_another_refused_by_name() -> None:
    content = event_to_file(_played_under(minutes=50))
    content["event"]["regulation_values"] |= {"table_sizes": "fours", "season_last_day": "2009-10-15"}
    parse(content)
    content["event"]["regulation_values"]["table_sizes"] = "threes"
    with pytest.raises(BadEventFile) as refused:
        parse(content)
    assert refused.value.params["path"] == "event.regulation_values.table_sizes"


def test_upgrade_drops_values_that_every_version_has_and_names_a_version_with_others() -> None:
    make.regulation_published("2.1", minutes=50)
    stored = RegulationVersion.objects.filter(number="2.1")
    stored.update(values=stored.get().values | GONE | {"season_last_day": "2026-10-15"})
    drop_common = import_module("tournament.migrations.0071_values_of_every_version").drop_common
    drop_common(apps, SimpleNamespace(connection=connection))
    assert not GONE.keys() & stored.get().values.keys()
    assert from_values("2.1", stored.get().values).minutes == 50
    stored.update(values=stored.get().values | {"kingdom_rule": "free"})
    with pytest.raises(CommandError, match=r"2\.1: kingdom_rule free"):
        drop_common(apps, SimpleNamespace(connection=connection))


def test_file_with_other_values_than_its_known_version_is_refused() -> None:
    content = event_to_file(_played_under(minutes=50))
    content["event"]["regulation_values"]["minutes"] = 45
    with pytest.raises(BadEventFile) as refused:
        parse(content)
    assert refused.value.params["path"] == "event.regulation_values.minutes"


@pytest.mark.soak(
    gate="tests/unit/tournament/regulation_versions/test_services.py::"
    "test_update_with_impossible_values_is_refused_and_changes_nothing"
)
def test_file_with_an_impossible_version_is_refused() -> None:
    content = event_to_file(_played_under(minutes=50))
    content["event"] |= {"regulation": "7.7"}
    content["event"]["regulation_values"]["minimum_players_i"] = 5
    with pytest.raises(BadEventFile) as refused:
        parse(content)
    assert refused.value.params["path"] == "event.regulation_values"
    content["event"]["regulation_values"]["minimum_players_i"] = "molti"
    with pytest.raises(BadEventFile) as refused:
        parse(content)
    assert refused.value.params["path"] == "event.regulation_values.minimum_players_i"


@pytest.mark.soak(
    gate="tests/unit/tournament/regulation_versions/test_services.py::"
    "test_file_with_other_values_than_its_known_version_is_refused"
)
def test_file_of_a_version_not_published_here_is_not_imported() -> None:
    event = _played_under(minutes=50)
    content = event_to_file(event)
    content["event"] |= {"name": "Altrove", "regulation": "7.7"}
    season = make.make_season()
    with pytest.raises(UnknownRegulation):
        event_from_file(content=content, by=None, season=season)
    content["event"]["regulation"] = "2.1"
    imported = event_from_file(content=content, by=None, season=season)
    assert imported.regulation == "2.1"


@pytest.mark.rule("AMB-07")
def test_one_kingdom_for_the_whole_day_is_drawn_once_and_verified() -> None:
    version = make.regulation_published("2.1", kingdoms="per_event")
    event = make.concluded_event(season=make.make_season(regulation=version))
    kingdoms = [tuple(round_.setup["drawn"]) for round_ in event.round_set.order_by("number")]
    assert len(set(kingdoms)) == 1
    assert event.draws.filter(purpose="kingdom").count() == 1
    content = json.loads(json.dumps(event_to_file(event)))
    findings, _ = content_findings(content)
    assert [finding for finding in findings if finding.is_error] == []
    content["rounds"][1]["kingdom"]["drawn"] = content["rounds"][1]["kingdom"]["drawn"][::-1]
    findings, _ = content_findings(content)
    assert "EVENT_KINGDOM_OF_THE_DAY" in {finding.code for finding in findings if finding.is_error}


@pytest.mark.rule("AMB-07")
def test_kingdom_written_for_a_later_round_of_the_day_is_refused() -> None:
    version = make.regulation_published("2.1", kingdoms="per_event")
    event = make.played_event(season=make.make_season(regulation=version))
    drawn = make.last_round(event).setup["drawn"]
    with refuses("KINGDOM_OF_THE_DAY"):
        make.draw_round(event, kingdom_by_hand=drawn)


@pytest.mark.rule("AMB-31")
def test_players_who_left_get_no_points_where_the_version_says_so() -> None:
    version = make.regulation_published("2.1", leavers_points="none")
    event = make.played_event(players=16, season=make.make_season(regulation=version))
    gone = make.last_round(event).standing_rows.order_by("position").last()
    assert gone is not None
    entry_leave(entry=gone.entry, by=None, reason="Il treno")
    for _ in range(3):
        make.next_round(event)
        make.play_round(event)
    conclusion.event_conclude(event=event, by=None)
    event = Event.objects.get(pk=event.pk)
    results = event_results([event])[event.pk]
    assert results[gone.entry.person_id][1][0] == 0
    assert all(figures[0] for person, (_, figures) in results.items() if person != gone.entry.person_id)
    assert {row["half_points"] for row in place_lines(event, str) if row["name"] == str(gone.entry)} == {0}
    content = json.loads(json.dumps(event_to_file(event)))
    findings, _ = content_findings(content | {"points": points_of(event)})
    assert [finding for finding in findings if finding.is_error] == []


@pytest.mark.soak(
    gate="tests/unit/tournament/regulation_versions/test_services.py::test_event_checks_its_clock_by_its_own_version"
)
@pytest.mark.rule("AMB-06")
def test_sheet_ended_on_time_needs_as_many_turns_where_the_round_is_finished() -> None:
    expected_by_reading = {"finish_round": {"TIME_OUT_ROUND"}, "stop": set(), "finish_turn": set()}
    for number, (time_out, expected) in enumerate(expected_by_reading.items(), start=3):
        version = make.regulation_published(f"2.{number}", time_out=time_out)
        event = make.drawn_event(season=make.make_season(regulation=version))
        table = make.tables_of(make.last_round(event))[0]
        sheet = make.simple_sheet(table) | {"end": "time", "ended_by": 3}
        for seat, turns in zip(sheet["seats"], (15, 15, 15, 14), strict=True):
            seat["turns"] = turns
        found = {finding.code for finding in read_table_sheet(table).check(sheet).errors}
        assert found & {"TIME_OUT_ROUND"} == expected


def _late_event() -> Event:
    version = make.regulation_published("2.1", late_entries="until_round_1_ends")
    event = make.check_in_event(players=13, present=12, season=make.make_season(regulation=version))
    return make.opened(make.draw_round(event))


@pytest.mark.rule("AMB-41")
def test_late_players_sit_from_round_2_on_and_the_file_is_verified_and_imported() -> None:
    event = _late_event()
    absent = event.entries.get(state=Entry.State.ABSENT)
    entry_check_in(entry=absent, by=None)
    newcomer = walk_in(event=event, first_name="Ugo", last_name="Foschi", consent=False, by=None)
    late = event.entries.filter(is_late=True, state="playing")
    assert {absent.pk, newcomer.pk} == set(late.values_list("pk", flat=True))
    make.play_round(event)
    rows = make.last_round(event).standing_rows
    assert {row.entry_id: (row.wins, row.seconds, row.thirds) for row in rows.all()}[newcomer.pk] == (0, 0, 0)
    with refuses("ENTRIES_CLOSED"):
        walk_in(event=event, first_name="Ada", last_name="Bruni", consent=False, by=None)
    second = make.next_round(event)
    assert sorted(table.seats.count() for table in make.tables_of(second)) == [3, 3, 4, 4]
    make.play_round(event)
    make.next_round(event)
    make.play_round(event)
    conclusion.event_conclude(event=Event.objects.get(pk=event.pk), by=None)
    event = Event.objects.get(pk=event.pk)
    assert (event.rounds, FinalPlace.objects.filter(event=event).count()) == (2, 14)
    assert homologation_services.players_seated(event) == 12
    content = json.loads(json.dumps(event_to_file(event)))
    findings, _ = content_findings(content | {"points": points_of(event)})
    assert [finding for finding in findings if finding.is_error] == []
    named = content | {"event": content["event"] | {"name": "Copia"}}
    copy = event_from_file(content=named, by=None, season=event.season)
    assert copy.entries.filter(is_late=True).count() == 2
    content["event"]["regulation_values"]["late_entries"] = "never"
    content["event"]["regulation"] = "9.9"
    codes = {finding.code for finding in content_findings(content)[0] if finding.is_error}
    assert "EVENT_PLAYER_UNSEATED" in codes


@pytest.mark.soak(
    gate="tests/unit/tournament/entries/test_departures.py::"
    "test_late_player_who_leaves_in_round_1_is_absent_and_may_arrive_again"
)
@pytest.mark.rule("AMB-41")
def test_late_arrival_is_taken_back_and_an_undone_draw_makes_it_a_check_in() -> None:
    event = _late_event()
    absent = event.entries.get(state=Entry.State.ABSENT)
    entry_check_in(entry=absent, by=None)
    entry_undo_check_in(entry=absent, by=None)
    absent.refresh_from_db()
    assert (absent.state, absent.is_late) == ("absent", False)
    gone = event.entries.filter(state="playing").earliest("pk")
    Entry.objects.filter(pk=gone.pk).update(state=Entry.State.LEFT, left_after=0)
    with refuses("ENTRY_STATE_WRONG"):
        entry_check_in(entry=gone, by=None)
    entry_check_in(entry=absent, by=None)
    round_undo(round=make.last_round(event), reason="Carte sbagliate", by=None)
    absent.refresh_from_db()
    assert (absent.state, absent.is_late) == ("checked_in", False)


@pytest.mark.rule("AMB-41")
def test_nobody_is_late_under_the_printed_regulation_and_players_never_enter_themselves_late() -> None:
    printed = make.drawn_event()
    with refuses("ENTRIES_CLOSED"):
        walk_in(event=printed, first_name="Ugo", last_name="Foschi", consent=False, by=None)
    with refuses("ENTRIES_CLOSED"):
        entries.open_for_entries(_late_event())
