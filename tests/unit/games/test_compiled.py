"""What script/compile needs of the sources, and what must work with what it compiled.

The gate runs this file and the games' tests a second time on compiled code, with ``FOSSATO_COMPILED=1``.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest

from games.chance import SeededChance
from games.decision import Decision, seated
from games.dominion.bots import Attacker, BigMoney, BigMoneyPlus, EngineBuilder, GardensRush
from games.dominion.cards import VILLAGE
from games.dominion.game import GAME
from games.dominion.policy import Policy
from games.dominion.state import STOP, Table

ROOT = Path(__file__).resolve().parents[3]


def test_script_compile_names_modules_that_exist() -> None:
    files = [ROOT / f"{name.replace('.', '/')}.py" for name in _modules()]
    assert [path for path in files if not path.is_file()] == []
    assert {path.stem for path in files} >= {"state", "effects", "turn"}


def test_what_is_compiled_is_ignored_by_git() -> None:
    ignored = (ROOT / ".gitignore").read_text(encoding="utf-8").split()
    assert "*.so" in ignored
    assert "build/" in ignored


def _modules() -> list[str]:
    text = (ROOT / "script" / "compile").read_text(encoding="utf-8")
    found = re.search(r"modules=\(games/\{(.*?)\}\.py games/dominion/\{(.*?)\}\.py\)", text)
    assert found is not None
    return [f"games.{name}" for name in found[1].split(",")] + [
        f"games.dominion.{name}" for name in found[2].split(",")
    ]


def test_the_gate_runs_what_it_compiled() -> None:
    compiled = os.environ.get("FOSSATO_COMPILED") == "1"
    for name in _modules():
        file = str(import_module(name).__file__)
        assert file.endswith(".so") == compiled, f"{file}: script/compile, or script/compile --remove"


class Frugal(Policy):
    """A bot of somebody else's: whatever is dearest, and nothing of what it cannot know."""

    def buy(self, table: Table, me: int, options: tuple[int, ...]) -> int:
        return max(options, default=STOP)


def _heir(base: type[Policy], *facts: int) -> Policy:
    """A bot that changes nothing of a built-in one but counts its purchases."""

    class Heir(base):  # type: ignore[valid-type, misc]
        bought = 0

        def buy(self, table: Table, me: int, options: tuple[int, ...]) -> int:
            Heir.bought += 1
            return int(super().buy(table, me, options))

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
def test_a_bot_of_somebody_elses_plays_to_the_end(make: Callable[[], Policy]) -> None:
    bot = make()
    setup = GAME.setup(2, {"kingdom": "random", "turn_limit": 60}, "heir")
    outcome = GAME.play(setup, SeededChance("heir"), seated([bot, GAME.bot("big-money")("heir")]))
    assert len(outcome.scores) == 2
    if not isinstance(bot, Frugal):
        assert type(bot).bought > 0  # type: ignore[attr-defined]


def test_a_function_is_a_bot_too() -> None:
    asked: list[Decision] = []

    def first(decision: Decision) -> object:
        asked.append(decision)
        return decision.options[0]

    setup = GAME.setup(2, {"kingdom": "random", "turn_limit": 20}, "function")
    GAME.play(setup, SeededChance("function"), seated([first, first]))
    assert asked
