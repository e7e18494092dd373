"""Readings of points left open by the rulebook (sections 9 and 13) that no other test of the folder covers."""

from __future__ import annotations

import pytest

from games.megalomania import ending, resources, rounds, scrolls
from games.megalomania.check.sheet import check
from games.megalomania.ending import Result
from tests.unit.games.megalomania.scene import BY_COLOUR, Scene, play
from tests.unit.games.megalomania.sheet_samples import findings, played, row, typed


def test_9_8_birthday_player_deals_and_left_neighbour_leads() -> None:
    assert [rounds.dealer_of(2, number, 4) for number in (1, 2, 3, 12)] == [2, 3, 0, 1]
    scene = Scene({}, decks=[BY_COLOUR], dealer="C").round(5)
    assert scene.kinds()[0] == "D:resources"


def test_9_9_scrolls_not_reshuffled() -> None:
    scene = Scene({"resources": "C4"}, scroll_deck=[9]).resources()
    assert scene.options("resources", 0) == ["C1", "C2", "C3", "C4"]
    assert scene.options("resources", 1) == ["C1", "C2", "C3"]
    assert resources.combinations_open(scene.table) == (0, 1, 2)


def test_9_16_led_oracle_changes_lead_colour() -> None:
    hands = ["blue_oracle", "blue_emperor red_peasant", "red_dwarf blue_knight", "blue_dwarf"]
    scene = Scene("oracle red", hands=hands, crystals=[1], dominant="yellow")
    assert scene.trick() == "A"
    assert scene.taken() == "blue_oracle red_peasant red_dwarf blue_dwarf", "red must be followed"


def test_9_17_printed_colours_count_for_mission() -> None:
    """A blue Oracle that became red is a blue card in mission 3."""
    scene = Scene({}, decks=[BY_COLOUR]).round(3)
    assert sum(scene.points()) == 8


def test_9_19_knight_keeps_its_rank() -> None:
    hands = ["blue_dwarf", "black_knight", "black_oracle", "blue_emperor"]
    assert Scene("knight", hands=hands, crystals=[0, 1], dominant="black").trick() == "B"


def test_9_19_dead_dominant_card_can_win_as_lead_colour() -> None:
    """Section 5: but any live one beats it."""
    hands = ["black_knight", "black_oracle", "black_peasant", "red_dwarf"]
    assert Scene("knight", hands=hands, crystals=[1], dominant="black").trick() == "A"


def test_9_20_emperor_does_not_stop_scroll_14() -> None:
    hands = ["blue_emperor", "blue_dwarf", "blue_knight", "blue_peasant"]
    scene = Scene("emperor yes", hands=hands, scroll=14, owner="B", crystals=[1], dominant="yellow")
    assert scene.trick() == "A"
    assert scene.taken().split()[-1] == "blue_dwarf"


@pytest.mark.parametrize(("held", "bonus"), [(0, 0), (1, 2), (3, 2)])
def test_9_24_bonus_two_in_all(held: int, bonus: int) -> None:
    result = Result(rounds=5, reward=3, unused_scrolls=held, lost=4)
    assert (result.bonus, result.total) == (bonus, 8 + bonus)


def test_9_24_tie_broken_by_holding_no_scroll() -> None:
    """S262: points, then fewer points lost, then no scrolls; 13.21: players tied in all share the place."""
    results = [Result(6, 0, 0, 2), Result(4, 0, 1, 2), Result(6, 0, 0, 1), Result(4, 0, 2, 2)]
    assert [result.total for result in results] == [6, 6, 6, 6]
    assert ending.places_of(results, pairs=False) == (2, 3, 1, 3)


def test_9_26_scroll_kept_from_8_playable_later() -> None:
    scene = play(Scene("9 no", scroll_deck=[3, 9, 14]), 8)
    assert scrolls.may_play(scene.table, 9)
    assert scene.table.held[0] == [9]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_9_30_columns_of_absent_players_empty(players: int) -> None:
    sheet = played(players)
    assert {len(each["players"]) for each in sheet["rounds"]} == {players}
    assert len(sheet["seats"]) == players


def test_9_32_swapped_in_card_counts_for_mission() -> None:
    """The Explorer's card lies in the previous trick and is counted at the end of the round."""
    hands = ["red_explorer blue_emperor", "red_dwarf", "red_knight", "red_peasant"]
    scene = Scene("red_explorer explorer blue_emperor", hands=hands, previous="black_peasant", crystals=[1])
    scene.table.undealt = []
    scene.trick()
    assert rounds.tricks_of(scene.table)[0][0] == [31]


def test_13_1_mission_7_with_scroll_3_goes_to_32() -> None:
    sheet = typed({"players": [{"choice": "C4"}, {}]}, row(7, [8, 0], [32, 0], scroll=(1, [3])))
    assert findings(sheet) == ()


def test_13_4_mission_checks_have_own_codes() -> None:
    assert {f.code for f in findings(typed(row(5, [4, 4], [0, 4])))} == {"K1"}
    assert {f.code for f in findings(typed(row(3, [4, 4, 0, 0], [1, 1, 0, 0])))} == {"K6"}


def test_13_6_with_scroll_12_number_of_winners_free() -> None:
    """Mission 12 with an even number of losers."""
    sheet = typed(
        {"players": [{"choice": "C4"}, {}, {}]}, row(12, [2, 1, 4], [-4, -4, 0], scroll=(1, [12]), effective={1: 5})
    )
    assert findings(sheet) == ()


@pytest.mark.parametrize(("points", "right"), [(4, True), (0, True)])
def test_13_7_scroll_11_count_optional_without_entry(points: int, right: bool) -> None:
    sheet = typed(
        {"players": [{"choice": "C4"}, {}, {}, {}]}, row(1, [4, 4, 0, 0], [points, 0, 0, 0], scroll=(1, [11]))
    )
    assert (findings(sheet) == ()) is right


def test_13_7_field_compulsory_where_count_decides() -> None:
    sheet = played(4, "thirteen")
    for each in sheet["rounds"]:
        each.pop("scroll", None)
    sheet["rounds"][5]["scroll"] = {"seat": 1, "numbers": [11]}
    sheet["rounds"][5]["mission"] = 1
    missing_paths = [f.path for f in findings(sheet) if f.code == "M1"]
    assert missing_paths == ["rounds[5].players[0].effective"]


def test_13_11_oracle_never_keeps_its_colour() -> None:
    hands = ["red_oracle", "blue_dwarf", "blue_knight", "blue_peasant"]
    scene = Scene("oracle blue", hands=hands, crystals=[1], dominant="yellow")
    scene.trick()
    assert scene.options("oracle_colour") == ["black", "blue"]


def test_13_12_scroll_16_only_in_owners_window() -> None:
    hands = ["blue_dwarf", "blue_emperor", "blue_knight", "red_dwarf"]
    scene = Scene("done", hands=hands, scroll=16, owner="A", dominant="yellow")
    assert scene.trick() == "B"
    assert scene.kinds() == ["A:window"]


def test_13_15_scroll_12_sets_tricks_to_five() -> None:
    scene = Scene(scroll=12, owner="B")
    scene.table.takers = [0, 1, 1, 2, 2, 2, 3, 3]
    assert scrolls.effective_tricks(scene.table) == [1, 5, 3, 2]


def test_13_18_explorer_swaps_any_hand_card() -> None:
    """Nothing in mission 18 before a card is freed; then it can only look."""
    scene = Scene("explorer", hands=["red_explorer", "red_dwarf", "red_knight", "red_peasant"], previous="blue_dwarf")
    scene.table.crystals[0] = 1
    scene.trick()
    assert "A:explore" not in scene.kinds()


def test_13_24_draws_resolved_at_once() -> None:
    hands = ["red_explorer blue_emperor", "red_dwarf red_knight", "red_oracle", "red_peasant"]
    script = "red_explorer explorer blue_emperor red_dwarf"
    scene = Scene(script, hands=hands, previous="black_peasant black_dwarf", crystals=[1])
    scene.trick()
    assert scene.kinds() == ["A:play", "A:window", "A:explore", "B:play"], "before B plays"


def test_13_27_colour_never_asked() -> None:
    scene = Scene({}, decks=[BY_COLOUR], dominant="red").round(5)
    assert scene.table.rows[0]["dominant"] == "red"
    assert "dominant_colour" not in {kind.partition(":")[2] for kind in scene.kinds()}


def test_13_9_fourteen_cubes_make_peasant_emperor_but_not_winner() -> None:
    hands = ["blue_emperor", "blue_peasant", "red_dwarf", "red_knight"]
    assert Scene("+14 done", hands=hands, cubes=[0, 15], dominant="yellow").trick() == "A"
    assert Scene("+15", hands=hands, cubes=[0, 15], dominant="yellow").trick() == "B"


def test_13_31_six_low_tricks_of_four_players_possible() -> None:
    """6 x 24 + 60 + 52 = 256: no warning; seven are a warning, because the values are assumed."""
    assert findings(typed(row(7, [6, 2, 0, 0], [12, 0, 0, 0]))) == ()
    (finding,) = findings(typed(row(7, [7, 1, 0, 0], [14, 0, 0, 0])))
    assert not finding.is_error


def test_13_32_form_seats_count_from_one() -> None:
    sheet = played(3)
    assert sheet["dealer"] == 1
    assert {each["dealer"] for each in sheet["rounds"]} == {1, 2, 3}
    assert check(sheet, players=3).sheet["dealer"] == 1
