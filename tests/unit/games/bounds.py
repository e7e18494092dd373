"""A bound of a game's score-sheet checks: the sheet that breaks only this one, and its legal neighbour.

``docs/validator.md`` has a table of them for each game, which :func:`documented` reads and :func:`row` writes.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, NamedTuple

Sheet = dict[str, Any]
DOC = Path(__file__).resolve().parents[3] / "docs" / "validator.md"
ERROR, WARNING = "error", "warning"


class Bound(NamedTuple):
    """One bound.

    Arguments:
        key: the code of its finding, or code:case. says: the bound. source: the rule that it follows from.
        breaking, neighbour: the two sheets in words. beyond, inside: the sheets. severity: of the finding.
        also: codes that go with this one wherever it is found.
    """

    key: str
    says: str
    source: str
    breaking: str
    neighbour: str
    beyond: Sheet
    inside: Sheet
    severity: str = ERROR
    also: tuple[str, ...] = ()


def row(bound: Bound) -> str:
    """Return the bound's row of the table."""
    code = bound.key.split(":")[0]
    return f"| {code} | {bound.says} | {bound.source} | {bound.breaking} | {bound.neighbour} |"


def documented(title: str) -> list[str]:
    """Return the rows of the table under a heading of ``docs/validator.md``."""
    section = DOC.read_text(encoding="utf-8").split(f"\n### {title}\n")[1].split("\n#")[0]
    return re.findall(r"^\| [A-Z]+\d+ \| .+ \|$", section, re.MULTILINE)
