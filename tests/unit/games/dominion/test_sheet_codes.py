"""Every code of the validator: a sheet that triggers it, and one just inside its bound that does not."""

from __future__ import annotations

import pytest

from games.dominion import cards as c
from games.dominion.check.bounds import lossable
from games.dominion.check.messages import SENTENCES
from tests.unit.games.dominion.sheet_bounds import BOUNDS
from tests.unit.games.dominion.sheet_cases import ERROR, Case, rows
from tests.unit.games.dominion.sheet_cases_decks import DECKS
from tests.unit.games.dominion.sheet_cases_numbers import NUMBERS
from tests.unit.games.dominion.sheet_samples import Sheet, codes, findings, with_lots

CASES = [*NUMBERS, *DECKS]


@pytest.mark.parametrize("case", CASES, ids=[f"{case.code}-{case.name}".replace(" ", "_") for case in CASES])
def test_code_reported_only_beyond_bound(case: Case) -> None:
    expected = (case.code, case.severity)
    matching = [f for f in findings(with_lots_unless(case, case.beyond)) if (f.code, f.severity.value) == expected]
    assert matching, codes(case.beyond)
    if case.path is not None:
        assert matching[0].path == case.path
    if case.value is not None:
        assert matching[0].value == case.value
    if case.bound is not None:
        assert matching[0].bound == case.bound
    assert expected not in codes(with_lots_unless(case, case.inside))


def with_lots_unless(case: Case, sheet: Sheet) -> Sheet:
    """Add lots to tied rows, unless lots are the subject of the case or the rows are unreadable."""
    return sheet if case.code[0] in "PMF" else with_lots(sheet)


def test_codes_have_cases() -> None:
    in_bounds = {bound.key.split(":")[0] for bound in BOUNDS}
    assert {case.code for case in CASES} | in_bounds | {"F7"} == {key.split(":")[0] for key in SENTENCES}


def test_f7_number_of_seats() -> None:
    assert ("F7", ERROR) in codes(rows(), players=3)
    assert ("F7", ERROR) not in codes(rows(), players=4)


def test_losses_of_every_kingdom_card() -> None:
    """C2 and the related proofs: which card can leave a deck with which kingdom card."""
    expected = {
        c.CHAPEL: set(c.CODES),
        c.REMODEL: set(c.CODES),
        c.MINE: {c.COPPER, c.SILVER, c.GOLD},
        c.THIEF: {c.COPPER, c.SILVER, c.GOLD},
        c.MONEYLENDER: {c.COPPER},
        c.FEAST: {c.FEAST},
    }
    for code in c.KINGDOM_CODES:
        losses = lossable(frozenset((code,)))
        assert {card for card in c.CODES if losses[card]} == expected.get(code, set())
