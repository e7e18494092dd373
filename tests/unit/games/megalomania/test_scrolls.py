"""Scrolls 1 to 12, one test per example of the rulebook (S316-S333) and per conflict of section 7; the window."""

from __future__ import annotations

import pytest

from games.megalomania import scrolls
from tests.unit.games.megalomania.scene import BY_COLOUR, Scene, play


def test_scroll_1_s316_another_dominant_colour() -> None:
    scene = play(Scene("red", dominant="black"), 1)
    assert scene.table.dominant == 1
    assert scene.options("dominant_colour") == ["red", "yellow", "blue"]
    scene.table.hands = Scene(hands=["blue_oracle", "red_peasant", "blue_emperor", "black_emperor"]).table.hands
    assert scene.trick() == "B"


def test_scroll_2_s317_exchange_with_every_opponent() -> None:
    hands = [
        "red_dwarf yellow_peasant",
        "black_peasant blue_peasant",
        "red_knight red_oracle",
        "yellow_dwarf blue_dwarf",
    ]
    script = "red 1 black_peasant 3 red_oracle red_oracle yellow_dwarf blue_peasant"
    scene = play(Scene(script, hands=hands, dominant="yellow"), 2, "B")
    assert scene.options("asked_colour") == ["black", "red", "blue"], "not the dominant colour"
    assert scene.options("give", 0) == ["red_knight", "red_oracle"], "A's only red card needed no question"
    assert scene.hand("A").split() == ["black_peasant", "yellow_peasant"]
    assert scene.hand("B") == "red_dwarf yellow_dwarf"
    assert scene.hand("C") == "red_knight red_oracle"
    assert scene.hand("D") == "blue_peasant blue_dwarf"


def test_scroll_2_giver_without_colour_gives_any_card() -> None:
    hands = ["black_peasant", "yellow_dwarf blue_dwarf"]
    scene = play(Scene("red blue_dwarf black_peasant", players=2, hands=hands, dominant="yellow"), 2)
    assert scene.options("give") == ["yellow_dwarf", "blue_dwarf"]
    assert (scene.hand("A"), scene.hand("B")) == ("blue_dwarf", "black_peasant yellow_dwarf")


def test_scroll_2_any_card_returned_even_same() -> None:
    scene = play(Scene("red red_dwarf", players=2, hands=["black_peasant", "red_dwarf"], dominant="yellow"), 2)
    assert scene.options("return") == ["black_peasant", "red_dwarf"]
    assert scene.hand("B") == "red_dwarf"


def test_scroll_2_order_set_by_activator() -> None:
    """9.28."""
    scene = play(Scene({"next_opponent": "3 4"}, hands=["red_dwarf"] * 4, dominant="yellow"), 2)
    assert [kind for kind in scene.kinds() if "next" in kind] == ["A:next_opponent"] * 2
    assert scene.options("next_opponent", 1) == ["2", "4"]


def test_scroll_2_with_empty_hands_is_legal_without_effect() -> None:
    """13.25: mission 18 deals no hand."""
    scene = play(Scene("red", mission=18, dominant="yellow"), 2)
    assert scene.table.scroll == 2


def test_scroll_3_s318_doubles_points_gained() -> None:
    decks = [BY_COLOUR]
    scene = Scene({"A:scroll": "3"}, held={"A": [3]}, decks=decks, dominant="black").round(5)
    assert scene.points() == [8, 0, 0, 0], "four points, doubled"


def test_scroll_3_losses_not_doubled() -> None:
    """9.23."""
    scene = Scene({"A:scroll": "3"}, held={"A": [3]}, decks=[BY_COLOUR], dominant="black").round(16)
    assert scene.points() == [-4, 0, 0, 0]


def test_scroll_4_s319_deals_again() -> None:
    other = " ".join(reversed(BY_COLOUR.split()))
    scene = Scene({"A:scroll": "4"}, held={"A": [4]}, decks=[BY_COLOUR, other], dominant="black")
    scene.round(5)
    assert scene.table.chance.shuffles == 2
    assert scene.table.mission == 5
    assert scene.table.dealer == 3
    assert scene.points() == [0, 0, 0, 4], "the black cards went to D this time"
    assert [kind for kind in scene.kinds() if kind.endswith("scroll")] == ["A:scroll"], "no second window"


def test_scroll_5_s320_replaced_and_kept_to_end() -> None:
    scene = Scene({"C:resources": "C4"}, scroll_deck=[5, 9, 1]).resources()
    assert scene.table.held[2] == [5, 9]
    assert scene.table.scroll_deck == [1]


def test_scroll_5_never_playable() -> None:
    assert not scrolls.may_play(Scene().table, 5)


def test_scroll_5_with_empty_deck_not_replaced() -> None:
    """13.20."""
    assert Scene({"A:resources": "C4"}, scroll_deck=[5]).resources().table.held[0] == [5]


def test_scroll_6_s321_no_resources_selected() -> None:
    scene = Scene({"B:scroll": "6"}, held={"B": [6]}, decks=[BY_COLOUR]).round(1)
    assert not [kind for kind in scene.kinds() if kind.endswith("resources")]
    assert [entry["choice"] for entry in scene.table.rows[0]["players"]] == ["none"] * 4


def test_scroll_7_s323_applies_played_scroll() -> None:
    scene = Scene({"A:scroll": "7", "A:copy": "4"}, held={"A": [7]}, played=[4, 6], decks=[BY_COLOUR, BY_COLOUR])
    scene.round(5)
    assert scene.options("copy") == ["4", "6"]
    assert scene.table.chance.shuffles == 2
    assert scene.table.rows[0]["scroll"] == {"seat": 1, "numbers": [7, 4]}


def test_scroll_7_needs_played_scroll() -> None:
    assert not scrolls.may_play(Scene().table, 7)
    assert not scrolls.may_play(Scene(played=[11], mission=7).table, 7), "11 only in a fixed mission (13.19)"
    assert scrolls.may_play(Scene(played=[11], mission=5).table, 7)


def test_scroll_8_s325_draws_three_and_keeps_one() -> None:
    scene = play(Scene("9 no", scroll_deck=[3, 9, 14, 2]), 8)
    assert scene.options("keep") == ["3", "9", "14"]
    assert scene.table.held[0] == [9]
    assert scene.table.removed == [3, 14]
    assert scene.table.scroll_deck == [2]


def test_scroll_8_kept_scroll_may_be_played_at_once() -> None:
    """9.25: the exception to one scroll per round."""
    scene = play(Scene("6 yes", scroll_deck=[3, 6, 14]), 8)
    assert scene.table.scroll == 6
    assert scene.table.entries == [8, 6]
    assert scene.table.held[0] == []


def test_scroll_8_with_short_deck() -> None:
    """13.2."""
    assert play(Scene("no", scroll_deck=[3]), 8).table.held[0] == [3]
    assert play(Scene(""), 8).table.held[0] == []


def test_scroll_8_17_pays_only_if_kept() -> None:
    scene_with_17_kept = play(Scene("17", scroll_deck=[17, 1, 2]), 8)
    assert (scene_with_17_kept.table.rewards[0], scene_with_17_kept.table.held[0]) == (3, [])
    assert play(Scene("1 no", scroll_deck=[17, 1, 2]), 8).table.rewards[0] == 0


def test_scroll_8_5_kept_brings_another_not_playable_now() -> None:
    """13.20."""
    scene = play(Scene("5", scroll_deck=[5, 1, 2, 6]), 8)
    assert scene.table.held[0] == [5, 6]
    assert "A:play_now" not in scene.kinds()


def test_scroll_8_and_7_chained() -> None:
    """13.5, 13.19: a number 8 in progress counts as played."""
    scene = play(Scene("7 yes 1 no", scroll_deck=[7, 2, 3, 1, 4, 6]), 8)
    assert scene.table.entries == [8, 7, 8]
    assert scene.table.held[0] == [1]


@pytest.mark.parametrize(("pair", "has"), [("C1+C3", (3, 5)), ("C1+C2", (2, 10)), ("C2+C3", (1, 15))])
def test_scroll_9_s327_two_different_combinations(pair: str, has: tuple[int, int]) -> None:
    scene = Scene({"D:two_resources": pair}, scroll=9, owner="D", scroll_deck=[1]).resources()
    assert (scene.table.crystals[3], scene.table.cubes[3]) == has
    assert scene.options("two_resources") == ["C1+C2", "C1+C3", "C2+C3"], "no scroll, no combination twice (13.26)"


def test_scroll_10_s329_steals_trick_once() -> None:
    hands = ["blue_peasant blue_dwarf", "blue_emperor blue_oracle", "red_peasant red_dwarf", "red_knight red_oracle"]
    script = {"steal": "yes"}
    scene = Scene(script, hands=hands, scroll=10, owner="A", dominant="yellow")
    assert scene.trick() == "AB", "the trick is A's, the lead stays with B (9.13)"
    scene.trick()
    assert scene.kinds().count("A:steal") == 1


def test_scroll_10_not_for_own_trick() -> None:
    hands = ["blue_emperor", "blue_peasant", "red_peasant", "red_knight"]
    scene = Scene(hands=hands, scroll=10, owner="A", dominant="yellow")
    assert scene.trick() == "A"
    assert scene.kinds() == []


def test_scroll_11_s331_one_trick_less() -> None:
    """A takes four tricks and makes them three (mission 1)."""
    scene = Scene({"trick_more": "-1"}, scroll=11, owner="A")
    scene.table.takers = [0, 0, 0, 0, 1, 1, 2, 3]
    assert scrolls.effective_tricks(scene.table) == [3, 2, 1, 1]
    assert scene.options("trick_more") == ["-1", "0", "1"]


def test_scroll_11_optional_and_never_below_zero() -> None:
    """13.14."""
    scene = Scene({"trick_more": "0"}, scroll=11, owner="A")
    scene.table.takers = [1] * 8
    assert scrolls.effective_tricks(scene.table) == [0, 8, 0, 0]
    assert scene.options("trick_more") == ["0", "1"]


def test_scroll_11_in_fixed_missions_only() -> None:
    assert scrolls.may_play(Scene(mission=2).table, 11), "also where tricks do not count (9.29)"
    assert not scrolls.may_play(Scene(mission=25).table, 11)


def test_scroll_12_s333_five_tricks() -> None:
    """9.11: set to five, not five more."""
    scene = Scene({"A:scroll": "12"}, held={"A": [12]}, decks=[BY_COLOUR], dominant="black").round(25)
    assert scene.points() == [-5, 0, 0, 0]
    assert scene.table.rows[0]["players"][0]["effective"] == 5


def test_one_scroll_per_round() -> None:
    """S249: clockwise from the left of the dealer, the first one played ends it."""
    held_scrolls = {"A": [6], "B": [6], "C": [9]}
    scene = Scene({"A:scroll": "pass", "B:scroll": "6"}, held=held_scrolls, decks=[BY_COLOUR]).round(5)
    assert [kind for kind in scene.kinds() if kind.endswith(":scroll")] == ["A:scroll", "B:scroll"]
    assert scene.table.held == [[6], [], [9], []]


def test_scroll_not_playable_in_round_obtained() -> None:
    """S251: the scroll window is before the resources."""
    scene = Scene({"resources": "C4 C4 C4 C4"}, decks=[BY_COLOUR], scroll_deck=[6, 9, 14, 10]).round(5)
    assert not [kind for kind in scene.kinds() if kind.endswith(":scroll")]
    assert scene.table.held == [[6], [9], [14], [10]]
