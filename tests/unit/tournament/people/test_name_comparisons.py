"""AMB-25: names are compared by their key alone; no other module looks a name up or compares one."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[4]
NAMES = ("first_name", "last_name")
LOOKUPS = ("filter", "exclude", "get", "Q", "get_or_create", "update_or_create")


def _is_name(node: ast.AST) -> bool:
    """Return whether an expression is a name of somebody, or a text made of one by its methods."""
    while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        node = node.func.value
    return isinstance(node, ast.Attribute) and node.attr in NAMES


def comparisons(source: str) -> Iterator[int]:
    """Yield the lines that look a name up or compare one."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            for keyword in node.keywords:
                path = (keyword.arg or "").split("__")
                if set(path) & set(NAMES) and (called in LOOKUPS or path[-1] not in NAMES):
                    yield node.lineno
        elif isinstance(node, ast.Compare) and any(map(_is_name, (node.left, *node.comparators))):
            yield node.lineno


@pytest.mark.rule("AMB-25")
def test_names_are_compared_by_their_key_alone() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for package in ("tournament", "ranking", "ops")
        for path in sorted((ROOT / package).rglob("*.py"))
        if "migrations" not in path.parts
        for line in comparisons(path.read_text())
    ]
    assert found == []


@pytest.mark.parametrize(
    "source",
    [
        "Person.objects.filter(first_name__iexact=name)",
        "Entry.objects.get(person__last_name=name)",
        "Q(last_name__icontains=word)",
        "person.first_name.casefold() == name",
        "found = name in person.last_name.lower()",
    ],
)
def test_comparison_of_a_name_is_found(source: str) -> None:
    assert list(comparisons(source)) == [1]
