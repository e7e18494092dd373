"""Entry point of the validator: no error on legal games, derived values, no exceptions; I1 to I10."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.chance import SeededChance
from games.megalomania import bots, ending, rounds
from games.megalomania.check.sheet import check
from games.megalomania.pack import loading as pack
from games.megalomania.state import Setup
from games.tie_breaks import places
from tests.unit.games.megalomania.golden_plans import curious
from tests.unit.games.megalomania.sheet_samples import PACK, Sheet, changed, findings, keys, picks, played, row, typed
from tests.volume import part_of


def simulated(number: int) -> tuple[Any, int, bool]:
    players = 2 + number % 3
    pairs = players == 4 and number % 2 == 0
    bot = "mission" if number % 5 == 0 else "random"
    setup = Setup(players, number % players, PACK, PACK.dominant, pairs)
    return rounds.play(setup, SeededChance(f"legal/{number}"), bots.bot(bot)(f"{number}")), players, pairs


@pytest.mark.parametrize("block", range(10))
def test_legal_games_without_findings(block: int) -> None:
    """Neither errors nor warnings over games of 2, 3 and 4 players and pairs; the canonical sheet is the same."""
    for number in range(block * 30, block * 30 + part_of(30)):
        outcome, players, _ = simulated(number)
        checked = check(outcome.sheet, players=players)
        assert checked.findings == (), (number, checked.findings)
        assert checked.sheet == outcome.sheet
        assert places(checked.rows, ending.CHAIN) == outcome.places


@pytest.mark.parametrize("block", range(5))
def test_games_full_of_scrolls_without_findings(block: int) -> None:
    """Players who collect scrolls and play all they can: chains of 7 and 8, empty decks, 5 and 17 (13.2, 13.5)."""
    for number in range(block * 30, block * 30 + part_of(30)):
        players = 2 + number % 3
        setup = Setup(players, number % players, PACK, PACK.dominant)
        outcome = rounds.play(setup, SeededChance(f"scrolls/{number}"), curious(f"{number}", set()))
        assert check(outcome.sheet, players=players).findings == (), number


def stopped(after: int) -> Sheet:
    """Return the sheet of a game of three that the time limit stopped after so many rounds, before a scroll came."""
    sheet = played(3)
    del sheet["rounds"][after:]
    assert not any(row.get("scroll") for row in sheet["rounds"])
    columns = [[row["players"][seat] for row in sheet["rounds"]] for seat in range(3)]
    sheet["seats"] = [
        {"held": sum(entry["choice"] == "C4" for entry in column), "points": sum(entry["points"] for entry in column)}
        for column in columns
    ]
    for foot in sheet["seats"]:
        foot["points"] += ending.BONUS if foot["held"] else 0
    return sheet | {"end": "time"}


def test_game_stopped_by_time_has_the_rounds_that_are_written() -> None:
    sheet = stopped(2)
    checked = check(sheet, players=3)
    assert checked.findings == ()
    assert checked.sheet["end"] == "time"
    assert [row["lost"] is None for row in checked.rows] == [False] * 3
    with_empty = {**sheet, "rounds": [*sheet["rounds"], *({"players": [{}, {}, {}]} for _ in range(10))]}
    assert check(with_empty, players=3).sheet == checked.sheet
    del sheet["end"]
    assert "I1" in {each.code for each in check(sheet, players=3).findings}


def test_game_stopped_by_time_with_totals_alone_is_accepted() -> None:
    seats = [{"points": points, "held": held} for points, held in ((12, 0), (9, 2), (4, 1))]
    seats[0]["scroll_17"] = 3
    assert check({"end": "time", "seats": seats}, players=3).findings == ()


def test_whole_game_with_totals_alone_is_doubtful_and_needs_the_points_lost() -> None:
    seats: list[Sheet] = [{"points": points, "held": held, "lost": 2} for points, held in ((12, 0), (9, 2), (9, 0))]
    rounds_left_empty = [{"players": [{}, {}, {}]} for _ in range(12)]
    for sheet in ({"seats": seats}, {"rounds": rounds_left_empty, "seats": seats}):
        assert keys(sheet, 3) == {("I1:alone", "warning")}
        assert places(check(sheet, players=3).rows, ending.CHAIN) == (1, 3, 2)
    del seats[1]["lost"]
    assert [(f.code, f.path) for f in findings({"seats": seats}, 3) if f.is_error] == [("M1", "seats[1].lost")]


def test_abandoned_table_requires_no_number() -> None:
    checked = check({"abandoned": True, "seats": [{"points": 5}, {"points": 3}, {}]}, players=3)
    assert (checked.findings, checked.sheet["abandoned"]) == ((), True)


def without(sheet: Sheet, *names: str) -> Sheet:
    """Return the sheet without some fields of the rows' players or of the seats."""
    reduced = {**sheet}
    reduced["seats"] = [{k: v for k, v in seat.items() if k not in names} for seat in sheet["seats"]]
    reduced["rounds"] = [
        {k: v for k, v in row.items() if k not in names}
        | {"players": [{k: v for k, v in player_row.items() if k not in names} for player_row in row["players"]]}
        for row in sheet["rounds"]
    ]
    return reduced


@pytest.mark.parametrize("number", range(part_of(60)))
def test_sheet_without_evidence_or_sums_without_findings(number: int) -> None:
    """Values that follow from others are filled in: dealers, sums, bonus, points lost."""
    outcome, players, _ = simulated(number)
    evidence = ("colours", "dwarves_sorcerers", "low_tricks", "value", "four_colours")
    bare = without(outcome.sheet, *evidence, "dealer", "dominant", "rounds_", "bonus", "lost", "rank")
    checked = check(bare, players=players)
    assert checked.findings == ()
    for filled, seat in zip(checked.sheet["seats"], outcome.sheet["seats"], strict=True):
        assert {**seat, **filled} == seat
        assert filled["lost"] == seat["lost"]
        assert filled["bonus"] == seat["bonus"]
    assert [row["dealer"] for row in checked.sheet["rounds"]] == [row["dealer"] for row in outcome.sheet["rounds"]]
    assert places(checked.rows, ending.CHAIN) == outcome.places


def test_result_names_its_pack() -> None:
    assert check(without(played(), "pack"), players=4).sheet["pack"] == pack.DEFAULT_PACK


def test_nothing_missing_while_typing() -> None:
    for sheet in ({"complete": False}, {"complete": False, "rounds": [{}], "seats": [{}, {}]}):
        checked = check(sheet, players=2)
        assert "M1" not in {finding.code for finding in checked.findings}
        assert checked.rows == ({"points": None, "lost": None, "holds_scroll": None, "lot": None},) * 2


def test_empty_sheet_reports_all_missing() -> None:
    assert {code for code, _ in keys({}, 3)} == {"I1:rows", "M1"}


def test_number_of_players_invalid() -> None:
    with pytest.raises(ValueError, match="2 to 4"):
        check({}, players=5)


# --- The invariants of section 11 under their ids ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "path", "wrong"),
    [
        ("I1", "rounds.0.dominant", "yellow"),
        ("I2", "rounds.4.mission", None),
        ("I3", "rounds.4.dealer", None),
        ("I6", "rounds.4.players.0.tricks", None),
        ("I7", "seats.0.points", None),
        ("I8", "seats.0.lost", None),
        ("I9", "seats.0.rank", None),
    ],
)
def test_invariant_of_section_11(code: str, path: str, wrong: Any) -> None:
    """One wrong value in a legal sheet: the invariant of that name reports it."""
    sheet = played(4, "invariants")
    place: Any = sheet
    for part in path.split("."):
        place = place[int(part) if part.isdigit() else part]
    if code == "I2":
        wrong = sheet["rounds"][0]["mission"]
    elif code in ("I3", "I9"):
        wrong = place % 4 + 1
    elif wrong is None:
        wrong = place + 1
    error_codes = {finding.code for finding in findings(changed(sheet, path, wrong)) if finding.is_error}
    assert code in error_codes


def test_i4_scroll_in_first_round() -> None:
    sheet = changed(played(4, "invariants"), "rounds.0.scroll", {"seat": 1, "numbers": [4]})
    assert ("I4:first", "error") in keys(sheet)


def test_i5_more_scrolls_than_exist() -> None:
    sheet = played(4, "invariants")
    for each in sheet["rounds"]:
        for entry in each["players"]:
            entry["choice"] = "C4"
    assert ("I5:deck", "error") in keys(sheet)


def test_i9_pairs_ranked_by_sum() -> None:
    """13.22: the rank is the pair's; each is scored alone."""
    sheet = played(4, "pairs", pairs=True)
    sums = [sheet["seats"][seat]["points"] + sheet["seats"][seat + 2]["points"] for seat in (0, 1)]
    assert sums[0] != sums[1]
    assert [seat["rank"] for seat in sheet["seats"]] == [1 + (sums[0] < sums[1]), 1 + (sums[1] < sums[0])] * 2
    checked = check(sheet, players=4)
    assert [row["points"] for row in checked.rows] == [*sums, *sums]


def test_i9_full_tie_shares_place_or_lot_decides() -> None:
    """S262, 13.21."""
    entries = [{"choice": "C2", "tricks": 0, "points": 0}] * 2
    rows = [{"mission": mission, "players": entries} for mission in range(1, 13)]
    seats = [{"held": 0, "points": 0, "rank": 1}] * 2
    codes = {finding.code for finding in findings({"complete": False, "rounds": rows, "seats": seats})}
    assert "I9" not in codes
    drawn = [{"held": 0, "points": 0, "rank": 2, "lot": 2}, {"held": 0, "points": 0, "rank": 1, "lot": 1}]
    codes = {finding.code for finding in findings({"complete": False, "rounds": rows, "seats": drawn})}
    assert "I9" not in codes


def test_i10_score_beyond_mission() -> None:
    sheet = played(4, "invariants")
    number = next(at for at, row in enumerate(sheet["rounds"]) if "printed" not in row)
    assert "I10" in {f.code for f in findings(changed(sheet, f"rounds.{number}.players.0.points", 40))}


@pytest.mark.parametrize("change", [-2, 2])
def test_13_28_scrolls_held_follow_from_choices_and_scrolls_played(change: int) -> None:
    """A number held that is off by two is always reported; by one it can be number 5's."""
    for number in range(30):
        outcome, players, _ = simulated(number)
        seat = number % players
        wrong_held = outcome.sheet["seats"][seat]["held"] + change
        if wrong_held < 0:
            continue
        reported_codes = {
            f.code for f in check(changed(outcome.sheet, f"seats.{seat}.held", wrong_held), players=players).findings
        }
        assert "H1" in reported_codes


def test_13_29_bounds_proved_by_cards() -> None:
    """Missions 6, 2, 8 and 23 with four players; 11 rests on assumed values and is a warning."""
    assert "K3:eight" in {key for key, _ in keys(typed(row(6, [1, 7, 0, 0], [0, 4, 4, 4])))}
    assert "K3:all" in {key for key, _ in keys(typed(row(8, [7, 1, 0, 0], [0, 0, 0, 0])))}
    assert "K5" in {key for key, _ in keys(typed(row(23, [2, 6, 0, 0], [6, 0, 0, 0])))}
    assert keys(typed(row(11, [5, 3, 0, 0], [0, 0, 0, 0]))) == {("K4", "warning")}


def test_13_30_signs_and_effective_counts() -> None:
    assert ("P1", "error") in keys(typed(row(16, [4, 4], printed=4)))
    assert ("I6:effective", "error") in keys(typed(row(16, [4, 4], effective={1: 4})))


# --- No exceptions --------------------------------------------------------------------------------------------------

SCALARS = st.none() | st.booleans() | st.integers(-(10**12), 10**12) | st.floats(allow_nan=False) | st.text(max_size=6)
JSON = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4)
)


@settings(max_examples=part_of(150))
@given(data=st.data(), value=JSON)
def test_any_value_anywhere_gives_findings(data: st.DataObject, value: Any) -> None:
    sheet: Any = played(data.draw(st.integers(2, 4)), "junk")
    players = len(sheet["seats"])
    place, keys_here = sheet, list(sheet)
    while True:
        key = data.draw(st.sampled_from(keys_here))
        inner = place[key]
        if not isinstance(inner, dict | list) or not inner or data.draw(st.booleans()):
            place[key] = value
            break
        place, keys_here = inner, list(inner) if isinstance(inner, dict) else list(range(len(inner)))
    checked = check(sheet, players=players)
    assert len(checked.rows) == players
    assert check(checked.sheet, players=players).sheet == checked.sheet


@settings(max_examples=part_of(60))
@given(value=JSON)
def test_any_value_instead_of_sheet(value: Any) -> None:
    assert len(check(value, players=3).rows) == 3


@pytest.mark.parametrize(("more", "found"), [("C4 C4 C4 C2", False), ("C4 C4 C4 C4", True)])
def test_check_of_scroll_8_takes_three_from_the_deck(more: str, found: bool) -> None:
    """Four scrolls, three by number 8, twelve more: one is left of twenty."""
    four = picks("C4 C4 C4 C4")
    eighth = {**picks("C2 C2 C2 C2"), "scroll": {"seat": 1, "numbers": [8]}}
    sheet = typed(four, eighth, four, four, picks("C4 C2 C2 C2"), picks(more))
    assert ("I5:deck", "error") not in keys(sheet)
    longer = typed(four, eighth, four, four, picks("C4 C2 C2 C2"), picks(more), picks("C4 C2 C2 C2"))
    assert (("I5:deck", "error") in keys(longer)) == found


def test_scroll_8_of_an_empty_deck_is_played_for_nothing() -> None:
    """13.2: the deck may be empty; only a scroll brought by it is impossible."""
    taken = [picks("C4 C4 C4 C4")] * 5
    alone = typed(*taken, {**picks("C2 C2 C2 C2"), "scroll": {"seat": 1, "numbers": [8]}})
    assert ("I4:empty", "error") not in keys(alone)
    brought = typed(*taken, {**picks("C2 C2 C2 C2"), "scroll": {"seat": 1, "numbers": [8, 4]}})
    assert ("I4:empty", "error") in keys(brought)


def test_missions_of_pairs_name_four_players() -> None:
    (finding,) = [each for each in findings(typed(row(20, [4, 4]))) if each.code == "I2"]
    assert (finding.value, finding.bound) == (20, 4)


def test_scroll_11_without_a_count_may_leave_no_trick() -> None:
    """13.7: each of three counts is accepted, none below 0: mission 24 asks for none."""
    rows = (picks("C4 C4 C4 C4"), row(24, [1, 3, 0, 0], [4, 0, 4, 4], scroll=(1, [11])))
    assert "K1" not in {key for key, _ in keys(typed(*rows))}


@pytest.mark.parametrize(("lost", "found"), [(3, True), (4, False)])
def test_points_lost_by_a_total_with_scroll_17(lost: int, found: bool) -> None:
    """1 point less 3 and 2: the rounds made -4."""
    sheet = typed(seats=[{"points": 1, "held": 1, "scroll_17": 3, "lost": lost}, {}])
    assert (("I8:rest", "error") in keys(sheet)) == found
