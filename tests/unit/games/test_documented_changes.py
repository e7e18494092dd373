"""Both documents for those who add something are carried out, block by block, on a copy of the package."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.games.documented_changes import Change, copied, read, run


def changed(folder: Path, changes: list[Change]) -> Path:
    copied(folder)
    for change in changes:
        change.carry_out(folder)
    return folder


def test_card_of_the_document_is_played(tmp_path: Path) -> None:
    changes, programs = read("adding-a-card.md")
    assert len(changes) == 9
    ran = run(changed(tmp_path, changes), "-c", programs[-1])
    assert ran.returncode == 0, ran.stderr


@pytest.mark.parametrize(
    ("left_out", "told"),
    [
        ("games/dominion/policy.py", "no bot answers the question 'shrine'"),
        ("games/dominion/transcript_words.py", "the question 'shrine' has no words"),
    ],
)
def test_card_whose_question_nobody_answers_fails_at_import(tmp_path: Path, left_out: str, told: str) -> None:
    changes, _ = read("adding-a-card.md")
    folder = changed(tmp_path, [change for change in changes if change.file != left_out])
    ran = run(folder, "-c", "from games.dominion.game import GAME")
    last = ran.stderr.splitlines()[-1]
    assert told in last
    assert left_out in last


def test_game_of_the_document_is_played_recorded_and_checked(tmp_path: Path) -> None:
    changes, programs = read("adding-a-game.md")
    folder = changed(tmp_path, changes)
    ran = run(folder, "-c", programs[-1])
    assert ran.returncode == 0, ran.stderr
    simulated = run(folder, "-m", "games", "simulate", "last_stone", "--players", "2", "--games", "20", "--seed", "1")
    assert simulated.returncode == 0, simulated.stderr
    listed = run(folder, "-m", "games", "list")
    assert "last_stone" in listed.stdout
