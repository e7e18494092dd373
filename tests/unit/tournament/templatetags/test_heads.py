"""Every head of a table on a page says what it is the head of."""

from __future__ import annotations

import re
from pathlib import Path

TEMPLATES = Path(__file__).resolve().parents[4] / "templates"
HEAD = re.compile(r"<th(?:\s[^>]*)?>")


def test_every_head_of_a_table_has_its_scope() -> None:
    heads = [
        (path.relative_to(TEMPLATES), head)
        for path in sorted(TEMPLATES.rglob("*.html"))
        if "print" not in path.parts
        for head in HEAD.findall(path.read_text(encoding="utf-8"))
    ]
    assert len(heads) > 120
    assert [one for one in heads if 'scope="' not in one[1]] == []
