"""docs/megalomania.md describes every code, field and reading as implemented."""

from __future__ import annotations

import re
from functools import reduce
from importlib import import_module
from pathlib import Path

import pytest

from games.megalomania.check.proofs import PROOFS
from games.megalomania.check.reading import ENTRY_FIELDS, ROW_FIELDS, SCROLL_FIELDS, SEAT_FIELDS, SHEET_FIELDS
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


def test_fields_documented() -> None:
    fields = (*SHEET_FIELDS, *ROW_FIELDS, *SCROLL_FIELDS, *ENTRY_FIELDS, *SEAT_FIELDS)
    assert [name for name in fields if f"`{name}`" not in DOC] == []


def test_readings_documented() -> None:
    """Sections 9 and 13 have 32 each."""
    assert [number for number, _ in READINGS] == [f"{part}.{n}" for part in (9, 13) for n in range(1, 33)]


@pytest.mark.parametrize(("number", "name"), READINGS, ids=[number for number, _ in READINGS])
def test_readings_name_existing_functions(number: str, name: str) -> None:
    module, *way = name.split(".")
    assert reduce(getattr, way, import_module(f"games.megalomania.{module}"))
