"""Megalomania in the registry: set-ups and their errors, bots, words, descriptions."""

from __future__ import annotations

from typing import Any

import pytest

from games import registry
from games.chance import SeededChance
from games.decision import Decision, Watching, seated
from games.game import BadSetup, UnknownName
from games.hidden_cards import nobody
from games.megalomania import resources
from games.megalomania.cards import COLOURS
from games.megalomania.ending import ranks_of
from games.megalomania.game import GAME
from games.megalomania.state import Table


@pytest.mark.parametrize(
    ("players", "options", "problem"),
    [
        (5, {}, "2, 3 or 4 players"),
        (1, {}, "2, 3 or 4 players"),
        (4, {"kingdom": []}, "no such option"),
        (3, {"pairs": True}, "pairs are for four players"),
        (4, {"pairs": "yes"}, "should be true or false"),
        (3, {"dealer": 4}, "a seat from 1 to 3"),
        (3, {"dealer": True}, "a seat from 1 to 3"),
        (4, {"pack": "mega-2030"}, "mega-assumed-1"),
        (4, {"pack": 3}, "the name of a pack"),
        (4, {"dominant": ["red"]}, "a list of 12 colours"),
        (4, {"dominant": ["green"] * 12}, "no colour is called 'green'"),
    ],
)
def test_setup_invalid_named(players: int, options: dict[str, Any], problem: str) -> None:
    with pytest.raises(BadSetup, match=problem):
        GAME.setup(players, options)


@pytest.mark.parametrize(
    "options", [{}, {"pairs": True}, {"dealer": 3}, {"dominant": [COLOURS[at % 4] for at in range(12)]}]
)
def test_setup_round_trip(options: dict[str, Any]) -> None:
    setup = GAME.setup(4, options)
    assert GAME.setup(4, GAME.setup_data(setup)) == setup
    assert GAME.setup_data(setup).items() >= options.items()


def test_setup_colours_of_pad() -> None:
    colours = [COLOURS[3 - at % 4] for at in range(12)]
    outcome = GAME.play(GAME.setup(2, {"dominant": colours}), SeededChance("pad"), GAME.bot("mission")(""))
    assert outcome.sheet["dominant"] == colours
    assert GAME.check(outcome.sheet, players=2).findings == ()


def test_game_registered() -> None:
    assert registry.get("megalomania") is GAME
    assert [criterion.name for criterion in GAME.chain] == ["points", "lost", "holds_scroll"]
    assert [criterion.fewer_is_better for criterion in GAME.chain] == [False, True, True]


def test_unknown_bot_refused_with_nearest() -> None:
    with pytest.raises(UnknownName, match="did you mean 'mission'"):
        GAME.bot("missions")


def test_decisions_described() -> None:
    descriptions: dict[str, str] = {}

    def watching(decision: Decision) -> Any:
        descriptions[decision.kind] = GAME.describe(decision)
        return bot(decision)

    for number in range(12):
        bot = GAME.bot("random")(f"{number}")
        GAME.play(GAME.setup(2 + number % 3, {}), SeededChance(f"described/{number}"), watching)
    assert all(text.startswith("round ") for text in descriptions.values())
    assert "drawn" in descriptions["explore"]
    assert "about seat" in descriptions["give"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_mission_bot_better_than_random(players: int) -> None:
    """Mean points over 40 games, sitting in every seat in turn."""
    setup = GAME.setup(players, {})
    bot_points = other_points = 0
    for number in range(40):
        seat = number % players
        bots = [GAME.bot("random")(f"{number}/{other}") for other in range(players)]
        bots[seat] = GAME.bot("mission")("")
        outcome = GAME.play(setup, SeededChance(f"better/{number}"), seated(bots))
        bot_points += outcome.scores[seat] * (players - 1)
        other_points += sum(outcome.scores) - outcome.scores[seat]
    assert bot_points > other_points


def test_mission_bot_ignores_hidden_cards() -> None:
    """With the others' and the undealt cards in another order the answers are the same."""

    def turned_over(decision: Decision) -> Any:
        answer = bot(decision)
        table = decision.context
        hidden_cards = [hand[:] for hand in table.hands], table.undealt[:], table.scroll_deck[:]
        for seat in table.others(decision.player):
            table.hands[seat] = [31 - card for card in table.hands[seat]]
        table.undealt, table.scroll_deck = table.undealt[::-1], table.scroll_deck[::-1]
        assert bot(decision) == answer
        table.hands, table.undealt, table.scroll_deck = hidden_cards
        return answer

    bot = GAME.bot("mission")("")
    for number in range(6):
        outcome = GAME.play(GAME.setup(2 + number % 3, {}), SeededChance(f"hidden/{number}"), Watching(turned_over))
        assert outcome.end == "rounds"


def test_places_of_pairs_are_first_and_second() -> None:
    """Reading 13.22: both of a pair have the rank of the pair."""
    assert ranks_of((1, 3, 1, 3), pairs=True) == (1, 2, 1, 2)
    assert ranks_of((3, 1, 2), pairs=False) == (3, 1, 2)


def test_resources_go_back_with_the_crystal_of_scroll_18() -> None:
    """S137: nothing is kept for the next round."""
    table = Table(GAME.setup(3, {}), SeededChance("bank"), nobody)
    table.crystals[0], table.cubes[1], table.extra, table.bank_crystals = 2, 5, 1, 0
    resources.give_back(table)
    assert (sum(table.crystals), sum(table.cubes), table.extra) == (0, 0, 0)
    assert table.bank_crystals == table.pack.crystals
