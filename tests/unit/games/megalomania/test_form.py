"""The form: a field for every value of a sheet, both ways, with labels in both languages."""

from __future__ import annotations

import pytest

from games.megalomania import display
from games.megalomania.cards import COLOURS
from games.megalomania.check import form
from games.megalomania.check.form import field_of, layout, to_sheet, to_values
from games.megalomania.check.sheet import check
from tests.unit.games.megalomania.sheet_cases import Case
from tests.unit.games.megalomania.sheet_samples import findings, played
from tests.unit.games.megalomania.test_sheet_codes import CASES


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", ["form", "again"])
def test_form_round_trip(players: int, seed: str) -> None:
    sheet = played(players, seed)
    assert sheet.pop("pairs") is False, "the form is that of single players"
    values = to_values(sheet)
    assert to_sheet(values, {"pack": sheet["pack"]}, players, complete=True) == sheet
    own = layout({}, values["mode"], "it")
    names = {f"s{seat}_{form_field.name}" for seat in range(players) for form_field in (*own.counted, *own.written)}
    names |= {form_field.name for form_field in own.table}
    assert set(values) - {"mode"} <= names


def test_form_labels_in_both_languages() -> None:
    italian, english = (layout({}, "evidence", edition) for edition in ("it", "en"))
    assert [form_field.name for form_field in italian.counted] == [form_field.name for form_field in english.counted]
    assert {form_field.label for form_field in italian.written} != {form_field.label for form_field in english.written}
    for fields in (italian.counted, italian.written, italian.table):
        assert all(form_field.label for form_field in fields)
    assert (italian.counted[1].group, italian.counted[1].label) == ("1", "Prese")


def test_form_without_evidence_has_fewer_fields() -> None:
    assert len(layout({}, "rounds", "it").counted) == 12 * 4
    assert len(layout({}, "evidence", "it").counted) == 12 * 12
    assert form.mode_of({"rounds": [{"players": [{"tricks": 1}]}]}) == "rounds"


@pytest.mark.parametrize(
    ("typed", "asked"),
    [
        ({}, set()),
        ({"t_r3_mission": "1"}, {"t_r3_printed"}),
        ({"t_r3_mission": "3"}, {"s0_r3_blue", "s1_r3_blue"}),
        ({"t_r3_mission": "23"}, {f"s{seat}_r3_{colour}" for seat in range(2) for colour in COLOURS}),
        ({"t_r3_mission": "7"}, {"s0_r3_low_tricks", "s1_r3_low_tricks"}),
        ({"t_r3_mission": "seven"}, set()),
        ({"t_r3_scroll": "2: 11"}, {"s1_r3_effective"}),
        ({"t_r3_scroll": "1: 1"}, {"t_r3_dominant"}),
        ({"t_r3_scroll": "one"}, set()),
    ],
)
def test_form_asks_what_mission_and_scroll_use(typed: dict[str, str], asked: set[str]) -> None:
    own = layout({}, "evidence", "it")
    rare = {f"s{seat}_{one.name}" for seat in range(2) for one in own.counted if one.rare}
    rare |= {one.name for one in own.table if one.rare}
    assert rare - form.unused(typed, "evidence", 2) == asked


def test_form_of_rounds_leaves_sums_to_the_page() -> None:
    sums = {"s0_rounds", "s0_bonus", "s0_lost", "s0_rank"}
    assert sums <= form.unused({}, "rounds", 2)
    assert not sums & form.unused({}, "evidence", 2)


def test_form_reads_typed_values() -> None:
    values = {
        "t_r1_dominant": "Nero",
        "t_r1_scroll": "2: 7 4",
        "s0_r1_choice": "c1 + c2",
        "s1_r1_choice": "nessuna",
        "s0_r1_four_colours": "sì",
        "s0_r1_points": "−4",
        "s1_r1_tricks": "three",
    }
    sheet = to_sheet(values, {}, 2, complete=False)
    (row,) = sheet["rounds"]
    assert row["dominant"] == "black"
    assert row["scroll"] == {"seat": 2, "numbers": [7, 4]}
    assert row["players"][0] == {"choice": "C1+C2", "four_colours": True, "points": -4}
    assert row["players"][1] == {"choice": "none", "tricks": "three"}
    reported = check(sheet, players=2).findings
    assert [(finding.code, field_of(finding.path)) for finding in reported] == [("F1", "s1_r1_tricks")]


def test_form_leaves_unreadable_scroll_to_check() -> None:
    sheet = to_sheet({"t_r2_scroll": "seven"}, {}, 2, complete=False)
    assert [(finding.code, field_of(finding.path)) for finding in findings(sheet, 2)] == [("F1", "t_r2_scroll")]


@pytest.mark.parametrize(
    ("path", "field"),
    [
        ("rounds[3].players[1].points", "s1_r4_points"),
        ("rounds[0].players[2].colours.red", "s2_r1_red"),
        ("rounds[0].players[2].colours", ""),
        ("rounds[11].scroll.numbers[1]", "t_r12_scroll"),
        ("rounds[2].players", ""),
        ("rounds[2].mission", "t_r3_mission"),
        ("seats[1].points", "s1_points"),
        ("dealer", "t_dealer"),
        ("rounds", ""),
    ],
)
def test_form_field_of_path(path: str, field: str) -> None:
    assert field_of(path) == field


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.key)
def test_fixable_finding_has_number_to_write(case: Case) -> None:
    for finding in findings(case.beyond):
        if finding.code in form.FIXABLE and finding.is_error and field_of(finding.path):
            assert isinstance(finding.bound, int)


def test_display() -> None:
    assert display.edition_of("en", "regulation") == "en"
    assert display.edition_of("it", "regulation") == "it"
    assert display.setup_cards({}, "it") == []
    paper = display.paper({}, "it")
    assert [foot_field.name for foot_field in paper["fields"]] == list(display.FOOT_LABELS)
    assert paper["pack"] == "mega-assumed-1"
    assert display.card_name("red_dwarf", "it") == "Nano rosso"
    assert display.card_name("red_dwarf", "en") == "red Dwarf"
    assert display.card_name("gold", "it") == "gold"
