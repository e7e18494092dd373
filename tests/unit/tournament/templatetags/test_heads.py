"""Test that every header cell of a page's tables has a scope."""

from __future__ import annotations

import re
from pathlib import Path

TEMPLATES = Path(__file__).resolve().parents[4] / "templates"
HEAD = re.compile(r"<th(?:\s[^>]*)?>")


def test_table_header_cells_have_a_scope() -> None:
    heads = [
        (path.relative_to(TEMPLATES), head)
        for path in sorted(TEMPLATES.rglob("*.html"))
        if "print" not in path.parts
        for head in HEAD.findall(path.read_text(encoding="utf-8"))
    ]
    assert len(heads) > 120
    assert [item for item in heads if 'scope="' not in item[1]] == []
