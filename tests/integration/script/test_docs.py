"""The source of the documentation site: links stay inside it, and a broken one is an error."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT


def _gather(arguments: list[str]) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "script/docs_source.py", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, stdin=subprocess.DEVNULL)


def test_source_has_pages_of_the_project_with_links_of_the_site(tmp_path: Path) -> None:
    assert _gather([str(tmp_path / "source")]).returncode == 0
    index = (tmp_path / "source" / "README.md").read_text()
    assert "](project/contributing.md)" in index
    assert "](../" not in index
    assert "](../deployment.md)" in (tmp_path / "source" / "project" / "readme.md").read_text()
    assert (tmp_path / "source" / "files" / "event-13-players-2.json").is_file()


def test_source_has_pages_of_the_packages_from_their_docstrings(tmp_path: Path) -> None:
    assert _gather([str(tmp_path / "source")]).returncode == 0
    games, verify = ((tmp_path / "source" / f"api-{name}.md").read_text() for name in ("games", "verify"))
    assert "#### GameState.legal_options" in games
    assert "def new_game(game: str, players: int" in games
    assert "## fossato_verify.event_file.verify" in verify
    for page in (games, verify):
        assert ":func:" not in page
        assert "``" not in page.replace("```", "")


def test_pages_for_people_of_events_exist_in_italian() -> None:
    pages = ("README", "running-an-event", "entering-a-sheet", "playing-in-an-event", "national-referent", "phones")
    for name in pages:
        assert (ROOT / "docs" / f"{name}.it.md").is_file(), name


@pytest.mark.parametrize("arguments", [[], ["a", "b", "c"]])
def test_source_without_folder_prints_usage(arguments: list[str]) -> None:
    done = _gather(arguments)
    assert (done.returncode, done.stderr.startswith("Gather")) == (1, True)


def test_versions_listed_newest_first(tmp_path: Path) -> None:
    for name in ("1.2.0", "1.10.0", "1.9.1"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "index.html").write_text("")
    assert _gather(["--versions", str(tmp_path)]).returncode == 0
    text = (tmp_path / "versions.json").read_text()
    assert text.index("1.10.0") < text.index("1.9.1") < text.index("1.2.0")
    assert "url=1.10.0/" in (tmp_path / "index.html").read_text()
