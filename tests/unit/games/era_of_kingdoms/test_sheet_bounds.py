"""Each bound is broken by its sheet alone, keeps its neighbour, and stands in the table of docs/validator.md."""

from __future__ import annotations

import pytest

from games.era_of_kingdoms.check.messages import proof, sentence
from games.era_of_kingdoms.game import GAME
from games.findings import Finding
from tests.unit.games.bounds import Bound, Sheet, documented, row
from tests.unit.games.era_of_kingdoms.sheet_bounds import BOUNDS


def found(sheet: Sheet) -> dict[tuple[str, str], Finding]:
    """Return the findings by key and severity."""
    check = GAME.check(sheet, players=len(sheet["seats"]))
    return {(str(each.params.get("case", each.code)), each.severity.value): each for each in check.findings}


@pytest.mark.parametrize("bound", BOUNDS, ids=[f"{bound.key} {bound.says}" for bound in BOUNDS])
def test_sheet_breaks_its_bound_alone_and_neighbour_none(bound: Bound) -> None:
    broken = found(bound.beyond)
    assert set(broken) == {(bound.key, bound.severity)}
    beside = set(found(bound.inside))
    assert (bound.key, bound.severity) not in beside
    assert "error" not in {severity for _, severity in beside}
    for finding in broken.values():
        for language in ("it", "en"):
            assert "{" not in sentence(finding, language)
            assert proof(finding, language)


def test_bounds_documented() -> None:
    assert documented("Era of Kingdoms") == [row(bound) for bound in BOUNDS]
