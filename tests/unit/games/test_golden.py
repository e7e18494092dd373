"""Every game of the registry has golden playthroughs, and they replay bit by bit."""

from __future__ import annotations

from pathlib import Path

import pytest

from games import record, registry, runner
from games.dominion.cards import KINGDOM
from games.game import Decision, Outcome
from games.transcript import transcript
from tests.unit.games.dominion.golden_plans import WANTED, shown
from tests.unit.games.golden import folder

FILES = [path for slug in registry.slugs() for path in sorted(folder(slug).glob("*.json"))]


@pytest.mark.parametrize("slug", registry.slugs())
def test_every_game_has_playthroughs(slug: str) -> None:
    assert list(folder(slug).glob("*.json")), f"no playthrough of {slug}: run script/golden {slug}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.parent.name}/{path.stem}")
def test_playthrough_is_replayed_bit_by_bit(path: Path) -> None:
    kept = record.load(path)
    assert kept.dumps() == path.read_text(encoding="utf-8")
    assert transcript(kept) == path.with_suffix(".txt").read_text(encoding="utf-8")
    assert isinstance(runner.resume(kept), Outcome)


@pytest.mark.parametrize("path", FILES[::4], ids=lambda path: f"{path.parent.parent.name}/{path.stem}")
def test_a_playthrough_can_be_paused_anywhere(path: Path) -> None:
    kept = record.load(path)
    for length in range(0, len(kept.choices), 17):
        shorter = record.Record(kept.game, kept.players, kept.setup, kept.choices[:length], kept.seed, kept.chance)
        pending = runner.resume(shorter)
        assert isinstance(pending, Decision)
        assert runner.answer(shorter, kept.choices[length]).choices == kept.choices[: length + 1]


def test_dominions_playthroughs_show_every_card_and_meeting() -> None:
    assert len(WANTED) >= 12
    shows: set[str] = set()
    for wanted in WANTED:
        kept = record.load(folder("dominion") / f"{wanted.name}.json")
        answers = iter(kept.choices)
        mine: set[str] = set()

        def note(decision: Decision, answers=answers, mine=mine) -> None:
            game = registry.get("dominion")
            mine.add(shown(decision, game.read(decision, next(answers))))

        runner.replay(kept, note)
        assert wanted.shows <= mine
        shows |= mine
    assert {f"play {name}" for name in KINGDOM if name != "gardens"} <= shows
    assert {f"throne {name}" for name in ("throne_room", "feast", "remodel", "thief")} <= shows
    assert {f"moat {name}" for name in ("bureaucrat", "militia", "spy", "thief", "witch")} <= shows
