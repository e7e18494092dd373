"""docs/megalomania.md names the codes and the functions of its readings as implemented."""

from __future__ import annotations

import re
from functools import reduce
from importlib import import_module
from pathlib import Path

import pytest

from games.megalomania.check.proofs import PROOFS
from tests.unit.games.megalomania.sheet_bounds import BOUNDS
from tests.unit.games.megalomania.test_sheet_codes import CASES

DOC = (Path(__file__).resolve().parents[4] / "docs" / "megalomania.md").read_text(encoding="utf-8")
READINGS = re.findall(r"^\| (9\.\d+|13\.\d+) \| `([\w.]+)` \| .+ \|$", DOC, re.MULTILINE)


def test_documented_codes_match() -> None:
    rows = re.findall(r"^\| ([A-Z]\d+|READING_GONE) \| ([a-z, ]+) \| .+ \| (.+) \|$", DOC, re.MULTILINE)
    assert {code: proof for code, _, proof in rows} == {code: texts["en"] for code, texts in PROOFS.items()}
    severities: dict[str, set[str]] = {"P1": {"warning"}, "I2": {"warning"}}
    for case in (*CASES, *BOUNDS):
        severities.setdefault(case.key.split(":")[0], set()).add(case.severity)
    assert {code: set(severity.split(", ")) for code, severity, _ in rows} == severities


@pytest.mark.parametrize(("number", "name"), READINGS, ids=[number for number, _ in READINGS])
def test_readings_name_existing_functions(number: str, name: str) -> None:
    module, *way = name.split(".")
    assert reduce(getattr, way, import_module(f"games.megalomania.{module}"))
