"""Explain how a table's places were decided, pair by pair: what was equal, what decided, what was not needed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

EQUAL, DECIDES, NOT_NEEDED = "equal", "decides", "not-needed"


@dataclass(frozen=True, slots=True)
class CriterionComparison:
    """One criterion between two neighbours.

    Arguments:
        upper, lower: their values; None if the sheet has none.
        sign: ``"="``, ``">"`` or ``"<"`` between the two; empty if one is missing.
        state: EQUAL, DECIDES or NOT_NEEDED.
    """

    name: str
    upper: Any
    lower: Any
    sign: str
    state: str


@dataclass(frozen=True, slots=True)
class Pair:
    """Two neighbours of a table, with the criteria that put one before the other."""

    place: int
    upper: str
    lower: str
    decided_by: str
    comparisons: list[CriterionComparison]


def explain_tie_breaks(rows: Sequence[Mapping[str, Any]], columns: Sequence[str]) -> list[Pair]:
    """Return the pairs of neighbours of a table's rows, from the first place down (art. 1.5).

    Nothing is decided here: ``decided_by`` was stored with the place.

    Arguments:
        rows: of ``pages.event.table_result``, by place. columns: the names of its values in the order of the chain.
    """
    return [_pair(upper, lower, columns) for upper, lower in pairwise(rows)]


def _pair(upper: Mapping[str, Any], lower: Mapping[str, Any], columns: Sequence[str]) -> Pair:
    decided_by = upper["decided_by"]
    above = {cell["name"]: cell["value"] for cell in upper["cells"]}
    below = {cell["name"]: cell["value"] for cell in lower["cells"]}
    comparisons = []
    if decided_by in columns:
        decided_index = columns.index(decided_by)
        for index, name in enumerate(columns):
            state = DECIDES if index == decided_index else EQUAL if index < decided_index else NOT_NEEDED
            comparison = CriterionComparison(
                name, above.get(name), below.get(name), _sign(above.get(name), below.get(name)), state
            )
            if comparison.sign or state != NOT_NEEDED:
                comparisons.append(comparison)
    return Pair(upper["place"], upper["name"], lower["name"], decided_by, comparisons)


def _sign(upper: Any, lower: Any) -> str:
    if upper is None or lower is None:
        return ""
    return "=" if upper == lower else ">" if upper > lower else "<"
