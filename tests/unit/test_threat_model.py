"""The threat model names tests that exist."""

from __future__ import annotations

import re

from tests.selection import ROOT


def test_tests_of_the_threat_model_exist() -> None:
    page = (ROOT / "docs" / "threat-model.md").read_text(encoding="utf-8")
    rows = [line for line in page.splitlines() if re.match(r"\| [STRIDE] \|", line)]
    assert len(rows) > 20
    for row in rows:
        named = re.findall(r"`([\w/]+\.py)`", row.split("|")[-2])
        assert named, row
        assert [name for name in named if not (ROOT / "tests" / name).is_file()] == [], row
    attacks = {path.name for path in (ROOT / "tests" / "attacks").glob("test_*.py")}
    assert {name for name in attacks if f"attacks/{name}" not in page} == set()
