"""Invariants at every decision of random games; the sheet of a legal game has no findings."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.chance import SeededChance
from games.decision import Watching, put
from games.era_of_kingdoms.bots import restless_bot
from games.era_of_kingdoms.game import GAME
from games.era_of_kingdoms.state import Table
from games.game import Choose, Decision, Outcome
from tests.unit.games.era_of_kingdoms.invariants import watched
from tests.volume import part_of


def options(players: int, trade: bool, **more: Any) -> dict[str, Any]:
    return {"trade": trade, **more} | ({"difficulty": "hard"} if players == 1 else {})


def assert_outcome(outcome: Outcome, limit: int) -> None:
    """Assert that the game ended by Age of Enlightenment or at the round limit, and that its sheet has no findings."""
    sheet = json.loads(json.dumps(outcome.sheet))
    assert outcome.end in ("age_of_enlightenment", "round_limit")
    assert outcome.end != "round_limit" or set(outcome.turns) == {limit}
    result = GAME.check(sheet, players=outcome.players)
    assert result.findings == ()
    assert {**result.sheet, "seats": []} | {"shadow": 0} == {**sheet, "seats": []} | {"shadow": 0}
    for seat, score, row in zip(sheet["seats"], outcome.scores, result.rows, strict=True):
        assert seat["points"] == score == row["points"]


@settings(max_examples=part_of(25))
@given(
    players=st.integers(1, 4),
    trade=st.booleans(),
    seed=st.integers(0, 2**32),
    name=st.sampled_from(["random", "restless", "restless", "builder"]),
)
def test_random_games(players: int, trade: bool, seed: int, name: str) -> None:
    limit = 12 if name == "random" else 60
    setup = GAME.setup(players, options(players, trade, start=1 + seed % players, round_limit=limit))
    assert_outcome(GAME.play(setup, SeededChance(seed), watched(GAME.bot(name)(str(seed)))), limit)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("trade", [False, True], ids=["base", "trade"])
def test_legal_game_sheet_without_errors(players: int, trade: bool) -> None:
    for seed in range(part_of(16)):
        setup = GAME.setup(players, options(players, trade))
        outcome = GAME.play(setup, SeededChance(f"sheet/{seed}"), restless_bot(f"sheet/{seed}"))
        assert_outcome(outcome, 60)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_builder_reaches_castle_in_most_games(players: int) -> None:
    ends = []
    for seed in range(12):
        outcome = GAME.play(GAME.setup(players, {}), SeededChance(seed), GAME.bot("builder")(""))
        ends.append(outcome.end)
        realms = {seat["realm"] for seat in outcome.sheet["seats"]}
        assert (outcome.end == "age_of_enlightenment") <= ("castle" in realms)
    assert ends.count("age_of_enlightenment") >= 9


def seen(choose: Choose, note: Callable[[Decision], None]) -> Choose:
    """Wrap ``choose`` to record its decisions."""

    def answer(decision: Decision) -> Any:
        note(decision)
        return put(choose, decision)

    return Watching(answer)


def test_random_games_cover_every_question() -> None:
    """Ensures that the properties above cover all of them; and every option has a distinct word."""
    kinds: set[str] = set()

    def note(decision: Decision) -> None:
        kinds.add(decision.kind)
        words = [GAME.show(decision, option) for option in decision.options]
        assert [GAME.read(decision, word) for word in words] == list(decision.options)
        assert GAME.read(decision, 1) not in decision.options
        assert GAME.read(decision, "nothing") not in decision.options
        assert GAME.describe(decision).startswith("turn")

    for seed in range(60):
        players = 1 + seed % 2
        setup = GAME.setup(players, options(players, seed % 8 > 3))
        GAME.play(setup, SeededChance(seed), seen(restless_bot(str(seed)), note))
    assert kinds == {
        *("act", "cell", "discard", "expedition", "high_yield", "mulligan", "oracle", "oracle_deck", "plague"),
        *("remove", "replace", "riches", "sacrifice", "search", "source", "steal", "swindle"),
        *("swindle_for", "tactics", "take", "upgrade", "wild"),
        *("give_up", "plague_own", "shadow_oracle", "shadow_sacrifice", "shadow_yield", "swindle_shadow"),
    }


def test_resources_never_spent() -> None:
    """S160-S163: playing a card removes no unit; only a replaced card can (a stack, or a person removed first)."""
    before: list[tuple[list[int], int]] = []

    def note(decision: Decision) -> None:
        table: Table = decision.context
        kingdom = table.kingdoms[table.active]
        if decision.kind == "act" and before:
            units, cells = before.pop()
            lands = sum(stack is not None for stack in kingdom.cells)
            if lands >= cells and lands < 8:
                assert sum(kingdom.units) >= sum(units)
        before.clear()

    def choose(decision: Decision) -> Any:
        table: Table = decision.context
        kingdom = table.kingdoms[table.active]
        answer = builder(decision)
        is_card = decision.kind == "act" and isinstance(answer, int)
        if is_card and table.cards[answer].type in ("land", "person", "victory"):
            before.append((list(kingdom.units), sum(stack is not None for stack in kingdom.cells)))
        return answer

    builder = GAME.bot("builder")("")
    for seed in range(5):
        GAME.play(GAME.setup(3, {}), SeededChance(seed), seen(choose, note))
