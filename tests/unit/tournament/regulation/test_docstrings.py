"""Test the docstrings of the rules: each begins with its article, and every cited number exists."""

from __future__ import annotations

import ast
import re
from pathlib import Path

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
#: Public functions that are no rule: they only read data or build a finding.
PLAIN = {"places_in_order", "error", "warning", "same_names"}
CITED = re.compile(r"\b(?:REQ|AMB|EX)-\d+\b")


def test_rule_docstring_begins_with_its_article() -> None:
    for path in RULES:
        nodes = ast.parse(path.read_text(encoding="utf-8")).body
        functions = [node for node in nodes if isinstance(node, ast.FunctionDef)]
        rules = [node for node in functions if not node.name.startswith("_") and node.name not in PLAIN]
        assert rules, path
        assert [node.name for node in rules if not (ast.get_docstring(node) or "").startswith("Art. ")] == [], path


def test_rule_docstring_cites_existing_numbers() -> None:
    known_numbers = set(CITED.findall((ROOT / "docs" / "rules" / "regulation.md").read_text(encoding="utf-8")))
    cited = {number for path in RULES for number in CITED.findall(path.read_text(encoding="utf-8"))}
    assert len(cited) > 80
    assert cited <= known_numbers
