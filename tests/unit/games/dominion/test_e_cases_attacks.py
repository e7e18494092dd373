"""Dominion test cases of attacks, the Moat and doubled Actions."""

from __future__ import annotations

from collections import Counter

import pytest

from games.dominion import turn
from games.dominion.cards import NAMES
from games.game import Decision
from tests.unit.games.dominion.scene import NO_SUPPLY, Scene, counted

NOTHING: Counter[str] = Counter()


@pytest.mark.rule("E15")
def test_e15_bureaucrat_with_empty_deck() -> None:
    scene = Scene(hands=["bureaucrat"], discards=["copper"]).play("bureaucrat")
    assert scene.deck() == ["silver"]
    assert scene.discard() == ["copper"]
    assert scene.chance.shuffled == []


@pytest.mark.rule("E16")
def test_e16_victim_chooses_victory_card() -> None:
    scene = Scene("duchy", players=3, hands=["bureaucrat", "estate duchy copper", "copper curse"]).play("bureaucrat")
    assert scene.asked[0].player == 1
    assert scene.options(0) == ["estate", "duchy"]
    assert scene.deck(1) == ["duchy"]
    assert scene.hand(1) == counted("estate copper")
    assert (scene.deck(2), scene.hand(2)) == ([], counted("copper curse"))


@pytest.mark.rule("E17")
def test_e17_no_silver_left_and_gardens() -> None:
    scene = Scene(hands=["bureaucrat", "gardens copper"], supply={"silver": 0}).play("bureaucrat")
    assert scene.deck(0) == []
    assert scene.deck(1) == ["gardens"]


@pytest.mark.rule("E36")
@pytest.mark.rule("D-18")
def test_e36_moat_against_witch() -> None:
    scene = Scene("yes", players=3, hands=["witch", "moat"], decks=["gold silver"]).play("witch")
    assert (scene.asked[0].player, scene.asked[0].kind) == (1, "moat")
    assert scene.hand(0) == counted("gold silver")
    assert (scene.hand(1), scene.discard(1)) == (counted("moat"), [])
    assert scene.discard(2) == ["curse"]


@pytest.mark.rule("E37")
def test_e37_moat_may_stay_hidden() -> None:
    scene = Scene("no", hands=["witch", "moat"]).play("witch")
    assert scene.options(0) == ["no", "yes"]
    assert scene.discard(1) == ["curse"]


@pytest.mark.rule("E38")
def test_e38_moat_against_spy() -> None:
    scene = Scene("yes yes", hands=["spy", "moat"], decks=["gold estate", "copper"]).play("spy")
    assert scene.kinds() == ["moat", "spy"]
    assert scene.asked[1].player == 0
    assert scene.discard(0) == ["estate"], "the attacker's own top card is treated all the same"
    assert scene.deck(1) == ["copper"]


@pytest.mark.rule("E39")
@pytest.mark.parametrize("attack", ["thief", "militia", "bureaucrat"])
def test_e39_moat_against_other_attacks(attack: str) -> None:
    scene = Scene("yes", hands=[attack, "moat estate copper copper"], decks=["", "gold gold"]).play(attack)
    assert scene.hand(1) == counted("moat estate copper copper")
    assert scene.deck(1) == ["gold", "gold"]
    assert scene.discard(1) == []
    assert scene.trash() == []


@pytest.mark.rule("E40")
def test_e40_moat_as_action() -> None:
    assert Scene(hands=["moat"], decks=["gold silver copper"]).play("moat").hand() == counted("gold silver")


@pytest.mark.rule("E40")
def test_e40_throned_witch_is_two_attacks() -> None:
    scene = Scene("yes no", hands=["throne_room witch", "moat"]).play("throne_room")
    assert scene.kinds() == ["moat", "moat"]
    assert scene.discard(1) == ["curse"]


@pytest.mark.rule("E87")
def test_e87_two_moats_one_question() -> None:
    scene = Scene("yes", hands=["witch", "moat moat"]).play("witch")
    assert scene.kinds() == ["moat"]
    assert scene.discard(1) == []


@pytest.mark.rule("E46")
def test_e46_militia() -> None:
    hands = ["militia", "copper gold estate duchy moat", "gold gold gold"]
    scene = Scene("no copper gold", players=3, hands=hands).play("militia")
    assert scene.hand(1) == counted("estate duchy moat")
    assert scene.hand(2) == counted("gold gold gold")
    assert scene.discard(2) == []
    assert scene.table.coins == 2


@pytest.mark.rule("E46")
def test_militia_asks_in_rising_order_and_leaves_no_dead_end() -> None:
    scene = Scene("estate", hands=["militia", "copper gold estate duchy"]).play("militia")
    assert scene.options(0) == ["copper", "gold", "estate", "duchy"]
    assert scene.discard(1) == ["estate"]
    scene = Scene("duchy", hands=["militia", "copper gold estate duchy duchy"]).play("militia")
    assert scene.options(0) == ["copper", "gold", "estate", "duchy"], "two Duchies can be discarded, the first first"
    assert scene.discard(1) == ["duchy", "duchy"], "after the first Duchy only the second is left to name"
    scene = Scene("no estate duchy", hands=["militia", "copper gold estate duchy moat"]).play("militia")
    assert "moat" not in scene.options(1), "nothing would be left to name after the Moat"


@pytest.mark.rule("E47")
def test_e47_six_in_hand() -> None:
    scene = Scene("copper copper copper", hands=["militia", "copper copper copper gold gold gold"]).play("militia")
    assert scene.hand(1) == counted("gold gold gold")


@pytest.mark.rule("E48")
def test_e48_throned_militia() -> None:
    scene = Scene("copper estate", hands=["throne_room militia", "copper gold estate duchy duchy"]).play("throne_room")
    assert scene.hand(1) == counted("gold duchy duchy")
    assert scene.table.coins == 4


@pytest.mark.rule("E58")
@pytest.mark.rule("D-11")
@pytest.mark.rule("D-15")
def test_e58_spy_in_turn_order() -> None:
    scene = Scene("no yes no", players=3, hands=["spy"], decks=["gold silver", "estate copper", "duchy"]).play("spy")
    revealed = ["silver", "estate", "duchy"]
    assert scene.kinds() == ["spy"] * 3
    assert scene.hand() == counted("gold"), "the card is drawn before any is shown"
    assert scene.table.actions == 1
    assert scene.deck(0) == revealed[:1]
    assert (scene.deck(1), scene.discard(1)) == (["copper"], ["estate"])
    assert scene.deck(2) == ["duchy"]


@pytest.mark.rule("E58")
def test_e58_spy_question_contents() -> None:
    questions: list[tuple[int, str]] = []
    scene = Scene("no no no", players=3, hands=["spy"], decks=["gold silver", "estate", "duchy"])

    def listen(decision: Decision) -> object:
        questions.append((scene.table.subject, NAMES[scene.table.shown]))
        return scene.answer(decision)

    scene.seat(listen)
    scene.play("spy")
    assert questions == [(0, "silver"), (1, "estate"), (2, "duchy")]


@pytest.mark.rule("E59")
def test_e59_spy_shuffles_empty_deck() -> None:
    scene = Scene("no no", players=3, hands=["spy"], decks=["gold silver"], discards=["", "estate duchy"]).play("spy")
    assert scene.chance.shuffled == [["estate", "duchy"]]
    assert scene.deck(1) == ["duchy", "estate"]
    assert len(scene.asked) == 2, "who has no card is passed over"


@pytest.mark.rule("E60")
def test_e60_thief() -> None:
    scene = Scene("gold gold", players=3, hands=["thief"], decks=["", "copper gold", "copper estate"]).play("thief")
    assert scene.options(0) == ["copper", "gold"]
    assert scene.options(1) == ["stop", "copper", "gold"]
    assert scene.discard(1) == ["copper"]
    assert scene.discard(2) == ["estate"]
    assert scene.discard(0) == ["gold"]
    assert scene.trash() == ["copper"]
    assert (scene.owned(0, "gold"), scene.owned(1, "gold"), scene.owned(2, "copper")) == (1, 0, 0)


@pytest.mark.rule("E61")
@pytest.mark.rule("D-07")
def test_e61_thief_shuffles_without_revealed_cards() -> None:
    scene = Scene("stop", hands=["thief"], decks=["", "estate"], discards=["", "duchy silver"]).play("thief")
    assert scene.chance.shuffled == [["duchy", "silver"]]
    assert scene.trash() == ["silver"]
    assert scene.discard(1) == ["estate"]
    assert scene.deck(1) == ["duchy"]


@pytest.mark.rule("E62")
def test_e62_thief_with_too_few_cards() -> None:
    scene = Scene("stop", players=3, hands=["thief"], decks=["", "silver"]).play("thief")
    assert scene.trash() == ["silver"]
    assert scene.options(0) == ["stop", "silver"]
    scene = Scene(players=3, hands=["thief"]).play("thief")
    assert (scene.kinds(), scene.trash()) == ([], [])


@pytest.mark.rule("E63")
def test_e63_older_trash_is_out_of_reach() -> None:
    scene = Scene("copper", hands=["thief"], decks=["", "copper estate"], trash="gold").play("thief")
    assert scene.options(0) == ["stop", "copper"]
    assert scene.trash() == ["gold"]


@pytest.mark.rule("E93")
def test_e93_thief_finds_no_treasure() -> None:
    scene = Scene(hands=["thief"], decks=["", "curse duchy"]).play("thief")
    assert Counter(scene.discard(1)) == counted("curse duchy")
    assert scene.trash() == []


@pytest.mark.rule("E70")
@pytest.mark.rule("D-15")
def test_e70_last_curses_dealt_from_left() -> None:
    scene = Scene(players=4, hands=["", "", "witch"], supply={"curse": 2})
    scene.table.active = 2
    scene.play("witch")
    assert [scene.discard(seat) for seat in range(4)] == [["curse"], [], [], ["curse"]]


@pytest.mark.rule("E71")
def test_e71_witch_without_curses() -> None:
    scene = Scene(hands=["witch"], decks=["gold silver"], supply={"curse": 0}).play("witch")
    assert scene.hand() == counted("gold silver")
    assert scene.discard(1) == []


@pytest.mark.rule("E29")
def test_e29_throned_feast() -> None:
    scene = Scene("duchy laboratory", hands=["throne_room feast"]).play("throne_room")
    assert scene.discard() == ["duchy", "laboratory"]
    assert scene.trash() == ["feast"]
    assert scene.in_play() == ["throne_room"]


@pytest.mark.rule("E79")
def test_e79_throned_feast_with_one_candidate() -> None:
    scene = Scene(hands=["throne_room feast"], supply=NO_SUPPLY | {"copper": 1}).play("throne_room")
    assert scene.discard() == ["copper"]
    assert scene.trash() == ["feast"]


@pytest.mark.rule("E53")
def test_e53_throned_moneylender_with_one_copper() -> None:
    scene = Scene(hands=["throne_room moneylender copper"]).play("throne_room")
    assert scene.table.coins == 3
    assert scene.trash() == ["copper"]


@pytest.mark.rule("E64")
def test_e64_throned_market_and_two_markets() -> None:
    scene = Scene(hands=["throne_room market"], decks=["gold silver"]).play("throne_room")
    assert (scene.table.actions, scene.table.buys, scene.table.coins) == (2, 3, 2)
    scene = Scene(hands=["market market"]).play("market", "market")
    assert scene.table.actions == 1


@pytest.mark.rule("E65")
def test_e65_throne_room_on_throne_room() -> None:
    scene = Scene("throne_room market", hands=["throne_room throne_room market woodcutter"])
    scene.play("throne_room")
    assert scene.options(1) == ["market", "woodcutter"]
    assert (scene.table.actions, scene.table.buys, scene.table.coins) == (2, 5, 6)
    assert scene.in_play() == ["throne_room", "throne_room", "market", "woodcutter"]


@pytest.mark.rule("E66")
def test_e66_second_inner_throne_room_finds_nothing() -> None:
    scene = Scene("throne_room", hands=["throne_room throne_room woodcutter"]).play("throne_room")
    assert (scene.table.buys, scene.table.coins) == (3, 4)


@pytest.mark.rule("E67")
def test_e67_throne_room_without_action() -> None:
    scene = Scene(hands=["throne_room copper"]).play("throne_room")
    assert (scene.table.actions, scene.hand(), scene.kinds()) == (0, counted("copper"), [])


@pytest.mark.rule("E68")
def test_e68_throned_workshop() -> None:
    scene = Scene("smithy village", hands=["throne_room workshop"]).play("throne_room")
    assert scene.discard() == ["smithy", "village"]


@pytest.mark.rule("E69")
def test_e69_nothing_between_two_uses() -> None:
    scene = Scene("throne_room village stop", hands=["throne_room village moat"], decks=["smithy moat copper"])
    turn.action_phase(scene.table, scene.me)
    assert scene.kinds() == ["play", "throne_room", "play"]
    assert scene.table.actions == 4
    assert scene.hand() == counted("moat smithy moat")


@pytest.mark.rule("E72")
def test_e72_throned_witch_with_three_curses() -> None:
    scene = Scene(players=3, hands=["throne_room witch"], supply={"curse": 3}).play("throne_room")
    assert (scene.discard(1), scene.discard(2)) == (["curse", "curse"], ["curse"])


@pytest.mark.rule("E81")
def test_e81_throned_cellar() -> None:
    scene = Scene("copper estate", hands=["throne_room cellar copper"], decks=["estate gold"]).play("throne_room")
    assert scene.discard() == ["copper", "estate"]
    assert scene.hand() == counted("gold")
    assert scene.table.actions == 2


@pytest.mark.rule("E82")
def test_e82_throned_mine() -> None:
    scene = Scene("silver gold", hands=["throne_room mine copper"]).play("throne_room")
    assert scene.hand() == counted("gold")
    assert scene.trash() == ["copper", "silver"]


@pytest.mark.rule("E83")
def test_e83_throned_remodel() -> None:
    scene = Scene("estate smithy gold", hands=["throne_room remodel estate duchy"]).play("throne_room")
    assert scene.trash() == ["estate", "duchy"]
    assert scene.discard() == ["smithy", "gold"]


@pytest.mark.rule("E84")
def test_e84_throned_bureaucrat() -> None:
    scene = Scene("estate", hands=["throne_room bureaucrat", "estate duchy copper"]).play("throne_room")
    assert scene.deck(0) == ["silver", "silver"]
    assert scene.deck(1) == ["duchy", "estate"]
    assert scene.hand(1) == counted("copper")
