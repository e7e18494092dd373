"""Solo games against the shadow realm (section 10)."""

from __future__ import annotations

import json

import pytest

from games.__main__ import main
from games.chance import SeededChance
from games.era_of_kingdoms import solo, turn
from games.era_of_kingdoms.bots import restless_bot
from games.era_of_kingdoms.game import GAME
from games.era_of_kingdoms.scoring import score
from games.era_of_kingdoms.state import Table
from games.game import Decision
from tests.unit.games.era_of_kingdoms.scene import CODES, PACK, Scene, named

FIELD = ({"N": "field"},)


def solo_scene(*answers: object, **more: object) -> Scene:
    return Scene(*answers, players=1, **more)


def drawn(card: str, *answers: object, **more: object) -> Scene:
    """Return a scene in which the shadow realm draws a card."""
    s = solo_scene(*answers, **more)
    solo.lay_down(s.table, CODES[card])
    return s.done()


# --- its turn ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("realm", "laid"), [(0, ["field"]), (1, ["field", "lord"]), (2, ["field", "king", "lord"])])
def test_shadow_draws_by_level_of_player(realm: int, laid: list[str]) -> None:
    """S887-S900, 13.28: a card of each deck up to the level."""
    s = solo_scene(realms=(realm,), decks=("field", "lord", "king"))
    solo.shadow_turn(s.table)
    assert sorted(named(s.shadow.lands) + named(s.shadow.persons)) == laid
    assert s.table.turns == [0, 1]


def test_shadow_cards_count_unstacked_except_markets_and_traders() -> None:
    """S879-S885, S953-S955."""
    s = solo_scene(shadow="field farm farm market trader walls knight")
    assert s.shadow.units == [5, 0, 0, 0]
    assert (s.shadow.attack, s.shadow.defence) == (3, 4)
    s = drawn("market", shadow="field")
    assert (named(s.shadow.lands), s.shadow.units) == (["field", "market"], [1, 0, 0, 0])


def test_shadow_play_immediately_cards_resolved_not_replaced() -> None:
    """S947-S958: the requirement decides; tied twice, it is shuffled back."""
    s = solo_scene(realms=(1,), decks=("", "festival_F lord", ""), shadow="field")
    solo.shadow_draw(s.table, 1)
    assert named(s.shadow.won) == ["festival_F"]
    assert s.deck(1) == ["lord"]
    s = solo_scene(realms=(1,), decks=("", "festival_F lord", ""))
    solo.shadow_draw(s.table, 1)
    assert sorted(s.deck(1)) == ["festival_F", "lord"]


# --- its events ----------------------------------------------------------------------------------------------------


def test_shadow_steal_and_attacks_take_riches() -> None:
    """S907-S921, 17.29: with the player's Survival Tactics against them; Steal asks only players with riches."""
    assert drawn("steal").riches() == [1, 3]
    assert drawn("steal", "yes", hands=("survival_tactics",), decks=("field", "", "")).riches() == [2, 2]
    s = drawn("steal", hands=("survival_tactics",), riches=(0, 4))
    assert (s.riches(), s.hand()) == ([0, 4], ["survival_tactics"])
    assert drawn("crude_attack", boards=({"N": "walls"},)).riches() == [2, 2]
    assert drawn("crude_attack", boards=({"N": "walls"},), shadow="soldier").riches() == [1, 3]
    assert drawn("great_attack", "yes", hands=("survival_tactics",), decks=("field", "", "")).riches() == [2, 2]
    assert named(drawn("crude_attack").shadow.beside) == ["crude_attack"], "it stays beside the board"


def test_shadow_searches_bring_two_cards() -> None:
    """S934-S945: events among them are resolved."""
    s = drawn("forgotten_knowledge", decks=("steal field", "lord knight", ""))
    assert (named(s.shadow.lands), s.riches()) == (["field"], [1, 3])
    assert named(s.shadow.beside) == ["forgotten_knowledge", "steal"]
    s = drawn("lost_artifact", decks=("", "lord knight", ""))
    assert named(s.shadow.persons) == ["knight", "lord"]


def test_shadow_swindler_takes_level_2_for_level_1() -> None:
    """S986-S991, 17.32: of the same resource if possible, persons count; without cards to give nothing happens."""
    boards = ({"N": "field farm", "E": "mountain mine"},)
    s = drawn("swindler", "stream", boards=boards, persons=("miner",), shadow="field stream forest")
    assert s.asked == [(0, "swindle_shadow", ["field", "stream"])], "the Farm alone has cards of its resource there"
    assert (s.stack("N"), named(s.shadow.lands)) == (["field"], ["field", "forest"])
    s = drawn("swindler", "E", boards=boards, persons=("miner",), shadow="mountain")
    assert s.asked[0] == (0, "give_up", ["E", "miner"])
    assert s.stack("E") == ["mountain"]
    assert named(s.shadow.lands) == []
    s = drawn("swindler", "miner", "houses", boards=boards, persons=("miner",), shadow="forest houses")
    assert s.asked[0][2] == ["N", "E", "miner"]
    assert named(s[0].persons) == []
    assert named(drawn("swindler", boards=FIELD, shadow="forest").shadow.lands) == ["forest"]


def test_shadow_sacrifice_and_plague_on_stack_of_players_choice() -> None:
    """S996-S1008."""
    boards = ({"N": "field farm", "E": "mountain", "S": "field"},)
    assert drawn("religious_sacrifice", "N", boards=boards).stack("N") == ["field"]
    s = drawn("plague_F", "S", boards=boards)
    assert s.asked == [(0, "plague_own", ["N", "S"])]
    assert s.plagues("S") == 1
    s = drawn("plague_W", boards=boards)
    assert (s[0].plagues, named(s.shadow.beside)) == (0, ["plague_W"])
    s = drawn("plague_F", "yes", boards=boards, hands=("survival_tactics",), decks=("walls", "", ""))
    assert (s[0].plagues, s.hand()) == (0, ["walls"])


def test_shadow_oracle_keeps_card_with_most_points() -> None:
    """S1010-S1016, 17.34: a tie is the player's; play-immediately cards are resolved; events only if kept."""
    s = drawn("oracle", decks=("", "lord scholar attack knight", ""))
    assert named(s.shadow.persons) == ["scholar"]
    assert s.discards(1) == ["attack", "lord"]
    s = drawn("oracle", "lord", decks=("", "lord help_F knight", ""), riches=(1, 3))
    assert s.asked == [(0, "shadow_oracle", ["knight", "lord"])]
    assert (named(s.shadow.persons), named(s[0].won)) == (["lord"], ["help_F"])
    s = drawn("oracle", decks=("", "attack", ""))
    assert s.riches() == [1, 3]


def test_shadow_survival_tactics_cancel_next_negative_effect() -> None:
    """S1018-S1022, 17.31: automatically; an attack that would have failed uses them up, too."""
    s = drawn("survival_tactics", shadow="walls walls walls")
    assert s.shadow.tactics == 1
    s.play("crude_attack")
    assert (s.shadow.tactics, s.riches()) == (0, [2, 2])
    assert s.play("steal").riches() == [3, 1]


def test_shadow_high_yield_and_trade_cards() -> None:
    """Section 10: one more unit of the player's choice among its lands; trade cards have no effect."""
    s = drawn("high_yield", "metal", shadow="field mountain")
    assert s.shadow.units == [1, 0, 2, 0]
    assert drawn("high_yield", shadow="walls").shadow.units == [0, 0, 0, 0]
    assert named(drawn("trade_expedition").shadow.beside) == ["trade_expedition"]
    assert drawn("trading_post", shadow="field").shadow.units == [1, 0, 0, 0]


def test_shadow_oracle_over_finished_deck_or_resolved_cards_only() -> None:
    """17.34: fewer than three cards, or none to keep."""
    s = drawn("oracle", decks=("", "lord", ""))
    assert named(s.shadow.persons) == ["lord"]
    s = drawn("oracle", decks=("", "help_F", ""), riches=(1, 3))
    assert (named(s[0].won), named(s.shadow.beside)) == (["help_F"], ["oracle"])


# --- the player's events -------------------------------------------------------------------------------------------


def test_players_events_against_shadow() -> None:
    """S907-S1003: Steal, attacks, Swindler, Religious Sacrifice, Plague."""
    assert solo_scene().play("steal").riches() == [3, 1]
    assert "steal" not in solo_scene(hands=("steal",), riches=(4, 0)).legal()
    assert solo_scene(shadow="walls").play("crude_attack").riches() == [2, 2]
    assert solo_scene(shadow="walls").play("attack").riches() == [3, 1]
    s = solo_scene("food3", boards=({"N": "field farm"},), shadow="farm food3 field").play("swindler")
    assert s.asked == [(0, "swindle_shadow", ["farm", "food3"])]
    assert (s.stack("N"), named(s.shadow.lands)) == (["field"], ["farm", "field"])
    s = solo_scene("king", boards=FIELD, shadow="king victory_F field").play("religious_sacrifice")
    assert s.asked == [(0, "shadow_sacrifice", ["field", "king", "victory_F"])]
    assert (s.stack("N"), s.discards(2)) == ([], ["king"])
    s = solo_scene(shadow="forest").play("plague_F")
    assert (named(s.shadow.plagues), s.shadow.units) == (["plague_F"], [0, 1, 0, 0])


def test_prevented_sacrifice_stands_and_swindler_has_no_effect() -> None:
    """17.31, 17.32: the last land over a plague cannot be given."""
    s = drawn("survival_tactics", boards=FIELD, shadow="field")
    s.play("swindler")
    assert (s.stack("N"), named(s.shadow.lands), s.shadow.tactics) == (["field"], ["field"], 0)
    s = drawn("survival_tactics", boards=FIELD, shadow="field")
    s.play("religious_sacrifice")
    assert (s.stack("N"), named(s.shadow.lands)) == ([], ["field"])
    s = drawn("survival_tactics").play("plague_F")
    assert (s.shadow.plagues, s.discards(1)) == ([], ["plague_F"])
    assert "swindler" not in solo_scene(boards=({"N": "field !"},), shadow="field", hands=("swindler",)).legal()


def test_riches_borrow_from_shadow_realm() -> None:
    """S115-S117: he too must have a unit of it."""
    s = solo_scene(["shadow", "wood"], shadow="forest mountain market").take("riches")
    assert s.asked[0][2] == [["shadow", "wood"], ["shadow", "metal"]]
    assert (s.riches(), s.table.means()) == ([1, 3], [0, 1, 0, 0])


# --- the end -------------------------------------------------------------------------------------------------------


ENDS = [
    (0, "deck", (1, 0, 1)),
    (0, "refill", (1, 0, 1)),
    (1, "deck", (0, 1)),
]


@pytest.mark.parametrize(("drawer", "how", "turns"), ENDS)
def test_solo_game_ends_after_turn_of_shadow_realm(drawer: int, how: str, turns: tuple[int, ...]) -> None:
    """S960-S968, 13.29, 17.7, 17.18."""
    s = solo_scene()
    s.table.draw_age(drawer, how)
    assert turn.last_turns_alone(s.table) == turns
    assert turns[-1] == 1


def test_shadow_last_draw_without_advanced_card_after_drawing_end() -> None:
    """17.8."""
    for drawer in (1, 0):
        s = solo_scene(realms=(2,), decks=("field", "lord", "king"))
        s.table.draw_age(drawer, "deck")
        solo.shadow_turn(s.table)
        assert ("king" in named(s.shadow.persons)) == (drawer == 0)


def test_shadow_points() -> None:
    """S960, S970-S980, 13.16: every card, victory cards by its resources, 1 for Age of Enlightenment, -2 per plague."""
    s = solo_scene(shadow="field farm farm victory_F king")
    s.shadow.won = [CODES["help_F"]]
    s.shadow.plagues = [CODES["plague_W"]]
    s.shadow.refresh()
    s.shadow.age = True
    points = score(s.shadow, PACK.cards, alone=True)
    assert (points.lands, points.persons, points.victories, points.immediate, points.age, points.plagues) == (
        2,
        5,
        2,
        1,
        1,
        -2,
    )


def test_solo_place_by_points() -> None:
    """S970-S980: more points; ties by the chain of section 8."""
    for seed in range(12):
        setup = GAME.setup(1, {"difficulty": ("normal", "hard", "champion")[seed % 3]})
        outcome = GAME.play(setup, SeededChance(seed), restless_bot(str(seed)))
        player, shadow = outcome.sheet["seats"][0], outcome.sheet["shadow"]
        chain = ("points", "riches", "attack", "defence")
        ahead = [player[name] for name in chain] >= [shadow[name] for name in chain]
        assert outcome.places == ((1,) if ahead else (2,))


def test_shadow_moves_after_every_turn_of_player() -> None:
    order: list[tuple[int, int]] = []

    def note(decision: Decision) -> int:
        table: Table = decision.context
        order.append((table.turns[0], table.turns[1]))
        return decision.options[0]

    outcome = GAME.play(GAME.setup(1, {"round_limit": 5}), SeededChance(5), note)
    assert all(player - shadow in (0, 1) for player, shadow in order)
    assert outcome.sheet["shadow"]["turns"] == outcome.turns[0] == 5


def test_solo_lost_games_are_no_wins_in_simulation(capsys: pytest.CaptureFixture[str]) -> None:
    """A player behind the shadow realm has place 2, so no player is first."""
    assert main(["simulate", "era_of_kingdoms", "--players", "1", "--games", "80", "--seed", "lost", "--json"]) == 0
    (seat,) = json.loads(capsys.readouterr().out)["seats"]
    assert 0 < seat["wins"] < 1
