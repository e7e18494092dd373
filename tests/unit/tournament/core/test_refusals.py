"""Test the tables of refusals against the code that raises them."""

from __future__ import annotations

import ast
import string
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple, get_args

from tournament.regulation.refusal_codes import Code

ROOT = Path(__file__).parents[4]
#: Every module that refuses something.
SOURCES = [
    path
    for package in ("ranking", "tournament")
    for path in sorted((ROOT / package).rglob("*.py"))
    if "refus" in path.read_text(encoding="utf-8")
]
TABLES = [path for path in SOURCES if path.name == "refusals.py"]
#: Classes that take the code of a row: ``Refused`` and those of it that are caught together.
BY_CODE = {"Refused", "LinkRefused", "InvitationRefused"}


#: Refusals whose params may hold phrases with params of their own.
WITH_PHRASES = {"BAD_EVENT_FILE"}


class Raised(NamedTuple):
    """A refusal as the code raises it; params is None where they are handed on."""

    where: str
    code: str
    params: frozenset[str] | None


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def _rows() -> list[tuple[str, ast.expr]]:
    """Return code and message of every row."""
    tables = [node.value for path in TABLES for node in _tree(path).body if isinstance(node, ast.AnnAssign)]
    return [
        (ast.literal_eval(code), row.elts[1])
        for table in tables
        if isinstance(table, ast.Dict)
        for code, row in zip(table.keys, table.values, strict=True)
        if code is not None and isinstance(row, ast.Tuple)
    ]


@cache
def _classes() -> dict[str, tuple[str, frozenset[str]]]:
    """Return the refusals with a class of their own: code, and what is handed over beside the message's params."""
    classes: dict[str, tuple[str, frozenset[str]]] = {}
    for node in (node for path in TABLES for node in _tree(path).body if isinstance(node, ast.ClassDef)):
        inherited = classes.get(ast.unparse(node.bases[0]), ("", frozenset()))
        code, beside = inherited
        for part in node.body:
            if isinstance(part, ast.Assign | ast.AnnAssign) and part.value is not None:
                code = ast.literal_eval(part.value)
            if isinstance(part, ast.FunctionDef):
                beside = frozenset(argument.arg for argument in part.args.kwonlyargs)
        classes[node.name] = (code, beside)
    return classes


def _fields(message: ast.expr) -> frozenset[str]:
    texts = [part.value for part in ast.walk(message) if isinstance(part, ast.Constant)]
    return frozenset(name for text in texts for _, name, _, _ in string.Formatter().parse(text) if name)


def _raised(path: Path) -> Iterator[Raised]:
    for node in ast.walk(_tree(path)):
        where = f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}"
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Name) and node.exc.id in _classes():
            yield Raised(where, _classes()[node.exc.id][0], frozenset())
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        keywords = {keyword.arg for keyword in node.keywords}
        params = None if None in keywords else frozenset(name for name in keywords if name)
        if node.func.id in BY_CODE and node.args:
            codes = [part.value for part in ast.walk(node.args[0]) if isinstance(part, ast.Constant)]
            yield from (Raised(where, code, params) for code in codes)
        elif node.func.id in _classes():
            yield Raised(where, _classes()[node.func.id][0], params)


@cache
def _every_raised() -> list[Raised]:
    return [raised for path in SOURCES for raised in _raised(path)]


def test_no_two_rows_have_one_code_and_the_type_checker_knows_each() -> None:
    counts = Counter(code for code, _message in _rows())
    assert [code for code, count in counts.items() if count > 1] == []
    assert sorted(counts) == list(get_args(Code))


def test_every_raised_code_is_a_row_and_every_row_is_raised() -> None:
    codes = {code for code, _message in _rows()}
    assert {raised for raised in _every_raised() if raised.code not in codes} == set()
    assert codes - {raised.code for raised in _every_raised()} == set()


def test_refusals_are_raised_with_the_params_that_their_messages_name() -> None:
    fields = {code: _fields(message) for code, message in _rows()}
    beside = dict(_classes().values())
    wrong = [
        raised
        for raised in _every_raised()
        if raised.params is not None
        and raised.code not in WITH_PHRASES
        and raised.params != fields[raised.code] | (raised.params & beside.get(raised.code, frozenset()))
    ]
    assert wrong == []
