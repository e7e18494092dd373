"""Test a tournament of each game other than Dominion: own sheet, forms, criteria and file in the same application."""

from __future__ import annotations

import copy
import json
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import translation
from pypdf import PdfReader

from games import registry
from tests import factories as make
from tests.refusals import refuses
from tests.unit.tournament.web.conftest import text_of
from tests.volume import one_in
from tournament.exchange import export as files
from tournament.exchange import importing as files_import
from tournament.exchange.refusals import FileRefused
from tournament.models import Event, Round, Table
from tournament.pages.sheet import SheetPage, form_of, sheet_page
from tournament.printing import documents
from tournament.regulation.event_file import command
from tournament.regulation.event_file.verify import parse, verify
from tournament.regulation.refusals import BadEventFile
from tournament.results.conclusion import event_conclude
from tournament.sheets import services as sheets
from tournament.sheets.services import table_abandon
from tournament.sheets.table_sheet import read_table_sheet

pytestmark = pytest.mark.django_db

#: The sentence on a table's page about the order in which its numbers decide.
ORDER = {
    "it": "Le colonne sono nell’ordine in cui decidono",
    "en": "The columns are in the order in which they decide",
}
GAMES = [slug for slug in registry.slugs() if slug != "dominion"]


@pytest.mark.parametrize("game", one_in(2, GAMES))
def test_other_game_event_from_draw_to_file(game: str) -> None:
    event = make.concluded_other_game(game)
    assert [round_.is_final for round_ in Round.objects.filter(event=event).order_by("number")] == [False, False, True]
    assert event.final_places.count() == 12
    chain = {criterion.name for criterion in registry.get(game).chain}
    for table in Table.objects.filter(round__event=event):
        assert sorted(seat.place for seat in table.seats.all()) == [1, 2, 3, 4]
        assert all(chain <= set(seat.values) for seat in table.seats.all())
    written = json.dumps(files.event_to_file(event))
    report = verify(parse(written))
    assert [finding for finding in report.findings if finding.is_error] == []


def test_sheet_of_a_game_in_pairs_is_refused() -> None:
    table = Table.objects.filter(round__event=make.drawn_event(game="megalomania"))[0]
    with refuses("SHEET_UNREADABLE"):
        sheets.sheet_submit(table=table, data={**make.real_sheet(table), "pairs": True}, by=None)
    assert table.sheets.count() == 0


def test_event_file_in_pairs_is_refused_by_name() -> None:
    written = files.event_to_file(make.concluded_other_game("megalomania"))
    written["rounds"][0]["tables"][0]["sheet"]["pairs"] = True
    found = [finding.code for finding in verify(parse(json.dumps(written))).findings if finding.is_error]
    assert "EVENT_PAIRS_SHEET" in found
    written["event"]["pairs"] = []
    with pytest.raises(BadEventFile, match=r"event\.pairs"):
        parse(json.dumps(written))


def test_upgrade_with_an_event_in_pairs_is_refused_by_name() -> None:
    event = make.make_event(game="megalomania", name="Coppie di Forlì")
    refuse_pairs = import_module("tournament.migrations.0067_single_players").refuse_pairs
    refuse_pairs(apps, SimpleNamespace(connection=connection))
    Event.objects.filter(pk=event.pk).update(game_options={"pairs": True})
    with pytest.raises(CommandError, match="Coppie di Forlì"):
        refuse_pairs(apps, SimpleNamespace(connection=connection))


@pytest.mark.parametrize("game", one_in(2, GAMES))
def test_wrong_sheet_in_the_file_of_another_game_is_told_in_its_words(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    content = files.event_to_file(make.concluded_other_game(game))
    content["rounds"][0]["tables"][0]["sheet"]["seats"][0]["points"] += 50
    path = tmp_path / "event.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    assert command.main([str(path)]) == command.WRONG
    alone = capsys.readouterr().out
    with pytest.raises(SystemExit):
        call_command("event_verify", str(path), "--language", "en")
    for out in (alone, capsys.readouterr().out):
        assert "ERROR rounds[0].tables[0].sheet.seats[0]" in out


def test_whole_game_of_megalomania_is_confirmed_with_the_totals_alone(client: Client) -> None:
    """The points lost are required, because no round gives them; the field is shown with the message."""
    event = make.drawn_event(game="megalomania")
    referee = make.make_user()
    make.grant(event, referee)
    client.force_login(referee)
    table = make.tables_of(make.last_round(event))[0]
    address = reverse("sheet", args=[event.slug, 1, table.number])
    names = ("points", "held")
    totals = {f"s{seat}_{name}": str(9 - seat if name == "points" else 0) for seat in range(4) for name in names}
    asked = text_of(client.post(address, {"mode": "rounds", "deliver_and_confirm": "1", "key": "k1", **totals}))
    assert "manca un dato, i punti persi nei round" in asked
    assert 'name="s0_lost"' in asked
    lost = {f"s{seat}_lost": "0" for seat in range(4)}
    client.post(address, {"mode": "rounds", "deliver_and_confirm": "1", "key": "k2", **totals, **lost})
    sheet = table.sheets.get()
    sheets.sheet_confirm(sheet=sheet, by=referee, accept_warnings=True)
    assert sorted(make.tables_of(make.last_round(event))[0].seats.values_list("place", flat=True)) == [1, 2, 3, 4]


@pytest.mark.soak(gate="tests/unit/tournament/sheets/test_other_games.py::test_other_game_event_from_draw_to_file")
@pytest.mark.parametrize("game", one_in(2, GAMES))
def test_other_game_pages_and_papers(game: str, client: Client) -> None:
    event = make.concluded_other_game(game)
    referee = make.make_user()
    make.grant(event, referee)
    client.force_login(referee)
    for language in ("it", "en"):
        client.cookies["django_language"] = language
        pages = [
            reverse("event", args=[event.slug]),
            reverse("table_result", args=[event.slug, 1, 1]),
            reverse("sheet", args=[event.slug, 1, 1]),
            reverse("desk", args=[event.slug]),
            reverse("round_desk", args=[event.slug, 1]),
            reverse("history", args=[event.slug]),
        ]
        for page in pages:
            assert client.get(page).status_code == 200, page
        draw = event.draws.filter(scope__startswith="round-1", drawn_at__isnull=False).earliest("pk")
        assert draw.get_absolute_url().encode() in client.get(pages[0], {"parte": "turno-1"}).content
        # Only Dominion has the sentence about turns, Gold and coins.
        assert ORDER[language] in text_of(client.get(pages[1]))
    round_ = event.round_set.get(number=1)
    assert client.get(reverse("print_kingdom", args=[event.slug, 1])).status_code == 404
    assert reverse("print_kingdom", args=[event.slug, 1]).encode() not in client.get(pages[4]).content
    for paper in (documents.table_list(round_), documents.standings(round_), documents.report(event)):
        assert len(PdfReader(_file(paper)).pages) >= 1


#: The numbers of a seat that are counted when the time limit stops a game.
AT_THE_STOP: dict[str, dict[str, int]] = {
    "megalomania": {"held": 0},
    "era_of_kingdoms": dict.fromkeys(("attack", "defence", "food", "wood", "metal", "population"), 2) | {"riches": 3},
}


def _stopped(table: Table) -> dict[str, Any]:
    """Return the sheet of a game that the time limit stopped; nobody knows the numbers of a player who left it."""
    game = table.round.event.game
    seats = [
        {} if seat.is_abandoned else {"points": 20 - seat.position, **AT_THE_STOP[game]}
        for seat in table.seats.order_by("position")
    ]
    return {"how" if game == "era_of_kingdoms" else "end": "time", "seats": seats}


@pytest.mark.parametrize("game", GAMES)
def test_other_game_stopped_before_its_end_is_accepted(game: str) -> None:
    """Art. 1.5: the limit of 45 minutes ends a game of any kind, and so does a player who leaves it for that player."""
    event = make.drawn_event(players=12, game=game)
    table = make.tables_of(make.last_round(event))[0]
    leaver = table.seats.get(position=1)
    table_abandon(table=table, entry=leaver.entry, reason="Il treno", by=None)
    make.play_round(event, sheet=_stopped)
    assert list(table.seats.order_by("position").values_list("place", flat=True)) == [4, 1, 2, 3]
    make.next_round(event)
    make.play_round(event, sheet=_stopped)
    make.next_round(event)
    make.play_round(event, sheet=_stopped)
    event_conclude(event=event, by=None)
    written = json.loads(json.dumps(files.event_to_file(Event.objects.get(pk=event.pk))))
    assert _errors(written) == []
    assert written["rounds"][0]["tables"][0]["sheet"]["abandoned"] is True


def _errors(content: dict[str, Any]) -> list[str]:
    return [finding.path for finding in verify(parse(content)).findings if finding.is_error]


@pytest.mark.parametrize("game", one_in(2, GAMES))
def test_other_game_file_with_a_changed_result_is_refused(game: str) -> None:
    written = json.loads(json.dumps(files.event_to_file(make.concluded_other_game(game))))
    rows = written["rounds"][0]["tables"][0]["results"]
    path = "rounds[0].tables[0].results"

    swapped = copy.deepcopy(written)
    first, second = swapped["rounds"][0]["tables"][0]["results"][:2]
    first["place"], second["place"] = second["place"], first["place"]
    assert any(path_found.startswith(path) for path_found in _errors(swapped))

    last = next(index for index, row in enumerate(rows) if row["place"] == 4)
    better = copy.deepcopy(written)
    better["rounds"][0]["tables"][0]["results"][last]["points"] = max(row["points"] for row in rows) + 1
    assert any(path_found.startswith(path) for path_found in _errors(better))
    with pytest.raises(FileRefused):
        files_import.event_from_file(content=better, by=None)
    assert Event.objects.count() == 1


def _holds(one: Any, other: Any) -> bool:
    """Return whether ``one`` holds all of ``other``; computed numbers may have been added."""
    if isinstance(one, dict) and isinstance(other, dict):
        return all(key in one and _holds(one[key], value) for key, value in other.items())
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_holds, one, other))
    return bool(one == other)


@pytest.mark.parametrize("game", GAMES)
def test_other_game_file_round_trips(game: str) -> None:
    event = make.concluded_other_game(game)
    written = json.loads(json.dumps(files.event_to_file(event)))
    places = list(event.final_places.order_by("place").values_list("entry__person__last_name", flat=True))
    season = event.season
    tables = Table.objects.filter(round__event=event)
    values = [[seat.values for seat in table.seats.order_by("position")] for table in tables.order_by("pk")]
    renamed = {**written, "event": {**written["event"], "name": f"{event.name} di nuovo"}}
    imported = files_import.event_from_file(content=renamed, by=None, season=season)
    assert imported.game == game
    assert list(imported.final_places.order_by("place").values_list("entry__person__last_name", flat=True)) == places
    imported_tables = Table.objects.filter(round__event=imported).order_by("pk")
    assert [[seat.values for seat in table.seats.order_by("position")] for table in imported_tables] == values
    again = json.loads(json.dumps(files.event_to_file(imported)))
    assert _holds(again["rounds"], written["rounds"])
    assert _errors(again) == []


def _file(data: bytes) -> Any:
    from io import BytesIO

    return BytesIO(data)


def _page(game: str, **changed: str) -> Any:
    event = make.drawn_event(players=12, game=game)
    table = Table.objects.select_related("round__event").filter(round__event=event).earliest("number")
    sheet = registry.get(game).check(make.real_sheet(table), players=4).sheet
    with translation.override("it"):
        return sheet_page(read_table_sheet(table), {**form_of(table).to_values(sheet), **changed})


def _follows(page: Any) -> dict[str, str]:
    return {value["name"]: value["follows"] for value in page.following if value["follows"]}


def test_megalomania_sheet_sums_the_entered_rounds() -> None:
    """Section 10: one row per round; the first round not entered is open, and the sums cover the rounds entered."""
    blank = {f"s{seat}_r{number}_points": "" for seat in range(4) for number in (11, 12)}
    page = _page("megalomania", **blank, s0_points="", s1_lost="", t_r1_dealer="", t_r1_printed="")
    assert [part.number for part in page.rounds] == [str(number) for number in range(1, 13)]
    assert [part.state for part in page.rounds[:10]] == ["done"] * 10
    entered = [[int(part.points[seat]) for part in page.rounds[:10]] for seat in range(4)]
    assert page.round_sums == [sum(points) for points in entered]
    follows = _follows(page)
    assert follows["s0_points"].startswith("finora ")
    lost_points = -sum(points for points in entered[1] if points < 0)
    assert follows["s1_lost"] == f"finora {lost_points}"
    # The dealers follow from the first one: the page asks for none of them.
    assert "t_r1_dealer" not in {field["name"] for field in page.table_fields}
    assert all(part.note.startswith("Prese ") for part in page.rounds)


def test_megalomania_sheet_shows_a_finding_in_its_round() -> None:
    """I6: the tricks of a round add up to the hand size; only the wrong round is open and has the finding."""
    right = int(_page("megalomania").values["s2_r7_tricks"])
    page = _page("megalomania", s2_r7_tricks=str(right + 1))
    wrong = [part for part in page.rounds if part.findings]
    assert [(part.number, part.state, part.open) for part in wrong] == [("7", "error", True)]
    assert "I6" in {finding["code"] for finding in wrong[0].findings}
    assert [finding["code"] for finding in page.findings] == []
    assert sum(part.open for part in page.rounds) == 1


def test_megalomania_sheet_marks_printed_points_as_assumed() -> None:
    page = _page("megalomania", t_r1_mission="1", t_r1_printed="")
    assert _follows(page)["t_r1_printed"] == "+4 (presunti, mega-assumed-1)"


def test_era_of_kingdoms_sheet_shows_derived_values() -> None:
    """V5: the total is the sum of the parts entered so far; V7: the rounds are the start player's turns."""
    page = _page("era_of_kingdoms", mode="numbers", s0_points="", s1_points="", s1_lands_vp="", rounds="", start="1")
    parts = ("lands_vp", "persons_vp", "victories_vp", "immediate")
    number = {name: int(page.values[f"s0_{name}"]) for name in (*parts, "plagues")}
    total = sum(number[name] for name in parts) - 2 * number["plagues"] + int(page.values.get("s0_age_vp") or 0)
    follows = _follows(page)
    assert follows["s0_points"] == f"risulta {total}"
    assert follows["s1_points"].startswith("finora ")
    assert follows["rounds"] == f"risulta {page.values['s0_turns']}"


@pytest.mark.parametrize("game", GAMES)
def test_other_game_sheet_round_trips_through_its_form(game: str) -> None:
    """A played game converted to form fields and back has no finding that is an error."""
    event = make.drawn_event(players=12, game=game)
    table = Table.objects.select_related("round__event").filter(round__event=event).earliest("number")
    values = form_of(table).to_values(make.real_sheet(table))
    table_sheet = read_table_sheet(table)

    def delivered_page(values: dict[str, str]) -> SheetPage:
        data = form_of(table).to_sheet(values, table.round.setup, len(table_sheet.seats), complete=True)
        return sheet_page(table_sheet, values, table_sheet.check(data))

    page = delivered_page(values)
    assert (page.errors, page.complete) == (0, True)
    points_field = next(
        points_field for points_field in page.seats[0].written if points_field["name"].endswith("_points")
    )
    wrong = delivered_page({**values, points_field["name"]: str(int(points_field["value"]) + 7)})
    assert wrong.errors > 0
    assert any(finding["sentence"] for seat in wrong.seats for finding in seat.findings)
