"""The twenty-five missions: dealing and preparation, condition, points (section 6)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from games.megalomania import dealing, missions
from games.megalomania.cards import COUNT, NAMES, RANKS
from games.megalomania.pack import loading as pack
from tests.unit.games.megalomania.scene import BY_COLOUR, Scene, cards

PACK = pack.get()
EVERY = range(1, 26)
SIZES = {12: 7, 13: 6, 14: 6, 15: 6, 22: 6, 24: 4}


def score(mission: int, tricks: Sequence[int]) -> list[int]:
    """Return the points of a mission decided by numbers of tricks."""
    tricks_taken: list[list[list[int]]] = [[[0]] * count for count in tricks]
    each = missions.points_each(mission, PACK)
    return [each * amount for amount in missions.amounts(mission, tricks_taken, tricks, PACK)]


def paid(mission: int, *taken: str) -> list[int]:
    """Return the points of a mission for cards taken; tricks are separated by commas."""
    tricks = [[cards(trick) for trick in text.split(",")] if text else [] for text in taken]
    each = missions.points_each(mission, PACK)
    return [
        each * amount
        for amount in missions.amounts(mission, tricks, [len(player_tricks) for player_tricks in tricks], PACK)
    ]


# --- Numbers of tricks ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mission", "tricks", "points"),
    [
        (1, (3, 3, 2, 0), (4, 4, 0, 0)),
        (1, (4, 2, 1, 1), (0, 0, 0, 0)),
        (5, (4, 3, 1, 0), (4, 0, 0, 0)),
        (5, (4, 4, 0, 0), (4, 4, 0, 0)),
        (12, (1, 3, 3, 0), (-4, -4, -4, 0)),
        (12, (2, 5, 0, 0), (0, -4, 0, 0)),
        (13, (1, 1, 1, 3), (4, 4, 4, 0)),
        (14, (2, 2, 2, 0), (4, 4, 4, 0)),
        (14, (2, 1, 3, 0), (4, 0, 0, 0)),
        (15, (3, 2, 1, 0), (4, 0, 0, 0)),
        (15, (3, 3, 0, 0), (0, 0, 0, 0)),
        (16, (4, 4, 0, 0), (-4, -4, 0, 0)),
        (16, (3, 5, 0, 0), (0, -4, 0, 0)),
        (17, (2, 2, 2, 2), (-4, -4, -4, -4)),
        (17, (3, 2, 3, 0), (0, -4, 0, 0)),
        (18, (3, 2, 3, 0), (3, 2, 3, 0)),
        (20, (3, 2, 2, 1), (4, 0, 4, 0)),
        (20, (3, 2, 1, 2), (0, 0, 0, 0)),
        (21, (3, 2, 2, 1), (0, -4, 0, -4)),
        (21, (2, 2, 2, 2), (0, 0, 0, 0)),
        (22, (1, 4, 1, 0), (0, 4, 0, 0)),
        (22, (2, 2, 1, 1), (0, 0, 0, 0)),
        (24, (0, 0, 3, 1), (4, 4, 0, 0)),
        (25, (0, 5, 3, 0), (0, -5, -3, 0)),
    ],
)
def test_mission_by_tricks(mission: int, tricks: tuple[int, ...], points: tuple[int, ...]) -> None:
    """Missions 1, 5, 12-18, 20-22, 24, 25; in 15, 20, 21 and 22 a tie pays no player (9.6)."""
    assert score(mission, tricks) == list(points)


# --- Cards taken ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("mission", "points"), [(2, -4), (8, 4)])
def test_missions_2_and_8_four_colours_over_all_tricks(mission: int, points: int) -> None:
    """9.5: the union of the tricks, not one trick."""
    union = "black_peasant red_dwarf,yellow_knight blue_emperor"
    three = "black_peasant red_dwarf,yellow_knight red_emperor"
    assert paid(mission, union, three, "") == [points, 0, 0]


@pytest.mark.parametrize(("mission", "colour"), [(3, "blue"), (4, "yellow"), (9, "red"), (10, "black")])
def test_missions_3_4_9_10_cards_of_colour(mission: int, colour: str) -> None:
    sign = 1 if mission in (3, 4) else -1
    other = "red" if colour != "red" else "blue"
    assert paid(mission, f"{colour}_dwarf {colour}_knight,{other}_peasant {colour}_oracle", "") == [3 * sign, 0]


def test_mission_6_no_dwarf_and_no_sorcerer() -> None:
    assert paid(6, "red_peasant blue_knight", "red_dwarf", "blue_sorcerer", "") == [4, 0, 0, 4]


def test_mission_7_tricks_of_25_or_less() -> None:
    """Printed values (9.17): 11 + 13 + 1 is 25, 11 + 15 is more."""
    assert paid(7, "red_knight red_oracle red_peasant,blue_peasant", "blue_knight blue_emperor", "") == [4, 0, 0]


def test_mission_11_eighty_or_more() -> None:
    """Six Emperors' worth: 15 + 15 + 15 + 13 + 13 + 9 is 80."""
    eighty = "red_emperor blue_emperor black_emperor,red_oracle blue_oracle red_sorcerer"
    assert paid(11, eighty, eighty.replace("sorcerer", "dwarf"), "") == [4, 0, 0]


def test_mission_19_dwarves_and_sorcerers() -> None:
    assert paid(19, "red_dwarf red_sorcerer,blue_peasant blue_dwarf", "blue_knight") == [3, 0]


def test_mission_23_most_of_each_colour_alone() -> None:
    """S300: a tie pays no player."""
    assert paid(23, "red_dwarf red_knight blue_dwarf", "red_peasant blue_peasant black_dwarf", "") == [2, 2, 0]


# --- Dealing ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mission", EVERY)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_cards_dealt_by_mission(mission: int, players: int) -> None:
    """Hand sizes of section 4: 8, but 7 for mission 12 and 6 for 13, 14, 15, 22; mission 24 keeps 4 of 8."""
    scene = Scene(players=players, mission=mission, decks=[BY_COLOUR], dealer="AABCD"[players])
    dealing.deal(scene.table)
    table = scene.table
    dealt = 8 if mission == 24 else SIZES.get(mission, 8)
    for seat in range(players):
        seat_cards = [*table.hands[seat], *table.shown[seat], *table.line_order[seat]]
        seat_cards += [table.covered[card] for card in table.shown[seat] if card in table.covered]
        assert len(seat_cards) == dealt
        if players == 4:
            assert {card // 8 for card in seat_cards} == {(seat - 1 - table.dealer) % 4}, (
                "clockwise from the left of the dealer"
            )
    assert len(table.undealt) == COUNT - players * dealt
    assert table.pack.tricks[mission] == SIZES.get(mission, 8)


@pytest.mark.parametrize("mission", EVERY)
def test_round_plays_all_its_tricks(mission: int) -> None:
    scene = Scene({}, decks=[BY_COLOUR]).round(mission)
    assert len(scene.table.tricks) == SIZES.get(mission, 8)
    assert scene.table.rows[0]["mission"] == mission


def test_mission_13_three_cards_played_from_table() -> None:
    scene = Scene(players=2, mission=13, decks=["red_dwarf blue_dwarf red_knight blue_knight red_oracle blue_oracle"])
    scene.table.dealer = 1
    dealing.deal(scene.table)
    assert [NAMES[card] for card in scene.table.shown[0]] == ["red_dwarf", "red_knight", "red_oracle"]
    assert len(scene.table.hands[0]) == 3
    assert len(scene.table.unplayed(0)) == 6, "the table cards are among the playable ones"


def test_mission_14_turned_up_card_gives_colour_of_trick() -> None:
    """13.16: the pad's colour stays on the sheet; eight undealt cards, six of them turned up."""
    scene = Scene({}, decks=[BY_COLOUR], dominant="red").round(14)
    assert scene.table.rows[0]["dominant"] == "red"
    assert len(scene.table.undealt) == 2
    assert scene.table.trick is not None
    assert scene.table.trick.trump == 1, "the sixth card turned up is red"


def test_mission_14_scroll_1_fixes_colour() -> None:
    """9.22."""
    script = {"A:scroll": "1", "A:dominant_colour": "yellow"}
    scene = Scene(script, held={"A": [1]}, decks=[BY_COLOUR], dominant="red").round(14)
    assert scene.table.trick is not None
    assert scene.table.trick.trump == 2
    assert len(scene.table.undealt) == 8
    assert scene.table.rows[0]["dominant"] == "yellow"


def test_mission_15_line_played_in_order_without_precedence() -> None:
    """9.27."""
    deck = "black_peasant red_peasant black_emperor blue_emperor " + " ".join(
        f"{colour}_{rank}" for rank in RANKS[1:6] for colour in ("black", "red")
    )
    line = "black_emperor black_dwarf black_peasant black_assassin black_explorer"
    scene = Scene({"A:line": line}, players=2, dealer="B", decks=[deck]).round(15)
    first = [NAMES[trick[0] if trick[0] // 8 == 0 else trick[1]] for trick in scene.table.tricks]
    assert first == [*line.split(), "black_sorcerer"]
    assert "A:play" not in scene.kinds()


def test_mission_15_explorer_keeps_place_in_line() -> None:
    hands = ["red_explorer blue_emperor blue_dwarf", "red_dwarf", "red_knight", "red_peasant"]
    previous = "black_peasant black_dwarf black_oracle black_knight"
    scene = Scene("explorer blue_emperor", hands=hands, mission=15, previous=previous, crystals=[1])
    scene.trick()
    assert scene.hand("A") == "black_peasant blue_dwarf"


def test_mission_18_covered_card_freed_by_card_on_it() -> None:
    scene = Scene({}, players=2, mission=18, dealer="B", decks=[BY_COLOUR])
    dealing.deal(scene.table)
    table = scene.table
    open_cards, covered = table.shown[0][:], dict(table.covered)
    scene.leader = 0
    scene.by_kind = {"A:play": [NAMES[open_cards[1]]]}
    scene.trick()
    assert table.hands[0] == [covered[open_cards[1]]]
    assert open_cards[1] not in table.covered


def test_mission_19_card_of_row_drawn_after_each_card() -> None:
    """13.17: after the window of its player."""
    scene = Scene({}, players=2, mission=19, dealer="B", decks=[BY_COLOUR])
    dealing.deal(scene.table)
    row = scene.table.line_order[0][:]
    scene.leader = 0
    scene.trick()
    assert row[0] in scene.table.hands[0]
    assert scene.table.line_order[0] == row[1:]
    assert len(scene.table.hands[0]) == 4


@pytest.mark.parametrize("mission", [20, 21])
def test_missions_20_and_21_hands_passed_across(mission: int) -> None:
    scene = Scene(mission=mission, hands=["black_dwarf", "red_dwarf", "yellow_dwarf", "blue_dwarf"])
    dealing.prepare(scene.table)
    assert [scene.hand(letter) for letter in "ABCD"] == ["yellow_dwarf", "blue_dwarf", "black_dwarf", "red_dwarf"]


def test_mission_22_hands_passed_right_after_every_trick() -> None:
    hands = ["black_dwarf black_oracle", "red_dwarf red_oracle", "blue_dwarf blue_oracle", "yellow_dwarf yellow_oracle"]
    scene = Scene({}, mission=22, hands=hands)
    scene.trick()
    assert [scene.hand(letter) for letter in "ABCD"] == ["red_oracle", "blue_oracle", "yellow_oracle", "black_oracle"]


def test_mission_24_two_piles_and_one_of_left_neighbour() -> None:
    """S302-S304: A takes from B, B from C, C from A where three play."""
    hands = [
        " ".join(f"{colour}_{rank}" for rank in RANKS[:4] for colour in two)
        for two in (("black", "red"), ("yellow", "blue"))
    ]
    hands.append(" ".join(f"{colour}_{rank}" for rank in RANKS[4:] for colour in ("black", "red")))
    kept_cards = "black_oracle black_emperor red_oracle red_emperor"
    script = {
        "A:split": "black_peasant black_assassin red_peasant red_assassin",
        "B:split": "yellow_peasant yellow_assassin yellow_explorer yellow_dwarf",
        "C:split": kept_cards,
        "pile": "1 1 2",
    }
    scene = Scene(script, players=3, mission=24, hands=hands, dealer="C")
    for hand in scene.table.hands:
        hand.sort()
    dealing.prepare(scene.table)
    assert scene.hand("A") == "yellow_peasant yellow_assassin yellow_explorer yellow_dwarf"
    assert scene.hand("B") == kept_cards
    assert scene.hand("C") == "black_explorer black_dwarf red_explorer red_dwarf"
    assert len(scene.table.undealt) == 12


def test_mission_25_three_cards_passed_right_at_once() -> None:
    """S306-S308: C is to the right of A where three play."""
    hands = [" ".join(f"{colour}_{rank}" for rank in RANKS) for colour in ("black", "red", "blue")]
    scene = Scene({}, players=3, mission=25, hands=hands, dealer="C")
    dealing.prepare(scene.table)
    lowest = ["peasant", "assassin", "explorer"]
    assert [name for name in scene.hand("C").split() if name.startswith("black")] == [
        f"black_{rank}" for rank in lowest
    ]
    assert [name for name in scene.hand("A").split() if name.startswith("red")] == [f"red_{rank}" for rank in lowest]
    assert [len(hand) for hand in scene.table.hands] == [8, 8, 8]


# --- Kinds and signs --------------------------------------------------------------------------------------------------


def test_sixteen_fixed_and_nine_variable_missions() -> None:
    assert (len(missions.FIXED), len(missions.VARIABLE)) == (16, 9)
    assert sorted((*missions.FIXED, *missions.VARIABLE)) == list(EVERY)
    assert set(missions.VARIABLE) == {3, 4, 7, 9, 10, 18, 19, 23, 25}


@pytest.mark.parametrize("mission", EVERY)
def test_mission_signs(mission: int) -> None:
    each = missions.points_each(mission, PACK)
    assert (each < 0) == (mission in {2, 9, 10, 12, 16, 17, 21, 25})
    assert (each > 0) == (PACK.signs[mission] > 0)
