"""Dominion test cases E01-E11, E31-E35, E74-E80, E86, E91, E92: set-up, shuffling, phases, the end and the points."""

from __future__ import annotations

from collections import Counter

import pytest

from games.chance import SeededChance, random_bot
from games.decision import Watching
from games.dominion import turn
from games.dominion.cards import BASE, IS_ACTION, NAMES, by_name, points
from games.dominion.choose_policy import policies_of
from games.dominion.game import GAME
from games.dominion.state import Table, zone
from games.game import Decision, IllegalChoice
from tests.unit.games.dominion.scene import Orderly, Scene, codes, counted

TEN = ["moat", "village", "smithy", "market", "witch", "gardens", "chapel", "cellar", "mine", "militia"]


def new_table(players: int) -> Table:
    return Table(GAME.setup(players, {"kingdom": TEN}), Orderly(), policies_of(lambda decision: -1, players))


@pytest.mark.rule("E01")
@pytest.mark.parametrize(
    ("players", "copper", "victory", "curse"), [(2, 46, 8, 10), (3, 39, 12, 20), (4, 32, 12, 30)], ids=str
)
def test_e01_supply(players: int, copper: int, victory: int, curse: int) -> None:
    table = new_table(players)
    piles = {NAMES[code]: table.supply[code] for code in table.piles}
    base = {"copper": copper, "silver": 40, "gold": 30, "curse": curse}
    base |= dict.fromkeys(("estate", "duchy", "province"), victory)
    assert len(piles) == 17
    assert {name: piles[name] for name in BASE} == base
    assert piles["gardens"] == victory
    assert {piles[name] for name in TEN if name != "gardens"} == {10}
    assert sum(table.supply) == sum(piles.values()), "no card outside the 17 piles"


@pytest.mark.rule("E02")
@pytest.mark.rule("D-01")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_e02_deal(players: int) -> None:
    table = new_table(players)
    turn.deal(table)
    for seat in range(players):
        assert Counter(table.hands[seat] + table.decks[seat]) == Counter(codes("copper " * 7 + "estate " * 3))
        assert (len(table.hands[seat]), len(table.decks[seat]), table.discards[seat]) == (5, 5, [])


@pytest.mark.rule("E03")
@pytest.mark.rule("D-05")
def test_e03_draw_across_shuffle() -> None:
    scene = Scene(hands=["smithy"], decks=["gold silver"], discards=["estate duchy"]).play("smithy")
    assert scene.chance.shuffled == [["estate", "duchy"]]
    assert scene.hand() == counted("gold silver duchy")
    assert (scene.deck(), scene.discard()) == (["estate"], [])


@pytest.mark.rule("E04")
def test_e04_too_few_cards() -> None:
    scene = Scene(hands=["smithy"], decks=["gold"]).play("smithy")
    assert (scene.hand(), scene.deck(), scene.discard()) == (counted("gold"), [], [])


@pytest.mark.rule("E05")
@pytest.mark.rule("D-06")
def test_e05_no_early_shuffle() -> None:
    scene = Scene(hands=["smithy"], decks=["gold silver copper"], discards=["estate"]).play("smithy")
    assert scene.chance.shuffled == []
    assert (scene.deck(), scene.discard()) == ([], ["estate"])
    assert scene.hand() == counted("gold silver copper")


@pytest.mark.rule("E06")
@pytest.mark.rule("D-02")
@pytest.mark.rule("D-04")
def test_e06_example_turn() -> None:
    scene = Scene(
        "market smithy remodel village",
        hands=["market smithy silver estate estate"],
        decks=["silver market copper"],
        discards=["copper"],
    )
    turn.take_turn(scene.table)
    assert scene.kinds() == ["play", "play", "buy", "buy"], "the second Market finds no action left"
    assert "gold" in scene.options(2), "7 coins: 1 of the Market, 2 Silvers, 2 Coppers, one of them after a shuffle"
    assert "province" not in scene.options(2)
    assert ("village" in scene.options(3), "smithy" in scene.options(3)) == (True, False), "3 coins left"
    assert counted("remodel village") <= scene.hand() + Counter(scene.deck()) + Counter(scene.discard())


@pytest.mark.rule("E07")
@pytest.mark.rule("D-12")
def test_e07_two_purchases_with_woodcutter() -> None:
    scene = Scene("woodcutter cellar gold", hands=["woodcutter gold gold"])
    turn.take_turn(scene.table)
    assert "province" in scene.options(1), "8 coins"
    assert "gold" in scene.options(2), "6 coins left"
    assert "province" not in scene.options(2)
    assert scene.hand() == counted("woodcutter gold gold gold cellar")
    assert scene.table.buys == 0


@pytest.mark.rule("E07")
def test_e07_one_purchase_without() -> None:
    scene = Scene("cellar", hands=["gold gold"])
    turn.buy_phase(scene.table, scene.me)
    assert scene.kinds() == ["buy"]
    assert scene.discard() == ["cellar"]


@pytest.mark.rule("E08")
def test_e08_no_coins() -> None:
    scene = Scene("stop", hands=["estate"])
    turn.buy_phase(scene.table, scene.me)
    assert scene.options(0) == ["stop", "copper", "curse"]
    assert scene.discard() == []


@pytest.mark.rule("E08")
def test_e08_buying_nothing_with_coins() -> None:
    scene = Scene("stop", hands=["gold gold gold"])
    turn.buy_phase(scene.table, scene.me)
    assert scene.discard() == []
    assert list(scene.table.supply) == list(Scene().table.supply)


@pytest.mark.rule("E09")
@pytest.mark.rule("D-03")
def test_e09_action_may_stay_in_hand() -> None:
    scene = Scene("stop stop", hands=["smithy copper"], decks=["gold gold gold gold gold"])
    turn.take_turn(scene.table)
    assert scene.options(0) == ["stop", "smithy"]
    assert sorted(scene.discard()) == ["copper", "smithy"]
    assert scene.hand() == counted("gold " * 5)


@pytest.mark.rule("E10")
@pytest.mark.rule("D-13")
def test_e10_clean_up_discards_before_it_draws() -> None:
    scene = Scene("stop", hands=["estate estate copper copper duchy"], decks=["gold"])
    turn.take_turn(scene.table)
    assert len(scene.chance.shuffled) == 1
    assert sorted(scene.chance.shuffled[0]) == ["copper", "copper", "duchy", "estate", "estate"]
    assert sum(scene.hand().values()) == 5
    assert scene.hand()["gold"] == 1
    assert len(scene.deck()) == 1
    assert scene.discard() == []


@pytest.mark.rule("E11")
@pytest.mark.rule("D-17")
def test_e11_no_action_in_first_two_turns() -> None:
    for seed in range(50):
        decisions: list[tuple[int, str]] = []
        inner = random_bot(str(seed))

        def choose(decision: Decision, inner=inner, decisions=decisions) -> object:
            table: Table = decision.context
            decisions.append((table.turns[table.active], decision.kind))
            if table.turns[table.active] <= 2:
                assert not any(IS_ACTION[code] for code in table.hands[table.active])
            return inner(decision)

        GAME.play(GAME.setup(2 + seed % 3, {"kingdom": "random"}, str(seed)), SeededChance(seed), choose)
        assert {kind for turns, kind in decisions if turns <= 2} == {"buy"}
        assert max(turns for turns, _ in decisions) > 2


@pytest.mark.rule("E31")
@pytest.mark.rule("D-04")
def test_e31_festival_market_festival() -> None:
    scene = Scene(hands=["festival market festival"], decks=["copper"])
    states = []
    for card in ("festival", "market", "festival"):
        scene.play(card)
        states.append(scene.table.actions)
    assert states == [2, 2, 3]
    assert (scene.table.buys, scene.table.coins) == (4, 5)


@pytest.mark.rule("E32")
def test_e32_market() -> None:
    scene = Scene(hands=["market"], decks=["gold estate"]).play("market")
    assert (scene.table.actions, scene.table.buys, scene.table.coins) == (1, 2, 1)
    assert scene.hand() == counted("gold")


@pytest.mark.rule("E33")
def test_e33_village_village() -> None:
    scene = Scene(hands=["village village"], decks=["copper copper copper"]).play("village")
    assert scene.table.actions == 2
    scene.play("village")
    assert scene.table.actions == 3
    assert scene.hand() == counted("copper copper")


@pytest.mark.rule("E34")
def test_e34_woodcutter() -> None:
    scene = Scene(hands=["woodcutter"], decks=["copper"]).play("woodcutter")
    assert (scene.table.actions, scene.table.buys, scene.table.coins) == (0, 2, 2)
    assert scene.hand() == Counter()


@pytest.mark.rule("E35")
def test_e35_laboratory() -> None:
    scene = Scene(hands=["laboratory"], decks=["copper gold estate"]).play("laboratory")
    assert scene.table.actions == 1
    assert scene.hand() == counted("copper gold")


def finish(scene: Scene) -> bool:
    """Play one whole turn of the active player; return whether the game is over."""
    turn.take_turn(scene.table)
    return scene.table.is_over()


@pytest.mark.rule("E74")
def test_e74_last_province() -> None:
    scene = Scene("province", hands=["gold gold gold"], supply={"province": 1})
    assert not scene.table.is_over()
    assert finish(scene)
    assert turn.outcome(scene.table).end == "provinces"


@pytest.mark.rule("E75")
def test_e75_third_pile_is_copper() -> None:
    scene = Scene("copper", hands=["estate"], supply={"copper": 1, "curse": 0, "moat": 0})
    assert finish(scene)
    assert turn.outcome(scene.table).end == "piles"


@pytest.mark.rule("E75")
def test_e75_two_piles_are_not_enough() -> None:
    assert not finish(Scene("copper", hands=["estate"], supply={"copper": 1, "curse": 0}))


@pytest.mark.rule("E76")
def test_e76_turn_finished_after_last_province() -> None:
    scene = Scene("woodcutter province copper", hands=["woodcutter gold gold copper"], supply={"province": 1})
    assert finish(scene)
    assert scene.kinds() == ["play", "buy", "buy"]
    assert scene.owned(0, "copper") == 2
    assert scene.owned(0, "province") == 1


@pytest.mark.rule("E77")
@pytest.mark.parametrize(("cards", "worth"), [(9, 0), (10, 1), (39, 3), (40, 4)])
def test_e77_gardens(cards: int, worth: int) -> None:
    assert Scene(hands=["gardens " + "copper " * (cards - 1)]).points() == worth


@pytest.mark.rule("E77")
def test_e77_three_gardens_and_four_curses() -> None:
    assert Scene(hands=["gardens " * 3 + "curse " * 4 + "copper " * 27]).points() == 5


@pytest.mark.rule("E78")
@pytest.mark.rule("D-09")
def test_e78_trash_does_not_count() -> None:
    scene = Scene("estate stop", hands=["chapel estate province"]).play("chapel")
    assert scene.trash() == ["estate"]
    assert turn.outcome(scene.table).scores == (6, 0)
    assert scene.supply("estate") == 8, "what is trashed does not return to the supply"


@pytest.mark.rule("E80")
def test_e80_curses() -> None:
    assert Scene(hands=["curse curse"], decks=["curse"], discards=["curse"]).points() == -4


@pytest.mark.rule("E86")
def test_e86_nothing_to_buy() -> None:
    scene = Scene(hands=["estate"], supply={"copper": 0, "curse": 0})
    turn.buy_phase(scene.table, scene.me)
    assert scene.kinds() == []
    assert scene.discard() == []


@pytest.mark.rule("E91")
def test_e91_fewer_than_five_cards() -> None:
    scene = Scene("stop", hands=["copper estate"], decks=["gold"])
    turn.take_turn(scene.table)
    assert scene.hand() == counted("copper estate gold")
    assert (scene.deck(), scene.discard()) == ([], [])


@pytest.mark.rule("E92")
def test_e92_last_curse_of_witch_ends_game() -> None:
    scene = Scene("witch stop", hands=["witch"], supply={"curse": 1, "moat": 0, "cellar": 0})
    assert not scene.table.is_over()
    assert finish(scene)
    assert scene.kinds() == ["play", "buy"], "the turn is played to its end"
    assert scene.owned(1, "curse") == 1


@pytest.mark.rule("D-14")
def test_d14_next_turn_begins_after_clean_up() -> None:
    turn_players: list[int] = []

    def choose(decision: Decision) -> int:
        table: Table = decision.context
        previous = (table.active - 1) % table.players
        turn_players.append(table.turns[previous])
        assert len(table.hands[previous]) == 5, "the hand for the next turn is drawn, attacks meet it whole"
        assert decision.player == table.active
        return -1

    GAME.play(GAME.setup(3, {"turn_limit": 9}), SeededChance("d14"), Watching(choose))
    assert turn_players == [0, 1, 1, 1, 2, 2, 2, 3, 3]


@pytest.mark.rule("D-12")
def test_treasures_laid_in_part() -> None:
    scene = Scene("silver stop estate", hands=["copper silver gold"], lay=True)
    turn.buy_phase(scene.table, scene.me)
    assert scene.options(0) == ["stop", "copper", "silver", "gold"]
    assert scene.options(1) == ["stop", "gold"], "in rising order: the Copper was passed over"
    assert scene.table.coins == 0, "the Silver paid the Estate"
    assert scene.hand() == counted("copper gold")


@pytest.mark.rule("D-10")
def test_bought_card_in_discard_pile() -> None:
    scene = Scene("smithy", hands=["silver silver"])
    turn.buy_phase(scene.table, scene.me)
    assert scene.discard() == ["smithy"]
    assert scene.supply("smithy") == 9


def test_non_option_answer_refused() -> None:
    scene = Scene("province", hands=["copper"])
    with pytest.raises(IllegalChoice) as caught:
        turn.buy_phase(scene.table, scene.me)
    assert caught.value.choice == by_name("province")
    assert caught.value.step == 0


@pytest.mark.parametrize("cards", ["province gardens", "copper curse"])
def test_points_of_cards(cards: str) -> None:
    scene = Scene(hands=[cards])
    assert scene.points() == points(scene.table.owned[0]) == {"province gardens": 6, "copper curse": -1}[cards]


def final_table(decks: list[str], turns: list[int], *, tournament: bool) -> Table:
    """Return a finished table: the cards owned and the number of turns per seat."""
    setup = GAME.setup(len(decks), {"kingdom": TEN, "tournament": tournament})
    table = Table(setup, Orderly(), policies_of(lambda decision: -1, len(decks)))
    for player, cards, begun in zip(table.seats, decks, turns, strict=True):
        player.owned = zone([codes(cards).count(code) for code in range(len(table.supply))])
        player.turns = begun
    return table


def test_equal_points_and_turns_share_victory_outside_tournaments() -> None:
    """S0:281: fewer turns, else all tied players win; Golds decide only in tournaments."""
    decks = ["province gold gold", "province copper", "province"]
    assert turn.outcome(final_table(decks, [20, 20, 20], tournament=False)).places == (1, 1, 1)
    assert turn.outcome(final_table(decks, [20, 20, 19], tournament=False)).places == (2, 2, 1)
    assert turn.outcome(final_table(decks, [20, 20, 20], tournament=True)).places == (1, 2, 3)


def test_golds_before_coins_in_chain() -> None:
    """Art. 1.5, c and d: one Gold beats five Silvers; equal Golds, then the coins; then the Actions."""
    decks = ["province gold", "province silver silver silver silver silver"]
    assert turn.outcome(final_table(decks, [20, 20], tournament=True)).places == (1, 2)
    decks = ["province gold", "province gold copper", "province gold copper village"]
    assert turn.outcome(final_table(decks, [20, 20, 20], tournament=True)).places == (3, 2, 1)
