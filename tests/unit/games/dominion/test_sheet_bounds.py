"""Each bound is broken by its sheet alone, keeps its neighbour, and stands in the table of docs/validator.md."""

from __future__ import annotations

import pytest

from games.dominion import cards as c
from games.dominion.check.messages import proof, sentence
from games.findings import Finding
from tests.unit.games.bounds import Bound, Sheet, documented, row
from tests.unit.games.dominion.sheet_bounds import BOUNDS
from tests.unit.games.dominion.sheet_samples import deck, findings, plain_with, table


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


def test_mine_may_give_nothing_once_coppers_and_silvers_are_gone() -> None:
    """D18 holds while one is left in the supply."""
    kingdom = plain_with("mine")
    short = table(kingdom, [deck(copper=2, silver=2, mine=2), deck()], [60, 60], tournament=False)
    gone = {"supply": dict.fromkeys((*c.BASE, *kingdom), 0)}
    assert "D18" not in keys_of_errors(short | gone)
    assert "D18" in keys_of_errors(short | {"supply": {**gone["supply"], "silver": 1}})


def test_points_of_gardens_wait_for_the_number_of_cards() -> None:
    """D2: without it a Gardens may be worth anything."""
    cards = {**dict.fromkeys(c.BASE, 0), "copper": 7, "estate": 3, "silver": 8, "gardens": 2}
    sheet = {
        "kingdom": plain_with("gardens"),
        "tournament": False,
        "end": "time",
        "ended_by": 2,
        "seats": [{"points": 7, "turns": 20, "breakdown": cards}, {"points": 3, "turns": 20}],
    }
    assert "D2" not in keys_of_errors(sheet)
    cards["actions"] = 0
    assert keys_of_errors(sheet) == set()
    cards["actions"] = 10
    assert keys_of_errors(sheet) == {"D2"}
