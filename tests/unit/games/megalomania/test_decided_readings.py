"""The fourteen readings that could be chosen once: the value decided, and set-ups and sheets from before."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from games.chance import SeededChance
from games.decided_readings import CODE, ReadingGone
from games.megalomania import ending, missions, rounds, scrolls
from games.megalomania.cards import NAMES
from games.megalomania.check.sheet import check
from games.megalomania.ending import Result
from games.megalomania.game import GAME
from games.megalomania.readings import DECIDED
from games.tie_breaks import places
from tests.unit.games.megalomania.golden_plans import curious
from tests.unit.games.megalomania.scene import BY_COLOUR, Scene, cards
from tests.unit.games.megalomania.sheet_samples import PACK, played
from tests.volume import part_of

RULES = Path(rounds.__file__).resolve().parents[2] / "docs/rules/megalomania.md"
NAMED = {"readings": {name: reading.value for name, reading in DECIDED.items()}}
OTHERS: list[tuple[str, Any]] = [
    ("scroll_12", "added"),
    ("scrolls_held", "each"),
    ("dwarf_tie", "six"),
    ("scroll_3", 3),
]


# --- set-ups and sheets from before -----------------------------------------------------------------------------------


def test_every_decided_reading_has_its_value_in_the_rules() -> None:
    decided = RULES.read_text(encoding="utf-8").partition("## 14. ")[2]
    for name, reading in DECIDED.items():
        row = re.search(rf"^\| `{name}` \| (.+) \| (.+) \| (.+) \|$", decided, re.MULTILINE)
        assert row is not None, name
        assert (row[1], row[2]) == (reading.number, f"`{reading.value}`"), name


def test_what_names_the_decided_values_is_read_without_them() -> None:
    assert GAME.setup(4, NAMED) == GAME.setup(4, {})
    assert "readings" not in GAME.setup_data(GAME.setup(4, NAMED))
    result = check({**played(4), **NAMED}, players=4)
    assert result.findings == ()
    assert "readings" not in result.sheet


@pytest.mark.parametrize(("name", "value"), OTHERS, ids=str)
def test_another_reading_is_refused(name: str, value: Any) -> None:
    with pytest.raises(ReadingGone, match=rf"setup\.readings\.{name}.*{value}"):
        GAME.setup(4, {"readings": {name: value}})
    (finding,) = check({**played(4), "readings": {name: value}}, players=4).findings
    assert (finding.code, finding.path, finding.is_error) == (CODE, f"readings.{name}", True)
    for language in ("it", "en"):
        assert DECIDED[name].number in GAME.sentence(finding, language)
        assert str(DECIDED[name].value) in GAME.sentence(finding, language)


# --- the engine -------------------------------------------------------------------------------------------------------


def test_9_5_four_colours_in_all_tricks_together() -> None:
    together = [cards("black_peasant red_dwarf"), cards("yellow_knight blue_emperor")]
    three = [cards("black_peasant red_dwarf yellow_knight")]
    for mission in (2, 8):
        assert missions.amounts(mission, (together, three, []), (2, 1, 0), PACK) == (1, 0, 0)


@pytest.mark.parametrize(
    ("mission", "tricks"), [(15, (3, 3, 0)), (22, (2, 2, 2)), (20, (4, 2, 0, 2)), (21, (4, 2, 0, 2))]
)
def test_9_6_tie_scores_for_nobody(mission: int, tricks: tuple[int, ...]) -> None:
    assert missions.met_by_tricks(mission, tricks) == (0,) * len(tricks)
    assert sum(missions.met_by_tricks(mission, (5, 1, 0, 0)[: len(tricks)])) >= 1


def test_9_10_scroll_15_gives_the_sum() -> None:
    script = {"A:resources": "C1", "B:resources": "C2", "C:resources": "C2", "D:resources": "C1"}
    scene = Scene(script, scroll=15, owner="A").resources()
    assert (scene.table.crystals[0], scene.table.cubes[0]) == (4, 20)


def test_9_11_scroll_12_sets_five_tricks() -> None:
    scene = Scene(scroll=12, owner="B")
    scene.table.takers = [0, 1, 1, 2, 2, 2, 3, 3]
    assert scrolls.effective_tricks(scene.table) == [1, 5, 3, 2]


def test_9_13_scroll_10_leaves_the_lead_to_the_winner() -> None:
    hands = ["blue_peasant", "blue_emperor", "red_peasant", "red_knight"]
    scene = Scene({"steal": "yes"}, hands=hands, scroll=10, owner="A", dominant="yellow")
    assert scene.trick() == "AB", "A takes the trick, B leads the next"


def test_9_14_leader_cannot_wait() -> None:
    hands = ["red_dwarf", "blue_peasant", "blue_knight", "blue_explorer"]
    scene = Scene(hands=hands, scroll=14, owner="A")
    assert scene.trick() == "A"
    assert scene.taken().split()[0] == "red_dwarf"


@pytest.mark.parametrize(("takers", "options"), [([0, 0, 1], ["-1", "0", "1"]), ([1, 1, 1], ["0", "1"])])
def test_13_14_scroll_11_may_leave_the_number(takers: list[int], options: list[str]) -> None:
    scene = Scene({}, scroll=11, owner="A")
    scene.table.takers = takers
    scrolls.effective_tricks(scene.table)
    assert [list(map(str, decision.options)) for decision in scene.asked] == [options]


def test_13_16_first_colour_of_mission_14_is_turned_after_the_resources() -> None:
    scene = Scene({}, decks=[BY_COLOUR], dominant="red").round(14)
    assert len(scene.table.undealt) == 2
    assert scene.table.rows[0]["dominant"] == "red", "the column keeps the pad's colour"


def test_9_22_scroll_1_beats_mission_14() -> None:
    script = {"A:scroll": "1", "A:dominant_colour": "yellow"}
    scene = Scene(script, held={"A": [1]}, decks=[BY_COLOUR], dominant="red").round(14)
    assert len(scene.table.undealt) == 8, "no card is turned up"
    assert scene.table.rows[0]["dominant"] == "yellow"


def test_13_17_card_of_the_row_comes_after_the_powers() -> None:
    """The Explorer of mission 19 has two answers: the card in the hand, and to put the drawn one back."""
    hands = ["red_explorer blue_emperor", "red_dwarf", "red_knight", "red_peasant"]
    script = {"A:play": "red_explorer", "A:window": "explorer"}
    scene = Scene(script, hands=hands, mission=19, previous="black_peasant", crystals=[1])
    scene.table.line_order[0] = cards("blue_dwarf black_oracle")
    scene.trick()
    assert len(scene.options("explore")) == 2
    assert [NAMES[card] for card in scene.table.line_order[0]] == ["black_oracle"]


def test_9_18_later_of_two_equal_cards_wins_under_a_dwarf() -> None:
    """Two cubes lift the Explorer to the value of the Dwarf."""
    hands = ["blue_dwarf", "blue_explorer", "red_knight", "red_peasant"]
    assert Scene("dwarf +2", hands=hands, crystals=[1], cubes=[0, 2]).trick() == "B"


def test_9_23_scroll_3_doubles_gains_only() -> None:
    assert [missions.doubled(points) for points in (4, -4, 0)] == [8, -4, 0]


def test_13_21_all_without_scrolls_come_first() -> None:
    two = [Result(6, 0, 0, 2), Result(6, 0, 0, 2), Result(4, 0, 1, 2), Result(4, 0, 1, 3)]
    assert ending.places_of(two, pairs=False) == (1, 1, 3, 4)


def test_curious_games_have_no_findings() -> None:
    """Players who collect scrolls and play all they can: engine and check read the rules in the same way."""
    for number in range(part_of(48)):
        players = 2 + number % 3
        setup = GAME.setup(players, {"pairs": players == 4 and number % 2 == 0})
        outcome = rounds.play(setup, SeededChance(f"decided/{number}"), curious(f"{number}", set()))
        checked = check(outcome.sheet, players=players)
        assert checked.findings == (), number
        assert checked.sheet == outcome.sheet
        assert places(checked.rows, ending.CHAIN) == outcome.places
