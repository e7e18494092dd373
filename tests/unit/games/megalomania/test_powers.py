"""The eight powers, one test per example of the rulebook (S165-S237) and per limit; cubes (S243). Rows of section 5."""

from __future__ import annotations

import pytest

from tests.unit.games.megalomania.scene import Scene


def four(one: str, two: str, three: str, four: str) -> list[str]:
    return [one, two, three, four]


# --- The examples of the rulebook -------------------------------------------------------------------------------------


def test_trick_example_1_s153_highest_dominant_card() -> None:
    hands = four("blue_emperor", "yellow_dwarf", "yellow_knight", "blue_oracle")
    assert Scene(hands=hands, dominant="yellow").trick() == "C"


def test_trick_example_2_s155_highest_card_of_lead_colour() -> None:
    hands = four("blue_dwarf", "black_emperor", "blue_knight", "yellow_emperor")
    assert Scene(hands=hands, dominant="red").trick() == "C"


def test_peasant_s165_names_next_leader() -> None:
    scene = Scene(
        "peasant 3",
        hands=four("blue_peasant", "blue_emperor", "blue_dwarf", "blue_knight"),
        crystals=[1],
        dominant="yellow",
    )
    assert scene.trick() == "BC"
    assert scene.options("leader") == ["1", "2", "3", "4"]


def test_assassin_s175_played_against_precedence() -> None:
    scene = Scene(
        "blue_assassin+crystal",
        hands=four("yellow_knight", "yellow_dwarf blue_assassin", "yellow_oracle", "yellow_peasant"),
        leader="C",
        crystals=[0, 1],
        dominant="blue",
    )
    assert scene.trick() == "B"
    assert scene.options("play") == ["yellow_dwarf", "blue_assassin+crystal"]
    assert scene.table.crystals[1] == 0


def test_assassin_s175_needs_crystal() -> None:
    hands = four("yellow_knight", "yellow_dwarf blue_assassin", "yellow_oracle", "yellow_peasant")
    scene = Scene(hands=hands, leader="C", dominant="blue")
    assert scene.trick() == "C"
    assert "B:play" not in scene.kinds(), "the yellow card had to be played"


@pytest.mark.parametrize("answer", ["blue_emperor", "put_back"])
def test_explorer_s185_swaps_or_puts_back(answer: str) -> None:
    scene = Scene(
        f"red_explorer explorer {answer}",
        hands=four("red_dwarf", "red_explorer blue_emperor", "red_knight", "red_peasant"),
        previous="black_peasant black_dwarf black_oracle black_knight",
        picks=[2],
        crystals=[0, 1],
        leader="B",
    )
    assert scene.trick() == "C"
    swapped = answer == "blue_emperor"
    assert scene.hand("B") == ("black_oracle" if swapped else "blue_emperor")
    drawn = "blue_emperor" if swapped else "black_oracle"
    assert scene.taken(0) == f"black_peasant black_dwarf {drawn} black_knight"


def test_explorer_s185_not_in_first_trick() -> None:
    scene = Scene(hands=four("red_explorer", "red_dwarf", "red_knight", "red_peasant"), crystals=[1], players=4)
    scene.trick()
    assert scene.kinds() == [], "nothing but done"


def test_explorer_s185_first_user_draws_first() -> None:
    scene = Scene(
        "red_explorer explorer red_oracle blue_explorer explorer blue_oracle",
        hands=four("red_explorer red_oracle", "blue_explorer blue_oracle", "black_peasant", "black_dwarf"),
        previous="yellow_peasant yellow_dwarf black_oracle black_knight",
        picks=[0, 0],
        crystals=[1, 1],
        dominant="black",
    )
    scene.trick()
    assert scene.hand("A") == "yellow_peasant"
    assert scene.hand("B") == "red_oracle", "B draws from the trick as A left it"


def test_dwarf_s197_lowest_card_takes_trick() -> None:
    scene = Scene(
        "dwarf",
        hands=four("yellow_knight", "yellow_dwarf", "yellow_oracle", "blue_emperor"),
        leader="C",
        crystals=[0, 1],
        dominant="red",
    )
    assert scene.trick() == "B"


def test_dwarf_s195_lowest_dominant_card_first() -> None:
    scene = Scene(
        "dwarf",
        hands=four("yellow_dwarf", "red_emperor", "red_knight", "yellow_peasant"),
        crystals=[1, 0, 0, 0],
        dominant="red",
    )
    assert scene.trick() == "C"


def test_sorcerer_s207_later_players_play_their_lowest_card_of_lead_colour() -> None:
    hands = four("blue_peasant", "blue_sorcerer", "blue_dwarf blue_emperor", "blue_knight blue_oracle red_peasant")
    scene = Scene("sorcerer", hands=hands, crystals=[0, 1], dominant="yellow")
    assert scene.trick() == "D", "the lowest blue card of D was a Knight"
    assert scene.taken() == "blue_peasant blue_sorcerer blue_dwarf blue_knight"


def test_sorcerer_s205_lowest_dominant_card_then_lowest_of_all() -> None:
    hands = four("blue_sorcerer", "yellow_oracle yellow_peasant red_peasant", "red_dwarf black_emperor", "blue_peasant")
    scene = Scene("sorcerer", hands=hands, crystals=[1], dominant="yellow")
    assert scene.trick() == "B"
    assert scene.taken() == "blue_sorcerer yellow_peasant red_dwarf blue_peasant"


def test_sorcerer_s205_equal_lowest_values_are_players_choice() -> None:
    hands = four("blue_sorcerer", "red_dwarf black_dwarf red_emperor", "blue_peasant", "blue_dwarf")
    scene = Scene("sorcerer red_dwarf", hands=hands, crystals=[1], dominant="yellow")
    scene.trick()
    assert scene.options("play") == ["red_dwarf", "black_dwarf"]


def test_sorcerer_binds_by_printed_values_and_assassin_with_crystal_escapes() -> None:
    hands = four("blue_sorcerer", "blue_dwarf blue_emperor red_assassin", "blue_peasant", "blue_knight")
    scene = Scene("sorcerer red_assassin+crystal", hands=hands, crystals=[1, 1], dominant="red")
    assert scene.trick() == "B"
    assert scene.options("play") == ["blue_dwarf", "red_assassin+crystal"]


def test_knight_s217_later_dominant_cards_lose_their_rank() -> None:
    hands = four("blue_sorcerer", "blue_knight", "black_emperor red_emperor", "black_oracle")
    scene = Scene("knight", hands=hands, crystals=[0, 1], dominant="black")
    assert scene.trick() == "B"
    assert scene.taken() == "blue_sorcerer blue_knight black_emperor black_oracle", "void in blue: black is compulsory"


def test_knight_s215_earlier_dominant_cards_keep_it() -> None:
    hands = four("blue_sorcerer", "black_peasant", "blue_knight", "black_emperor")
    assert Scene("knight", hands=hands, crystals=[0, 0, 1], dominant="black").trick() == "B"


def test_oracle_s227_takes_another_colour() -> None:
    hands = four("yellow_dwarf", "yellow_sorcerer", "yellow_knight", "yellow_oracle")
    scene = Scene("oracle black", hands=hands, crystals=[0, 0, 0, 1], dominant="blue")
    assert scene.trick() == "C"
    assert scene.options("oracle_colour") == ["black", "red"], "neither its own colour nor the dominant one"


def test_oracle_s225_of_dominant_colour_takes_any_other() -> None:
    hands = four("blue_dwarf", "blue_sorcerer", "blue_knight", "blue_oracle")
    scene = Scene("oracle red", hands=hands, crystals=[0, 0, 0, 1], dominant="blue")
    assert scene.trick() == "C"
    assert scene.options("oracle_colour") == ["black", "red", "yellow"]


def test_emperor_s237_ends_powers_and_cubes() -> None:
    hands = four("blue_emperor", "blue_dwarf", "blue_knight", "red_peasant")
    scene = Scene("emperor", hands=hands, crystals=[2, 1, 1, 1], cubes=[5, 5, 5, 5], dominant="yellow")
    assert scene.trick() == "A"
    assert scene.kinds() == ["A:window"], "nobody may do anything afterwards, its owner included"


def test_emperor_s235_earlier_powers_stay() -> None:
    hands = four("blue_peasant", "blue_emperor", "blue_knight", "blue_oracle")
    scene = Scene("peasant 4 +9 +9 emperor", hands=hands, crystals=[1, 1, 1], cubes=[18], dominant="yellow")
    assert scene.trick() == "AD"


def test_emperor_s235_no_assassin_against_precedence() -> None:
    hands = four("blue_emperor", "blue_dwarf red_assassin", "blue_knight", "blue_oracle")
    scene = Scene("emperor", hands=hands, crystals=[1, 1], dominant="red")
    assert scene.trick() == "A"
    assert "B:play" not in scene.kinds()


# --- Limits -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rank", ["peasant", "dwarf", "sorcerer", "knight", "emperor"])
def test_power_once_per_trick(rank: str) -> None:
    """S165, S195, S205, S215, S235: a second card of the rank has no power in the trick."""
    hands = four(f"blue_{rank}", f"red_{rank}", "black_peasant", "black_dwarf")
    script = {"A:window": rank, "A:leader": "1" if rank == "peasant" else ""}
    scene = Scene(script, hands=hands, crystals=[1, 1], dominant="yellow")
    scene.trick()
    assert [kind for kind in scene.kinds() if kind.startswith("B")] == []
    assert scene.table.crystals[1] == 1


@pytest.mark.parametrize("rank", ["explorer", "oracle", "assassin"])
def test_power_without_limit_per_trick(rank: str) -> None:
    """S175, S185, S225: several of them may be used in one trick."""
    scene = Scene(
        {"window": f"{rank} {rank}"} if rank != "assassin" else {"play": "red_assassin+crystal black_assassin+crystal"},
        hands=four("blue_peasant", f"blue_dwarf red_{rank}", f"blue_knight black_{rank}", "blue_sorcerer")
        if rank == "assassin"
        else four(f"blue_{rank}", f"red_{rank}", "black_peasant", "black_dwarf"),
        previous="yellow_peasant yellow_dwarf yellow_oracle yellow_knight",
        crystals=[1, 1] if rank != "assassin" else [0, 1, 1],
        dominant="yellow",
    )
    scene.trick()
    assert scene.table.crystals == [0, 0, 0, 0]


def test_power_once_per_card() -> None:
    """13.10: the crystal shows that the power of the card is active, so a second one has no use there."""
    scene = Scene("oracle red", hands=four("blue_oracle", "red_dwarf", "red_knight", "red_peasant"), crystals=[2])
    assert scene.trick() == "A"
    assert scene.table.crystals[0] == 1


def test_power_only_in_own_window() -> None:
    """9.7: right after one's own card and at no other time."""
    scene = Scene("done", hands=four("blue_dwarf", "blue_knight", "blue_oracle", "blue_peasant"), crystals=[1])
    assert scene.trick() == "C"
    assert scene.kinds() == ["A:window"]


def test_peasant_in_last_trick_legal_without_effect() -> None:
    """13.23."""
    scene = Scene("peasant 1", hands=four("blue_peasant", "blue_knight", "blue_oracle", "blue_dwarf"), crystals=[1])
    assert scene.trick() == "CA"
    assert scene.table.crystals[0] == 0


# --- Cubes ------------------------------------------------------------------------------------------------------------


def test_cubes_s243_raise_and_lower_own_card() -> None:
    hands = four("blue_emperor", "blue_peasant", "blue_knight", "blue_oracle")
    assert Scene("-9 +15", hands=hands, cubes=[9, 15], dominant="yellow").trick() == "B"


def test_cubes_of_both_signs_on_one_card() -> None:
    hands = four("blue_dwarf", "blue_knight", "blue_peasant", "blue_peasant")
    scene = Scene("-2 +3 done", hands=hands, cubes=[6], dominant="yellow")
    scene.trick()
    assert scene.table.trick is not None
    assert scene.table.trick.values[0] == 8
    assert scene.table.cubes[0] == 1


def test_cubes_without_floor_or_ceiling() -> None:
    """9.31."""
    hands = four("blue_peasant", "blue_emperor", "blue_dwarf", "blue_knight")
    scene = Scene("-10 +10", hands=hands, cubes=[10, 10], dominant="yellow")
    assert scene.trick() == "B"
    assert scene.table.trick is not None
    assert scene.table.trick.values[:2] == [-9, 25]


def test_equal_values_first_card_higher() -> None:
    """S149."""
    hands = four("blue_knight", "blue_dwarf", "blue_peasant", "blue_explorer")
    assert Scene("+4", hands=hands, cubes=[0, 4], dominant="yellow").trick() == "A"


def test_equal_values_under_dwarf_last_card_lower() -> None:
    """9.18."""
    hands = four("blue_dwarf", "blue_knight", "blue_sorcerer", "blue_emperor")
    assert Scene("dwarf -4", hands=hands, crystals=[1], cubes=[0, 4], dominant="yellow").trick() == "B"
