"""Test the table of what the regulation and the rulebooks state: each statement with a row, a status, a test."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from django.urls import URLPattern, URLResolver, get_resolver

ROOT = Path(__file__).resolve().parents[2]
TABLE = ROOT / "docs/rules/statements.md"
#: The statements by number: of the regulation, where one was found later between two others, and of the rulebooks.
RULEBOOKS = {"000": 40, "001": 5, "003": 65, "004": 81}
IDS = [f"002-{number:02}" for number in range(1, 75)] + ["002-74b"] + [f"002-{number}" for number in range(75, 126)]
IDS += [f"{book}-{number:02}" for book, count in RULEBOOKS.items() for number in range(1, count + 1)]


def _rows() -> list[list[str]]:
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if re.match(r"\| 00\d-", line)]


def _addresses(resolver: URLResolver, before: str = "/") -> Iterator[str]:
    """Yield the pattern of every address of the site, with any text for each value."""
    for entry in resolver.url_patterns:
        address = before + re.sub(r"(?<!\(\?P)<[^>]+>", "[^/]+", str(entry.pattern))
        if isinstance(entry, URLPattern):
            yield address
        else:
            yield from _addresses(entry, address)


def test_statements_have_one_row_each() -> None:
    assert [row[0] for row in _rows()] == IDS


def test_statements_name_tests_that_exist() -> None:
    for number, _words, status, _page, test in _rows():
        paths = re.findall(r"`([^`]+)`", test)
        assert paths or status.startswith("by hand"), number
        assert [path for path in paths if not (ROOT / path).is_file()] == [], number


def test_statements_name_pages_that_exist() -> None:
    site = [address for address in _addresses(get_resolver()) if "(?P<" not in address]
    pages = [(row[0], page) for row in _rows() for page in re.findall(r"`(/[^`?]*)[^`]*`", row[3])]
    assert len(pages) > 300
    assert [each for each in pages if not any(re.fullmatch(address, each[1]) for address in site)] == []
