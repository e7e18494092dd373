"""V1 to V15: a sheet of a real game is broken in one place for each, and has no findings unchanged."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import registry
from games.era_of_kingdoms.check import cards as sheet_cards
from games.era_of_kingdoms.check import reading as sheet_read
from games.era_of_kingdoms.check.messages import SENTENCES, proof, sentence
from games.era_of_kingdoms.check.proofs import PROOFS
from games.era_of_kingdoms.game import GAME
from games.findings import Finding
from tests.unit.games.era_of_kingdoms.sheet_bounds import BOUNDS
from tests.unit.games.era_of_kingdoms.sheet_cases import (
    CASES,
    Case,
    Sheet,
    a_turn_more,
    castle,
    codes,
    drawer_a_turn_less,
    drawer_without_castle,
    findings,
    other_attack,
    played,
    riches_counted,
    too_many_advanced,
    too_many_markets,
    wrong_order,
    wrong_resource,
)


@pytest.mark.parametrize("case", CASES, ids=[f"{case.key}-{case.spoil.__name__}" for case in CASES])
def test_code_reported_on_broken_sheet_only(case: Case) -> None:
    sheet = played(case.players)
    assert findings(sheet) == []
    case.spoil(sheet)
    matching = [each for each in findings(sheet) if str(each.params.get("case", each.code)) == case.key]
    assert matching, codes(sheet)
    assert {(each.code, each.severity.value) for each in matching} == {(case.code, case.severity)}
    for lang in ("it", "en"):
        text = GAME.sentence(matching[0], lang)
        assert "{" not in text
        assert text.endswith(".")
        assert str(matching[0].bound if matching[0].bound is not None else "") in text or case.code in ("V6", "V13")
        assert proof(matching[0], lang)


FORMS = [
    ({"colour": 1}, "F2", "colour"),
    ({"pack": 3}, "F1", "pack"),
    ({"pack": "eok-9"}, "F6", "pack"),
    ({"how": "clock"}, "F6", "how"),
    ({"drawer": 9}, "F4", "drawer"),
    ({"drawer": "shadow"}, "F1", "drawer"),
    ({"seats": [{}]}, "F7", "seats"),
    ({"seats": 3}, "F1", "seats"),
    ({"seats": [{"cells": {"C": "field"}}, {}, {}]}, "F2", "seats[0].cells.C"),
    ({"seats": [{"cells": {"N": "feild"}}, {}, {}]}, "F3", "seats[0].cells.N"),
    ({"seats": [{"cells": {"N": "xyzzy"}}, {}, {}]}, "F3", "seats[0].cells.N"),
    ({"seats": [{"cells": {"N": "guard"}}, {}, {}]}, "F5", "seats[0].cells.N"),
    ({"seats": [{"persons": ["field"]}, {}, {}]}, "F5", "seats[0].persons[0]"),
    ({"seats": [{"riches": True}, {}, {}]}, "F1", "seats[0].riches"),
    ({"seats": [{"riches": -1}, {}, {}]}, "F4", "seats[0].riches"),
    ({"seats": [{"persons": ["guard"] * 300}, {}, {}]}, "F4", "seats[0].persons"),
    ({"readings": {"cur": "never"}}, "F2", "readings.cur"),
    ({"readings": ["cure"]}, "F1", "readings"),
    ({"shadow": {}}, "F2", "shadow"),
]


@pytest.mark.parametrize(("part", "code", "path"), FORMS, ids=[f"{code}-{path}" for _, code, path in FORMS])
def test_form_defects_reported(part: Sheet, code: str, path: str) -> None:
    """F1-F7: kind and place; nothing else is concluded from such a sheet."""
    reported = findings_of_three({**played(), **part})
    assert (code, path) in {(each.code, each.path) for each in reported}
    assert all(each.code.startswith("F") for each in reported)
    for each in reported:
        assert "{" not in sentence(each, "it")
        assert "{" not in sentence(each, "en")


def findings_of_three(sheet: Sheet) -> list[Finding]:
    return list(GAME.check(sheet, players=3).findings)


def test_missing_numbers_reported_on_complete_sheet_only() -> None:
    """M1."""
    empty: Sheet = {"seats": [{}, {}, {}]}
    paths = {each.path for each in findings_of_three(empty) if each.code == "M1"}
    assert {"how", "seats[0].points", "seats[2].turns", "seats[1].population"} <= paths
    assert findings_of_three({**empty, "complete": False}) == []
    assert findings_of_three({"complete": False}) == []
    sheet = played() | {"drawer": None}
    assert ("M1", "error") in codes(sheet)
    assert sentence(findings(sheet)[0], "it").startswith("Tavolo: manca un dato, Chi ha pescato")


def test_numbers_without_cards_checked_partially() -> None:
    """V1, V5 and V7 need no card: sums by kind are sufficient."""
    sheet = played()
    for seat in sheet["seats"]:
        seat["lands_vp"] = sum(cell["vp"] for cell in seat.pop("cells").values())
        seat["persons_vp"] = sum(card["vp"] for card in seat.pop("persons"))
        seat["victories_vp"] = sum(card["vp"] for card in seat.pop("victories"))
    assert findings(sheet) == []
    sheet["seats"][2]["lands_vp"] += 1
    assert codes(sheet) == {("V5", "error")}


def test_v5_missing_parts_ignored_and_lots_break_ties() -> None:
    sheet = played()
    for place, seat in enumerate(sheet["seats"], 1):
        for name in ("points", "riches", "attack", "defence", "food", "wood", "metal", "population"):
            seat[name] = 3
        seat |= {"lot": 4 - place, "place": 4 - place}
        for name in ("cells", "persons", "victories"):
            del seat[name]
    assert findings(sheet) == []
    del sheet["seats"][0]["lot"]
    assert ("V5", "error") in codes(sheet)


def test_v6_v7_abandoned_table_only_warns() -> None:
    sheet = played() | {"abandoned": True}
    a_turn_more(sheet)
    drawer_without_castle(sheet)
    assert {("V6", "warning"), ("V7", "warning")} <= codes(sheet)
    assert not any(each.is_error for each in findings(sheet))


def test_game_stopped_by_time_needs_neither_drawer_nor_turns() -> None:
    sheet = played() | {"how": "time"}
    assert ("V6", "error") in codes(sheet)
    sheet["drawer"] = None
    for number, seat in enumerate(sheet["seats"]):
        del seat["turns"]
        seat["points"] -= seat.pop("age_vp", 0) or 0
        seat["realm"] = seat["realm"] if number else "town_hall"
    assert findings(sheet) == []
    del sheet["seats"][1]["food"]
    assert codes(sheet) == {("M1", "error")}


def test_abandoned_table_requires_no_number() -> None:
    sheet = {"abandoned": True, "seats": [{"points": 9}, {"points": 7}, {}]}
    assert findings(sheet) == []


def test_figures_make_errors_under_printed_pack() -> None:
    """Section 15: warnings while the pack's figures are assumed."""
    from dataclasses import replace

    for spoil, code in (
        (too_many_markets, "V10"),
        (other_attack, "V11"),
        (too_many_advanced, "V12"),
        (wrong_order, "V13"),
    ):
        sheet = played()
        spoil(sheet)
        findings_found = sheet_read.Findings()
        report = sheet_read.read(sheet, 3, findings_found)
        report.pack = replace(report.pack, printed=True)
        assert {"V10", "V11", "V12"} == sheet_cards.OF_THE_PACK
        sheet_cards.check_cards(report, findings_found)
        assert (code, True) in {(each.code, each.is_error) for each in findings_found.entries}


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_v1_riches_by_number_of_players(players: int) -> None:
    """12, 9, 4, and 4 alone with those of the shadow realm."""
    sheet = played(players)
    sides = [*sheet["seats"], *([sheet["shadow"]] if players == 1 else [])]
    assert sum(side["riches"] for side in sides) == {1: 4, 2: 4, 3: 9, 4: 12}[players]
    sides[-1]["riches"] += 1
    assert ("V1", "error") in codes(sheet)


def test_v7_solo_player_and_shadow_have_equal_turns() -> None:
    sheet = played(1)
    assert sheet["shadow"]["turns"] == sheet["seats"][0]["turns"]
    sheet["shadow"]["turns"] += 1
    assert ("V7", "error") in codes(sheet)


def test_v12_bound_of_last_turns() -> None:
    """17.4: N, 3 more for each other Castle, alone 2 more for the shadow realm if the player drew."""
    for players, drawer, castles, bound in ((3, 1, 0, 11), (3, 1, 2, 17), (4, 1, 1, 16), (2, 1, 0, 9)):
        sheet = played(players) | {"drawer": drawer}
        for number, seat in enumerate(sheet["seats"], 1):
            later_players = number - 1 if number > drawer else 0
            seat["realm"] = "castle" if number == drawer or 0 < later_players <= castles else "town_hall"
            seat["cells"], seat["persons"] = {}, []
            seat["victories"] = []
        for extra, expected in ((0, False), (1, True)):
            sheet["seats"][0]["persons"] = [{"card": "king", "vp": 5}] * (bound + extra)
            findings_found = sheet_read.Findings()
            sheet_cards.check_advanced(sheet_read.read(sheet, players, sheet_read.Findings()), findings_found)
            assert bool(findings_found.entries) == expected


def test_v12_last_draw_of_shadow_realm() -> None:
    """17.8: after it drew the end itself, its last draw holds no advanced card.

    Seven by the difficulty, three by the player's Oracles; without a Castle none at all.
    """
    sheet = played(1) | {"drawer": "shadow"}
    sheet["seats"][0] |= {"realm": "castle", "cells": {}, "persons": [], "victories": []}
    for number in (10, 11):
        sheet["shadow"] |= {"lands": [], "persons": ["king"] * number, "victories": []}
        findings_found = sheet_read.Findings()
        sheet_cards.check_advanced(sheet_read.read(sheet, 1, sheet_read.Findings()), findings_found)
        assert bool(findings_found.entries) == (number > 10)


def test_shadow_realm_draws_advanced_cards_only_at_castle() -> None:
    """S887-S900, 13.28: by the realm of the player; one card is evidence, regardless of who drew the end."""
    sheet = played(1) | {"drawer": None, "how": "round_limit", "difficulty": "hard"}
    sheet["seats"][0] |= {"cells": {}, "persons": [], "victories": []}
    sheet["shadow"] |= {"lands": [], "persons": ["king"], "victories": []}
    for realm, expected in (("castle", False), ("town_hall", True), ("town_center", True)):
        sheet["seats"][0]["realm"] = realm
        findings_found = sheet_read.Findings()
        sheet_cards.check_advanced(sheet_read.read(sheet, 1, sheet_read.Findings()), findings_found)
        assert [each.params.get("case") for each in findings_found.entries] == ["V12:castle"] * expected


@pytest.mark.parametrize(
    ("code", "spoil"),
    [("V7", drawer_a_turn_less), ("V5", riches_counted), ("V7", a_turn_more)],
    ids=lambda each: getattr(each, "__name__", each),
)
def test_what_follows_from_a_reading_is_an_error(code: str, spoil: Callable[[Sheet], None]) -> None:
    """13.4, 13.15: one reading each."""
    sheet = played(3)
    spoil(sheet)
    assert (code, "error") in codes(sheet)
    assert (code, "warning") not in codes(sheet)


@pytest.mark.parametrize(
    ("left", "persons", "severity"),
    [
        (False, ["guard"] * 2, "error"),
        (None, ["guard"] * 2, "warning"),
        (False, ["guard"] * 3, "warning"),
        (True, ["guard"] * 2, None),
    ],
)
def test_v8_castle_over_nothing(left: bool | None, persons: list[str], severity: str | None) -> None:
    """Three cards made the Castle: that there are fewer is sure, that none is of level 3 is the pack's to say."""
    sheet = played(3)
    seat = castle(sheet)
    seat |= {"cells": {}, "persons": persons, "cards_left_the_territory": left}
    assert {each for code, each in codes(sheet) if code == "V8"} == ({severity} if severity else set())


def test_v13_levels_are_the_packs_and_warn() -> None:
    sheet = played()
    wrong_resource(sheet)
    assert ("V13", "warning") in codes(sheet)


def test_canonical_form_idempotent() -> None:
    for players in (1, 2, 3, 4):
        sheet = played(players, trade=players == 2)
        canonical = GAME.check(sheet, players=players).sheet
        assert GAME.check(canonical, players=players).findings == ()
        assert GAME.check(canonical, players=players).sheet == canonical
        for seat, original in zip(canonical["seats"], sheet["seats"], strict=True):
            assert {name: seat[name] for name in original if name != "place"} == {
                name: value for name, value in original.items() if name != "place"
            }


def test_codes_have_sentences_and_proof() -> None:
    assert {key.split(":")[0] for key in SENTENCES} <= set(PROOFS)
    fired = (
        {case.key for case in CASES}
        | {bound.key for bound in BOUNDS}
        | {"F1", "F1:text", "F2", "F3", "F3:none", "F4", "F4:many", "F5", "F6", "F7", "M1"}
    )
    assert fired == set(SENTENCES)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
PATHS = ("pack", "seats", "drawer", "how", "readings", "shadow", "rounds", "trade", "start", "difficulty", "complete")


@given(players=st.integers(1, 4), name=st.sampled_from(PATHS), value=json_values)
def test_any_sheet_without_exception(players: int, name: str, value: Any) -> None:
    check = GAME.check({**played(players), name: value}, players=players)
    assert len(check.rows) == players
    assert all(GAME.sentence(finding, "it") for finding in check.findings)


@given(seat=st.dictionaries(st.sampled_from(sheet_read.SEAT_FIELDS), json_values, max_size=4))
def test_any_seat_without_exception(seat: dict[str, Any]) -> None:
    sheet = played()
    sheet["seats"][1] = {**sheet["seats"][1], **seat}
    check = GAME.check(sheet, players=3)
    assert all(GAME.sentence(finding, "en") for finding in check.findings)


def test_five_players_not_checked() -> None:
    with pytest.raises(ValueError, match="1 to 4, not by 5"):
        GAME.check({}, players=5)
    assert registry.get("era_of_kingdoms") is GAME


@pytest.mark.parametrize(
    ("riches", "found"),
    [((12, None, None, 0), False), ((13, None, None, None), True), ((6, 7, None, None), True), ((3, 3, 3, 2), True)],
)
def test_riches_of_an_unfinished_sheet(riches: tuple[int | None, ...], found: bool) -> None:
    """V1: before all are written they are no more than there are; with all of them exactly as many."""
    sheet = {"complete": False, "seats": [{} if number is None else {"riches": number} for number in riches]}
    assert (("V1", "error") in codes(sheet)) == found
