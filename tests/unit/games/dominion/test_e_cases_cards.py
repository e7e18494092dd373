"""Dominion test cases of cards that affect only their own player: neither attacks nor doubled Actions."""

from __future__ import annotations

from collections import Counter

import pytest

from games.dominion import turn
from games.game import IllegalChoice
from tests.unit.games.dominion.scene import NO_SUPPLY, Scene, counted

NOTHING: Counter[str] = Counter()


@pytest.mark.rule("E12")
def test_e12_adventurer_stops_at_two_treasures() -> None:
    scene = Scene(hands=["adventurer"], decks=["estate copper moat gold silver"]).play("adventurer")
    assert scene.hand() == counted("copper gold")
    assert sorted(scene.discard()) == ["estate", "moat"]
    assert scene.deck() == ["silver"]


@pytest.mark.rule("E13")
@pytest.mark.rule("D-07")
def test_e13_adventurer_shuffles_without_revealed_cards() -> None:
    scene = Scene(hands=["adventurer"], decks=["estate"], discards=["silver gold duchy"]).play("adventurer")
    assert scene.chance.shuffled == [["silver", "gold", "duchy"]]
    assert scene.hand() == counted("gold silver")
    assert "estate" in scene.discard()
    assert scene.table.asides == [[], []]


@pytest.mark.rule("E14")
def test_e14_adventurer_with_one_treasure() -> None:
    scene = Scene(hands=["adventurer"], decks=["estate moat"], discards=["copper duchy"]).play("adventurer")
    assert scene.hand() == counted("copper")
    assert sorted(scene.discard()) == ["duchy", "estate", "moat"]
    assert scene.deck() == []


@pytest.mark.rule("E18")
def test_e18_cellar() -> None:
    scene = Scene("copper estate", hands=["cellar copper estate gold"], decks=["silver silver silver"])
    scene.play("cellar")
    assert scene.hand() == counted("gold silver silver")
    assert scene.table.actions == 1
    assert scene.discard() == ["copper", "estate"]


@pytest.mark.rule("E19")
def test_e19_cellar_may_redraw_discarded_cards() -> None:
    scene = Scene("copper estate", hands=["cellar copper estate"]).play("cellar")
    assert scene.chance.shuffled == [["copper", "estate"]]
    assert scene.hand() == counted("copper estate")
    assert scene.discard() == []


@pytest.mark.rule("E20")
@pytest.mark.rule("D-08")
def test_e20_cellar_with_nothing_discarded() -> None:
    scene = Scene("stop", hands=["cellar copper"], decks=["gold"]).play("cellar")
    assert scene.options(0) == ["stop", "copper"], "the Cellar in play is not among the options"
    assert scene.hand() == counted("copper")
    assert scene.deck() == ["gold"]
    assert scene.table.actions == 1


@pytest.mark.rule("E20")
def test_cellar_offers_every_selection_once() -> None:
    scene = Scene("estate", hands=["cellar copper copper estate gold"], decks=["silver"]).play("cellar")
    assert scene.options(0) == ["stop", "copper", "gold", "estate"]
    assert scene.kinds() == ["cellar"], "after the Estate only STOP is left, which is not asked"
    assert scene.discard() == ["estate"]


@pytest.mark.rule("E21")
def test_e21_chancellor_yes() -> None:
    scene = Scene("yes", hands=["chancellor"], decks=["gold silver"], discards=["copper"]).play("chancellor")
    assert scene.deck() == []
    assert Counter(scene.discard()) == counted("copper gold silver")
    assert scene.table.coins == 2


@pytest.mark.rule("E22")
def test_e22_chancellor_no() -> None:
    scene = Scene("no", hands=["chancellor"], decks=["gold silver"], discards=["copper"]).play("chancellor")
    assert scene.deck() == ["gold", "silver"]
    assert scene.discard() == ["copper"]
    assert scene.table.coins == 2


@pytest.mark.rule("E88")
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_e88_chancellor_with_empty_deck(answer: str) -> None:
    scene = Scene(answer, hands=["chancellor"], discards=["copper"]).play("chancellor")
    assert (scene.deck(), scene.discard()) == ([], ["copper"])


@pytest.mark.rule("E23")
def test_e23_chapel_trashes_four_cards_of_any_type() -> None:
    hand = "chapel copper estate curse moat gold"
    scene = Scene("copper estate curse moat", hands=[hand]).play("chapel")
    assert scene.trash() == ["copper", "estate", "curse", "moat"]
    assert scene.hand() == counted("gold")
    assert [scene.owned(0, name) for name in ("copper", "estate", "curse", "moat", "gold")] == [0, 0, 0, 0, 1]


@pytest.mark.rule("E23")
def test_e23_chapel_asks_for_no_fifth_card() -> None:
    scene = Scene("copper copper copper copper", hands=["chapel " + "copper " * 5]).play("chapel")
    assert scene.trash() == ["copper"] * 4
    assert scene.hand() == counted("copper")


@pytest.mark.rule("E24")
def test_e24_another_chapel_may_be_trashed() -> None:
    scene = Scene("chapel", hands=["chapel chapel"]).play("chapel")
    assert scene.options(0) == ["stop", "chapel"]
    assert scene.trash() == ["chapel"]
    assert scene.in_play() == ["chapel"]


@pytest.mark.rule("E90")
def test_e90_chapel_with_nothing() -> None:
    assert Scene("stop", hands=["chapel copper"]).play("chapel").trash() == []
    assert Scene(hands=["chapel"]).play("chapel").trash() == []


@pytest.mark.rule("E25")
@pytest.mark.rule("D-15")
def test_e25_council_room() -> None:
    scene = Scene(
        players=3,
        hands=["council_room", "moat"],
        decks=["gold gold gold gold estate", "silver copper"],
        discards=["", "", "duchy estate"],
    ).play("council_room")
    assert scene.hand(0) == counted("gold " * 4)
    assert scene.table.buys == 2
    assert scene.hand(1) == counted("moat silver"), "no Moat is asked for: not an attack"
    assert scene.hand(2) == counted("estate")
    assert scene.chance.shuffled == [["duchy", "estate"]]


@pytest.mark.rule("E26")
def test_e26_council_room_with_player_without_cards() -> None:
    scene = Scene(hands=["council_room"], decks=["gold"]).play("council_room")
    assert scene.hand(1) == NOTHING


@pytest.mark.rule("E27")
def test_e27_feast() -> None:
    scene = Scene("duchy", hands=["feast"]).play("feast")
    assert scene.trash() == ["feast"]
    assert scene.in_play() == []
    assert scene.discard() == ["duchy"]
    assert "gold" not in scene.options(0)
    assert "stop" not in scene.options(0), "compulsory"


@pytest.mark.rule("E28")
def test_e28_coins_do_not_raise_limit_of_feast() -> None:
    scene = Scene("laboratory", hands=["feast"])
    scene.table.coins = 9
    scene.play("feast")
    assert "gold" not in scene.options(0)
    assert scene.table.coins == 9


@pytest.mark.rule("E30")
def test_e30_feast_with_nothing_to_gain() -> None:
    scene = Scene(hands=["feast"], supply=NO_SUPPLY).play("feast")
    assert scene.trash() == ["feast"]
    assert scene.discard() == []


@pytest.mark.rule("E41")
def test_e41_library() -> None:
    scene = Scene(
        "yes no", hands=["library copper copper copper copper"], decks=["village gold smithy silver estate"]
    ).play("library")
    assert [decision.kind for decision in scene.asked] == ["library", "library"]
    assert scene.hand() == counted("copper copper copper copper gold smithy silver")
    assert scene.discard() == ["village"]
    assert scene.deck() == ["estate"]


@pytest.mark.rule("E42")
@pytest.mark.rule("D-07")
def test_e42_library_shuffles_without_cards_set_aside() -> None:
    scene = Scene("yes", hands=["library " + "copper " * 5], decks=["village"], discards=["gold silver estate"])
    scene.play("library")
    assert scene.chance.shuffled == [["gold", "silver", "estate"]]
    assert scene.discard() == ["village"]
    assert sum(scene.hand().values()) == 7


@pytest.mark.rule("E43")
def test_e43_library_with_too_few_cards() -> None:
    scene = Scene(hands=["library"], decks=["gold"], discards=["silver"]).play("library")
    assert scene.hand() == counted("gold silver")


@pytest.mark.rule("E44")
def test_e44_library_with_seven_in_hand() -> None:
    scene = Scene(hands=["library " + "copper " * 7], decks=["gold"]).play("library")
    assert scene.deck() == ["gold"]
    assert scene.kinds() == []


@pytest.mark.rule("E45")
def test_e45_library_gives_no_choice_over_gardens() -> None:
    scene = Scene(hands=["library " + "copper " * 6], decks=["gardens"]).play("library")
    assert scene.kinds() == []
    assert scene.hand()["gardens"] == 1


@pytest.mark.rule("E49")
@pytest.mark.parametrize(("old", "new"), [("copper", "silver"), ("silver", "gold"), ("gold", "gold")])
def test_e49_mine(old: str, new: str) -> None:
    scene = Scene(new, hands=[f"mine {old}"]).play("mine")
    assert scene.hand() == counted(new)
    assert scene.trash() == [old]
    assert scene.discard() == []


@pytest.mark.rule("E50")
def test_e50_mine_copper_for_copper() -> None:
    scene = Scene("copper", hands=["mine copper"]).play("mine")
    assert scene.options(0) == ["copper", "silver"]
    assert scene.hand() == counted("copper")
    assert scene.supply("copper") == 45


@pytest.mark.rule("E50")
def test_e50_mine_without_treasure() -> None:
    scene = Scene(hands=["mine estate"]).play("mine")
    assert (scene.hand(), scene.trash()) == (counted("estate"), [])


@pytest.mark.rule("E51")
def test_e51_mined_gold_pays_at_once() -> None:
    scene = Scene("mine silver gold gold", hands=["mine silver silver copper"])
    turn.take_turn(scene.table)
    assert "gold" in scene.options(3)
    assert scene.owned(0, "gold") == 2


@pytest.mark.rule("E52")
def test_e52_moneylender() -> None:
    scene = Scene(hands=["moneylender copper"]).play("moneylender")
    assert (scene.table.coins, scene.trash(), scene.kinds()) == (3, ["copper"], [])
    scene = Scene(hands=["moneylender estate"]).play("moneylender")
    assert (scene.table.coins, scene.trash()) == (0, [])


@pytest.mark.rule("E54")
def test_e54_remodel_gold_to_province() -> None:
    scene = Scene("province", hands=["remodel gold"]).play("remodel")
    assert scene.trash() == ["gold"]
    assert scene.discard() == ["province"]


@pytest.mark.rule("E55")
@pytest.mark.parametrize("gained", ["estate", "copper"])
def test_e55_remodel_estate(gained: str) -> None:
    scene = Scene(gained, hands=["remodel estate"]).play("remodel")
    assert scene.discard() == [gained]
    assert "smithy" in scene.options(0)
    assert "market" not in scene.options(0), "limit 4"


@pytest.mark.rule("E56")
def test_e56_remodel() -> None:
    scene = Scene(hands=["remodel"]).play("remodel")
    assert (scene.trash(), scene.discard()) == ([], [])
    scene = Scene("remodel gold", hands=["remodel remodel copper"]).play("remodel")
    assert scene.options(0) == ["copper", "remodel"]
    assert scene.trash() == ["remodel"]


@pytest.mark.rule("E57")
def test_e57_remodelling_only_province_is_compulsory() -> None:
    scene = Scene("province", hands=["remodel province"]).play("remodel")
    assert scene.kinds() == ["remodel_gain"], "nothing to choose in the first step, and no way round it"
    assert scene.trash() == ["province"]
    assert scene.discard() == ["province"]


@pytest.mark.rule("E73")
def test_e73_workshop() -> None:
    scene = Scene("smithy", hands=["workshop"])
    scene.table.coins = 8
    scene.play("workshop")
    assert "market" not in scene.options(0)
    assert scene.discard() == ["smithy"]


@pytest.mark.rule("E85")
def test_e85_gained_woodcutter_played_in_same_turn() -> None:
    scene = Scene("village workshop woodcutter village woodcutter", hands=["village workshop village"])
    turn.action_phase(scene.table, scene.me)
    assert scene.in_play() == ["village", "workshop", "village", "woodcutter"]
    assert scene.table.buys == 2


@pytest.mark.rule("E89")
def test_e89_bureaucrats_silver_drawn_at_once() -> None:
    scene = Scene(hands=["bureaucrat village"])
    scene.table.actions = 2
    scene.play("bureaucrat", "village")
    assert scene.hand() == counted("silver")


def test_card_below_last_named_refused() -> None:
    scene = Scene("estate copper", hands=["chapel copper estate estate"])
    with pytest.raises(IllegalChoice):
        scene.play("chapel")
