"""Test the explanation of a table's order, pair by pair: equal criteria, the deciding one, the unneeded rest."""

from __future__ import annotations

from typing import Any

import pytest

from tests import factories as make
from tournament.pages import event as pages
from tournament.results.tie_break_explanation import DECIDES, EQUAL, NOT_NEEDED, explain_tie_breaks
from tournament.sheets import services as sheets

COLUMNS = ["points", "turns", "gold"]


def _row(place: int, decided_by: str, *values: int | None) -> dict[str, Any]:
    cells = [{"name": name, "value": value} for name, value in zip(COLUMNS, values, strict=True)]
    return {"place": place, "name": f"P{place}", "decided_by": decided_by, "cells": cells}


@pytest.mark.rule("1.5")
@pytest.mark.parametrize(
    ("decided_by", "upper", "lower", "states", "signs"),
    [
        ("points", (33, 20, 3), (27, 19, 4), [DECIDES, NOT_NEEDED, NOT_NEEDED], [">", ">", "<"]),
        ("turns", (27, 19, 3), (27, 20, 3), [EQUAL, DECIDES, NOT_NEEDED], ["=", "<", "="]),
        ("gold", (27, 20, 3), (27, 20, 2), [EQUAL, EQUAL, DECIDES], ["=", "=", ">"]),
        ("points", (33, None, 3), (27, 19, 4), [DECIDES, NOT_NEEDED], [">", "<"]),
    ],
)
def test_ladder_pair_is_equal_until_the_deciding_criterion(
    decided_by: str, upper: tuple[int, ...], lower: tuple[int, ...], states: list[str], signs: list[str]
) -> None:
    (pair,) = explain_tie_breaks([_row(1, decided_by, *upper), _row(2, "", *lower)], COLUMNS)
    assert (pair.place, pair.upper, pair.lower) == (1, "P1", "P2")
    assert [comparison.state for comparison in pair.comparisons] == states
    assert [comparison.sign for comparison in pair.comparisons] == signs


def test_ladder_is_empty_when_no_number_decided() -> None:
    (pair,) = explain_tie_breaks([_row(3, "abandoned", 20, 20, 1), _row(4, "", 30, 20, 3)], COLUMNS)
    assert (pair.decided_by, pair.comparisons) == ("abandoned", [])


@pytest.mark.django_db
def test_ladder_of_a_drawn_table_ends_with_the_lot() -> None:
    """Art. 1.5 e): all five numbers equal, then the lot."""
    event = make.drawn_event()
    table = make.tables_of(make.last_round(event))[0]
    sheets.sheet_submit(table=table, data=make.tied_sheet(table), by=None)
    with_lot = sheets.table_lots_draw(table=table, word=make.WORD, by=None)
    sheets.sheet_confirm(sheet=with_lot, by=None, accept_warnings=True)
    table.refresh_from_db()
    result = pages.table_result(table)
    pairs = explain_tie_breaks(result.rows, result.columns)
    assert len(pairs) == 3
    assert [comparison.state for comparison in pairs[0].comparisons] == [EQUAL] * 5 + [DECIDES]
    assert [comparison.sign for comparison in pairs[0].comparisons] == ["="] * 5 + ["<"]
