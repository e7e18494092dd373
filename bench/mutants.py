"""Small faults put into the rules and the checks one at a time: which of them do the tests not notice?

Run by ``script/prove-games mutate``. A mutant is a module with one change: a comparison, a sign, a number, ``and`` for
``or``, a condition turned round, a statement left out. It is made while the module is imported (this module is a plugin
of pytest), so that no file changes; the tests of its game then run until the first that fails.
"""

from __future__ import annotations

import ast
import copy
import importlib.machinery
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from types import CodeType
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
#: Name of the variable that tells the plugin which mutant to make: ``games/dominion/effects.py:17``.
VARIABLE: Final = "FOSSATO_MUTANT"
#: Seconds after which a mutant counts as noticed: it never ends, or only much later.
PATIENCE: Final = 300

_TESTS: Final = "tests/unit/games"
#: The modules that are changed, by game and subject, and the tests that should notice, the quickest first.
SUBJECTS: Final[dict[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "dominion rules": (
        ("games/dominion/effects.py", "games/dominion/turn.py"),
        (f"{_TESTS}/dominion/test_e_cases_*.py", f"{_TESTS}/dominion/test_invariants.py", f"{_TESTS}/test_golden.py"),
    ),
    "dominion checks": (
        tuple(f"games/dominion/check/{name}.py" for name in ("bounds", "payments", "numbers", "decks", "ending")),
        (
            f"{_TESTS}/dominion/test_sheet_bounds.py",
            f"{_TESTS}/dominion/test_sheet_codes.py",
            f"{_TESTS}/dominion/test_sheet_e*.py",
            f"{_TESTS}/test_hand_made_sheets.py",
            f"{_TESTS}/dominion/test_sheet.py",
        ),
    ),
    "era rules": (
        tuple(
            f"games/era_of_kingdoms/{name}.py"
            for name in ("events", "moves", "turn", "scoring", "trade", "solo", "solo_events", "kingdom")
        ),
        (
            *(f"{_TESTS}/era_of_kingdoms/test_{name}.py" for name in ("cards", "phases", "trade", "solo", "readings")),
            f"{_TESTS}/era_of_kingdoms/test_invariants.py",
            f"{_TESTS}/test_golden.py",
        ),
    ),
    "era checks": (
        tuple(f"games/era_of_kingdoms/check/{name}.py" for name in ("numbers", "cards", "timing")),
        (f"{_TESTS}/era_of_kingdoms/test_sheet*.py", f"{_TESTS}/test_hand_made_sheets.py"),
    ),
    "megalomania rules": (
        tuple(
            f"games/megalomania/{name}.py"
            for name in ("missions", "powers", "scrolls", "tricks", "resources", "ending", "rounds", "dealing")
        ),
        (
            *(f"{_TESTS}/megalomania/test_{name}.py" for name in ("missions", "powers", "scrolls", "scrolls_late")),
            *(f"{_TESTS}/megalomania/test_{name}.py" for name in ("tricks", "readings", "random", "game")),
            f"{_TESTS}/test_golden.py",
        ),
    ),
    "megalomania checks": (
        tuple(
            f"games/megalomania/check/{name}.py"
            for name in ("rows", "scores", "colours_led", "evidence", "scrolls", "totals")
        ),
        (f"{_TESTS}/megalomania/test_sheet*.py", f"{_TESTS}/test_hand_made_sheets.py"),
    ),
}


# --- one change -------------------------------------------------------------------------------------------------------

_COMPARED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_CALCULATED: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
}


class Changer(ast.NodeTransformer):
    """Count the places of a module that can be changed, and change one.

    Arguments:
        wanted: number of the place to change; -1 for none.
    """

    def __init__(self, wanted: int = -1) -> None:
        self.wanted, self.number, self.place = wanted, 0, ""

    def _is_wanted(self, node: ast.AST, before: str, after: str) -> bool:
        self.number += 1
        if self.number - 1 != self.wanted:
            return False
        self.place = f"line {getattr(node, 'lineno', 0)}: {before} -> {after}"
        return True

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:  # the name that ast calls
        """Change the body alone, not its annotations."""
        node.body = [each for statement in node.body for each in self._statement(statement)]
        return node

    def _statement(self, statement: ast.stmt) -> Iterator[ast.stmt]:
        changed = self.visit(statement)
        is_call = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)
        if (is_call or isinstance(statement, ast.AugAssign)) and self._is_wanted(
            statement, ast.unparse(statement)[:60], "left out"
        ):
            yield ast.copy_location(ast.Pass(), statement)
        else:
            yield changed

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        """Change the value alone."""
        if node.value is not None:
            node.value = self.visit(node.value)
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        """Change the first comparison."""
        self.generic_visit(node)
        other = _COMPARED.get(type(node.ops[0]))
        if other and self._is_wanted(node, ast.unparse(node)[:60], other.__name__):
            node.ops[0] = other()
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        """Change the operator; not of texts."""
        self.generic_visit(node)
        other = _CALCULATED.get(type(node.op))
        is_text = any(isinstance(each, ast.JoinedStr | ast.List | ast.Tuple) for each in (node.left, node.right))
        if other and not is_text and self._is_wanted(node, ast.unparse(node)[:60], other.__name__):
            node.op = other()
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        """Change ``and`` to ``or``, and back."""
        self.generic_visit(node)
        if self._is_wanted(node, ast.unparse(node)[:60], "and/or"):
            node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        """Leave ``not`` out."""
        self.generic_visit(node)
        if isinstance(node.op, ast.Not) and self._is_wanted(node, ast.unparse(node)[:60], "without not"):
            return node.operand
        return node

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        """Change a number by one."""
        if type(node.value) is int and self._is_wanted(node, str(node.value), str(node.value + 1)):
            return ast.copy_location(ast.Constant(node.value + 1), node)
        return node


def changed(source: str, number: int) -> tuple[ast.Module, str]:
    """Return a module with its place of this number changed, and what was changed."""
    changer = Changer(number)
    tree = changer.visit(ast.parse(source))
    return ast.fix_missing_locations(tree), changer.place


def count(source: str) -> int:
    """Return how many places of a module can be changed."""
    changer = Changer()
    changer.visit(copy.deepcopy(ast.parse(source)))
    return changer.number


# --- the plugin of pytest ---------------------------------------------------------------------------------------------


class _Loader(importlib.machinery.SourceFileLoader):
    def get_code(self, fullname: str) -> CodeType:
        """Return the changed module, whatever lies in the cache."""
        file, number = os.environ[VARIABLE].split(":")
        source = (ROOT / file).read_text(encoding="utf-8")
        return compile(changed(source, int(number))[0], self.path, "exec")


class _Finder:
    """Finder of the one module that is changed."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> importlib.machinery.ModuleSpec | None:
        """Return the module's spec with the loader that changes it."""
        file = os.environ[VARIABLE].split(":")[0]
        if name != file.removesuffix(".py").replace("/", "."):
            return None
        location = str(ROOT / file)
        return importlib.machinery.ModuleSpec(name, _Loader(name, location), origin=location)


if VARIABLE in os.environ:
    sys.meta_path.insert(0, _Finder)  # type: ignore[arg-type]  # the interface of a finder, without its helpers


# --- many mutants -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Mutant:
    """One changed module: its subject in SUBJECTS, its file, the number of the place."""

    subject: str
    file: str
    number: int

    def words(self) -> str:
        """Return the mutant's name and what it changes: also the line in the list of known survivors."""
        place = changed((ROOT / self.file).read_text(encoding="utf-8"), self.number)[1]
        return f"{self.file}: {place}"


def every_mutant() -> list[Mutant]:
    """Return all mutants, in order."""
    return [
        Mutant(subject, file, number)
        for subject, (files, _) in SUBJECTS.items()
        for file in files
        for number in range(count((ROOT / file).read_text(encoding="utf-8")))
    ]


def drawn(number: int, seed: str) -> list[Mutant]:
    """Return so many of all mutants, drawn by a seed (the soak's is the date)."""
    mutants = every_mutant()
    return Random(seed).sample(mutants, min(number, len(mutants)))


def is_noticed(mutant: Mutant) -> bool:
    """Run the tests of a mutant until one fails."""
    patterns = SUBJECTS[mutant.subject][1]
    files = [str(path.relative_to(ROOT)) for pattern in patterns for path in sorted(ROOT.glob(pattern))]
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "bench.mutants", *files]
    environment = os.environ | {VARIABLE: f"{mutant.file}:{mutant.number}", "FOSSATO_TEST_VOLUME": "fast"}
    try:
        return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, timeout=PATIENCE).returncode != 0
    except subprocess.TimeoutExpired:
        return True


def survivors(mutants: Sequence[Mutant], seconds: float) -> Iterator[tuple[Mutant, bool]]:
    """Yield each mutant that was tried within so many seconds, and whether the tests noticed it."""
    end = time.monotonic() + seconds
    for mutant in mutants:
        if time.monotonic() > end:
            return
        yield mutant, is_noticed(mutant)
