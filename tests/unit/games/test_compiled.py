"""Requirements of script/compile on the sources, and behaviour that must work with compiled code.

The gate runs this file and the games' tests a second time on the compiled modules, with
``FOSSATO_COMPILED=1``.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest

from bench.lock_step import digest
from games.chance import SeededChance
from games.decision import Decision, seated
from games.dominion.bots import Attacker, BigMoney, BigMoneyPlus, EngineBuilder, GardensRush
from games.dominion.cards import PROVINCE, VILLAGE
from games.dominion.game import GAME
from games.dominion.policy import Policy
from games.dominion.state import STOP, Player, Table
from games.game import IllegalChoice

ROOT = Path(__file__).resolve().parents[3]


def _modules() -> list[str]:
    text = (ROOT / "script" / "compile").read_text(encoding="utf-8")
    groups = re.findall(r"^  (games(?:/\w+)?)/\{(.*?)\}\.py$", text, re.MULTILINE)
    assert len(groups) == 5
    modules = (f"{folder}/{name}" for folder, names in groups for name in names.split(","))
    return [module.replace("/", ".") for module in modules]


def test_gate_runs_compiled_code() -> None:
    compiled = os.environ.get("FOSSATO_COMPILED") == "1"
    for name in _modules():
        file = str(import_module(name).__file__)
        assert file.endswith(".so") == compiled, f"{file}: script/compile --remove"


class Frugal(Policy):
    """A third-party bot: buys the most expensive card, and uses no unknown attribute."""

    def buy(self, table: Table, me: Player) -> int:
        return max(table.gainable(), default=STOP)


def _heir(base: type[Policy], *facts: int) -> Policy:
    """Return a subclass of a built-in bot that only counts its purchases."""

    class Heir(base):  # type: ignore[valid-type, misc]
        bought = 0

        def buy(self, table: Table, me: Player) -> int:
            Heir.bought += 1
            return int(super().buy(table, me))

    return Heir(*facts)


@pytest.mark.parametrize(
    "make",
    [
        Frugal,
        lambda: _heir(BigMoney),
        lambda: _heir(BigMoneyPlus, VILLAGE),
        lambda: _heir(EngineBuilder),
        lambda: _heir(GardensRush),
        lambda: _heir(Attacker),
    ],
    ids=["policy", "big-money", "big-money+", "engine-builder", "gardens", "attack"],
)
def test_third_party_bot_plays_to_end(make: Callable[[], Policy]) -> None:
    bot = make()
    setup = GAME.setup(2, {"kingdom": "random", "turn_limit": 60}, "heir")
    outcome = GAME.play(setup, SeededChance("heir"), seated([bot, GAME.bot("big-money")("heir")]))
    assert len(outcome.scores) == 2
    if not isinstance(bot, Frugal):
        assert type(bot).bought > 0  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("slug", "told"),
    [("dominion", "8c7997824bdbef0a"), ("megalomania", "4167e59b7c282772"), ("era_of_kingdoms", "47e232b811c01c23")],
)
def test_both_builds_play_the_same_games(slug: str, told: str) -> None:
    """The gate runs this interpreted and compiled; ``bench.lock_step`` compares as many games as one has time for."""
    assert digest(slug, 20) == told


def test_illegal_answer_of_policy_refused() -> None:
    class Cheat(Policy):
        """Buys Provinces without coins."""

        def buy(self, table: Table, me: Player) -> int:
            return PROVINCE

    with pytest.raises(IllegalChoice) as caught:
        GAME.play(GAME.setup(2, {}), SeededChance("cheat"), Cheat())
    assert caught.value.decision.kind == "buy"
    assert PROVINCE not in caught.value.decision.options


def test_function_as_bot() -> None:
    decisions: list[Decision] = []

    def first(decision: Decision) -> object:
        decisions.append(decision)
        return decision.options[0]

    setup = GAME.setup(2, {"kingdom": "random", "turn_limit": 20}, "function")
    GAME.play(setup, SeededChance("function"), seated([first, first]))
    assert decisions
