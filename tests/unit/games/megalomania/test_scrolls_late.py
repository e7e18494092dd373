"""Scrolls 13 to 20, one test per example of the rulebook (S335-S349) and per conflict of section 7."""

from __future__ import annotations

import pytest

from tests.unit.games.megalomania.scene import BY_COLOUR, Scene, play


def test_scroll_13_s335_swaps_whole_hands() -> None:
    scene = play(Scene("2", hands=["blue_peasant", "red_emperor red_oracle"]), 13)
    assert (scene.hand("A"), scene.hand("B")) == ("red_emperor red_oracle", "blue_peasant")
    assert scene.options("opponent") == ["2", "3", "4"]


def test_scroll_13_leaves_table_cards() -> None:
    """9.15: mission 13."""
    scene = Scene("", players=2, hands=["blue_peasant", "red_emperor"])
    scene.table.shown = [[1], [2]]
    assert play(scene, 13).table.shown == [[1], [2]]


def test_scroll_14_s337_waits_and_plays_last() -> None:
    hands = ["blue_dwarf", "blue_peasant", "blue_knight", "blue_explorer"]
    scene = Scene("yes", hands=hands, leader="D", scroll=14, owner="A")
    assert scene.trick() == "C"
    assert scene.taken() == "blue_explorer blue_peasant blue_knight blue_dwarf"


def test_scroll_14_not_when_leading() -> None:
    """9.14."""
    scene = Scene(hands=["blue_dwarf", "blue_peasant", "blue_knight", "blue_explorer"], scroll=14, owner="A")
    scene.trick()
    assert scene.kinds() == []


def test_scroll_15_s339_resources_of_others() -> None:
    script = {"A:resources": "C3", "B:resources": "C1", "C:resources": "C2", "D:resources": "C4"}
    scene = Scene(script, scroll=15, owner="A", scroll_deck=[1]).resources()
    assert (scene.table.crystals, scene.table.cubes) == ([3, 2, 0, 0], [15, 0, 10, 0])


def test_scroll_15_limited_by_bank() -> None:
    """9.10."""
    scene = Scene({"resources": "C1 C1 C1 C1"}, scroll=15, owner="A").resources()
    assert scene.table.crystals == [4, 2, 2, 2]
    assert scene.table.bank_crystals == 0


def test_scroll_16_s341_wins_whatever_played() -> None:
    hands = ["blue_peasant", "red_emperor", "blue_emperor", "blue_dwarf"]
    scene = Scene("win done", hands=hands, scroll=16, owner="A", crystals=[0, 1], dominant="red")
    assert scene.trick() == "A"


def test_scroll_16_s341_leader_ducks_and_declares_colour() -> None:
    hands = ["red_emperor", "blue_peasant", "blue_dwarf red_knight", "black_emperor"]
    scene = Scene("duck_blue", hands=hands, scroll=16, owner="A", dominant="yellow")
    assert scene.trick() == "C"
    assert scene.taken() == "red_emperor blue_peasant blue_dwarf black_emperor", "blue must be followed (13.13)"
    assert scene.options("window") == ["done", "win", "duck_black", "duck_red", "duck_yellow", "duck_blue"]


def test_scroll_16_s341_highest_dominant_card_before_declared_colour() -> None:
    hands = ["red_emperor", "yellow_peasant", "blue_emperor", "yellow_dwarf"]
    assert Scene("duck_blue", hands=hands, scroll=16, owner="A", dominant="yellow").trick() == "D"


def test_scroll_16_s341_trick_cannot_be_taken() -> None:
    hands = ["red_emperor", "red_peasant", "red_dwarf", "black_dwarf"]
    assert Scene("duck_blue", hands=hands, scroll=16, owner="A", dominant="yellow").trick() == "A"


def test_scroll_16_not_leading_removes_card() -> None:
    """9.12."""
    hands = ["blue_dwarf", "blue_emperor", "blue_knight", "red_dwarf"]
    scene = Scene("duck", hands=hands, scroll=16, owner="B", dominant="yellow")
    assert scene.trick() == "C"
    assert scene.options("window") == ["done", "win", "duck"]


def test_scroll_16_once_per_round() -> None:
    hands = ["blue_dwarf blue_peasant", "blue_emperor blue_oracle", "red_dwarf red_knight", "red_peasant red_oracle"]
    scene = Scene({"window": "win"}, hands=hands, scroll=16, owner="A", dominant="yellow")
    scene.trick()
    scene.trick()
    assert scene.kinds().count("A:window") == 1


def test_scroll_16_under_emperor() -> None:
    """13.3: scrolls are unaffected."""
    hands = ["blue_emperor", "blue_peasant", "blue_knight", "blue_dwarf"]
    scene = Scene("emperor win", hands=hands, scroll=16, owner="B", crystals=[1, 1], cubes=[0, 5], dominant="yellow")
    assert scene.trick() == "B"
    assert scene.options("window", 1) == ["done", "win", "duck"]


def test_scroll_16_declaration_stays_when_oracle_changes_colour() -> None:
    """13.13."""
    hands = ["red_oracle", "blue_peasant", "black_emperor", "black_knight"]
    scene = Scene("duck_blue oracle black", hands=hands, scroll=16, owner="A", crystals=[1], dominant="yellow")
    assert scene.trick() == "B"


def test_scroll_17_s343_three_points_at_once() -> None:
    scene = Scene({"B:resources": "C4"}, scroll_deck=[17, 2]).resources()
    assert scene.table.rewards == [0, 3, 0, 0]
    assert scene.table.held[1] == []
    assert scene.table.scroll_deck == [2]


def test_scroll_18_s345_crystal_on_opponents_card() -> None:
    """Its owner makes the decisions of the power."""
    hands = ["blue_peasant", "blue_knight", "blue_oracle", "blue_dwarf"]
    scene = play(Scene("", hands=hands, dominant="yellow"), 18, "B")
    scene.in_order = ["peasant", "4"]
    assert scene.trick() == "CD"
    assert scene.kinds() == ["B:extra", "B:leader"]
    assert scene.table.extra == 0


def test_scroll_18_on_own_card() -> None:
    scene = play(Scene("", hands=["blue_knight", "blue_dwarf", "blue_oracle", "red_peasant"]), 18, "B")
    scene.in_order = ["done", "dwarf"]
    assert scene.trick() == "B"
    assert scene.kinds() == ["B:extra", "B:window"]


def test_scroll_18_explorer_swaps_with_owners_hand() -> None:
    hands = ["red_explorer", "blue_dwarf", "red_oracle", "red_peasant"]
    scene = Scene("explorer blue_dwarf", hands=hands, previous="black_peasant black_dwarf black_oracle black_knight")
    scene.table.extra, scene.table.scroll, scene.table.scroll_owner = 1, 18, 1
    scene.trick()
    assert scene.taken(0) == "blue_dwarf black_dwarf black_oracle black_knight"
    assert scene.taken().split()[1] == "black_peasant"


def test_scroll_18_no_use_on_opponents_assassin_and_barred_by_emperor() -> None:
    for first, script in (("blue_assassin", ""), ("blue_emperor", "emperor")):
        answers = {"window": script} if script else {}
        scene = Scene(answers, hands=[first, "blue_dwarf", "blue_oracle", "red_peasant"], crystals=[len(answers)])
        scene.table.extra, scene.table.scroll, scene.table.scroll_owner = 1, 18, 3
        scene.trick()
        extra_questions = [kind for kind in scene.kinds() if kind == "D:extra"]
        assert len(extra_questions) == (2 if first == "blue_assassin" else 0)


def test_scroll_19_s347_one_player_leads_every_trick() -> None:
    script = {"A:scroll": "19", "A:leads": "3"}
    scene = Scene(script, held={"A": [19]}, decks=[BY_COLOUR], dominant="black").round(5)
    assert scene.options("leads") == ["1", "2", "3", "4"]
    assert {trick[0] // 8 for trick in scene.table.tricks} == {2}, "C, who leads every time, was dealt the yellow cards"


def test_scroll_19_overrules_peasant() -> None:
    """9.21."""
    ranks = ("peasant", "assassin", "explorer", "dwarf", "sorcerer", "knight", "oracle", "emperor")
    deck = " ".join(f"{colour}_{rank}" for rank in ranks for colour in ("red", "blue", "black", "yellow"))
    script = {"A:scroll": "19", "A:leads": "1", "A:resources": "C1", "A:window": "peasant", "A:leader": "4"}
    scene = Scene(script, held={"A": [19]}, decks=[deck], dominant="red").round(5)
    assert {trick[0] // 8 for trick in scene.table.tricks} == {1}, "A, who leads every time, was dealt the red cards"


def test_scroll_20_s349_any_power_with_any_card() -> None:
    hands = ["blue_emperor", "blue_dwarf", "blue_knight", "blue_peasant"]
    scene = Scene("dwarf done", hands=hands, scroll=20, owner="A", crystals=[2], dominant="yellow")
    assert scene.trick() == "D"
    powers = ["peasant", "dwarf", "sorcerer", "knight", "oracle", "emperor"]
    assert scene.options("window") == ["done", *powers]
    assert scene.options("window", 1) == ["done", *(power for power in powers if power != "dwarf")]


def test_scroll_20_any_card_against_precedence() -> None:
    hands = ["blue_emperor", "blue_dwarf red_peasant", "blue_knight", "blue_peasant"]
    scene = Scene("red_peasant+crystal", hands=hands, scroll=20, owner="B", crystals=[0, 1], dominant="red")
    assert scene.trick() == "B"


def test_scroll_20_still_costs_crystal() -> None:
    scene = Scene(hands=["blue_emperor", "blue_dwarf", "blue_knight", "blue_peasant"], scroll=20, owner="A")
    assert scene.trick() == "A"
    assert scene.kinds() == []


@pytest.mark.parametrize(
    ("own", "others", "crystals", "cubes"),
    [
        ("C2", ("C1", "C1", "C3"), 5, 15),
        ("C1", ("C3", "C3", "C3"), 5, 15),
        ("C3", ("C1", "C2", "C4"), 3, 15),
        ("C4", ("C2", "C2", "C3"), 1, 20),
    ],
)
def test_scroll_15_gives_the_sum_of_the_others_combinations(
    own: str, others: tuple[str, ...], crystals: int, cubes: int
) -> None:
    """S339, 9.10: each combination as often as others took it, none of scrolls, beside one's own; 45 cubes in all."""
    script = {"A:resources": own} | {f"{name}:resources": choice for name, choice in zip("BCD", others, strict=True)}
    scene = Scene(script, scroll=15, owner="A", scroll_deck=[4, 6]).resources()
    assert (scene.table.crystals[0], scene.table.cubes[0]) == (crystals, cubes)
