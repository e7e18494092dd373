"""Test the export of events to files and their import: lossless and atomic."""

from __future__ import annotations

import copy
import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from ranking.homologation import ledger
from ranking.homologation import services as homologation_services
from ranking.national import selectors as national_selectors
from tests import factories, reporting
from tests.refusals import refuses
from tournament.core.messages import sentence
from tournament.draws.selectors import draw_findings
from tournament.entries import services as entries
from tournament.exchange.export import event_from_file, event_to_file
from tournament.exchange.importing import import_warnings
from tournament.exchange.refusals import FileRefused
from tournament.models import Draw, Entry, Event, Organiser, Person, Round, Season, Sheet
from tournament.people.selectors import player_id
from tournament.regulation.event_file import verify as event_file
from tournament.regulation.refusals import BadEventFile
from tournament.reports import services as reports
from tournament.results.conclusion import event_conclude, event_stop_with_standings
from tournament.rounds.no_shows import table_no_show
from tournament.sheets import services as sheets

pytestmark = pytest.mark.django_db

SAMPLE = Path(__file__).parents[3] / "data" / "event-13-players.json"


@pytest.fixture
def sample() -> dict[str, Any]:
    return json.loads(SAMPLE.read_text(encoding="utf-8"))


@pytest.fixture(autouse=True)
def media(settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path


def _lost(one: Any, two: Any, path: str = "") -> list[str]:
    """Return the paths at which ``two`` lacks or changes a value of ``one``; keys that only ``two`` has are ignored."""
    if isinstance(one, dict) and isinstance(two, dict):
        return [lost for key in one for lost in _lost(one[key], two.get(key), f"{path}.{key}")]
    if isinstance(one, list) and isinstance(two, list) and len(one) == len(two):
        pairs = enumerate(zip(one, two, strict=True))
        return [lost for index, (left, right) in pairs for lost in _lost(left, right, f"{path}[{index}]")]
    return [] if one == two else [path]


def _errors(content: dict[str, Any]) -> list[tuple[str, str]]:
    findings = event_file.verify(event_file.parse(content)).findings
    return [(finding.code, finding.path) for finding in findings if finding.is_error]


def test_ex_51_import_then_export_gives_the_same_event(sample: dict[str, Any]) -> None:
    event = event_from_file(content=copy.deepcopy(sample), by=None)
    written = event_to_file(event)
    assert (sample["format"], written["format"]) == ("tournament-event/1", "tournament-event/2")
    assert _lost(sample | {"format": written["format"]}, written) == []
    assert set(written["event"]) - set(sample["event"]) == {"season"}
    assert _errors(written) == []


def test_ex_51_imported_event_fills_the_models(sample: dict[str, Any]) -> None:
    event = event_from_file(content=SAMPLE.read_bytes(), by=None)
    assert event.state == Event.State.CONCLUDED
    assert event.season == Season.objects.get(slug="2009")
    assert event.organiser.name == "Circolo ludico"
    assert (event.rounds, event.round_set.count(), event.entries.count()) == (2, 3, 13)
    assert Sheet.objects.filter(state="confirmed").count() == 9
    first = event.round_set.get(number=1)
    assert first.state == Round.State.CLOSED
    assert [row.entry.file_id for row in first.standing_rows.order_by("position")][:4] == ["p05", "p13", "p12", "p10"]
    reasons = list(first.tables.get(number=1).seats.order_by("place").values_list("decided_by", flat=True))
    assert reasons == ["turns", "points", "points", "points"]
    places = [(row.entry.file_id, row.wins, row.decided_by) for row in event.final_places.order_by("place")]
    assert places[0] == ("p10", 3, "final")
    assert places[4] == ("p13", 1, "lot")
    draws = Draw.objects.filter(event=event)
    assert {draw.by_hand for draw in draws} == {True}
    assert [draw_findings(draw) for draw in draws] == [[]] * len(draws)
    assert len(draws) == 3 + 3 + 1 + 2 + 1


def test_imported_event_is_reported_homologated_and_ranked(sample: dict[str, Any]) -> None:
    at = datetime(2026, 3, 2, 10, tzinfo=reporting.ROME)
    event = event_from_file(content=sample, by=None, at=at)
    assert reports.report_deadline(event) == datetime(2026, 3, 10, tzinfo=reporting.ROME)
    assert [item.path for item in reports.report_missing(event)] == ["photos", "forum_report"]
    reporting.submit(event, at=at)
    decision = homologation_services.event_homologate(event=event, by=None, reason="Relazione completa")
    assert [item["code"] for item in decision.findings] == ["REPORT_WEEK_MOVED"]
    rows = national_selectors.national_ranking(event.season)
    assert len(rows) == 13
    assert (rows[0].rank, rows[0].name, rows[0].points) == (1, None, 10)
    assert rows[1].points == 7
    assert ledger.ledger_check(event.season) == []


def test_event_from_file_with_an_error_is_refused_completely(sample: dict[str, Any]) -> None:
    sample["rounds"][1]["tables"][0]["results"][2]["gold"] += 1
    before = (Person.objects.count(), Organiser.objects.count())
    with pytest.raises(FileRefused) as refused:
        event_from_file(content=sample, by=None)
    assert "rounds[1].tables[0].results[2].gold" in {finding.path for finding in refused.value.findings}
    assert not Event.objects.exists()
    assert (Person.objects.count(), Organiser.objects.count()) == before


def test_event_from_file_failing_halfway_leaves_nothing(
    sample: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*args: Any) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr("tournament.exchange.importing.store_final_places", broken)
    with pytest.raises(OSError, match="disk"):
        event_from_file(content=sample, by=None)
    assert not Event.objects.exists()
    assert not Person.objects.exists()


def test_event_from_file_unreadable_value_names_its_path(sample: dict[str, Any]) -> None:
    sample["rounds"][0]["tables"][0]["results"][0]["gold"] = "two"
    with pytest.raises(BadEventFile) as refused:
        event_from_file(content=sample, by=None)
    assert refused.value.path == "rounds[0].tables[0].results[0].gold"
    for text in ("", "{", "[]", "null", SAMPLE.read_text()[:4000]):
        with pytest.raises(BadEventFile):
            event_from_file(content=text, by=None)


def test_event_from_file_twice_is_refused(sample: dict[str, Any]) -> None:
    event_from_file(content=sample, by=None)
    with refuses("FILE_ALREADY_HERE"):
        event_from_file(content=sample, by=None)
    assert Event.objects.count() == 1


def test_event_from_file_outside_every_season_is_refused(sample: dict[str, Any]) -> None:
    sample["event"]["first_day"] = sample["event"]["last_day"] = "2011-07-04"
    sample["event"]["season"] = {"first_day": "2011-06-01", "last_day": "2011-10-15"}
    with refuses("SEASON_MISSING"):
        event_from_file(content=sample, by=None)


def test_event_from_file_disqualified_organiser_is_refused(sample: dict[str, Any]) -> None:
    organiser = factories.make_organiser(name="Circolo ludico")
    homologation_services.organiser_disqualify(organiser=organiser, by=None, reason="Prova")
    with refuses("ORGANISER_DISQUALIFIED"):
        event_from_file(content=sample, by=None)
    assert not Event.objects.exists()


def test_ex_43_event_from_file_wrong_points_are_refused_with_the_path(sample: dict[str, Any]) -> None:
    event = reporting.reported_event(players=16, fascia_declared="III")
    content = event.reports.get().content
    content["event"]["name"] = "Un altro"
    content["points"][content["final_places"][1]]["multiplied"] = 54
    with pytest.raises(FileRefused) as refused:
        event_from_file(content=content, by=None)
    errors = [finding for finding in refused.value.findings if finding.is_error]
    assert [(finding.path, finding.value, finding.bound) for finding in errors] == [("points[1]", 54, 56)]
    assert sentence(refused.value, "it").startswith("Il file non si può importare: contiene 1 errore.")
    assert sentence(refused.value, "en").startswith("The file cannot be imported: it holds 1 error.")
    many = FileRefused(findings=[], count=2)
    assert "contiene 2 errori." in sentence(many, "it")
    assert "it holds 2 errors." in sentence(many, "en")


@pytest.mark.rule("AMB-25")
def test_amb_25_equal_names_are_a_warning_and_joined_only_on_request(sample: dict[str, Any]) -> None:
    known_person = factories.make_person(first_name="Anna", last_name="Rossi")
    assert [(warning.code, warning.path) for warning in import_warnings(sample)] == [("SAME_NAME", "players[0]")]
    apart = event_from_file(content=copy.deepcopy(sample), by=None)
    assert apart.entries.get(file_id="p01").person != known_person
    sample["event"]["name"] = "Secondo torneo"
    joined = event_from_file(content=sample, by=None, match_names=True)
    # Two records have that name by now: the match is ambiguous, so a third record is created.
    assert joined.entries.get(file_id="p01").person != known_person
    assert joined.entries.get(file_id="p02").person == apart.entries.get(file_id="p02").person


def test_event_from_file_makes_the_user_an_organiser(sample: dict[str, Any]) -> None:
    user = factories.make_user()
    event = event_from_file(content=sample, by=user)
    assert [role.user for role in event.roles.all()] == [user]
    assert event.history.latest().history_user == user


def test_event_file_keeps_a_referee_by_name(sample: dict[str, Any]) -> None:
    sample["event"]["referee"] = "Zeno Verdi"
    event = event_from_file(content=sample, by=None)
    assert event_to_file(event)["event"]["referee"] == "Zeno Verdi"


def _round_trip(event: Event) -> None:
    """Assert that the export verifies, and that importing it under another name and exporting again gives the same."""
    written = event_to_file(event)
    assert _errors(written) == []
    renamed = copy.deepcopy(written)
    renamed["event"]["name"] = "Copia"
    again = event_to_file(event_from_file(content=copy.deepcopy(renamed), by=None, season=event.season))
    for content in (renamed, again):
        content["event"].pop("photos", None)
    assert _lost(renamed, again) == []
    assert _lost(again, renamed) == []


@pytest.mark.parametrize("players", [12, 17])
def test_event_with_real_draws_and_games_round_trips(players: int) -> None:
    event = factories.drawn_event(players=players)
    for _ in range(2 if players < 16 else 3):
        factories.play_round(event, sheet=factories.real_sheet)
        factories.next_round(Event.objects.get(pk=event.pk))
    factories.play_round(event, sheet=factories.real_sheet)

    event_conclude(event=event, by=None)
    event = Event.objects.get(pk=event.pk)
    kingdom = event_to_file(event)["rounds"][0]["kingdom"]
    assert kingdom["draw"]["word"] == factories.WORD
    _round_trip(event)


@pytest.mark.soak(gate="tests/unit/tournament/exchange/test_files.py::test_event_with_real_draws_and_games_round_trips")
@pytest.mark.rule("AMB-12")
def test_ex_46_departures_after_round_1_are_in_the_file() -> None:
    event = factories.played_event(players=16)
    for entry in list(Entry.objects.filter(event=event).order_by("number")[:2]):
        entries.entry_leave(entry=entry, by=None, reason="Treno")
    for _ in range(2):
        factories.next_round(Event.objects.get(pk=event.pk))
        factories.play_round(event)
    factories.next_round(Event.objects.get(pk=event.pk))
    factories.play_round(event)

    event_conclude(event=event, by=None)
    event = Event.objects.get(pk=event.pk)
    written = event_to_file(event)
    assert len(written["rounds"][0]["left"]) == 2
    assert [len(table["seats"]) for table in written["rounds"][1]["tables"]] == [4, 4, 3, 3]
    assert len(written["rounds"]) == 4
    _round_trip(event)


@pytest.mark.rule("AMB-35")
def test_amb_35_abandoned_table_is_in_the_file() -> None:
    event = factories.drawn_event()
    table = factories.tables_of(factories.last_round(event))[0]
    abandoned = table.seats.get(position=2).entry
    sheets.table_abandon(table=table, entry=abandoned, by=None, reason="Malore")
    factories.play_round(event)
    for _ in range(2):
        factories.next_round(Event.objects.get(pk=event.pk))
        factories.play_round(event)

    event_conclude(event=event, by=None)
    event = Event.objects.get(pk=event.pk)
    first = event_to_file(event)["rounds"][0]["tables"][0]
    assert len(first["abandoned"]) == 1
    assert first["results"][-1]["player"] == first["abandoned"][0]
    _round_trip(event)


@pytest.mark.rule("AMB-45")
def test_amb_45_players_who_did_not_come_are_in_the_file() -> None:
    event = factories.drawn_event(players=14)
    first = factories.tables_of(factories.last_round(event))[0]
    absent = first.seats.get(position=1)
    table_no_show(seat=absent, reason="Non in sala", by=None)
    factories.play_round(event)
    factories.next_round(Event.objects.get(pk=event.pk))
    later = factories.tables_of(factories.last_round(event))[0].seats.get(position=3)
    table_no_show(seat=later, reason="Non in sala", by=None)
    tables = factories.tables_of(factories.last_round(event))
    factories.report(tables[0])
    latest = tables[-1].seats.get(position=1)
    table_no_show(seat=latest, reason="Non in sala", by=None)
    factories.play_round(event)
    while Round.objects.filter(event=event).count() <= (Event.objects.get(pk=event.pk).rounds or 0):
        factories.next_round(Event.objects.get(pk=event.pk))
        factories.play_round(event)

    event_conclude(event=event, by=None)
    event = Event.objects.get(pk=event.pk)
    written = event_to_file(event)
    tables = written["rounds"][0]["tables"]
    assert [len(table["seats"]) for table in tables] == [3, 4, 3, 3]
    assert tables[0]["no_shows"] == [player_id(absent.entry)]
    assert player_id(absent.entry) not in [player["id"] for player in written["players"]]
    assert set(written["rounds"][0]["left"]) == {player_id(later.entry), player_id(latest.entry)}
    findings = event_file.verify(event_file.parse(written)).findings
    assert [finding.code for finding in findings if finding.code == "EVENT_NO_SHOW"] == ["EVENT_NO_SHOW"] * 3
    assert len(written["rounds"][1]["tables"][-1]["seats"]) == 2
    _round_trip(event)
    other = "p03" if player_id(absent.entry) == "p02" else "p02"
    for change in ([other], []):
        written["rounds"][0]["tables"][0]["no_shows"] = change
        assert any(finding.is_error for finding in event_file.verify(event_file.parse(written)).findings)


@pytest.mark.rule("AMB-01")
def test_amb_01_overridden_rounds_are_in_the_file_with_the_reason() -> None:
    event = factories.played_event(rounds_played=3, rounds_override=3, rounds_reason="Sala fino a sera")
    factories.next_round(event)
    factories.play_round(event)
    event_conclude(event=event, by=None)
    event = Event.objects.get(pk=event.pk)
    written = event_to_file(event)
    assert (written["event"]["rounds"], written["event"]["rounds_reason"]) == (3, "Sala fino a sera")
    _round_trip(event)


def test_event_to_file_before_the_conclusion_is_refused() -> None:
    event = factories.drawn_event()
    with refuses("EVENT_NOT_CONCLUDED") as refused:
        event_to_file(event)
    assert "in corso" in sentence(refused.value, "it") or "running" in sentence(refused.value, "it")


@pytest.mark.soak(gate="tests/unit/tournament/exchange/test_files.py::test_event_with_real_draws_and_games_round_trips")
def test_event_to_file_queries_are_bounded(django_assert_max_num_queries: Any) -> None:
    event = factories.concluded_event(players=24)
    with django_assert_max_num_queries(20):
        event_to_file(event)


def _left_after_round_2(event: Event, keep: int) -> None:
    """Let every player leave but the first ``keep`` of the standings."""
    order = Entry.objects.filter(standing_rows__round=factories.last_round(event)).order_by("standing_rows__position")
    for entry in list(order)[keep:]:
        entries.entry_leave(entry=entry, by=None, reason="Sciopero dei treni")


@pytest.mark.rule("AMB-33")
@pytest.mark.parametrize(("keep", "rounds_played"), [(3, 3), (2, 2)], ids=["final of three", "no final"])
def test_amb_33_fewer_than_four_players_left(keep: int, rounds_played: int) -> None:
    event = factories.played_event(players=12, rounds_played=2)
    _left_after_round_2(event, keep)
    if keep == 3:
        factories.next_round(Event.objects.get(pk=event.pk))
        factories.play_round(event)
    event_conclude(event=event, by=None)
    event = Event.objects.get(pk=event.pk)
    assert len(event_to_file(event)["rounds"]) == rounds_played
    reporting.submit(event)
    homologation_services.event_homologate(event=event, by=None, reason="Relazione completa")
    assert ledger.ledger_check(event.season) == []
    _round_trip(Event.objects.get(pk=event.pk))


@pytest.mark.soak(gate="tests/unit/tournament/exchange/test_files.py::test_event_with_real_draws_and_games_round_trips")
@pytest.mark.rule("AMB-12")
def test_amb_12_event_stopped_early_has_its_reason_in_the_file() -> None:
    event = factories.played_event(players=16, rounds_played=2)
    _left_after_round_2(event, 5)
    event_stop_with_standings(event=event, reason="Sono rimasti in cinque", by=None)
    factories.next_round(Event.objects.get(pk=event.pk))
    factories.play_round(event)
    event_conclude(event=event, by=None)
    event = Event.objects.get(pk=event.pk)
    written = event_to_file(event)
    assert (written["event"]["rounds"], written["event"]["rounds_reason"]) == (2, "Sono rimasti in cinque")
    reporting.submit(event)
    homologation_services.event_homologate(event=event, by=None, reason="Relazione completa")
    _round_trip(Event.objects.get(pk=event.pk))


@pytest.mark.rule("AMB-19")
def test_amb_19_public_file_without_names_verifies_and_is_not_imported(sample: dict[str, Any]) -> None:
    sample["players"][9] |= {"first_name": "", "last_name": ""}
    assert _errors(sample) == []
    with refuses("FILE_ANONYMOUS") as refused:
        event_from_file(content=sample, by=None)
    assert refused.value.path == "players[9]"
    assert not Event.objects.exists()


@pytest.mark.parametrize(
    ("field", "value"),
    [("name", "x" * 121), ("announcement", "non è un indirizzo"), ("organiser", "y" * 121), ("city", "")],
)
def test_event_from_file_invalid_text_is_refused(sample: dict[str, Any], field: str, value: str) -> None:
    sample["event"][field] = value
    with refuses("FIELD_WRONG"):
        event_from_file(content=sample, by=None)
    assert not Event.objects.exists()
    assert not Organiser.objects.exists()
