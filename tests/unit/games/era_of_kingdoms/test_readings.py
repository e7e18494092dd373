"""Every numbered reading of sections 13 and 17: the recommended default and its alternatives."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.chance import SeededChance
from games.era_of_kingdoms import trade, turn
from games.era_of_kingdoms.bots import restless_bot
from games.era_of_kingdoms.game import GAME
from games.era_of_kingdoms.reading_words import WORDS
from games.era_of_kingdoms.readings import CHOICES, RECOMMENDED, readings_data
from games.era_of_kingdoms.scoring import score
from games.era_of_kingdoms.solo import shadow_level
from games.era_of_kingdoms.state import Table
from tests.unit.games.era_of_kingdoms.scene import CODES, PACK, Scene, named
from tests.unit.games.era_of_kingdoms.test_phases import last_turns
from tests.unit.games.era_of_kingdoms.test_trade import DECKS, ROW


def scene(reading: str, value: object, *answers: object, **more: object) -> Scene:
    return Scene(*answers, readings={reading: value}, **more)


def age_index(players: int = 2, *, trade: bool = False, **readings: object) -> int:
    """Return the number of advanced cards above Age of Enlightenment after the set-up, the board's included."""
    setup = GAME.setup(players, {"trade": trade, "readings": readings})
    table = Table(setup, SeededChance(1), lambda decision: decision.options[0])
    turn.set_up(table)
    deck = table.decks[2]
    return len(deck) - 1 - deck.index(CODES["age_of_enlightenment"]) + (len(table.board[2]) if trade else 0)


def test_readings_of_several_players_are_told_in_both_languages() -> None:
    alone = {"shadow_level", "solo_end", "solo_refill_last_turn", "shadow_drawer_advanced"}
    assert set(WORDS) == set(CHOICES) - alone
    for name, told in WORDS.items():
        assert len(told.answers) == len(CHOICES[name])
        for language in ("it", "en"):
            sentences = [answer[language] for answer in told.answers]
            assert len(set(sentences)) == len(sentences)
            assert told.question[language].endswith("?")


def test_readings_documented() -> None:
    text = (Path(turn.__file__).resolve().parents[2] / "docs/era_of_kingdoms.md").read_text(encoding="utf-8")
    for name, values in CHOICES.items():
        documented_values = ", ".join(f"`{each}`" if isinstance(each, str) else str(each).lower() for each in values)
        assert f"| `{name}` | {documented_values} | 1" in text


def test_reading_defaults_recommended() -> None:
    assert readings_data(RECOMMENDED) == {}
    assert all(getattr(RECOMMENDED, name) == values[0] for name, values in CHOICES.items())
    assert all(len(values) > 1 for values in CHOICES.values())


@pytest.mark.parametrize(("value", "above"), [("below_n", 9), ("nth", 8)])
def test_13_2_place_of_age_of_enlightenment(value: str, above: int) -> None:
    assert age_index(age_depth=value) == above


@pytest.mark.parametrize(("value", "rows"), [("advanced", [6, 3, 1]), ("medium", [6, 4, 0])])
def test_13_3_single_slot_of_board(value: str, rows: list[int]) -> None:
    assert list(trade.rows(scene("board_single", value).table)) == rows


@pytest.mark.parametrize(("value", "deck", "refill"), [("from_deck", 4, 3), ("always", 4, 4), ("never", 3, 3)], ids=str)
def test_13_4_drawers_last_turn(value: str, deck: int, refill: int) -> None:
    assert len(last_turns(1, "deck", drawer_last_turn=value)) == deck
    assert len(last_turns(1, "refill", drawer_last_turn=value)) == refill


@pytest.mark.parametrize(("value", "hand"), [("next_turn", 0), ("same_turn", 1)])
def test_13_5_better_realm_draws_from_next_turn_or_at_once(value: str, hand: int) -> None:
    boards = ({"N": "walls", "E": "walls", "S": "walls"},)
    s = scene("upgrade_draws_from", value, "end", "yes", boards=boards, decks=("field " * 9, "lord", "")).turn()
    assert s.realm() == "town_hall"
    assert s.hand().count("lord") == hand


@pytest.mark.parametrize(("value", "legal"), [("draw_phase", True), ("everywhere", False)])
def test_13_6_17_3_hand_limit_and_drawing(value: str, legal: bool) -> None:
    s = scene("draw_action_limit", value, hands=("walls " * 5,), decks=("field " * 9, "", ""))
    assert ("draw" in s.legal()) == legal
    s = scene("draw_action_limit", value, hands=("walls " * 4 + "survival_tactics",), decks=("field " * 9, "", ""))
    assert len(s.play("survival_tactics").hand()) == (6 if legal else 5)
    s = scene("draw_action_limit", value, hands=("walls " * 5 + "oracle",), decks=("field " * 9, "", ""))
    assert ("oracle" in s.legal()) == legal, "five cards are left once it is played"
    s = scene("draw_action_limit", value, hands=("walls " * 4 + "oracle",), decks=("field " * 9, "", ""))
    assert "oracle" in s.legal()


@pytest.mark.parametrize(("value", "units"), [("top", "F2 W0 M0 P0"), ("all", "F3 W0 M0 P0")])
def test_13_7_17_15_counted_parts_of_stack(value: str, units: str) -> None:
    assert scene("stack_counts", value, boards=({"N": "field farm"},)).units() == units


@pytest.mark.parametrize(("value", "asked"), [("top", False), ("all", True)])
def test_13_8_17_15_cards_counted_for_realm(value: str, asked: bool) -> None:
    s = scene("upgrade_counts", value, boards=({"N": "field farm food3", "E": "walls"},))
    assert turn.can_improve(s.table, s[0]) == asked


@pytest.mark.parametrize(("value", "kinds"), [("optional", ["upgrade"]), ("compulsory", [])])
def test_13_9_realm_improvement_optional_or_compulsory(value: str, kinds: list[str]) -> None:
    answers = ["yes"] if kinds else []
    s = scene("upgrade", value, *answers, boards=({"N": "walls", "E": "walls", "S": "walls"},))
    turn.improve_realm(s.table, s[0])
    assert (s.kinds(), s.realm()) == (kinds, "town_hall")


@pytest.mark.parametrize(
    ("value", "base", "intermediate"), [("everybody", 2, 2), ("not_base", 0, 2), ("adds", 2, 3)], ids=str
)
def test_13_10_two_medium_cards_for_others(value: str, base: int, intermediate: int) -> None:
    s = scene("medium_rule", value, players=3, realms=(0, 1, 2))
    s.table.draw_level = 0
    assert turn.draws(s.table, 0) == [1] * base
    s.table.draw_level = 1
    assert turn.draws(s.table, 1) == [1] * intermediate


@pytest.mark.parametrize(("value", "legal"), [(True, False), (False, True)])
def test_13_11_plague_locks_last_card(value: bool, legal: bool) -> None:
    s = scene("plague_locks", value, boards=({"N": "field !"},))
    assert ("remove" in s.legal()) == legal
    if legal:
        assert s.take("remove").stack("N") == []


@pytest.mark.parametrize(("value", "left"), [("others", ["field"]), ("nobody", [])])
def test_13_12_prevention_of_religious_sacrifice(value: str, left: list[str]) -> None:
    boards = ({"N": "field"}, {"N": "field"})
    answers = ["yes"] if left else []
    s = scene("sacrifice_prevented_by", value, *answers, boards=boards, hands=("", "survival_tactics"))
    s.play("religious_sacrifice")
    assert (s.stack("N"), s.stack("N", 1)) == ([], left)


def test_13_13_17_11_cure() -> None:
    layout = {"boards": ({"N": "field !"},), "persons": ("guard miner",)}
    s = scene("cure", "one_decision", "miner", **layout).take("remove").take("remove")
    assert s[0].plagues == 1, "two removals apart do not cure"
    s = scene("cure", "same_turn", "miner", **layout)
    assert "cure" not in s.legal()
    assert s.take("remove").take("remove")[0].plagues == 0


def test_13_13_17_11_two_persons_removed_in_one_turn_cure() -> None:
    """S491-S498: in the same turn, not at once; another person may be played in between; a third one begins anew."""
    boards = ({"N": "field !", "E": "houses"},)
    s = Scene("miner", boards=boards, persons=("guard miner miner",), decks=("walls " * 9, "", ""))
    s.take("remove").take("draw")
    assert s[0].plagues == 1
    s.answers = ["guard"]
    assert s.take("remove")[0].plagues == 0
    assert s.hand() == ["walls"], "an action lay between the two"
    s[0].cells[0].plagues = [CODES["plague_F"]]
    s[0].refresh()
    s.answers = ["miner"]
    assert s.take("remove")[0].plagues == 1, "the third person is the first of another pair"


def test_riches_and_chosen_units_need_no_action() -> None:
    """S115-S117, S326-S336: using riches costs no action and needs none left; still once a turn."""
    s = Scene(boards=({"N": "market"}, {"N": "houses"}))
    s.table.actions = 0
    assert {"riches", "wild"} <= set(s.legal())
    assert s.take("riches").riches() == [1, 3]
    assert s.table.means() == [0, 0, 0, 1]
    assert "riches" not in s.legal()


@pytest.mark.parametrize(("value", "units"), [("zero", "F0 W0 M0 P0"), ("none", "F-1 W0 M0 P0")])
def test_13_14_totals_below_zero(value: str, units: str) -> None:
    s = scene("totals_floor", value, boards=({"N": "field ! !"},))
    assert s.units() == units
    assert s[0].attack == (0 if value == "zero" else -2)
    assert score(s[0], PACK.cards, s.table.readings, alone=False).total == -4, "points are not clamped"


@pytest.mark.parametrize("value", [0, 1])
def test_13_15_points_of_riches(value: int) -> None:
    s = scene("riches_vp", value)
    assert score(s[0], PACK.cards, s.table.readings, alone=False).total == 2 * value


@pytest.mark.parametrize(("value", "several"), [("solo", 0), ("always", 1)])
def test_13_16_points_of_age_of_enlightenment(value: str, several: int) -> None:
    s = scene("age_vp", value)
    s[0].age = True
    assert score(s[0], PACK.cards, s.table.readings, alone=False).age == several
    assert score(s[0], PACK.cards, s.table.readings, alone=True).age == 1


@pytest.mark.parametrize(("value", "left"), [("phase", [0, 0, 0, 1]), ("action", [0, 0, 0, 0])])
def test_13_17_duration_of_borrowed_unit(value: str, left: list[int]) -> None:
    s = scene("borrowed_lasts", value, boards=({}, {"N": "houses"})).take("riches").take("draw")
    assert s.table.means() == left


def test_13_18_choice_of_stolen_card() -> None:
    s = scene("steal_chosen_by", "victim", "hand", hands=("", "field")).play("steal")
    assert s.asked == [(1, "steal_kind", ["riches", "hand"])]
    assert s.hand() == ["field"]


@pytest.mark.parametrize(("value", "legal"), [("equal_or_higher", False), ("any", True)])
def test_13_19_levels_compared_by_swindler(value: str, legal: bool) -> None:
    s = scene("swindler_level", value, boards=({"N": "field farm"}, {"N": "field"}), hands=("swindler",))
    assert ("swindler" in s.legal()) == legal


@pytest.mark.parametrize(("value", "legal"), [("any", True), ("one", False)])
def test_13_20_high_yields_per_stack(value: str, legal: bool) -> None:
    s = scene("yields_per_stack", value, boards=({"N": "field *"},), hands=("high_yield",))
    assert ("high_yield" in s.legal()) == legal


@pytest.mark.parametrize(("value", "units"), [("ring", "F1 W0 M0 P0"), ("diagonal", "F2 W0 M0 P0")])
def test_13_21_cells_beside_trading_post(value: str, units: str) -> None:
    s = scene("post_adjacency", value, boards=({"N": "trading_post", "E": "field"},))
    assert s.units() == units


@pytest.mark.parametrize(
    ("value", "answers", "gone"),
    [("exactly_3", ["field", "forest", "houses"], 3), ("up_to_3", ["field", "stop"], 1), ("all", [], 6)],
)
def test_13_21_cards_replaced_by_trading_post(value: str, answers: list[str], gone: int) -> None:
    s = scene("post_refresh", value, *answers, row=ROW, decks=DECKS, boards=({"N": "trading_post"},)).take("refresh")
    assert len(s.discards()) == gone


@pytest.mark.parametrize(("value", "winner"), [("fewest", 1), ("most", 0)])
def test_13_22_winner_of_help(value: str, winner: int) -> None:
    s = scene("help_goes_to", value, boards=({"N": "field"},))
    assert s.table.settle(CODES["help_F"])
    assert named(s[winner].won) == ["help_F"]


@pytest.mark.parametrize(("value", "level"), [("player", 1), ("own", 2)])
def test_13_28_level_of_shadow_realm(value: str, level: int) -> None:
    s = scene("shadow_level", value, players=1, realms=(1,), shadow="king general food4")
    assert shadow_level(s.table) == level
    assert shadow_level(scene("shadow_level", "own", players=1, shadow="walls walls king").table) == 1
    assert shadow_level(scene("shadow_level", "own", players=1, shadow="walls king").table) == 0


@pytest.mark.parametrize(("value", "above"), [("one_of_n", 9), ("besides", 10)])
def test_13_34_advanced_card_of_board(value: str, above: int) -> None:
    assert age_index(trade=True, board_advanced=value) == above


@pytest.mark.parametrize("value", [3, 4])
def test_13_35_person_slots(value: int) -> None:
    s = scene("person_slots", value, boards=({"N": "field", "E": "houses"},), persons=("guard guard guard",))
    s[0].hand = [CODES["farmer"]]
    assert ("farmer" in s.legal()) == (value == 4)


def test_13_36_13_37_removed_cards_go_to_their_own_deck() -> None:
    s = Scene("N", boards=({"N": "field farm food3"},), hands=("mountain",), decks=("walls", "", ""))
    s.take("mountain")
    assert (s.discards(), s.discards(1)) == (["farm", "field"], ["food3"])


@pytest.mark.parametrize(
    ("value", "answers", "hand", "left"),
    [
        ("discards", ["farm", "mine"], ["farm", "mine"], ["field", "stream", "forest"]),
        ("deck", [], ["field", "stream"], ["forest"]),
    ],
)
def test_13_24_forgotten_knowledge_takes_from_discards_or_deck(
    value: str, answers: list[str], hand: list[str], left: list[str]
) -> None:
    decks, discards = ("field stream forest", "lord", ""), ("mine farm", "", "")
    s = scene("knowledge_from", value, *answers, decks=decks, discards=discards).play("forgotten_knowledge")
    assert sorted(s.hand()) == hand
    assert s.deck() == left


@pytest.mark.parametrize(("value", "kinds"), [(True, ["oracle_deck", "oracle"]), (False, ["oracle"])])
def test_17_2_oracle_under_two_medium_rule(value: bool, kinds: list[str]) -> None:
    answers = ["medium", "lord"] if value else ["mine"]
    decks = ("field mine walls", "lord knight scholar", "")
    s = scene("medium_rule_opens_oracle", value, *answers, realms=(0, 2), decks=decks).play("oracle")
    assert s.kinds() == kinds


@pytest.mark.parametrize(("value", "means"), [("printed", [1, 3, 0, 0]), ("snapshot", [1, 2, 0, 0])])
def test_17_27_units_of_removed_card(value: str, means: list[int]) -> None:
    s = scene("pool", value, "N", boards=({"N": "forest lumber_camp", "E": "field"},)).take("remove")
    assert s.table.means() == means


@pytest.mark.parametrize(("value", "means"), [("each", [1, 0, 0, 0]), ("same", [2, 0, 0, 0])])
def test_17_28_market_units_with_high_yield(value: str, means: list[int]) -> None:
    s = scene("wild_units", value, ["N", "food"], boards=({"N": "market *"},)).take("wild")
    assert s.table.means() == means
    assert ("wild" in s.legal()) == (value == "each")


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in CHOICES.items() for value in values[1:]], ids=str
)
def test_games_under_each_alternative_end_and_check(name: str, value: object) -> None:
    """13.x, 17.x: the sheet states the reading, and the validator follows it."""
    for players in (1, 3):
        setup = GAME.setup(players, {"trade": True, "readings": {name: value}})
        outcome = GAME.play(setup, SeededChance(f"{name}/{value}"), restless_bot(f"{name}/{value}"))
        assert outcome.sheet["readings"] == {name: value}
        assert GAME.check(outcome.sheet, players=players).findings == ()
