"""What script/compile needs of the sources: they are the ones that exist, and nothing else plays the game."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def test_script_compile_names_modules_that_exist() -> None:
    text = (ROOT / "script" / "compile").read_text(encoding="utf-8")
    found = re.search(r"modules=\(games/\{(.*?)\}\.py games/dominion/\{(.*?)\}\.py\)", text)
    assert found is not None
    files = [ROOT / "games" / f"{name}.py" for name in found[1].split(",")]
    files += [ROOT / "games" / "dominion" / f"{name}.py" for name in found[2].split(",")]
    assert [path for path in files if not path.is_file()] == []
    assert {path.stem for path in files} >= {"state", "effects", "turn"}


def test_what_is_compiled_is_ignored_by_git() -> None:
    ignored = (ROOT / ".gitignore").read_text(encoding="utf-8").split()
    assert "*.so" in ignored
    assert "build/" in ignored
