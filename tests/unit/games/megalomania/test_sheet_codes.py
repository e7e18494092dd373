"""Every code of the validator is reported beyond its bound, not inside it, and has sentences and a proof."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.findings import Severity
from games.megalomania.check.messages import PROOFS, SENTENCES, proof, sentence
from games.megalomania.check.reading import Findings, Report, Row
from games.megalomania.check.rows import check_missions
from tests.unit.games.megalomania import sheet_cases, sheet_cases_scores
from tests.unit.games.megalomania.sheet_bounds import BOUNDS
from tests.unit.games.megalomania.sheet_cases import Case
from tests.unit.games.megalomania.sheet_samples import PACK, findings, keys, played, row, typed

CASES = [
    *(*sheet_cases.FORM, *sheet_cases.STRUCTURE, *sheet_cases.SCROLLS, *sheet_cases.TOTALS),
    *(*sheet_cases_scores.TRICKS, *sheet_cases_scores.BY_TRICKS, *sheet_cases_scores.ASSUMED),
    *(*sheet_cases_scores.CARDS, *sheet_cases_scores.EVIDENCE),
]


@pytest.mark.parametrize("case", CASES, ids=[f"{case.key}-{number}" for number, case in enumerate(CASES)])
def test_code_reported_only_beyond_bound(case: Case) -> None:
    expected = (case.key, case.severity)
    matching = [f for f in findings(case.beyond) if (str(f.params.get("case", f.code)), f.severity.value) == expected]
    assert matching, keys(case.beyond)
    if case.path is not None:
        assert case.path in [f.path for f in matching]
    if case.bound is not None:
        assert case.bound in [f.bound for f in matching]
    assert expected not in keys(case.inside)
    for finding in matching:
        for lang in ("it", "en"):
            text = sentence(finding, lang)
            assert "{" not in text
            assert text[-1] == "."
            assert proof(finding, lang)


def test_p1_missing_printed_points_warn_naming_pack() -> None:
    """9.3: without the form's figure the pack's is used, and the finding says so."""
    sheet = played()
    number = next(at for at, each in enumerate(sheet["rounds"]) if "printed" in each)
    del sheet["rounds"][number]["printed"]
    assert keys(sheet) == {("P1:missing", "warning")}
    assert "mega-assumed-1" in sentence(findings(sheet)[0], "it")


def test_i2_missions_missing_in_pack_warn() -> None:
    """2.3: the missions used by two and three players are assumed."""
    short = replace(PACK, missions={**PACK.missions, 3: tuple(range(1, 13))})
    collected = Findings()
    check_missions(Report(3, short, rows=[Row(0, mission=12), Row(1, mission=13)]), collected)
    assert [(f.params["case"], f.severity, f.path) for f in collected.entries] == [
        ("I2:players", Severity.WARNING, "rounds[1].mission")
    ]


def test_every_key_has_case() -> None:
    elsewhere = {"P1:missing", "I2:players", "I1:alone"}
    assert {case.key for case in CASES} | {bound.key for bound in BOUNDS} | elsewhere == set(SENTENCES)


def test_codes_have_sentences_and_proofs() -> None:
    assert {key.split(":")[0] for key in SENTENCES} == set(PROOFS)


def test_sentence_begins_with_round_and_seat() -> None:
    finding = next(f for f in findings(typed(row(18, [2, 6], [2, 5]))) if f.code == "K1")
    assert sentence(finding, "it") == "Round 1, sedia 2: con queste prese i punti sono 6, non 5."
    assert sentence(finding, "en") == "Round 1, seat 2: these tricks are worth 6 points, not 5."
