"""Readings that an event can choose: in the engine, on the sheet, in words and in the documentation."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from games.chance import SeededChance
from games.game import BadSetup
from games.megalomania import dealing, ending, missions, rounds, scrolls
from games.megalomania.cards import NAMES
from games.megalomania.check.sheet import check
from games.megalomania.ending import Result
from games.megalomania.game import GAME
from games.megalomania.reading_words import ON_THE_SHEET, WORDS
from games.megalomania.readings import CHOICES, RECOMMENDED, Readings, readings_data
from games.placing import places
from tests.unit.games.megalomania.golden_plans import curious
from tests.unit.games.megalomania.scene import BY_COLOUR, Scene, cards
from tests.unit.games.megalomania.sheet_samples import PACK, Sheet, findings, keys, picks, played, row, typed
from tests.volume import part_of

#: Every reading other than the usual one.
OTHERS: dict[str, Any] = {name: values[1] for name, values in CHOICES.items()}
TAKEN = picks("C4 C4 C4 C4")


def test_every_reading_is_told_in_both_languages() -> None:
    assert set(WORDS) == set(CHOICES)
    assert set(ON_THE_SHEET) < set(CHOICES)
    for name, told in WORDS.items():
        assert len(told.answers) == len(CHOICES[name])
        for language in ("it", "en"):
            assert len({answer[language] for answer in told.answers}) == len(told.answers)
            assert told.question[language].endswith("?")


def test_every_reading_is_documented_with_its_values() -> None:
    text = (Path(rounds.__file__).resolve().parents[2] / "docs/megalomania.md").read_text(encoding="utf-8")
    for name, values in CHOICES.items():
        assert f"| `{name}` | {', '.join(f'`{value}`' for value in values)} |" in text


def test_usual_reading_is_the_first_and_leaves_no_trace() -> None:
    assert readings_data(RECOMMENDED) == {}
    usual = {name: values[0] for name, values in CHOICES.items()}
    assert GAME.setup_data(GAME.setup(4, {"readings": usual})) == GAME.setup_data(GAME.setup(4, {}))
    assert "readings" not in played(4)


def test_chosen_readings_are_kept_with_the_set_up() -> None:
    setup = GAME.setup(4, {"readings": OTHERS})
    assert GAME.setup_data(setup)["readings"] == OTHERS
    assert GAME.setup(4, GAME.setup_data(setup)) == setup


@pytest.mark.parametrize("wrong", [{"scroll_12": "six"}, {"scroll_13": "set"}, ["scroll_12"]])
def test_unknown_reading_is_refused_with_what_would_be_valid(wrong: Any) -> None:
    with pytest.raises(BadSetup, match=r"setup\.readings"):
        GAME.setup(4, {"readings": wrong})


# --- the engine -------------------------------------------------------------------------------------------------------


def test_four_colours_in_one_trick() -> None:
    """9.5: missions 2 and 8."""
    together = [cards("black_peasant red_dwarf"), cards("yellow_knight blue_emperor")]
    one_trick = [cards("black_peasant red_dwarf yellow_knight blue_emperor"), cards("red_peasant")]
    for mission in (2, 8):
        taken = (together, one_trick, [])
        assert missions.amounts(mission, taken, (2, 2, 0), PACK) == (1, 1, 0)
        assert missions.amounts(mission, taken, (2, 2, 0), PACK, Readings(four_colours="one_trick")) == (0, 1, 0)


@pytest.mark.parametrize(
    ("mission", "tricks", "tied"),
    [
        (15, (3, 3, 0), (1, 1, 0)),
        (22, (2, 2, 2), (1, 1, 1)),
        (20, (4, 2, 0, 2), (1, 1, 1, 1)),
        (21, (4, 2, 0, 2), (1, 1, 1, 1)),
    ],
)
def test_all_who_are_tied_score(mission: int, tricks: tuple[int, ...], tied: tuple[int, ...]) -> None:
    """9.6; without a tie nothing changes."""
    nobody, everybody = Readings(), Readings(tied_tricks="all")
    assert missions.met_by_tricks(mission, tricks, nobody) == (0,) * len(tricks)
    assert missions.met_by_tricks(mission, tricks, everybody) == tied
    alone = (5, 1, 0, 0)[: len(tricks)]
    assert missions.met_by_tricks(mission, alone, everybody) == missions.met_by_tricks(mission, alone, nobody)


def test_scroll_3_doubles_losses_too() -> None:
    """9.23."""
    assert [missions.doubled(points) for points in (4, -4)] == [8, -4]
    assert [missions.doubled(points, Readings(scroll_3="losses_too")) for points in (4, -4)] == [8, -8]


def test_owner_of_scroll_10_leads_after_the_trick() -> None:
    """9.13."""
    hands = ["blue_peasant", "blue_emperor", "red_peasant", "red_knight"]
    readings = {"scroll_10": "owner_leads"}
    scene = Scene({"steal": "yes"}, hands=hands, scroll=10, owner="A", dominant="yellow", readings=readings)
    assert scene.trick() == "A", "B won it by the cards and leads by the usual reading"


@pytest.mark.parametrize(("takers", "options"), [([0, 0, 1], ["-1", "1"]), ([1, 1, 1], [])])
def test_scroll_11_has_to_change_the_number(takers: list[int], options: list[str]) -> None:
    """13.14; without a trick only one more is left, and there is no choice."""
    scene = Scene({}, scroll=11, owner="A", readings={"scroll_11": "compulsory"})
    scene.table.takers = takers
    assert scrolls.effective_tricks(scene.table)[0] == 1
    assert [list(map(str, decision.options)) for decision in scene.asked] == ([options] if options else [])


def test_scroll_12_adds_five_tricks() -> None:
    """9.11, 13.15."""
    scene = Scene(scroll=12, owner="B", readings={"scroll_12": "added"})
    scene.table.takers = [0, 1, 1, 2, 2, 2, 3, 3]
    assert scrolls.effective_tricks(scene.table) == [1, 7, 3, 2]


def test_scroll_14_lets_the_leader_wait() -> None:
    """9.14: the next player then leads."""
    hands = ["red_dwarf", "blue_peasant", "blue_knight", "blue_explorer"]
    scene = Scene("yes", hands=hands, scroll=14, owner="A", readings={"scroll_14": "leading"})
    assert scene.trick() == "C"
    assert scene.taken() == "blue_peasant blue_knight blue_explorer red_dwarf"
    assert scene.table.trick is not None
    assert scene.table.trick.leader == 1


@pytest.mark.parametrize(("reading", "cubes"), [("sum", 20), ("each_once", 10)])
def test_scroll_15_with_a_combination_taken_twice(reading: str, cubes: int) -> None:
    """9.10."""
    script = {"A:resources": "C1", "B:resources": "C2", "C:resources": "C2", "D:resources": "C1"}
    scene = Scene(script, scroll=15, owner="A", readings={"scroll_15": reading}).resources()
    assert (scene.table.crystals[0], scene.table.cubes[0]) == (4, cubes)


def test_mission_14_beats_scroll_1() -> None:
    """9.22: the cards are turned up in spite of the scroll, and the column keeps the pad's colour."""
    script = {"A:scroll": "1", "A:dominant_colour": "yellow"}
    readings = {"colour_of_14": "mission"}
    scene = Scene(script, held={"A": [1]}, decks=[BY_COLOUR], dominant="red", readings=readings).round(14)
    assert len(scene.table.undealt) == 2
    assert scene.table.rows[0]["dominant"] == "red"


def test_first_colour_of_mission_14_is_known_before_scrolls_and_resources() -> None:
    """13.16: six cards are turned up in any case, and the column keeps the pad's colour."""
    scene = Scene({}, decks=[BY_COLOUR], dominant="red", readings={"first_colour": "with_mission"})
    rounds.begin(scene.table, 14)
    dealing.deal(scene.table)
    first = BY_COLOUR.split()[24].split("_")[0]
    assert (len(scene.table.undealt), scene.table.dominant) == (7, ["black", "red", "yellow", "blue"].index(first))
    scene = Scene({}, decks=[BY_COLOUR], dominant="red", readings={"first_colour": "with_mission"}).round(14)
    assert len(scene.table.undealt) == 2
    assert scene.table.rows[0]["dominant"] == "red"


@pytest.mark.parametrize(("reading", "options"), [("after_powers", 2), ("before_powers", 3)])
def test_card_of_the_row_comes_before_the_powers(reading: str, options: int) -> None:
    """13.17: the Explorer of mission 19 has one card more to exchange; put_back is an option, too."""
    hands = ["red_explorer blue_emperor", "red_dwarf", "red_knight", "red_peasant"]
    scene = Scene(
        {"A:play": "red_explorer", "A:window": "explorer"},
        **{"hands": hands, "mission": 19, "previous": "black_peasant", "crystals": [1]},
        readings={"drawn_card": reading},
    )
    scene.table.line_order[0] = cards("blue_dwarf black_oracle")
    scene.trick()
    assert len(scene.options("explore")) == options
    assert [NAMES[card] for card in scene.table.line_order[0]] == ["black_oracle"], "one card in any case"


@pytest.mark.parametrize(("reading", "winner"), [("later", "B"), ("earlier", "A")])
def test_dwarf_between_equal_cards(reading: str, winner: str) -> None:
    """9.18: two cubes lift the Explorer to the value of the Dwarf."""
    hands = ["blue_dwarf", "blue_explorer", "red_knight", "red_peasant"]
    scene = Scene("dwarf +2", hands=hands, crystals=[1], cubes=[0, 2], readings={"dwarf_tie": reading})
    assert scene.trick() == winner


def test_each_scroll_held_pays() -> None:
    """9.24."""
    each = Readings(scrolls_held="each")
    assert [Result(5, 0, held, 0, each).bonus for held in (0, 1, 3)] == [0, 2, 6]


def test_scrolls_part_equal_players_only_if_one_alone_holds_none() -> None:
    """13.21."""
    one_without = Readings(equal_scrolls="one_without")
    two = [Result(6, 0, 0, 2), Result(6, 0, 0, 2), Result(4, 0, 1, 2), Result(4, 0, 1, 3)]
    assert ending.places_of(two, pairs=False) == (1, 1, 3, 4)
    assert ending.places_of(two, pairs=False, readings=one_without) == (1, 1, 1, 4)
    alone = [Result(6, 0, 0, 2), Result(4, 0, 1, 2), Result(4, 0, 1, 2)]
    assert ending.places_of(alone, pairs=False, readings=one_without) == (1, 2, 2)
    pairs = [Result(3, 0, 0, 1), Result(3, 0, 0, 1), Result(3, 0, 0, 1), Result(1, 0, 1, 1)]
    assert ending.places_of(pairs, pairs=True, readings=one_without) == (1, 3, 1, 3)


# --- the sheet --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*CHOICES, "all"])
def test_legal_games_under_a_reading_have_no_findings(name: str) -> None:
    """Players who collect scrolls and play all they can: engine and check read the rules in the same way."""
    chosen = OTHERS if name == "all" else {name: OTHERS[name]}
    for number in range(part_of(24)):
        players = 2 + number % 3
        setup = GAME.setup(players, {"readings": chosen, "pairs": players == 4 and number % 2 == 0})
        outcome = rounds.play(setup, SeededChance(f"{name}/{number}"), curious(f"{number}", set()))
        checked = check(outcome.sheet, players=players)
        assert checked.findings == (), number
        assert checked.sheet == outcome.sheet
        assert places(checked.rows, ending.CHAIN) == outcome.places


#: Rows that one reading of each allows: name, row, code of the finding under the usual reading.
ROWS: list[tuple[str, Sheet, str]] = [
    ("tied_tricks", typed(row(15, [3, 3], [4, 4])), "K1"),
    ("scroll_12", typed(TAKEN, row(25, [1, 7, 0, 0], [-6, -7, 0, 0], scroll=(1, [12]), effective={1: 6})), "K1"),
    ("scroll_3", typed(TAKEN, row(2, [4, 4, 0, 0], [-8, -4, 0, 0], scroll=(1, [3]))), "K2"),
]


@pytest.mark.parametrize(("name", "sheet", "code"), ROWS, ids=[name for name, _, _ in ROWS])
def test_chosen_reading_decides_what_is_otherwise_a_warning(name: str, sheet: Sheet, code: str) -> None:
    usual, other = CHOICES[name]
    assert (code, "warning") in keys(sheet)
    assert findings({**sheet, "readings": {name: other}}) == ()
    assert (code, "error") in keys({**sheet, "readings": {name: usual}})


def test_scrolls_held_and_places_follow_the_chosen_reading() -> None:
    sheet = played(4)
    next(seat for seat in sheet["seats"] if seat["held"] == 1)["held"] = 2
    for seat in sheet["seats"]:
        seat.update(bonus=2 * seat["held"], points=seat["points"] - seat["bonus"] + 2 * seat["held"])
    codes = {key for key, severity in keys(sheet) if severity == "warning"}
    assert {"I7", "I7:bonus"} <= codes
    assert not {"I7", "I7:bonus"} & {key for key, _ in keys({**sheet, "readings": {"scrolls_held": "each"}})}
    assert ("I7:bonus", "error") in keys({**sheet, "readings": {"scrolls_held": "once"}})


def test_four_colours_in_one_trick_are_impossible_for_two() -> None:
    sheet = typed(row(8, [4, 4], [4, 0]))
    assert findings(sheet) == ()
    assert keys({**sheet, "readings": {"four_colours": "one_trick"}}) == {("K3:one", "error")}


def test_unknown_reading_on_a_sheet_is_found() -> None:
    sheet = typed(row(8, [4, 4], [4, 0]))
    assert {f.code for f in findings({**sheet, "readings": {"scroll_12": "six"}})} == {"F6"}
    assert {f.code for f in findings({**sheet, "readings": {"scroll_21": "set"}})} == {"F2"}
