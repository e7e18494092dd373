"""V1 to V13: a sheet of a real game breaks each of them in one place, and is free of findings as it was."""

from __future__ import annotations

import copy
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import registry
from games.chance import SeededChance
from games.era_of_kingdoms import sheet_cards, sheet_checks, sheet_read
from games.era_of_kingdoms.bots import restless_bot
from games.era_of_kingdoms.game import GAME
from games.era_of_kingdoms.sentences import SENTENCES, proof, sentence
from games.era_of_kingdoms.sheet_proofs import PROOFS
from games.findings import Finding

Sheet = dict[str, Any]


@cache
def _played(players: int, trade: bool, seed: int) -> Sheet:
    options: dict[str, Any] = {"trade": trade} | ({"difficulty": "hard"} if players == 1 else {})
    outcome = GAME.play(GAME.setup(players, options), SeededChance(f"v/{seed}"), restless_bot(f"v/{seed}"))
    assert outcome.end == "age_of_enlightenment"
    return outcome.sheet


def played(players: int = 3, trade: bool = False, seed: int = 0) -> Sheet:
    """The sheet of a finished game."""
    return copy.deepcopy(_played(players, trade, seed))


def findings(sheet: Sheet) -> list[Finding]:
    return list(GAME.check(sheet, players=len(sheet["seats"])).findings)


def codes(sheet: Sheet) -> set[tuple[str, str]]:
    return {(finding.code, finding.severity.value) for finding in findings(sheet)}


def castle(sheet: Sheet) -> Sheet:
    """A seat with a Castle."""
    return next(seat for seat in sheet["seats"] if seat["realm"] == "castle")


def stack(sheet: Sheet) -> Sheet:
    """A cell with a card over another."""
    cells = [cell for seat in sheet["seats"] for cell in seat["cells"].values()]
    return next(cell for cell in cells if len(cell["cards_bottom_to_top"]) > 1)


# --- each breaks one thing -----------------------------------------------------------------------------------------


def one_riches_more(sheet: Sheet) -> None:
    sheet["seats"][0]["riches"] += 1


def four_persons(sheet: Sheet) -> None:
    sheet["seats"][0]["persons"] = [{"card": "guard", "vp": 0}] * 4


def victory_too_high(sheet: Sheet) -> None:
    seat = sheet["seats"][0]
    seat["victories"] = [{"card": "victory_F", "vp": seat["food"] // 2 + 1}]


def plague_points(sheet: Sheet) -> None:
    seat = sheet["seats"][0]
    seat["plague_vp"] = -2 * seat["plagues"] - 1


def plagues_uncounted(sheet: Sheet) -> None:
    sheet["seats"][0]["plagues"] += 1


def immediate_points(sheet: Sheet) -> None:
    sheet["seats"][0]["immediate_vp"] += 1


def total_off(sheet: Sheet) -> None:
    sheet["seats"][0]["points"] += 1


def part_off(sheet: Sheet) -> None:
    seat = sheet["seats"][0]
    seat["lands_vp"] = sum(cell["vp"] for cell in seat["cells"].values()) + 1


def places_swapped(sheet: Sheet) -> None:
    seats = sheet["seats"]
    seats[0]["place"], seats[1]["place"] = seats[1]["place"], seats[0]["place"]


def drawer_without_castle(sheet: Sheet) -> None:
    sheet["seats"][sheet["drawer"] - 1]["realm"] = "town_hall"


def drawer_at_the_limit(sheet: Sheet) -> None:
    sheet["how"] = "round_limit"


def refill_without_trade(sheet: Sheet) -> None:
    sheet["how"] = "refill"


def age_points_by_several(sheet: Sheet) -> None:
    sheet["seats"][0]["age_vp"] = 1


def a_turn_more(sheet: Sheet) -> None:
    other = next(seat for number, seat in enumerate(sheet["seats"], 1) if number != sheet["drawer"])
    other["turns"] += 1


def rounds_off(sheet: Sheet) -> None:
    sheet["rounds"] += 1


def castle_without_cards(sheet: Sheet) -> None:
    seat = castle(sheet)
    seat["cells"], seat["persons"], seat["cards_left_the_territory"] = {}, [], False


def shadow_total_off(sheet: Sheet) -> None:
    sheet["shadow"]["points"] -= 1


def too_many_markets(sheet: Sheet) -> None:
    for seat in sheet["seats"]:
        seat["cells"] = {name: {"card": "market", "vp": 1} for name in ("N", "E", "S", "W")}


def too_many_immediate(sheet: Sheet) -> None:
    sheet["seats"][0]["immediate"] = 9


def too_many_plagues(sheet: Sheet) -> None:
    sheet["seats"][0]["plagues"] = 5


def other_points(sheet: Sheet) -> None:
    next(iter(sheet["seats"][0]["cells"].values()))["vp"] += 1


def other_attack(sheet: Sheet) -> None:
    sheet["seats"][0]["attack"] += 1


def other_units(sheet: Sheet) -> None:
    sheet["seats"][1]["wood"] += 1


def too_many_advanced(sheet: Sheet) -> None:
    advanced = ["food4", "metal4", "wood4", "pop4", "monument"] * 2
    for seat in sheet["seats"]:
        seat["realm"] = "town_hall"
        seat["cells"] = dict(zip(["N", "NE", "E", "SE", "S", "SW", "W", "NW"], advanced, strict=False))


def wrong_order(sheet: Sheet) -> None:
    stack(sheet)["cards_bottom_to_top"].reverse()


def wrong_resource(sheet: Sheet) -> None:
    cell = stack(sheet)
    cell["cards_bottom_to_top"][0] = "walls"


def no_bottom(sheet: Sheet) -> None:
    cell = stack(sheet)
    cell["cards_bottom_to_top"] = cell["cards_bottom_to_top"][1:]


def plague_under_walls(sheet: Sheet) -> None:
    sheet["seats"][0]["cells"]["N"] = {"card": "walls", "plagues": 1}


def yield_under_walls(sheet: Sheet) -> None:
    sheet["seats"][0]["cells"]["N"] = {"card": "walls", "high_yields": 1}


class Case(NamedTuple):
    """A sheet broken in one place: the finding's code, its case, how severe it is."""

    spoil: Callable[[Sheet], None]
    code: str
    key: str
    severity: str = "error"
    players: int = 3


CASES = [
    Case(one_riches_more, "V1", "V1"),
    Case(four_persons, "V2", "V2"),
    Case(victory_too_high, "V3", "V3"),
    Case(plague_points, "V4", "V4"),
    Case(plagues_uncounted, "V4", "V4:count"),
    Case(immediate_points, "V4", "V4:immediate"),
    Case(total_off, "V5", "V5"),
    Case(part_off, "V5", "V5:part"),
    Case(places_swapped, "V5", "V5:place"),
    Case(drawer_without_castle, "V6", "V6"),
    Case(drawer_at_the_limit, "V6", "V6:limit"),
    Case(refill_without_trade, "V6", "V6:refill"),
    Case(age_points_by_several, "V6", "V6:points"),
    Case(a_turn_more, "V7", "V7"),
    Case(rounds_off, "V7", "V7:rounds"),
    Case(castle_without_cards, "V8", "V8", "warning"),
    Case(shadow_total_off, "V9", "V9", players=1),
    Case(too_many_markets, "V10", "V10", "warning"),
    Case(too_many_immediate, "V10", "V10:immediate", "warning"),
    Case(too_many_plagues, "V10", "V10:plagues", "warning"),
    Case(other_points, "V11", "V11:points", "warning"),
    Case(other_attack, "V11", "V11", "warning"),
    Case(other_units, "V11", "V11", "warning"),
    Case(too_many_advanced, "V12", "V12", "warning"),
    Case(wrong_order, "V13", "V13", "warning"),
    Case(wrong_resource, "V13", "V13", "warning"),
    Case(no_bottom, "V13", "V13:bottom", "warning"),
    Case(wrong_order, "V13", "V13:top", "warning"),
    Case(plague_under_walls, "V13", "V13:plague", "warning"),
    Case(yield_under_walls, "V13", "V13:yield", "warning"),
]


@pytest.mark.parametrize("case", CASES, ids=[f"{case.key}-{case.spoil.__name__}" for case in CASES])
def test_the_code_fires_on_the_broken_sheet_only(case: Case) -> None:
    sheet = played(case.players)
    assert findings(sheet) == []
    case.spoil(sheet)
    found = [each for each in findings(sheet) if str(each.params.get("case", each.code)) == case.key]
    assert found, codes(sheet)
    assert {(each.code, each.severity.value) for each in found} == {(case.code, case.severity)}
    for lang in ("it", "en"):
        said = GAME.sentence(found[0], lang)
        assert "{" not in said
        assert said.endswith(".")
        assert str(found[0].bound if found[0].bound is not None else "") in said or case.code in ("V6", "V13")
        assert proof(found[0], lang)


FORMS = [
    ({"colour": 1}, "F2", "colour"),
    ({"pack": 3}, "F1", "pack"),
    ({"pack": "eok-9"}, "F6", "pack"),
    ({"how": "time"}, "F6", "how"),
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
    ({"readings": {"cure": "never"}}, "F6", "readings.cure"),
    ({"shadow": {}}, "F2", "shadow"),
]


@pytest.mark.parametrize(("part", "code", "path"), FORMS, ids=[f"{code}-{path}" for _, code, path in FORMS])
def test_defects_of_form(part: Sheet, code: str, path: str) -> None:
    """F1-F7: what and where; nothing is concluded from such a sheet."""
    found = findings_of_three({**played(), **part})
    assert (code, path) in {(each.code, each.path) for each in found}
    assert all(each.code.startswith("F") for each in found)
    for each in found:
        assert "{" not in sentence(each, "it")
        assert "{" not in sentence(each, "en")


def findings_of_three(sheet: Sheet) -> list[Finding]:
    return list(GAME.check(sheet, players=3).findings)


def test_what_is_missing_is_told_on_a_complete_sheet_only() -> None:
    """M1."""
    empty: Sheet = {"seats": [{}, {}, {}]}
    paths = {each.path for each in findings_of_three(empty) if each.code == "M1"}
    assert {"how", "seats[0].points", "seats[2].turns", "seats[1].population"} <= paths
    assert findings_of_three({**empty, "complete": False}) == []
    assert findings_of_three({"complete": False}) == []
    sheet = played() | {"drawer": None}
    assert ("M1", "error") in codes(sheet)
    assert sentence(findings(sheet)[0], "it").startswith("Tavolo: manca un dato, Chi ha pescato")


def test_numbers_without_cards_are_checked_as_far_as_they_go() -> None:
    """V1, V5 and V7 need no card: sums by kind are enough."""
    sheet = played()
    for seat in sheet["seats"]:
        seat["lands_vp"] = sum(cell["vp"] for cell in seat.pop("cells").values())
        seat["persons_vp"] = sum(card["vp"] for card in seat.pop("persons"))
        seat["victories_vp"] = sum(card["vp"] for card in seat.pop("victories"))
    assert findings(sheet) == []
    sheet["seats"][2]["lands_vp"] += 1
    assert codes(sheet) == {("V5", "error")}


def test_v5_missing_parts_are_no_finding_and_lots_break_ties() -> None:
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


def test_v6_v7_an_abandoned_table_is_only_warned() -> None:
    sheet = played() | {"abandoned": True}
    a_turn_more(sheet)
    drawer_without_castle(sheet)
    assert {("V6", "warning"), ("V7", "warning")} <= codes(sheet)
    assert not any(each.is_error for each in findings(sheet))


def test_v10_to_v13_are_errors_under_a_pack_of_the_printed_cards() -> None:
    """Section 15: warnings while the pack is assumed."""
    from dataclasses import replace

    for spoil, code in (
        (too_many_markets, "V10"),
        (other_attack, "V11"),
        (too_many_advanced, "V12"),
        (no_bottom, "V13"),
    ):
        sheet = played()
        spoil(sheet)
        found = sheet_read.Findings()
        report = sheet_read.read(sheet, 3, found)
        report.pack = replace(report.pack, printed=True)
        assert {"V10", "V11", "V12", "V13"} == sheet_cards.OF_THE_PACK
        sheet_cards.check_cards(report, found)
        assert (code, True) in {(each.code, each.is_error) for each in found.found}


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_v1_riches_of_every_number_of_players(players: int) -> None:
    """12, 9, 4, and 4 alone with those of the shadow realm."""
    sheet = played(players)
    sides = [*sheet["seats"], *([sheet["shadow"]] if players == 1 else [])]
    assert sum(side["riches"] for side in sides) == {1: 4, 2: 4, 3: 9, 4: 12}[players]
    sides[-1]["riches"] += 1
    assert ("V1", "error") in codes(sheet)


def test_v7_alone_player_and_shadow_have_as_many_turns() -> None:
    sheet = played(1)
    assert sheet["shadow"]["turns"] == sheet["seats"][0]["turns"]
    sheet["shadow"]["turns"] += 1
    assert ("V7", "error") in codes(sheet)


def test_v12_bound_of_the_last_turns() -> None:
    """17.4: N, 3 more for each other Castle, alone 2 more for the shadow realm if the player drew."""
    for players, drawer, castles, bound in ((3, 1, 0, 11), (3, 1, 2, 17), (4, 1, 1, 16), (2, 1, 0, 9)):
        sheet = played(players) | {"drawer": drawer}
        for number, seat in enumerate(sheet["seats"], 1):
            others = number - 1 if number > drawer else 0
            seat["realm"] = "castle" if number == drawer or 0 < others <= castles else "town_hall"
            seat["cells"], seat["persons"] = {}, []
            seat["victories"] = []
        for extra, expected in ((0, False), (1, True)):
            sheet["seats"][0]["persons"] = [{"card": "king", "vp": 5}] * (bound + extra)
            found = sheet_read.Findings()
            sheet_cards.check_advanced(sheet_read.read(sheet, players, sheet_read.Findings()), found)
            assert bool(found.found) == expected


def test_canonical_form_says_the_same_again() -> None:
    for players in (1, 2, 3, 4):
        sheet = played(players, trade=players == 2)
        canonical = GAME.check(sheet, players=players).sheet
        assert GAME.check(canonical, players=players).findings == ()
        assert GAME.check(canonical, players=players).sheet == canonical
        for seat, told in zip(canonical["seats"], sheet["seats"], strict=True):
            assert {name: seat[name] for name in told if name != "place"} == {
                name: value for name, value in told.items() if name != "place"
            }


def test_every_code_has_both_sentences_and_a_proof() -> None:
    for key, said in SENTENCES.items():
        assert set(said) == {"it", "en"}
        assert all(said.values()), key
        assert key.split(":")[0] in PROOFS
    for told in PROOFS.values():
        assert set(told) == {"it", "en"}
        assert all(told.values())
    fired = {case.key for case in CASES} | {"F1", "F2", "F3", "F3:none", "F4", "F4:many", "F5", "F6", "F7", "M1"}
    assert fired == set(SENTENCES)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
PATHS = ("pack", "seats", "drawer", "how", "readings", "shadow", "rounds", "trade", "start", "difficulty", "complete")


@given(players=st.integers(1, 4), name=st.sampled_from(PATHS), value=json_values)
def test_no_sheet_raises(players: int, name: str, value: Any) -> None:
    check = GAME.check({**played(players), name: value}, players=players)
    assert len(check.rows) == players
    assert all(GAME.sentence(finding, "it") for finding in check.findings)


@given(seat=st.dictionaries(st.sampled_from(sheet_read.SEAT_FIELDS), json_values, max_size=4))
def test_no_seat_raises(seat: dict[str, Any]) -> None:
    sheet = played()
    sheet["seats"][1] = {**sheet["seats"][1], **seat}
    check = GAME.check(sheet, players=3)
    assert all(GAME.sentence(finding, "en") for finding in check.findings)


def test_five_players_are_not_checked() -> None:
    with pytest.raises(ValueError, match="1 to 4, not by 5"):
        GAME.check({}, players=5)
    assert registry.get("era_of_kingdoms") is GAME
    assert sheet_checks.CASTLE_CARDS == 3
