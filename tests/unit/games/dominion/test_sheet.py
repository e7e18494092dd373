"""Entry point of the validator: every mode, derived values, partial sheets, unreadable input."""

from __future__ import annotations

import copy
import json
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.dominion_tables import wild_table
from games.dominion.check import messages as sentences
from games.dominion.check.sheet import check, derive_numbers
from games.findings import Finding, Severity
from games.tie_breaks import places
from tests.unit.games.dominion.sheet_cases import two_player_sheet
from tests.unit.games.dominion.sheet_cases_decks import DECKS
from tests.unit.games.dominion.sheet_cases_numbers import NUMBERS
from tests.unit.games.dominion.sheet_samples import (
    EVENT,
    PLAIN,
    bare,
    breakdown_of,
    codes,
    deck,
    event_tables,
    findings,
    modes,
    plain_with,
    table,
    with_lots,
    with_supply,
)
from tests.volume import one_in, part_of

TABLES = event_tables()
MODES = tuple(modes(TABLES[0]))


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("index", range(len(TABLES)))
def test_example_event_without_findings(index: int, mode: str) -> None:
    assert findings(modes(TABLES[index])[mode]) == ()


def test_example_event_complete() -> None:
    event = json.loads(EVENT.read_text(encoding="utf-8"))
    assert len(TABLES) == sum(len(round_info["tables"]) for round_info in event["rounds"]) == 9


@pytest.mark.parametrize("seed", one_in(36, range(part_of(250))))
def test_legal_tables_without_errors(seed: int) -> None:
    """Final states of random, sensible and gain-maximising games, in every mode, over all kingdoms."""
    outcome = wild_table(seed)
    sheet = with_lots(json.loads(json.dumps(outcome.sheet)))
    for mode, reported in modes(sheet).items():
        result = check(reported, players=outcome.players)
        errors = [finding for finding in result.findings if finding.is_error]
        assert errors == [], (mode, outcome.turns, outcome.end)
        assert [row["points"] for row in result.rows] == list(outcome.scores)
    kingdom_unknown = {**modes(sheet)["deck"], "kingdom": None, "complete": False}
    assert not any(finding.is_error for finding in check(kingdom_unknown, players=outcome.players).findings)


def test_deck_gives_every_number() -> None:
    complete_sheet = table(PLAIN, [deck(gold=2, silver=1, spy=1, duchy=1), deck(silver=3)], [20, 20])
    bare_decks = copy.deepcopy(complete_sheet)
    for seat in bare_decks["seats"]:
        for name in ("points", "gold", "coins", "actions"):
            del seat[name]
    done = check(bare_decks, players=2)
    assert done.findings == ()
    assert done.rows[0] == {"points": 6, "turns": 20, "gold": 2, "coins": 15, "actions": 1, "lot": None}
    assert done.sheet["seats"][0]["coins"] == 15
    assert done.sheet["seats"] == check(complete_sheet, players=2).sheet["seats"]


@pytest.mark.parametrize("missing", ["silver", "gold", "estate", "duchy", "curse", "actions", "cards"])
def test_breakdown_gives_its_missing_count(missing: str) -> None:
    cards = deck(gold=2, silver=1, spy=1, duchy=1, estate=4)
    sheet = table(PLAIN, [cards, deck()], [20, 20])
    for seat in sheet["seats"]:
        seat["breakdown"] = breakdown_of(seat.pop("deck"))
    del sheet["seats"][0]["breakdown"][missing]
    del sheet["seats"][0]["points"], sheet["seats"][0]["coins"]
    done = check(sheet, players=2)
    assert done.findings == ()
    assert done.sheet["seats"][0]["breakdown"] == breakdown_of(cards)
    assert (done.rows[0]["points"], done.rows[0]["coins"]) == (7, 15)


def test_names_of_both_editions_canonicalised() -> None:
    italian = ["Fossato", "cantina", "Cancelliere", "Laboratorio", "FUCINA", "Villaggio", "Libreria", "Milizia", "Spia"]
    italian.append("Esploratore")
    sheet = bare(italian, [(20, 20, 3, 30, 4), (19, 20, 3, 30, 4)])
    sheet["seats"][0]["deck"] = {"Rame": 7, "Proprietà": 20 - 8, "festivita'": 0}
    del sheet["seats"][0]["points"]
    done = check(sheet, players=2)
    assert done.sheet["kingdom"] == PLAIN
    assert done.sheet["seats"][0]["deck"] == {"copper": 7, "estate": 12}


def test_derived_numbers_are_those_of_the_check() -> None:
    for case in (*NUMBERS, *DECKS):
        for sheet in (case.beyond, case.inside):
            players = min(max(len(sheet["seats"]), 2), 4)
            assert derive_numbers(sheet, players=players) == list(check(sheet, players=players).rows), case.name


def test_given_sheet_not_modified() -> None:
    sheet = modes(TABLES[0])["mixed+trash+supply"]
    before = copy.deepcopy(sheet)
    check(sheet, players=4)
    assert sheet == before


def test_canonical_sheet_idempotent() -> None:
    for mode, sheet in modes(TABLES[1]).items():
        once = check(sheet, players=len(sheet["seats"]))
        checked_again = check(once.sheet, players=len(sheet["seats"]))
        assert (checked_again.sheet, checked_again.rows, checked_again.findings) == (once.sheet, once.rows, ()), mode


def test_conservation_of_bare_numbers() -> None:
    """C3 on sums: with supply and trash counted once, every number of a bare sheet is proved."""
    for name, case in (("points", "C3:points"), ("coins", "C3:coins"), ("actions", "C3:actions")):
        sheet = modes(with_supply(table(PLAIN, [deck(gold=2, spy=1), deck(silver=1)], [20, 20])))["sheet+trash+supply"]
        assert codes(sheet) == set()
        sheet["seats"][1][name] += 2
        c3_findings = [finding for finding in findings(sheet) if finding.code == "C3"]
        assert [finding.params["case"] for finding in c3_findings] == [case]


def test_trash_optional_where_nothing_is_trashed() -> None:
    sheet = modes(with_supply(table(PLAIN, [deck(gold=2, spy=1), deck(silver=1)], [20, 20])))["sheet+supply"]
    assert ("C3", "error") not in codes(sheet)
    sheet["seats"][0]["coins"] += 1
    assert ("C3", "error") in codes(sheet)


def test_missing_numbers_while_typing_without_findings() -> None:
    sheet = {"complete": False, "kingdom": PLAIN[:4], "seats": [{"points": 20}, {"deck": {"copper": None}}, {}]}
    done = check(sheet, players=3)
    assert done.findings == ()
    assert [row["points"] for row in done.rows] == [20, None, None]
    assert check({"complete": False}, players=3).findings == ()


def test_typed_numbers_checked_at_once() -> None:
    sheet = {"complete": False, "kingdom": PLAIN, "seats": [{"gold": 3, "coins": 8}, {"turns": 12}, {"turns": 15}]}
    assert codes(sheet) >= {("S1", "error"), ("T1", "error")}


def test_complete_sheet_reports_missing_numbers() -> None:
    sheet = {"kingdom": PLAIN, "seats": [{"turns": 20, "deck": deck()}, {"turns": 20}]}
    paths = [finding.path for finding in findings(sheet) if finding.code == "M1"]
    assert paths == ["end", "ended_by", "seats[1].points"]


@pytest.mark.parametrize(
    ("seats", "asked"),
    [
        ([(20, 20), (12, 20), (9, 20)], []),
        ([(20, 20), (20, 20), (9, 20)], ["seats[0].gold", "seats[1].gold"]),
        ([(20, 20, 3), (20, 20), (9, 20)], ["seats[1].gold"]),
        ([(20, 20, 3), (20, 20, 3), (9, 20)], ["seats[0].coins", "seats[1].coins"]),
        ([(20, 20, 3, 30), (20, 20, 3, 30), (9, 20)], ["seats[0].actions", "seats[1].actions"]),
        ([(20, 20, 3), (20, 20, 2), (9, 20)], []),
        ([(20, 20), (20, 19), (9, 19)], []),
        ([(20,), (12, 20), (9, 20)], ["seats[0].turns"]),
    ],
)
def test_complete_sheet_requires_tie_break_numbers(seats: list[tuple[int, ...]], asked: list[str]) -> None:
    """Art. 1.5 a-d: points and turns always; Gold, coins and Actions only for tied players."""
    names = ("points", "turns", "gold", "coins", "actions")
    sheet = {
        "kingdom": PLAIN,
        "end": "time",
        "ended_by": 3,
        "seats": [dict(zip(names, row, strict=False)) for row in seats],
    }
    assert [finding.path for finding in findings(sheet) if finding.code == "M1"] == asked


def test_abandoned_table_only_warns_about_turns_and_places() -> None:
    """AMB-35: a player who leaves is last, the others continue, and the order of turns proves nothing."""
    rows = [(20, 20, 3, 30, 4), (10, 7, 1, 12, 1), (15, 20, 2, 22, 2), (14, 20, 2, 22, 2)]
    sheet = bare(PLAIN, rows, "piles", ended_by=2)
    for seat, place in zip(sheet["seats"], (1, 4, 2, 3), strict=True):
        seat["place"] = place
    assert {("T1", "error")} <= codes(sheet)
    abandoned_codes = codes({**sheet, "abandoned": True})
    assert ("T1", "warning") in abandoned_codes
    assert not any(severity == "error" for _, severity in abandoned_codes)


def test_unfinished_turn_counts_at_abandoned_table() -> None:
    """G1, D8: a player who leaves during a turn may have bought in it."""
    sheet = table(PLAIN, [deck(silver=13), deck()], [12, 12])
    assert ("D8", "error") in codes(sheet)
    assert ("D8", "error") not in codes({**sheet, "abandoned": True})


def test_checks_stop_after_k1_and_d1() -> None:
    """C.6: after an unknown kingdom or card nothing else is concluded from them; the turns are still checked."""
    rows = [(20, 20, 3, 8, 4), (20, 22, 3, 30, 4)]
    assert {code for code, _ in codes(bare([*PLAIN, "witch"], rows))} == {"K1", "T1"}
    sheet = table(PLAIN, [deck(witch=1, estate=1), deck()], [20, 20])
    assert {code for code, _ in codes(sheet)} == {"D1"}


def test_check_order() -> None:
    """C.6: K, T, S, D, C, X, P."""
    sheet = table([*PLAIN[1:], "witch"], [deck(estate=40, spy=11), deck()], [20, 22], "provinces", trash={"spy": 1})
    order = [finding.code[0] for finding in findings(sheet)]
    assert order == sorted(order, key="KTSGWDCXP".index)
    assert set("KTDCX") <= set(order)


def test_places_follow_chain() -> None:
    """P1, art. 1.5: points, fewer turns, Golds, coins, Actions, lot."""
    rows = [(20, 20, 3, 30, 4), (20, 20, 3, 30, 4), (20, 19, 0, 30, 4), (20, 19, 1, 30, 0)]
    sheet = bare(PLAIN, rows, ended_by=2)
    for seat, place, lot in zip(sheet["seats"], (4, 3, 2, 1), (2, 1, None, None), strict=True):
        seat.update({"place": place, "lot": lot})
    assert codes(sheet) == set()
    sheet["seats"][0]["lot"], sheet["seats"][1]["lot"] = 1, 2
    assert {finding.path for finding in findings(sheet)} == {"seats[0].place", "seats[1].place"}


def test_outside_championship_no_moat_rule_no_lots() -> None:
    sheet = bare([*PLAIN[1:], "witch"], [(20, 20, 3, 30, 4)] * 3, tournament=False)
    assert not codes(sheet) & {("K2", "error"), ("P2", "error")}
    assert codes({**sheet, "tournament": True}) >= {("K2", "error"), ("P2", "error")}


def test_outside_championship_equal_points_and_turns_share_place() -> None:
    """S0:281: fewer turns, then a shared victory; Golds, coins and Actions decide nothing."""
    sheet = bare(PLAIN, [(20, 20, 3, 30, 4), (20, 20, 1, 20, 0), (20, 20, 0, 9, 0)], tournament=False)
    sheet["seats"].append({**sheet["seats"][0], "points": 8})
    for seat, place in zip(sheet["seats"], (1, 1, 1, 4), strict=True):
        seat["place"] = place
    done = check(sheet, players=4)
    assert not {finding.code for finding in done.findings} & {"P1", "P2", "P3"}
    assert places(done.rows, done.chain) == (1, 1, 1, 4)
    sheet["seats"][1]["place"] = 2
    (place_error,) = [finding for finding in check(sheet, players=4).findings if finding.code[0] == "P"]
    assert (place_error.code, place_error.path, place_error.bound) == ("P1", "seats[1].place", 1)
    assert "wins together" in sentences.sentence(place_error, "en")


def test_x5_witch_may_empty_curses() -> None:
    """X5: only the Curse pile may be emptied by cards given to others (by a Witch)."""
    kingdom = plain_with("witch")
    emptied = {"moat": 5, "cellar": 5}
    ender = deck(witch=1)
    first = deck(**emptied, curse=10)
    sheet = table(kingdom, [deck(**emptied), ender], [20, 20], "piles")
    sheet["seats"][0] = table(kingdom, [first], [20])["seats"][0]
    sheet["seats"][0]["deck"].update({"moat": 10, "cellar": 10})
    assert "X5" not in {code for code, _ in codes(sheet)}
    sheet["kingdom"] = PLAIN
    sheet["seats"][1]["deck"].pop("witch")
    sheet["seats"][1]["actions"] = 0
    assert "X5" in {code for code, _ in codes(sheet)}


def test_number_of_players_set_by_caller() -> None:
    with pytest.raises(ValueError, match="2 to 4"):
        check({}, players=5)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)


@given(sheet=JSON)
def test_any_input_gives_findings(sheet: Any) -> None:
    done = check(sheet, players=3)
    assert len(done.rows) == 3
    _speak(done.findings)


def _places_of(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, inner in items for place in _places_of(inner, (*path, key)))]


@settings(max_examples=part_of(300))
@given(data=st.data(), value=JSON)
def test_any_field_value_gives_findings(data: st.DataObject, value: Any) -> None:
    """A real sheet with one value replaced: findings, no traceback, and both sentences of each."""
    sheet = data.draw(st.sampled_from(list(modes(TABLES[0]).values())))
    path = data.draw(st.sampled_from(_places_of(sheet)[1:]))
    changed_sheet = copy.deepcopy(sheet)
    target = changed_sheet
    for key in path[:-1]:
        target = target[key]
    target[path[-1]] = value
    _speak(check(changed_sheet, players=4).findings)
    json.dumps(check(changed_sheet, players=4).sheet)


def _speak(found: tuple[Finding, ...]) -> None:
    for finding in found:
        for lang in ("it", "en"):
            spoken = sentences.sentence(finding, lang)
            assert spoken
            assert "{" not in re.sub(r"[“«][^”»]*[”»]", "", spoken)
            assert sentences.proof(finding, lang, "rulebook")


@pytest.mark.parametrize("case", [*NUMBERS, *DECKS], ids=lambda case: f"{case.code}-{case.name}".replace(" ", "_"))
def test_findings_translated(case: Any) -> None:
    case_findings = findings(case.beyond)
    assert case_findings
    _speak(case_findings)


def test_cards_named_by_edition() -> None:
    finding = Finding("D1", Severity.ERROR, "seats[0].deck.feast", {"case": "D1:kingdom", "card": "feast", "seat": 1})
    assert "Banchetto" in sentences.sentence(finding, "it")
    assert "Festività" in sentences.sentence(finding, "it", "rulebook")
    assert "Feast" in sentences.sentence(finding, "en")


def test_sentences_name_seat_field_value_and_bound() -> None:
    sheet = table(PLAIN, [deck(), deck(gold=2, silver=1)], [20, 20])
    sheet["seats"][1]["gold"] = 3
    (finding,) = findings(sheet)
    assert (finding.path, finding.value, finding.bound, finding.article) == ("seats[1].gold", 3, 2, "1.5")
    assert sentences.sentence(finding, "it") == "Sedia 2, Oro: nel mazzo 2, sul modulo 3."
    assert sentences.sentence(finding, "en") == "Seat 2, Golds: 2 in the deck, 3 on the sheet."


@pytest.mark.parametrize(("kingdom", "named"), [(plain_with("gardens"), True), (PLAIN, False)], ids=["gardens", "none"])
def test_points_proof_names_gardens_only_if_present(kingdom: Any, named: bool) -> None:
    (finding,) = [
        candidate
        for candidate in findings(two_player_sheet(deck(duchy=1), points=7, kingdom=kingdom))
        if candidate.code == "D2"
    ]
    for lang, card in (("it", "Giardini"), ("en", "Gardens")):
        assert (card in sentences.proof(finding, lang)) == named
