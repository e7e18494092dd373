"""Set-up, the four phases, last turns, scoring, the stall guard (sections 3, 4 and 8)."""

from __future__ import annotations

import pytest

from games.chance import SeededChance
from games.decision import Watching
from games.era_of_kingdoms import moves, turn
from games.era_of_kingdoms.bots import restless_bot
from games.era_of_kingdoms.game import GAME
from games.era_of_kingdoms.pack.fields import RESOURCES
from games.era_of_kingdoms.state import Table
from games.game import BadSetup, Decision, IllegalChoice
from tests.unit.games.era_of_kingdoms.scene import CODES, PACK, Scene

EIGHT = dict.fromkeys(("N", "NE", "E", "SE", "S", "SW", "W", "NW"), "walls")


def stop(decision: Decision) -> int:
    return decision.options[0]


def set_up(players: int, choose=stop, **options: object) -> Table:
    table = Table(GAME.setup(players, options), SeededChance("set-up"), choose)
    turn.set_up(table)
    return table


# --- set-up --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "difficulty", "above"), [(2, "", 9), (3, "", 11), (4, "", 13), (1, "normal", 5), (1, "hard", 7)]
)
def test_set_up(players: int, difficulty: str, above: int) -> None:
    """S35-S48, S54, S119, S847-S849: N cards above Age of Enlightenment, riches, hands of five."""
    table = set_up(players, **({"difficulty": difficulty} if difficulty else {}))
    advanced = table.decks[2]
    assert advanced.index(CODES["age_of_enlightenment"]) == len(advanced) - above - 1
    assert [len(kingdom.hand) for kingdom in table.kingdoms] == [5] * players
    assert {side.riches for side in table.sides} == {2 if players < 3 else 3}
    assert len(table.sides) == players + (players == 1)


def test_set_up_champion_has_nine_above() -> None:
    """S849."""
    advanced = set_up(1, difficulty="champion").decks[2]
    assert advanced.index(CODES["age_of_enlightenment"]) == len(advanced) - 10


def test_hands_changed_once_clockwise_from_start_player() -> None:
    """S121-S128: 0 to 5 cards for as many."""
    players_asked: list[int] = []

    def change_all(decision: Decision) -> int:
        players_asked.append(decision.player)
        return decision.options[1] if decision.player == 2 else decision.options[0]

    table = set_up(3, change_all, start=3)
    assert list(dict.fromkeys(players_asked)) == [2, 0, 1]
    assert len(table.discards[0]) == players_asked.count(2) <= 5
    assert [len(kingdom.hand) for kingdom in table.kingdoms] == [5, 5, 5]


@pytest.mark.parametrize(
    ("players", "options", "says"),
    [
        (5, {}, "1 to 4 players, not 5"),
        (2, {"colour": 1}, "no such option"),
        (2, {"trade": 1}, "setup.trade: should be true or false"),
        (2, {"difficulty": "hard"}, "only the game alone"),
        (1, {"difficulty": "easy"}, "normal, hard, champion"),
        (3, {"start": 4}, "setup.start: should be a whole number from 1 to 3"),
        (3, {"round_limit": -1}, "setup.round_limit"),
        (3, {"pack": "eok-9"}, "no pack is called 'eok-9'"),
        (3, {"pack": 9}, "setup.pack"),
        (3, {"readings": []}, "setup.readings: should be an object"),
        (3, {"readings": {"cur": 1}}, "setup.readings.cur: there never was such a reading"),
        (
            3,
            {"readings": {"plague_locks": 1}},
            r"setup\.readings\.plague_locks”.* is “True” \(docs/rules, 13\.11\), not “1”",
        ),
    ],
)
def test_set_up_wrong_refused(players: int, options: dict[str, object], says: str) -> None:
    with pytest.raises(BadSetup, match=says):
        GAME.setup(players, options)


# --- action phase --------------------------------------------------------------------------------------------------


def test_action_phase_three_actions() -> None:
    """S89-S97: play, draw, end; unused actions lapse; after the last only free moves are left."""
    s = Scene(hands=("field mountain",), decks=("walls forest", None, None))
    assert s.legal() == ["end", "draw", "field", "mountain"]
    s.take("draw")
    s.answers = ["N"]
    s.take("field")
    s.answers = ["S"]
    s.take("mountain")
    assert s.table.actions == 0
    assert s.legal() == ["end", "remove"]


def test_draw_action_needs_hand_below_limit() -> None:
    """S318-S324, 13.6: more cards may be held, but none is drawn from any deck."""
    assert "draw" not in Scene(hands=("field " * 9,)).legal()
    assert "draw" not in Scene(hands=("field " * 5,)).legal()
    assert "draw" in Scene(hands=("field " * 4,)).legal()


def test_cost_is_threshold() -> None:
    """S80-S83, S160-S163: resources are not spent, each card is checked separately."""
    boards = ({"N": "forest", "E": "houses"},)
    s = Scene("S", boards=boards, hands=("market market storehouse mine",))
    assert s.legal() == ["end", "draw", "market", "storehouse", "remove"], "a Mine needs a Mountain"
    s.take("market")
    assert s.units() == "F0 W1 M0 P1"
    assert "market" in s.legal()


def test_lands_on_empty_cells_or_replacing_stack() -> None:
    """S218-S220, S272-S275: a land without stack icon replaces all that lies there, High Yields too."""
    s = Scene("N", boards=({**EIGHT, "N": "field farm *"},), hands=("mountain",)).take("mountain")
    assert s.stack("N") == ["mountain"]
    assert s.discards() == ["farm", "field", "high_yield"]


def test_stack_cards_on_lower_cards_of_their_resource() -> None:
    """S210-S218, S253-S283: level 2 on 1, level 3 on 1 or 2, level 4 on any lower; never on an empty cell."""
    boards = ({"N": "field", "E": "field farm", "S": "mountain", "W": "field food3"},)
    s = Scene(boards=boards)
    expected = {"farm": (0,), "food3": (0, 2), "food4": (0, 2, 6), "mine": (4,), "wood3": ()}
    for name, cells in expected.items():
        assert moves.places(s.table, PACK.cards[CODES[name]]) == cells, name


def test_persons_take_slots_and_never_stack() -> None:
    """S220-S222, 13.35: three slots; the fourth needs one to be removed first."""
    boards = ({"N": "field farm", "E": "houses"},)
    s = Scene("guard", boards=boards, persons=("guard guard miner",), hands=("farmer",))
    assert "farmer" not in s.legal()
    s.take("remove")
    assert "farmer" in s.legal()


def test_removed_card_counts_for_next_action() -> None:
    """S112-S113, S233-S243, 17.27: printed units, several add up, any action ends them."""
    s = Scene("E", boards=({"N": "forest", "E": "houses", "S": "field farm"},), hands=("market trader",)).take("remove")
    assert s.units() == "F2 W1 M0 P0"
    assert s.table.means() == [2, 1, 0, 1]
    s.answers = ["W"]
    s.take("market")
    assert s.table.means() == [2, 1, 0, 0]
    s = Scene("N", boards=({"N": "forest lumber_camp", "E": "field"},)).take("remove")
    assert s.table.means() == [1, 3, 0, 0], "17.27: what lay under it counts, too"
    s.take("draw")
    assert s.table.means() == [1, 1, 0, 0]


def test_riches_borrow_unit_once_per_turn() -> None:
    """S115-S117, S326-S336, 13.17: for a riches card, of a fixed unit that the other has; he cannot refuse."""
    boards = ({"N": "forest"}, {"N": "houses", "E": "market"})
    s = Scene(boards=boards, hands=("market",))
    assert "market" not in s.legal()
    s.take("riches")
    assert s.kinds() == [], "one unit only is to be had: Markets' units cannot be borrowed"
    assert s.riches() == [1, 3]
    assert s.table.means() == [0, 1, 0, 1]
    assert s.units(1) == "F0 W0 M0 P1", "the lender loses nothing"
    assert "riches" not in s.legal()
    s.answers = ["S"]
    s.take("market")
    assert s.table.means() == [0, 1, 0, 1], "until the end of the phase"
    assert "riches" not in Scene(boards=boards, riches=(0, 4)).legal()


def test_endless_turn_stopped() -> None:
    """17.39: 150 moves."""
    s = Scene(hands=("survival_tactics " * 200,))
    tactics = CODES["survival_tactics"]
    s.table.choose = lambda decision: tactics if tactics in decision.options else decision.options[0]
    moves.action_phase(s.table)
    assert s.table.moves == moves.MOST_MOVES == 150


# --- discarding, realm, drawing ------------------------------------------------------------------------------------


def test_discards_go_to_their_piles() -> None:
    """S338-S344."""
    s = Scene("end", "guard", "lord", hands=("guard walls lord",), decks=("field " * 9, "", "")).turn()
    assert s.kinds() == ["act", "discard", "discard"]
    assert s.hand() == ["field", "field", "field", "field", "walls"]
    assert (s.discards(), s.discards(1)) == (["guard"], ["lord"])


UPGRADES = [
    (0, {"N": "field farm", "E": "walls"}, "", False),
    (0, {"N": "field farm", "E": "walls"}, "soldier", True),
    (0, {"N": "field farm food3"}, "lord knight", True),
    (1, {"N": "field farm food3"}, "lord soldier", False),
    (1, {"N": "field farm food3", "E": "monument"}, "lord", True),
    (2, {"N": "food3", "E": "monument"}, "lord", False),
]


@pytest.mark.parametrize(("realm", "board", "persons", "asked"), UPGRADES)
def test_three_cards_of_next_level_improve_realm(realm: int, board: dict[str, str], persons: str, asked: bool) -> None:
    """S351-S372, 13.8, 13.9: lands and persons together, top cards; one step, optional, permanent."""
    s = Scene("yes", boards=(board,), persons=(persons,), realms=(realm,))
    turn.improve_realm(s.table, s[0])
    assert s[0].realm == realm + asked
    assert bool(s.answers) != asked
    s = Scene("no", boards=(board,), persons=(persons,), realms=(realm,))
    turn.improve_realm(s.table, s[0])
    assert s[0].realm == realm


DRAWS = [
    ((0, 0), 0, []),
    ((1, 0), 1, [1]),
    ((2, 0), 2, [2, 1, 1]),
    ((0, 2), 0, [1, 1]),
    ((1, 2), 1, [1, 1]),
    ((2, 2), 2, [2, 1, 1]),
    ((2, 0), 1, [1]),
    ((2, 2), 1, [1, 1]),
]


@pytest.mark.parametrize(("realms", "level", "decks"), DRAWS)
def test_realm_determines_draws(realms: tuple[int, int], level: int, decks: list[int]) -> None:
    """S287-S316, 13.10, 17.9: the level of the turn's beginning counts; two medium for the others."""
    s = Scene(realms=realms)
    s.table.draw_level = level
    assert turn.draws(s.table, 0) == decks


def test_draw_phase_stops_at_hand_limit() -> None:
    """S318-S324, 17.3: each draw needs a hand below the limit; the order is compulsory."""
    decks = ("field " * 9, "lord knight scholar", "king general")
    s = Scene(realms=(2,), hands=("walls walls",), decks=decks)
    s.table.draw_level = 2
    turn.draw_phase(s.table, 0)
    assert s.hand() == ["king", "knight", "lord", "walls", "walls"]
    s = Scene(realms=(2,), hands=("walls " * 4,), boards=({"N": "storehouse"},), decks=decks)
    s.table.draw_level = 2
    turn.draw_phase(s.table, 0)
    assert s.hand() == ["king", "lord", *["walls"] * 4]
    s = Scene(hands=("walls " * 6,), decks=decks)
    turn.draw_phase(s.table, 0)
    assert len(s.hand()) == 6


def test_empty_deck_rebuilt_from_discards() -> None:
    """S424-S427; nothing left: the draw is skipped."""
    s = Scene(decks=("field", "", ""), discards=("walls mine",))
    turn.draw_phase(s.table, 0)
    assert s.hand() == ["field", "mine", "walls"]
    assert [sorted(pile) for pile in s.chance.shuffled] == [["mine", "walls"]]


def test_tied_cards_alone_count_as_finished_deck() -> None:
    """17.1: the discards are shuffled in; without any there is no replacement, and no endless draw."""
    s = Scene(realms=(1,), decks=("", "help_F", ""), discards=("", "lord"))
    s.table.draw_to_hand(0, 1)
    assert s.hand() == ["lord"]
    assert s.deck(1) == ["help_F"]
    s = Scene(realms=(1,), decks=("", "help_F festival_M", ""))
    s.table.draw_to_hand(0, 1)
    assert s.hand() == []
    assert sorted(s.deck(1)) == ["festival_M", "help_F"]


# --- the end -------------------------------------------------------------------------------------------------------


def last_turns(drawer: int, how: str, players: int = 4) -> list[int]:
    """Return the order of the last turns after ``drawer`` has drawn the end in its first turn."""
    turn_order: list[int] = []
    s = Scene(players=players)

    def choose(decision: Decision) -> int:
        table: Table = decision.context
        if decision.kind == "act":
            if not turn_order or turn_order[-1] != table.active:
                turn_order.append(table.active)
            if table.active == drawer and table.drawer < 0:
                table.draw_age(drawer, how)
        return decision.options[0]

    s.table.choose = Watching(choose)
    turn.play_together(s.table)
    return turn_order[drawer + 1 :]


def test_last_turns_clockwise_from_drawers_left() -> None:
    """S432-S461, 13.4: one each, the drawer last if it came from the deck, without the drawer on a trade refill."""
    assert last_turns(1, "deck") == [2, 3, 0, 1]
    assert last_turns(1, "refill") == [2, 3, 0]
    assert last_turns(0, "deck", players=2) == [1, 0]


def test_round_limit_ends_game() -> None:
    """Section 8, 17.5: all turns equal, no drawer."""
    outcome = GAME.play(GAME.setup(3, {"round_limit": 4, "start": 2}), SeededChance(1), stop)
    assert (outcome.end, outcome.turns) == ("round_limit", (4, 4, 4))
    assert (outcome.sheet["drawer"], outcome.sheet["how"], outcome.sheet["rounds"]) == (None, "round_limit", 4)
    assert outcome.places == (1, 1, 1), "equal in everything: the place is shared (S455)"


CHAIN = ["points", "riches", "attack", "defence", "resources"]


@pytest.mark.parametrize("first", range(5))
def test_tie_break_chain(first: int) -> None:
    """S446-S455, V5: points, riches, attack, defence, resources, then a lot."""
    from games.tie_breaks import places

    assert [criterion.name for criterion in GAME.chain] == CHAIN
    equal = dict.fromkeys(CHAIN, 5) | {"lot": None}
    better = equal | {CHAIN[first]: 6} | dict.fromkeys(CHAIN[first + 1 :], 0)
    assert places([equal, better], GAME.chain) == (2, 1)
    assert places([equal, equal], GAME.chain) == (1, 1)
    assert places([equal | {"lot": 2}, equal | {"lot": 1}], GAME.chain) == (2, 1)


def test_territory_points() -> None:
    """S441-S444: top lands, persons, victory cards, +1 play-immediately, -2 per plague; riches nothing."""
    from games.era_of_kingdoms.scoring import score

    s = Scene(boards=({"N": "field farm food3 !", "E": "walls"},), persons=("knight guard",))
    s[0].won = [CODES["help_F"], CODES["festival_M"]]
    s[0].victories = [CODES["victory_F"], CODES["victory_W"]]
    points = score(s[0], PACK.cards, alone=False)
    assert (points.lands, points.persons, points.victories, points.immediate, points.plagues) == (3, 2, 1, 2, -2)
    assert (points.age, points.total) == (0, 6)


def test_illegal_answer_refused_with_number() -> None:
    with pytest.raises(IllegalChoice) as caught:
        GAME.play(GAME.setup(2, {}), SeededChance(1), lambda decision: 12345)
    assert caught.value.step == 0
    assert caught.value.decision.kind == "mulligan"


def test_markets_inactive_in_other_players_turns() -> None:
    """13.25: the choice is made in one's own turn."""
    s = Scene(["N", "food"], boards=({"N": "market"}, {"N": "market"})).take("wild")
    s.table.active = 1
    assert s.table.means() == [0, 0, 0, 0]


def test_games_repeatable() -> None:
    setup = GAME.setup(4, {"trade": True})
    first, second = (GAME.play(setup, SeededChance(3), restless_bot("3")) for _ in range(2))
    assert first == second


HAND = ("king king king king king",)


def test_choice_of_market_ends_with_the_turn() -> None:
    """S571-S579, 13.25: the unit chosen in one turn is chosen anew in the next, also of another resource."""
    s = Scene("wild", ["N", "wood"], "end", "stop", boards=({"N": "market"},), hands=HAND, decks=("", "", "")).turn(0)
    s.turn(1)
    s.answers = ["wild", ["N", "metal"], "end", "stop"]
    s.turn(0)
    market = s[0].cells[0]
    assert market is not None
    assert [RESOURCES[resource] for resource in market.chosen] == ["metal"]


def test_two_persons_removed_in_different_turns_do_not_cure() -> None:
    """S491-S496, 17.11: within one turn alone."""
    boards, persons = ({"N": "field !", "E": "mountain !"},), ("miner guard villager",)
    s = Scene(boards=boards, persons=persons, hands=HAND, decks=("", "", ""))
    for person in ("miner", "guard"):
        s.answers = ["remove", person, "end", "stop"]
        assert s.turn(0)[0].plagues == 2
