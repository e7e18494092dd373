"""The code blocks of docs/adding-a-card.md and docs/adding-a-game.md, carried out on a copy of the package."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
_BLOCK = re.compile(r"```(?:python)?\n(.*?)```", re.DOTALL)
#: What the text before a block says that it is: a new file, or lines of a file, above or below one of its lines.
_NEW_FILE = re.compile(r"[Aa] new file\s+`([^`]+)`:\s*$")
_LINES = re.compile(r"[Ii]n\s+`([^`]+)`,\s+(above|below)\s+`([^`]+)`:\s*$")


@dataclass(frozen=True)
class Change:
    """Lines of a file: the whole file where ``anchor`` is empty, else lines above or below that line of it."""

    file: str
    lines: str
    anchor: str = ""
    is_above: bool = False

    def carry_out(self, folder: Path) -> None:
        """Make the change in a copy of the sources."""
        path = folder / self.file
        if not self.anchor:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(self.lines, encoding="utf-8")
            return
        text = path.read_text(encoding="utf-8")
        line = f"{self.anchor}\n"
        assert text.count(line) == 1, f"{self.file} has no line, or several: {self.anchor}"
        path.write_text(text.replace(line, self.lines + line if self.is_above else line + self.lines), encoding="utf-8")


def read(document: str) -> tuple[list[Change], list[str]]:
    """Return the changes of a document of docs/, and its other blocks, which are programs."""
    text = (ROOT / "docs" / document).read_text(encoding="utf-8")
    changes, programs = [], []
    for block in _BLOCK.finditer(text):
        before = text[: block.start()]
        new_file, lines = _NEW_FILE.search(before), _LINES.search(before)
        if new_file:
            changes.append(Change(new_file[1], block[1]))
        elif lines:
            changes.append(Change(lines[1], block[1], lines[3], lines[2] == "above"))
        else:
            programs.append(block[1])
    return changes, programs


def copied(folder: Path) -> None:
    """Copy the sources of the games, without compiled modules."""
    shutil.copytree(ROOT / "games", folder / "games", ignore=shutil.ignore_patterns("*.so", "__pycache__"))


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python on the copy."""
    return subprocess.run([sys.executable, *arguments], cwd=folder, capture_output=True, text=True, timeout=120)
