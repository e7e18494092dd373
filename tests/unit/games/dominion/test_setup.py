"""Dominion in the registry: set-ups, option names of a record, the sheet of an outcome."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.chance import SeededChance, random_bot
from games.dominion import cards
from games.dominion.game import GAME, drawn_kingdom
from games.dominion.kingdom import draw_kingdom
from games.findings import has_errors
from games.game import BadSetup, Decision
from tests.volume import part_of

kingdoms = st.permutations(cards.KINGDOM).map(lambda names: list(names[:10]))


def test_card_constants_complete() -> None:
    for code, name in enumerate(cards.NAMES):
        constant = "MOAT_CARD" if name == "moat" else name.upper()
        assert getattr(cards, constant) == code


@pytest.mark.parametrize(
    ("players", "options", "says"),
    [
        (1, {}, "2, 3 or 4 players, not 1"),
        (5, {}, "2, 3 or 4 players, not 5"),
        (2, {"colour": 1}, "setup.colour"),
        (2, {"kingdom": 7}, "setup.kingdom: should be a list"),
        (2, {"kingdom": ["moat"]}, "ten cards, not 1"),
        (2, {"kingdom": ["mooat"]}, "did you mean 'moat'"),
        (2, {"kingdom": [7]}, "setup.kingdom"),
        (2, {"kingdom": ["moat", "Fossato"]}, "moat is named twice"),
        (2, {"kingdom": ["gold"]}, "gold is no kingdom card"),
        (2, {"kingdom": "nowhere"}, "first_game"),
        (2, {"turn_limit": -1}, "setup.turn_limit"),
        (2, {"turn_limit": True}, "setup.turn_limit"),
        (2, {"lay": 1}, "setup.lay"),
        (2, {"tournament": "yes"}, "setup.tournament"),
    ],
    ids=str,
)
def test_wrong_setup_refused_with_hint(players: int, options: dict[str, Any], says: str) -> None:
    with pytest.raises(BadSetup, match=says):
        GAME.setup(players, options)


@given(
    players=st.sampled_from([2, 3, 4]), kingdom=kingdoms, lay=st.booleans(), limit=st.integers(0, 99), cup=st.booleans()
)
def test_setup_round_trip(players: int, kingdom: list[str], lay: bool, limit: int, cup: bool) -> None:
    setup = GAME.setup(players, {"kingdom": kingdom, "lay": lay, "turn_limit": limit, "tournament": cup})
    assert GAME.setup(players, GAME.setup_data(setup)) == setup


def test_italian_names_give_same_kingdom() -> None:
    names = [cards.name_of(name, "regulation") for name in cards.SUGGESTED_KINGDOMS["interaction"]]
    assert GAME.setup(3, {"kingdom": names}) == GAME.setup(3, {"kingdom": "interaction"})


@pytest.mark.parametrize("seed", range(part_of(60)))
def test_drawn_kingdoms_follow_moat_rule(seed: int) -> None:
    kingdom = drawn_kingdom(str(seed), moat_rule=True)
    assert len(set(kingdom)) == 10
    assert "moat" in kingdom or not cards.ATTACKS & set(kingdom)
    assert drawn_kingdom(str(seed), moat_rule=True) == kingdom


def test_simulated_moat_rule_equals_regulation() -> None:
    """Art. 1.5: the Moat is in 1213 of 1265 kingdoms, and no seed gives another kingdom than the regulation's draw."""
    total = 4000
    kingdoms = [drawn_kingdom(str(seed), moat_rule=True) for seed in range(total)]
    for seed, kingdom in enumerate(kingdoms[:200]):
        assert kingdom == draw_kingdom(SeededChance(f"kingdom/{seed}")).drawn
    exact = 1213 / 1265
    moat_share = sum(cards.MOAT in kingdom for kingdom in kingdoms) / total
    assert abs(moat_share - exact) < 4 * (exact * (1 - exact) / total) ** 0.5


@settings(max_examples=part_of(20))
@given(seed=st.integers(0, 10**6))
def test_options_round_trip(seed: int) -> None:
    inner = random_bot(str(seed))

    def choose(decision: Decision) -> Any:
        words = [GAME.show(decision, option) for option in decision.options]
        assert len(set(words)) == len(words)
        assert [GAME.read(decision, word) for word in words] == list(decision.options)
        assert GAME.read(decision, "nothing of the kind") not in decision.options
        assert GAME.read(decision, 0) not in decision.options
        assert GAME.read(decision, ["copper"]) not in decision.options
        assert GAME.describe(decision)
        return inner(decision)

    GAME.play(GAME.setup(2, {"kingdom": "random", "lay": seed % 2 == 0}, str(seed)), SeededChance(seed), choose)


@pytest.mark.parametrize("limit", [7, 20, 60])
def test_game_called_on_time(limit: int) -> None:
    setup = GAME.setup(3, {"turn_limit": limit, "tournament": True})
    outcome = GAME.play(setup, SeededChance(limit), GAME.bot("big-money")(""))
    assert outcome.end == ("time" if sum(outcome.turns) == limit else "provinces")
    assert sum(outcome.turns) <= limit


@given(players=st.sampled_from([2, 3, 4]), seed=st.integers(0, 10**6), bot=st.sampled_from(["random", "attack"]))
def test_played_game_sheet_without_findings(players: int, seed: int, bot: str) -> None:
    setup = GAME.setup(players, {"kingdom": "moat-rule", "tournament": True}, str(seed))
    outcome = GAME.play(setup, SeededChance(seed), GAME.bot(bot)(str(seed)))
    checked = GAME.check(outcome.sheet, players=players)
    error_sentences = [
        GAME.sentence(finding, "en") for finding in checked.findings if finding.is_error and finding.code != "P2"
    ]
    assert error_sentences == []
    assert has_errors(checked.findings) == (len(set(outcome.places)) < players), "only a lot can be missing (P2)"
    assert [row["points"] for row in checked.rows] == list(outcome.scores)
