"""Every game of the registry has golden playthroughs, and they replay bit by bit."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from games import record, registry, runner
from games.dominion.cards import KINGDOM
from games.game import Decision, Outcome
from games.text_transcript import transcript
from tests.unit.games.dominion.golden_plans import WANTED, shown
from tests.unit.games.golden import folder, observations

FILES = [path for slug in registry.slugs() for path in sorted(folder(slug).glob("*.json"))]


@pytest.mark.parametrize("slug", registry.slugs())
def test_games_have_playthroughs(slug: str) -> None:
    assert list(folder(slug).glob("*.json")), f"no playthrough of {slug}: run script/golden {slug}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.parent.name}/{path.stem}")
def test_playthrough_replayed_bit_by_bit(path: Path) -> None:
    playthrough = record.load(path)
    assert playthrough.dumps() == path.read_text(encoding="utf-8")
    assert transcript(playthrough) == path.with_suffix(".txt").read_text(encoding="utf-8")
    assert isinstance(runner.resume(playthrough), Outcome)


@pytest.mark.parametrize("slug", registry.slugs())
def test_first_playthrough_observed_bit_by_bit(slug: str) -> None:
    (path,) = folder(slug).glob("*.observations")
    assert observations(record.load(path.with_suffix(".json"))) == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", FILES[::4], ids=lambda path: f"{path.parent.parent.name}/{path.stem}")
def test_playthrough_paused_anywhere(path: Path) -> None:
    playthrough = record.load(path)
    for length in range(0, len(playthrough.choices), 17):
        shorter = replace(playthrough, choices=playthrough.choices[:length])
        pending = runner.resume(shorter)
        assert isinstance(pending, Decision)
        assert runner.answer(shorter, playthrough.choices[length]).choices == playthrough.choices[: length + 1]


def test_dominion_playthroughs_cover_cards_and_interactions() -> None:
    assert len(WANTED) >= 12
    shows: set[str] = set()
    for plan in WANTED:
        playthrough = record.load(folder("dominion") / f"{plan.name}.json")
        answers = iter(playthrough.choices)
        mine: set[str] = set()

        def note(decision: Decision, answers=answers, mine=mine) -> None:
            game = registry.get("dominion")
            mine.add(shown(decision, game.read(decision, next(answers))))

        runner.replay(playthrough, note)
        assert plan.shows <= mine
        shows |= mine
    assert {f"play {name}" for name in KINGDOM if name != "gardens"} <= shows
    assert {f"throne {name}" for name in ("throne_room", "feast", "remodel", "thief")} <= shows
    assert {f"moat {name}" for name in ("bureaucrat", "militia", "spy", "thief", "witch")} <= shows
