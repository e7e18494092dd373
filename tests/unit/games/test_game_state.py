"""The interface for programs: the same games as everywhere, and observations that show no more than a seat may see."""

from __future__ import annotations

import doctest
import gc
import json
import threading
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games import game_state, registry, runner
from games.chance import random_bot
from games.findings import Severity
from games.game import BadSetup, Decision, IllegalChoice, Unsettled
from games.game_state import GameState
from games.record import RecordError
from tests.unit.games import interface_games
from tests.volume import VOLUME

DOCS = Path(__file__).resolve().parents[3] / "docs"
#: Every game with its players and options: the largest tables, pairs, trade, solo.
TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("dominion", 4, {"kingdom": "interaction", "turn_limit": 60}),
    ("megalomania", 4, {"pairs": True}),
    ("megalomania", 3, {}),
    ("era_of_kingdoms", 3, {"trade": True}),
    ("era_of_kingdoms", 1, {}),
]


def positions(state: GameState, seed: str) -> Any:
    """Play random answers and yield the open decision before each."""
    random = Random(seed)
    while state.to_move is not None:
        yield state._reached()
        state.apply(random.choice(state.legal_options()))


@pytest.mark.parametrize(("slug", "players", "options"), TABLES)
def test_random_game_same_record_as_without_interface(slug: str, players: int, options: dict[str, Any]) -> None:
    game = registry.get(slug)
    names = [f"Seat {seat + 1}" for seat in range(players)]
    setup = game.setup(players, options, "same")
    outcome, expected = runner.play_recorded(game, names, setup, "same", random_bot("same"))
    state, choose = game_state.new_game(slug, players, options, "same"), random_bot("same")
    while state.to_move is not None:
        legal = state.legal_options()
        state.apply(choose(Decision(state.to_move, "", legal)))
    assert state.serialize() == expected.dumps()
    assert state.outcome == outcome
    assert game_state.deserialize(expected.dumps()).outcome == outcome


@pytest.mark.parametrize(("slug", "players", "options"), TABLES)
def test_redealt_state_looks_the_same_to_who_decides(slug: str, players: int, options: dict[str, Any]) -> None:
    state = game_state.new_game(slug, players, options, "hidden")
    redealt = changed = 0
    for number, decision in enumerate(positions(state, "hidden")):
        if number % 23:
            continue
        before = [state.observation(seat) for seat in range(players)]
        try:
            copy = state.redealt(number)
        except Unsettled:
            continue
        after = [copy.observation(seat) for seat in range(players)]
        assert after[decision.player] == before[decision.player], decision
        redealt, changed = redealt + 1, changed + (after != before)
    assert redealt > 3
    assert changed > redealt / 2 or players == 1


@pytest.mark.soak(gate="tests/unit/games/test_game_state.py::test_redealt_state_looks_the_same_to_who_decides")
@pytest.mark.parametrize(("slug", "players", "options"), TABLES)
def test_redealt_state_is_played_to_an_end_of_its_own(slug: str, players: int, options: dict[str, Any]) -> None:
    state = game_state.new_game(slug, players, options, "search")
    ends = set()
    for number, _ in enumerate(positions(state, "search")):
        if number % 97 != 3:
            continue
        for seed in range(2):
            try:
                copy = state.redealt(seed)
            except Unsettled:
                continue
            choose = random_bot("rollout")
            while copy.to_move is not None:
                copy.apply(choose(Decision(copy.to_move, "", copy.legal_options())))
            assert copy.outcome is not None
            game = registry.get(slug)
            findings = game.check(copy.outcome.sheet, players=players).findings
            assert not [each for each in findings if each.severity is Severity.ERROR]
            ends.add(str(copy.outcome.sheet))
    assert len(ends) > 2


def test_redealt_state_has_no_record() -> None:
    copy = game_state.new_game("dominion", 2, seed="record").redealt("other")
    for call in (copy.serialize, copy.clone):
        with pytest.raises(RecordError, match="dealt anew"):
            call()
    over = game_state.new_game("dominion", 2, {"turn_limit": 2}, "end")
    list(positions(over, "end"))
    with pytest.raises(RecordError, match="the game is over"):
        over.redealt(0)


@pytest.mark.parametrize(("slug", "players", "options"), TABLES)
def test_cheating_bot_finds_only_data(slug: str, players: int, options: dict[str, Any]) -> None:
    state = game_state.new_game(slug, players, options, "cheat")
    for number, decision in enumerate(positions(state, "cheat")):
        if number % 17:
            continue
        seen = state.observation(decision.player)
        text = json.dumps(seen)
        assert json.loads(text) == seen
        assert seen["question"]["options"] == list(state.legal_options())
        assert all("question" not in state.observation(seat) for seat in range(players) if seat != decision.player)
        for value in seen.values():
            if isinstance(value, list | dict):
                value.clear()
        assert json.dumps(state.observation(decision.player)) == text


def test_clone_goes_its_own_way() -> None:
    state = game_state.new_game("dominion", 2, seed="clone")
    copy = state.clone()
    copy.apply(copy.legal_options()[-1])
    assert state.serialize() != copy.serialize()
    state.apply(state.legal_options()[-1])
    assert state.serialize() == copy.serialize()
    assert state.observation(1) == copy.observation(1)


def test_finished_game_shows_sheet_and_takes_no_answer() -> None:
    state = game_state.new_game("dominion", 2, {"turn_limit": 2}, "end")
    assert state.returns() is None
    list(positions(state, "end"))
    assert state.outcome is not None
    assert state.observation(0)["sheet"] == state.outcome.sheet
    assert sum(state.returns() or ()) == 1
    assert state.legal_options() == ()
    with pytest.raises(RecordError, match="the game is over"):
        state.apply("stop")


@pytest.mark.parametrize("option", ["gold", 3, None])
def test_illegal_option_leaves_state_as_it_was(option: Any) -> None:
    state = game_state.new_game("dominion", 2, seed="illegal")
    before = state.serialize(), state.observation(0)
    with pytest.raises(IllegalChoice) as refused:
        state.apply(option)
    assert refused.value.decision.options == state.legal_options()
    assert (state.serialize(), state.observation(0)) == before


def test_wrong_calls_are_refused() -> None:
    with pytest.raises(BadSetup):
        game_state.new_game("dominion", 5)
    with pytest.raises(RecordError, match="3 names for 2 seats"):
        game_state.new_game("dominion", 2, names=("a", "b", "c"))
    with pytest.raises(IndexError, match="seat 2"):
        game_state.new_game("dominion", 2).observation(2)
    written = game_state.new_game("dominion", 2).serialize()
    with pytest.raises(IllegalChoice):
        game_state.deserialize(written.replace('"choices": []', '"choices": ["gold"]'))


def test_forgotten_state_ends_its_rules() -> None:
    state = game_state.new_game("megalomania", 2, seed="thread")
    assert state.to_move is not None
    (rules,) = [thread for thread in threading.enumerate() if thread.name == "rules of megalomania"]
    del state
    gc.collect()
    rules.join(5)
    assert not rules.is_alive()


@pytest.mark.parametrize("slug", list(interface_games.KINDS))
def test_random_games_equal_the_stored_records_bit_by_bit(slug: str) -> None:
    """A thousand games of each in the soak, fifty at the gate."""
    games = 1000 if VOLUME.share == 1 else interface_games.TOGETHER
    stored = json.loads(interface_games.STORED.read_text(encoding="utf-8"))[slug]
    assert interface_games.digests(slug, games) == stored[: games // interface_games.TOGETHER]


def test_example_of_docs() -> None:
    failures, tests = doctest.testfile(str(DOCS / "bots.md"), module_relative=False)
    assert (failures, tests > 0) == (0, True)
