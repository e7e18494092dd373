"""Effects of each named card as in section 7, with its targets, its prevention and its limits."""

from __future__ import annotations

import pytest

from games.era_of_kingdoms import turn
from tests.unit.games.era_of_kingdoms.scene import CODES, PACK, Scene, named

FIELDS = {"N": "field"}


# --- Survival Tactics ----------------------------------------------------------------------------------------------


def test_survival_tactics_played_draws_two_and_gives_action() -> None:
    """S381-S387."""
    s = Scene(decks=("field mine walls", None, None), hands=("survival_tactics",)).take("survival_tactics")
    assert s.hand() == ["field", "mine"]
    assert s.table.actions == 3
    assert s.discards() == ["survival_tactics"]


NEGATIVE = [
    ("steal", ["2", "riches"], {}),
    ("crude_attack", None, {}),
    ("attack", None, {}),
    ("great_attack", None, {}),
    ("religious_sacrifice", None, {"boards": (FIELDS, FIELDS)}),
    ("plague_F", ["2", "N"], {"boards": (FIELDS, {"N": "field", "E": "field"})}),
    ("swindler", ["2", "N"], {"boards": (FIELDS, {"N": "field", "E": "field"})}),
]


@pytest.mark.parametrize(("card", "target", "layout"), NEGATIVE, ids=[case[0] for case in NEGATIVE])
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_survival_tactics_prevents_negative_events(card: str, target: object, layout: dict, answer: str) -> None:
    """S388-S393: at any time, when targeted: the event is cancelled, and a base card drawn; no action is used."""
    answers = [target, answer] if target else [answer]
    s = Scene(*answers, hands=("", "survival_tactics"), decks=("walls", "", ""), **layout).play(card)
    prevented = answer == "yes"
    assert s.asked[-1] == (1, "tactics", ["no", "yes"])
    assert s.hand(1) == (["walls"] if prevented else ["survival_tactics"])
    harmed = s.riches() != [2, 2] or s.plagues("N", 1) > 0 or s[1].lost
    assert harmed != prevented or card == "religious_sacrifice"
    if card == "religious_sacrifice":
        assert s.stack("N", 0) == [], "his own loss cannot be prevented"
        assert s.stack("N", 1) == (["field"] if prevented else [])


def test_survival_tactics_protects_only_its_player() -> None:
    """S388: the others are affected; the question goes clockwise from the left of the active player."""
    s = Scene("yes", "no", players=3, hands=("", "survival_tactics", "survival_tactics")).play("great_attack")
    assert [seat for seat, _, _ in s.asked] == [1, 2]
    assert s.riches() == [4, 3, 2]


# --- Steal and attacks ---------------------------------------------------------------------------------------------


def test_steal_riches_or_random_hand_card() -> None:
    """S395-S400, 13.18."""
    s = Scene(["2", "hand"], hands=("", "field mine")).play("steal")
    assert (s.hand(), s.hand(1)) == (["mine"], ["field"])
    s = Scene(["2", "riches"], hands=("", "field")).play("steal")
    assert s.riches() == [3, 1]


def test_steal_needs_nonempty_target() -> None:
    """13.18: an empty target is not legal."""
    assert "steal" not in Scene(hands=("steal",), riches=(4, 0)).legal()
    s = Scene(players=3, hands=("", "", "field"), riches=(9, 0, 0)).play("steal")
    assert s.hand() == ["field"]


@pytest.mark.parametrize(("card", "value"), [("crude_attack", 2), ("attack", 4), ("great_attack", 6)])
def test_attack_takes_riches_only_if_higher(card: str, value: int) -> None:
    """S501-S528: own attack + value against each defence; equal or lower does nothing; 13.26 no riches: no effect."""
    walls = [{}, {"N": "walls"}, {"N": "walls", "E": "walls"}, dict.fromkeys(("N", "E", "S", "W"), "walls")]
    s = Scene(players=4, boards=walls).play(card)
    defences = [0, 2, 4, 8]
    successes = [value > defence for defence in defences[1:]]
    assert s.riches() == [3 + sum(successes), *(3 - hit for hit in successes)]
    s = Scene(riches=(4, 0)).play(card)
    assert s.riches() == [4, 0]


def test_persons_add_attack_and_defence() -> None:
    """S247-S251: the icons of top lands and persons."""
    s = Scene(persons=("soldier knight", "guard knight"), boards=({}, {"N": "walls"}))
    assert (s[0].attack, s[0].defence) == (5, 3)
    assert (s[1].attack, s[1].defence) == (3, 6)
    assert s.play("crude_attack").riches() == [3, 1]
    assert Scene(persons=("knight", "guard knight"), boards=({}, {"N": "walls"})).play("crude_attack").riches() == [
        2,
        2,
    ]


# --- High Yield, Market, Trader, Walls, Storehouse -----------------------------------------------------------------


def test_high_yield_adds_unit_of_stack() -> None:
    """S402-S411, 13.20: under a stack that provides something, several allowed, never under walls or storehouses."""
    s = Scene("N", "N", boards=({"N": "field farm", "E": "walls", "S": "storehouse", "W": "mountain"},))
    s.table.kingdoms[0].hand = [CODES["high_yield"], CODES["high_yield"]]
    s.answers = ["N"]
    s.play("high_yield")
    assert s.asked[-1][2] == ["N", "W"]
    assert s.units() == "F3 W0 M1 P0"
    s.answers = ["N"]
    assert s.play("high_yield").units() == "F4 W0 M1 P0"
    assert s.discards() == []


def test_high_yield_needs_stack() -> None:
    assert "high_yield" not in Scene(hands=("high_yield",), boards=({"E": "walls"},)).legal()


def test_high_yield_under_market_adds_two_chosen_units() -> None:
    """S408-S410, S582-S584, 17.28: each unit is chosen separately."""
    s = Scene(["N", "food"], boards=({"N": "market *"},)).take("wild")
    assert s.table.means() == [1, 0, 0, 0]
    s.answers = [["N", "metal"]]
    assert s.take("wild").table.means() == [1, 0, 1, 0]
    assert "wild" not in s.legal()
    assert s.units() == "F0 W0 M0 P0", "no fixed unit"


@pytest.mark.parametrize("card", ["market", "trader"])
def test_market_and_trader_chosen_once_per_turn(card: str) -> None:
    """S571-S579: one unit of choice, fixed for the turn, chosen anew in the next."""
    boards = ({"N": "market"},) if card == "market" else ()
    persons = ("trader",) if card == "trader" else ()
    where = "N" if card == "market" else "trader"
    s = Scene([where, "wood"], boards=boards, persons=persons, hands=("storehouse",))
    assert "storehouse" not in s.legal()
    s.take("wild")
    assert "storehouse" in s.legal()
    assert "wild" not in s.legal()
    s[0].forget_chosen()
    assert "wild" in s.legal()


def test_walls_and_storehouse() -> None:
    """S290-S292, S411, S763-S765: defence, and one card more in hand."""
    s = Scene(boards=({"N": "walls", "E": "storehouse", "S": "storehouse"},))
    assert (s[0].defence, s[0].limit) == (2, 7)
    assert s.units() == "F0 W0 M0 P0"


# --- Swindler ------------------------------------------------------------------------------------------------------


def test_swindler_swaps_whole_stacks() -> None:
    """S413-S422: of the same resource, equal or higher level; plagues and High Yields go with them."""
    boards = ({"N": "field *", "E": "mountain"}, {"S": "field farm !", "W": "forest"})
    s = Scene(boards=boards).play("swindler")
    assert s.stack("N") == ["field", "farm"]
    assert s.plagues("N") == 1
    assert s.stack("S", 1) == ["field"]
    assert s[1].cells[4].yields == 1
    assert (s.units(), s.units(1)) == ("F1 W0 M1 P0", "F2 W1 M0 P0")


def test_swindler_needs_equal_or_higher_stack_of_same_resource() -> None:
    """13.19: Market, Walls, Storehouse and Post have no resource and cannot be swapped."""
    higher = ({"N": "field farm"}, {"N": "field"})
    other = ({"N": "field"}, {"N": "mountain"})
    without = ({"N": "market", "E": "walls"}, {"N": "market", "E": "walls"})
    for boards in (higher, other, without):
        assert "swindler" not in Scene(boards=boards, hands=("swindler",)).legal()


# --- Plague and its two cures --------------------------------------------------------------------------------------


def test_plague_costs_attack_defence_points_and_unit() -> None:
    """S465-S471, 13.14: -1 attack, -1 defence, -2 points, -1 of the resource; totals are not below 0."""
    boards = ({}, {"N": "field farm", "E": "walls", "S": "mountain"})
    s = Scene(boards=boards, persons=("", "soldier")).play("plague_F")
    assert s.plagues("N", 1) == 1
    assert s.units(1) == "F1 W0 M1 P0"
    assert (s[1].attack, s[1].defence) == (1, 2)
    s = Scene(boards=({}, {"N": "field !"}), decks=("", "", "")).play("plague_F")
    assert s.plagues("N", 1) == 2, "any number per stack"
    assert s.units(1) == "F0 W0 M0 P0"
    assert (s[1].attack, s[1].defence) == (0, 0)


def test_plague_needs_opponents_stack_of_its_resource() -> None:
    s = Scene(boards=({"N": "field"}, {"N": "mountain", "E": "market"}), hands=("plague_F plague_M plague_W",))
    assert [name for name in s.legal() if str(name).startswith("plague")] == ["plague_M"]


def test_cure_with_two_persons_clears_territory() -> None:
    """S489-S499, 13.13: the second person removed in a turn takes all plagues along; a person may be played next."""
    s = Scene(
        "miner",
        boards=({"N": "field !", "E": "mountain ! !"},),
        persons=("miner guard villager",),
        hands=("guard",),
    )
    s.take("remove")
    s.answers = ["guard"]
    s.take("remove")
    assert s[0].plagues == 0
    assert named(s[0].persons) == ["villager"]
    assert sorted(s.discards(1)) == ["plague_F", "plague_M", "plague_M"]
    assert sorted(s.discards()) == ["guard", "miner"]
    assert s.units() == "F1 W0 M1 P1"
    assert "guard" in s.legal()


def test_plague_keeps_last_land_in_place() -> None:
    """13.11: neither removed nor replaced; with a card over it the top may go."""
    s = Scene(boards=({"N": "field !", "E": "field farm !"},), hands=("mountain",))
    s.take("remove")
    assert s.stack("E") == ["field"]
    assert s.plagues("E") == 1
    assert "remove" not in s.legal()
    s.answers = ["W"]
    s.take("mountain")
    assert s.asked[-1][2] == ["NE", "SE", "S", "SW", "W", "NW"]


# --- Religious Sacrifice -------------------------------------------------------------------------------------------


def test_religious_sacrifice_takes_top_card_in_same_position() -> None:
    """S480-S487, S586-S605: every player; plagues leave the stacks that lose a card, empty cells lose nothing."""
    boards = ({"N": "field farm !", "E": "walls"}, {"N": "mountain mine !", "E": "forest"}, {"E": "walls"})
    s = Scene("N", players=3, boards=boards).play("religious_sacrifice")
    assert s.asked[0][2] == ["N", "E"], "the centre is no target"
    assert (s.stack("N"), s.stack("N", 1), s.stack("N", 2)) == (["field"], ["mountain"], [])
    assert s.stack("E", 2) == ["walls"]
    assert s[0].plagues == s[1].plagues == 0
    assert s.discards() == ["farm", "mine", "religious_sacrifice"]
    assert s.discards(1) == ["plague_F", "plague_M"]


def test_religious_sacrifice_needs_own_land_and_cures() -> None:
    assert "religious_sacrifice" not in Scene(hands=("religious_sacrifice",), boards=({}, FIELDS)).legal()
    s = Scene(boards=({"N": "field * !"},)).play("religious_sacrifice")
    assert s.stack("N") == []
    assert s.discards() == ["field", "high_yield", "religious_sacrifice"], "17.26: High Yields go with the last land"
    assert s.discards(1) == ["plague_F"]


def test_reactions_asked_before_any_effect() -> None:
    """17.29, 17.30: only players with a card in that cell; every question comes before the first loses his."""
    boards = (FIELDS, FIELDS, {}, FIELDS)
    hands = ("", "survival_tactics", "survival_tactics", "survival_tactics")
    s = Scene("no", "yes", players=4, boards=boards, hands=hands).play("religious_sacrifice")
    assert [seat for seat, _, _ in s.asked] == [1, 3]
    assert [s.stack("N", seat) for seat in range(4)] == [[], [], [], ["field"]]


# --- searching cards -------------------------------------------------------------------------------------------------


def test_oracle_keeps_one_of_three_and_gives_action() -> None:
    """13.24: of a deck that the realm may draw from."""
    s = Scene("mine", hands=("oracle",), decks=("field mine walls farm", None, None)).take("oracle")
    assert s.hand() == ["mine"]
    assert s.discards() == ["field", "walls"]
    assert s.discards(1) == ["oracle"]
    assert s.table.actions == 3
    s = Scene("medium", "knight", realms=(1,), decks=("field", "knight lord scholar", None)).play("oracle")
    assert s.asked[0][2] == ["base", "medium"]
    s = Scene("advanced", "king", realms=(2,), decks=("field", "lord", "king general food4")).play("oracle")
    assert s.asked[0][2] == ["base", "medium", "advanced"]
    assert s.discards(2) == ["food4", "general"]


def test_oracle_with_cards_never_discarded() -> None:
    """Resolve and replace a play-immediately card (17.2); Age of Enlightenment counts as drawn, ending the Oracle."""
    decks = ("field", "help_F knight lord scholar", "")
    s = Scene("medium", "lord", realms=(1,), riches=(1, 3), decks=decks).play("oracle")
    assert named(s[0].won) == ["help_F"]
    assert s.asked[-1][2] == ["knight", "lord", "scholar"]
    assert s.hand() == ["lord"]
    s = Scene("advanced", realms=(2,), decks=("field", "lord", "king age_of_enlightenment food4")).play("oracle")
    assert s.hand() == ["king"]
    assert s.table.drawer == 0
    assert s.deck(2) == ["food4"]
    assert s[0].age
    assert "oracle" in Scene(realms=(2,), hands=("oracle",)).legal()
    s.answers = ["base"]
    s.play("oracle")
    assert "advanced" not in s.asked[-1][2], "its drawer does not look there any more"


@pytest.mark.parametrize(
    ("card", "deck", "other"), [("forgotten_knowledge", 0, "field mine"), ("lost_artifact", 1, "knight lord")]
)
def test_forgotten_knowledge_and_lost_artifact_search_discards(card: str, deck: int, other: str) -> None:
    """13.24: up to two cards of the discard pile; 17.38: fewer there, no topping up."""
    first, second = other.split()
    s = Scene(first, second, realms=(1,), discards=("field mine walls", "knight lord scholar")).play(card)
    assert s.hand() == sorted([first, second])
    s = Scene("stop", realms=(1,), discards=("field", "knight")).play(card)
    assert s.hand() == []
    s = Scene(first, realms=(1,), discards=("field", "knight"), decks=("walls", "scholar", "")).play(card)
    assert s.hand() == [first]


def test_empty_discard_pile_searched_in_deck() -> None:
    """S428-S430: the deck is then shuffled; cards that cannot enter a hand are not offered."""
    decks = ("", "help_F lord festival_M knight", "")
    s = Scene("knight", "stop", realms=(1,), decks=decks).play("lost_artifact")
    assert s.asked[0][2] == ["stop", "knight", "lord"]
    assert s.hand() == ["knight"]
    assert sorted(s.chance.shuffled[-1]) == ["festival_M", "help_F", "lord"]


def test_lost_artifact_needs_intermediate_realm() -> None:
    """13.24."""
    assert "lost_artifact" not in Scene(hands=("lost_artifact",)).legal()
    assert "lost_artifact" in Scene(hands=("lost_artifact",), realms=(1,)).legal()


# --- victory and play-immediately cards ----------------------------------------------------------------------------


def test_victory_cards_count_half_fixed_units() -> None:
    """S609-S625, V3: rounded down, without Market and Trader, counted at the end."""
    from games.era_of_kingdoms.scoring import score

    s = Scene(boards=({"N": "field farm food3 food4", "E": "field", "S": "market"},), persons=("trader",))
    s.play("victory_F")
    assert s[0].units[0] == 5
    points = score(s[0], PACK.cards, alone=False)
    assert points.victories == 2
    assert (points.lands, points.persons) == (4 + 0 + 1, 1)


IMMEDIATE = [
    ("help_F", ({"N": "field"}, {}), (2, 2), 1),
    ("help_F", ({}, {}), (2, 1), 1),
    ("help_F", ({}, {}), (2, 2), None),
    ("festival_F", ({"N": "field"}, {}), (2, 2), 0),
    ("festival_F", ({}, {}), (2, 1), 0),
    ("festival_F", ({}, {}), (2, 2), None),
    ("festival_F", ({"N": "field !"}, {"N": "field"}), (2, 2), 1),
]


@pytest.mark.parametrize(("card", "boards", "riches", "winner"), IMMEDIATE)
def test_play_immediately_cards_resolved(card: str, boards: tuple, riches: tuple[int, ...], winner: int | None) -> None:
    """S543-S565, 13.22, 13.23, 17.42: Help to the fewest, Festival to the most; riches; else shuffled back."""
    s = Scene(boards=boards, riches=riches, realms=(1,), decks=("", f"{card} lord", ""))
    s.table.draw_to_hand(0, 1)
    assert s.hand() == ["lord"], "it does not enter the hand and is replaced"
    assert [named(kingdom.won) for kingdom in s.table.kingdoms] == [
        [card] if seat == winner else [] for seat in range(2)
    ]
    assert s.deck(1) == ([card] if winner is None else [])


def test_chosen_units_excluded_from_play_immediately_cards() -> None:
    """S619-S625."""
    s = Scene(["N", "food"], boards=({"N": "market"}, {"N": "field"}), decks=("", "festival_F lord", "")).take("wild")
    s.table.draw_to_hand(0, 1)
    assert named(s[1].won) == ["festival_F"]


# --- Age of Enlightenment ------------------------------------------------------------------------------------------


def test_age_of_enlightenment_begins_end() -> None:
    """S432-S439: never in a hand, not replaced, no further advanced card for its drawer, who completes his draw."""
    s = Scene(
        "end",
        realms=(2,),
        hands=("", ""),
        decks=("field field field", "lord knight scholar", "age_of_enlightenment king"),
    )
    s.turn(0)
    assert (s.table.drawer, s.table.how) == (0, "deck")
    assert s.hand() == ["field", "field", "field", "knight", "lord"]
    assert s.deck(2) == ["king"]
    assert turn.drawer_has_last_turn(s.table)
    s[0].hand.clear()
    s.turn(0)
    assert s.deck(2) == ["king"], "none in his last turn"
