"""Test the table of what the regulation states: every statement has one row, a known status and tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TABLE = ROOT / "docs/rules/statements.md"
#: The statements of the regulation, by number; one was found later, between two others.
IDS = [f"002-{number:02}" for number in range(1, 75)] + ["002-74b"] + [f"002-{number}" for number in range(75, 126)]
STATUSES = ("works", "in part", "by hand", "missing")


def _rows() -> list[list[str]]:
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| 002-")]


def test_statements_have_one_row_each() -> None:
    assert [row[0] for row in _rows()] == IDS


def test_statements_have_words_a_status_and_what_lacks() -> None:
    for number, words, status, page, _test in _rows():
        name, _colon, lacks = status.partition(": ")
        assert words, number
        assert name in STATUSES, (number, status)
        assert name == "works" or lacks, number
        assert page, number


def test_statements_name_tests_that_exist() -> None:
    for number, _words, status, _page, test in _rows():
        paths = re.findall(r"`([^`]+)`", test)
        assert paths or status.startswith("by hand"), number
        assert [path for path in paths if not (ROOT / path).is_file()] == [], number
