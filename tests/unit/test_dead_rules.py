"""Test ``script/check-dead-rules``: it lists what of the rules is used by tests only, and nothing else."""

from __future__ import annotations

from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[2]


def _script() -> ModuleType:
    loader = SourceFileLoader("check_dead_rules", str(ROOT / "script" / "check-dead-rules"))
    spec = spec_from_loader(loader.name, loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


RULES = """
LIMIT = 3
FORGOTTEN = 4

def check(value): return _helper(value)
def _helper(value): return value < LIMIT
def by_module(): ...
def dead(): return only_by_dead()
def only_by_dead(): ...
def recursive(): return recursive()

class Row:
    def used(self): ...
    def unused(self): ...
"""
SERVICE = """
from tournament.regulation import rules as r
from tournament.regulation.rules import Row, check

def act(row: Row): return check(row.used()), r.by_module()
"""


def test_dead_rules_lists_what_tests_alone_use(tmp_path: Path) -> None:
    files = {
        "tournament/regulation/rules.py": RULES,
        "tournament/services.py": SERVICE,
        "tests/test_rules.py": "from tournament.regulation.rules import dead, recursive\ndead(), recursive()\n",
        "script/server": "#!/bin/sh\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    names = [line.rpartition(" ")[2] for line in _script().dead_rules(tmp_path)]
    assert names == ["FORGOTTEN", "dead", "only_by_dead", "recursive", "unused"]
