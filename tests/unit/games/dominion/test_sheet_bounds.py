"""Each bound is broken by its sheet alone, keeps its neighbour, and stands in the table of docs/validator.md."""

from __future__ import annotations

import pytest

from games.dominion.check.messages import proof, sentence
from games.findings import Finding
from tests.unit.games.bounds import Bound, Sheet, documented, row
from tests.unit.games.dominion.sheet_bounds import BOUNDS
from tests.unit.games.dominion.sheet_samples import findings


def found(sheet: Sheet) -> dict[tuple[str, str], Finding]:
    """Return the findings by key and severity."""
    return {(str(each.params.get("case", each.code)), each.severity.value): each for each in findings(sheet)}


def keys_of_errors(sheet: Sheet) -> set[str]:
    return {key for key, severity in found(sheet) if severity == "error"}


@pytest.mark.parametrize("bound", BOUNDS, ids=[f"{bound.key} {bound.says}" for bound in BOUNDS])
def test_sheet_breaks_its_bound_alone_and_neighbour_none(bound: Bound) -> None:
    broken = found(bound.beyond)
    assert (bound.key, bound.severity) in broken
    assert keys_of_errors(bound.beyond) <= {bound.key, *bound.also}
    assert (bound.key, bound.severity) not in found(bound.inside)
    assert keys_of_errors(bound.inside) == set()
    finding = broken[bound.key, bound.severity]
    for language in ("it", "en"):
        assert "{" not in sentence(finding, language)
        assert proof(finding, language)


def test_bounds_documented() -> None:
    assert documented("Dominion") == [row(bound) for bound in BOUNDS]
