"""docs/validator.md describes every code as implemented."""

from __future__ import annotations

import re
from pathlib import Path

from games.dominion.check.proofs import PROOFS, names_in_proofs
from tests.unit.games.dominion.sheet_bounds import BOUNDS
from tests.unit.games.dominion.sheet_cases_decks import DECKS
from tests.unit.games.dominion.sheet_cases_numbers import NUMBERS

DOC = (Path(__file__).resolve().parents[4] / "docs" / "validator.md").read_text(encoding="utf-8")


def test_documented_codes_match() -> None:
    rows = re.findall(r"^\| ([A-Z]\d+) \| ([a-z, ]+) \| .+ \| (.+) \|$", DOC, re.MULTILINE)
    names = names_in_proofs("en")
    assert {code: proof for code, _, proof in rows} == {code: PROOFS[code]["en"].format(**names) for code in PROOFS}
    severities: dict[str, set[str]] = {"F7": {"error"}}
    for case in (*NUMBERS, *DECKS):
        severities.setdefault(case.code, set()).add(case.severity)
    for bound in BOUNDS:
        severities.setdefault(bound.key.split(":")[0], set()).add(bound.severity)
    assert {code: set(severity.split(", ")) for code, severity, _ in rows} == severities
