"""The regulation as code is signed: every rule begins with its article, every number it cites exists."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[4]
RULES = [
    *(
        ROOT / "tournament" / "regulation" / f"{name}.py"
        for name in (
            *(
                "seating",
                "kingdom",
                "table_result",
                "standings",
                "final",
                "points",
                "validity",
                "reporting",
                "lifecycle",
            ),
            "event_file/checks",
        )
    ),
    ROOT / "ranking" / "rules" / "national.py",
    ROOT / "ranking" / "rules" / "call_up.py",
]
#: Public functions that carry no rule: they read a shape or make a finding.
PLAIN = {"places_of", "error", "warning", "same_names"}
CITED = re.compile(r"\b(?:REQ|AMB|EX)-\d+\b")


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.stem)
def test_every_rule_begins_with_its_article(path: Path) -> None:
    functions = [node for node in ast.parse(path.read_text(encoding="utf-8")).body if isinstance(node, ast.FunctionDef)]
    rules = [node for node in functions if not node.name.startswith("_") and node.name not in PLAIN]
    assert rules
    assert [node.name for node in rules if not (ast.get_docstring(node) or "").startswith("Art. ")] == []


def test_every_number_cited_exists() -> None:
    known = set(CITED.findall((ROOT / "docs" / "rules" / "regulation.md").read_text(encoding="utf-8")))
    cited = {one for path in RULES for one in CITED.findall(path.read_text(encoding="utf-8"))}
    assert len(cited) > 80
    assert cited <= known
