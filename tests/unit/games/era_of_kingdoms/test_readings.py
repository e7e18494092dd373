"""Every numbered reading of sections 13 and 17 that could be chosen once: the value that is decided."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from games.chance import SeededChance
from games.decided_readings import CODE, ReadingGone
from games.era_of_kingdoms import trade, turn
from games.era_of_kingdoms.game import GAME
from games.era_of_kingdoms.readings import DECIDED
from games.era_of_kingdoms.scoring import score
from games.era_of_kingdoms.state import Table
from tests.unit.games.era_of_kingdoms.scene import CODES, PACK, Scene, named
from tests.unit.games.era_of_kingdoms.sheet_cases import played
from tests.unit.games.era_of_kingdoms.test_phases import last_turns
from tests.unit.games.era_of_kingdoms.test_trade import DECKS, ROW

RULES = Path(turn.__file__).resolve().parents[2] / "docs/rules/era_of_kingdoms.md"
#: Another value of each kind than the one decided.
OTHERS: list[tuple[str, Any]] = [
    ("cure", "one_decision"),
    ("riches_vp", 1),
    ("plague_locks", False),
    ("riches_vp", False),
]


def age_index(players: int = 2, *, trade: bool = False) -> int:
    """Return the number of advanced cards above Age of Enlightenment after the set-up, the board's included."""
    table = Table(GAME.setup(players, {"trade": trade}), SeededChance(1), lambda decision: decision.options[0])
    turn.set_up(table)
    deck = table.decks[2]
    return len(deck) - 1 - deck.index(CODES["age_of_enlightenment"]) + (len(table.board[2]) if trade else 0)


# --- set-ups and sheets from before -----------------------------------------------------------------------------------


def test_every_decided_reading_has_its_value_in_the_rules() -> None:
    decided = RULES.read_text(encoding="utf-8").partition("## 18. ")[2]
    for name, reading in DECIDED.items():
        row = re.search(rf"^\| `{name}` \| (.+) \| (.+) \| (.+) \|$", decided, re.MULTILINE)
        assert row is not None, name
        assert (row[1], row[2]) == (reading.number, f"`{str(reading.value).lower()}`"), name


def test_set_up_that_names_what_is_decided_is_read_without_it() -> None:
    named_all = {"readings": {name: reading.value for name, reading in DECIDED.items()}}
    assert GAME.setup(3, named_all) == GAME.setup(3, {})
    assert "readings" not in GAME.setup_data(GAME.setup(3, named_all))


@pytest.mark.parametrize(("name", "value"), OTHERS, ids=str)
def test_set_up_of_another_reading_is_refused(name: str, value: Any) -> None:
    with pytest.raises(ReadingGone) as caught:
        GAME.setup(3, {"readings": {name: value}})
    assert caught.value.code == CODE
    for language in ("it", "en"):
        text = caught.value.message(language)
        assert f"setup.readings.{name}" in text
        assert DECIDED[name].number in text
        assert f"“{value}”" in text or f"«{value}»" in text


def test_sheet_that_names_what_is_decided_is_read_without_it() -> None:
    sheet = played(3)
    result = GAME.check({**sheet, "readings": {name: reading.value for name, reading in DECIDED.items()}}, players=3)
    assert result.findings == ()
    assert "readings" not in result.sheet


@pytest.mark.parametrize(("name", "value"), OTHERS, ids=str)
def test_sheet_of_another_reading_is_not_checked_further(name: str, value: Any) -> None:
    sheet = played(3)
    sheet["seats"][0]["riches"] += 1
    (finding,) = GAME.check({**sheet, "readings": {name: value}}, players=3).findings
    assert (finding.code, finding.path, finding.is_error) == (CODE, f"readings.{name}", True)
    for language in ("it", "en"):
        text = GAME.sentence(finding, language)
        assert str(DECIDED[name].value) in text
        assert str(value) in text


# --- the engine -------------------------------------------------------------------------------------------------------


def test_13_2_age_of_enlightenment_below_n_cards() -> None:
    assert age_index() == 9


def test_13_3_single_slot_of_board_is_advanced() -> None:
    assert trade.ROWS == (6, 3, 1)


def test_13_4_drawer_has_a_last_turn_from_the_deck_only() -> None:
    assert len(last_turns(1, "deck")) == 4
    assert len(last_turns(1, "refill")) == 3


def test_13_5_better_realm_draws_from_next_turn() -> None:
    boards = ({"N": "walls", "E": "walls", "S": "walls"},)
    s = Scene("end", "yes", boards=boards, decks=("field " * 9, "lord", "")).turn()
    assert s.realm() == "town_hall"
    assert s.hand().count("lord") == 0


def test_13_6_17_3_nobody_draws_at_the_hand_limit() -> None:
    decks = ("field " * 9, "", "")
    assert "draw" not in Scene(hands=("walls " * 5,), decks=decks).legal()
    s = Scene(hands=("walls " * 4 + "survival_tactics",), decks=decks)
    assert len(s.play("survival_tactics").hand()) == 5
    assert "oracle" not in Scene(hands=("walls " * 5 + "oracle",), decks=decks).legal(), (
        "five are left once it is played"
    )
    assert "oracle" in Scene(hands=("walls " * 4 + "oracle",), decks=decks).legal()


def test_13_7_17_15_top_card_of_a_stack_counts() -> None:
    assert Scene(boards=({"N": "field farm"},)).units() == "F2 W0 M0 P0"


def test_13_8_17_15_top_cards_and_persons_count_for_the_realm() -> None:
    assert not turn.can_improve(Scene(boards=({"N": "field farm food3", "E": "walls"},))[0])
    assert turn.can_improve(Scene(boards=({"N": "field farm food3", "E": "walls"},), persons=("miner",))[0])


@pytest.mark.parametrize(("answer", "realm"), [("yes", "town_hall"), ("no", "town_center")])
def test_13_9_realm_may_be_improved(answer: str, realm: str) -> None:
    s = Scene(answer, boards=({"N": "walls", "E": "walls", "S": "walls"},))
    turn.improve_realm(s.table, s[0])
    assert (s.kinds(), s.realm()) == (["upgrade"], realm)


def test_13_10_everybody_draws_two_medium_cards_beside_a_castle() -> None:
    s = Scene(players=3, realms=(0, 1, 2))
    for level in (0, 1):
        s.table.draw_level = level
        assert turn.draws(s.table, level) == [1, 1]


def test_13_11_plague_locks_last_card() -> None:
    assert "remove" not in Scene(boards=({"N": "field !"},)).legal()


def test_13_12_others_prevent_religious_sacrifice() -> None:
    s = Scene("yes", boards=({"N": "field"}, {"N": "field"}), hands=("", "survival_tactics"))
    s.play("religious_sacrifice")
    assert (s.stack("N"), s.stack("N", 1)) == ([], ["field"])


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


def test_13_14_totals_stop_at_zero_and_points_do_not() -> None:
    s = Scene(boards=({"N": "field ! !"},))
    assert (s.units(), s[0].attack) == ("F0 W0 M0 P0", 0)
    assert score(s[0], PACK.cards, alone=False).total == -4


def test_13_15_riches_are_worth_no_points() -> None:
    assert score(Scene()[0], PACK.cards, alone=False).total == 0


def test_13_16_age_of_enlightenment_is_worth_a_point_alone() -> None:
    s = Scene()
    s[0].age = True
    assert [score(s[0], PACK.cards, alone=alone).age for alone in (False, True)] == [0, 1]


def test_13_17_borrowed_unit_lasts_for_the_action_phase() -> None:
    s = Scene(boards=({}, {"N": "houses"})).take("riches").take("draw")
    assert s.table.means() == [0, 0, 0, 1]


def test_13_19_swindler_takes_no_lower_stack() -> None:
    s = Scene(boards=({"N": "field farm"}, {"N": "field"}), hands=("swindler",))
    assert "swindler" not in s.legal()


def test_13_20_stack_may_have_several_high_yields() -> None:
    assert "high_yield" in Scene(boards=({"N": "field *"},), hands=("high_yield",)).legal()


def test_13_21_cells_beside_trading_post_are_those_of_the_ring() -> None:
    assert Scene(boards=({"N": "trading_post", "E": "field"},)).units() == "F1 W0 M0 P0"
    assert Scene(boards=({"N": "trading_post", "NE": "field"},)).units() == "F2 W0 M0 P0"


def test_13_21_trading_post_replaces_exactly_three_cards() -> None:
    answers = ["field", "forest", "houses"]
    s = Scene(*answers, row=ROW, decks=DECKS, boards=({"N": "trading_post"},)).take("refresh")
    assert len(s.discards()) == 3


def test_13_22_help_goes_to_the_fewest() -> None:
    s = Scene(boards=({"N": "field"},))
    assert s.table.settle(CODES["help_F"])
    assert named(s[1].won) == ["help_F"]


def test_13_34_advanced_card_of_board_is_one_of_n() -> None:
    assert age_index(trade=True) == 9


def test_13_35_three_person_slots() -> None:
    s = Scene(boards=({"N": "field", "E": "houses"},), persons=("guard guard guard",))
    s[0].hand = [CODES["farmer"]]
    assert "farmer" not in s.legal()


def test_13_36_13_37_removed_cards_go_to_their_own_deck() -> None:
    s = Scene("N", boards=({"N": "field farm food3"},), hands=("mountain",), decks=("walls", "", ""))
    s.take("mountain")
    assert (s.discards(), s.discards(1)) == (["farm", "field"], ["food3"])


def test_13_24_forgotten_knowledge_takes_from_discards() -> None:
    decks, discards = ("field stream forest", "lord", ""), ("mine farm", "", "")
    s = Scene("farm", "mine", decks=decks, discards=discards).play("forgotten_knowledge")
    assert sorted(s.hand()) == ["farm", "mine"]
    assert s.deck() == ["field", "stream", "forest"]


def test_17_2_two_medium_rule_opens_the_oracle() -> None:
    decks = ("field mine walls", "lord knight scholar", "")
    s = Scene("medium", "lord", realms=(0, 2), decks=decks).play("oracle")
    assert s.kinds() == ["oracle_deck", "oracle"]


def test_17_27_removed_card_gives_what_is_printed_on_it() -> None:
    s = Scene("N", boards=({"N": "forest lumber_camp", "E": "field"},)).take("remove")
    assert s.table.means() == [1, 3, 0, 0]


def test_17_28_market_units_are_chosen_one_by_one() -> None:
    s = Scene(["N", "food"], boards=({"N": "market *"},)).take("wild")
    assert s.table.means() == [1, 0, 0, 0]
    assert "wild" in s.legal()
