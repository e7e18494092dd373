"""The sheet as the fields of a form, and the form's labels in both languages."""

from __future__ import annotations

import pytest

from games.era_of_kingdoms import display
from games.era_of_kingdoms.check import form
from games.era_of_kingdoms.game import GAME
from games.era_of_kingdoms.pack.loading import pack
from games.game import UnknownName
from tests.unit.games.era_of_kingdoms.sheet_cases import findings, played


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_form_round_trip(players: int) -> None:
    """Cards, cards beneath them, victory cards, the table's own fields."""
    sheet = played(players, trade=players == 3)
    values = form.to_values(sheet)
    assert values["mode"] == "cards"
    back = form.to_sheet(values, {"difficulty": "hard"} if players == 1 else {}, players, complete=True)
    result = GAME.check(back, players=players)
    if players > 1:
        assert result.findings == ()
    for seat, original in zip(back["seats"], sheet["seats"], strict=True):
        for name in ("realm", "points", "riches", "attack", "food", "turns", "plagues", "victories", "persons"):
            assert seat[name] == original[name]
        for cell, entry in original["cells"].items():
            assert seat["cells"][cell]["cards_bottom_to_top"] == entry["cards_bottom_to_top"]
            assert seat["cells"][cell].get("high_yields", 0) == entry["high_yields"]
    assert not [each for each in result.findings if each.path.startswith("seats")]
    if players == 1:
        fields = ("points", "riches", "attack", "defence", "food", "turns", "plagues", "high_yields", "immediate")
        assert {name: back["shadow"][name] for name in fields} == {name: sheet["shadow"][name] for name in fields}


def test_form_shadow_realm_in_italian() -> None:
    values = {"t_plagues": "Cibo, wood", "t_high_yields": "Metallo; boh", "t_points": "12"}
    shadow = form.to_sheet(values, {"difficulty": "normal"}, 1, complete=False)["shadow"]
    assert shadow == {"points": 12, "plagues": ["food", "wood"], "high_yields": ["metal", "boh"]}


def test_form_options_of_event_reach_sheet() -> None:
    """A round's set-up says whether trade was played and with which pack; readings of older ones are dropped."""
    sheet = form.to_sheet({}, {"readings": {"riches_vp": 0}, "trade": True}, 2, complete=False)
    assert (sheet["trade"], sheet["pack"], "readings" in sheet) == (True, "eok-assumed-1", False)


def test_form_sheet_of_numbers() -> None:
    """Sums are read as numbers; non-numeric text is preserved and reported by the check."""
    values = {"mode": "numbers", "how": "deck", "drawer": "1", "start": "1", "rounds": "9", "s0_points": "dieci"}
    values |= {"s0_realm": "castle", "s0_lands_vp": "8", "s1_riches": " 2 ", "s1_plagues": "−1", "trade": "on"}
    sheet = form.to_sheet(values, {}, 2, complete=False)
    assert sheet["trade"]
    assert sheet["complete"] is False
    assert sheet["seats"][0] == {"points": "dieci", "realm": "castle", "lands_vp": 8}
    assert sheet["seats"][1] == {"riches": 2, "plagues": -1}
    field_codes = {(each.code, form.field_of(each.path)) for each in findings(sheet)}
    assert field_codes == {("F1", "s0_points"), ("F4", "s1_plagues")}
    assert form.to_values(sheet)["s0_lands_vp"] == "8"


def test_form_reads_cards_in_both_languages() -> None:
    assert form.read_cards("Campo, farm; FATTORIA\nMarket, boh") == ["field", "farm", "farm", "market", "boh"]


@pytest.mark.parametrize("edition", ["it", "en"])
@pytest.mark.parametrize("mode", form.MODES)
def test_form_fields_have_labels(edition: str, mode: str) -> None:
    layout = form.layout({}, mode, edition)
    names = [field.name for field in (*layout.counted, *layout.written)]
    assert len(set(names)) == len(names)
    assert all(field.label for field in (*layout.counted, *layout.written))
    assert {"points", "riches", "attack", "defence", "food", "turns"} <= set(names)
    assert [field.name for field in layout.table] == ["start", "drawer", "how", "rounds"]
    rows = display.sheet_fields(edition)
    assert next(row.name for row in rows if row.group == "result") == "points"


def test_form_asks_what_lies_under_existing_stacks() -> None:
    rare = {field.name for field in form.layout({}, "cards", "it").counted if field.rare}
    unused = form.unused({"s0_N": "farm", "s0_E": " "}, "cards", 2)
    assert {f"s0_{name}" for name in rare} - unused == {"s0_N_plagues", "s0_N_high_yields", "s0_left"}
    assert {f"s1_{name}" for name in rare} <= unused


def test_labels_and_card_names() -> None:
    assert display.label("riches", "it") == "Sfarzo"
    assert (display.card_name("farm", "it"), display.card_name("farm", "en")) == ("Fattoria", "Farm")
    assert display.card_name("boh", "it") == "boh"
    assert (display.edition_of("it", "rulebook"), display.edition_of("en", "rulebook")) == ("it", "en")
    assert display.setup_cards({}, "it") == []
    assert all(card.name_it and card.name_en for card in pack().cards)


@pytest.mark.parametrize(
    ("path", "field"),
    [
        ("seats[0].points", "s0_points"),
        ("seats[2].cells.NE", "s2_NE"),
        ("seats[2].cells.NE.vp", "s2_NE"),
        ("seats[1].persons[0]", "s1_persons"),
        ("shadow.points", "t_points"),
        ("drawer", "drawer"),
        ("seats", ""),
    ],
)
def test_form_field_of_finding(path: str, field: str) -> None:
    assert form.field_of(path) == field


def test_bots_by_name() -> None:
    assert list(GAME.bots) == ["random", "builder", "restless", "strong"]
    with pytest.raises(UnknownName, match="did you mean 'builder'"):
        GAME.bot("bilder")
