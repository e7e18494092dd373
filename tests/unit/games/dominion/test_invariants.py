"""Invariants at every decision of random games over all kingdoms and numbers of players."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.chance import SeededChance, random_bot
from games.decision import seated
from games.dominion.cards import KINGDOM, POINTS, by_name, points
from games.dominion.game import GAME
from games.dominion.state import QUESTIONS
from games.game import Decision
from tests.unit.games.dominion.invariants import watched
from tests.volume import part_of

kingdoms = st.permutations(KINGDOM).map(lambda cards: cards[:10])


@given(players=st.sampled_from([2, 3, 4]), kingdom=kingdoms, lay=st.booleans(), seed=st.integers(0, 2**32))
def test_invariants_in_random_games(players: int, kingdom: list[str], lay: bool, seed: int) -> None:
    setup = GAME.setup(players, {"kingdom": kingdom, "lay": lay})
    outcome = GAME.play(setup, SeededChance(seed), watched(random_bot(str(seed))))
    assert outcome.end in ("provinces", "piles")
    assert sorted(outcome.turns, reverse=True) == list(outcome.turns), "turns go round from seat 1"
    assert outcome.turns[0] - outcome.turns[-1] in (0, 1)
    assert outcome.sheet["ended_by"] == outcome.turns.count(outcome.turns[0])
    for seat, score in zip(outcome.sheet["seats"], outcome.scores, strict=True):
        counts = [0] * len(POINTS)
        for name, count in seat["deck"].items():
            counts[by_name(name)] = count
        assert score == seat["points"] == points(counts)


@pytest.mark.parametrize("name", ["big-money", "engine-builder", "gardens", "attack", "big-money+smithy"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_invariants_in_bot_games(name: str, players: int) -> None:
    for number in range(part_of(12)):
        seed = f"{name}/{number}"
        setup = GAME.setup(players, {"kingdom": "random"}, seed)
        bots = [GAME.bot(name if seat % 2 == number % 2 else "random")(f"{seed}/{seat}") for seat in range(players)]
        outcome = GAME.play(setup, SeededChance(seed), watched(seated(bots)))
        assert set(outcome.places) <= set(range(1, players + 1))
        assert 1 in outcome.places


def test_random_games_cover_questions_and_card_pairs() -> None:
    """Ensures that the property above covers all of them."""
    kinds: set[str] = set()
    pairs: set[tuple[str, ...]] = set()

    def note(decision: Decision) -> None:
        kinds.add(decision.kind)

    for seed in range(120):
        setup = GAME.setup(2 + seed % 3, {"kingdom": "random", "lay": seed % 4 == 0}, str(seed))
        pairs.update(combinations(sorted(setup.kingdom), 2))
        GAME.play(setup, SeededChance(seed), watched(random_bot(str(seed)), note))
    assert len(pairs) == 25 * 24 // 2
    assert kinds == set(QUESTIONS)
