"""Bounds of the score-sheet checks at their edge: the last values accepted and the first refused.

Each entry is a legal row just inside an exception (a scroll, the number of players, an Oracle) and one just beyond it.
"""

from __future__ import annotations

import pytest

from tests.unit.games.megalomania.sheet_samples import Sheet, keys, picks, row, typed

#: Rounds in which all players take a scroll: it can be played afterwards.
TAKEN = picks("C4 C4 C4 C4")
TAKEN_BY_TWO = picks("C4 C4")


def after(*rows: Sheet) -> Sheet:
    """Return the rounds after one in which each player takes a scroll."""
    return typed(TAKEN if len(rows[0]["players"]) == 4 else TAKEN_BY_TWO, *rows)


#: What the exception is, the code, a sheet inside it, a sheet beyond it.
EDGES: dict[str, tuple[str, Sheet, Sheet]] = {
    "eight points and no more": ("I10", typed(row(3, [4, 4], [8, 0])), typed(row(3, [4, 4], [9, 0]))),
    "eight points doubled by scroll 3": (
        "I10",
        after(row(3, [4, 4], [16, 0], scroll=(1, [3]))),
        after(row(3, [4, 4], [18, 0], scroll=(1, [3]))),
    ),
    "scroll 3 doubles its owner alone": (
        "I10",
        after(row(3, [4, 4], [0, 8], scroll=(1, [3]))),
        after(row(3, [4, 4], [0, 10], scroll=(1, [3]))),
    ),
    "sixteen points in mission 7": ("I10", typed(row(7, [8, 0], [16, 0])), typed(row(7, [8, 0], [18, 0]))),
    "sixteen points doubled by scroll 3": (
        "I10",
        after(row(7, [8, 0], [32, 0], scroll=(1, [3]))),
        after(row(7, [8, 0], [34, 0], scroll=(1, [3]))),
    ),
    "losses of eight": ("I10", typed(row(9, [4, 4], [-8, 0])), typed(row(9, [4, 4], [-9, 0]))),
    "a colour with a card in each of four tricks": ("K5", typed(row(3, [2, 6], [4, 0])), typed(row(3, [2, 6], [5, 0]))),
    "two points a low trick": ("K5", typed(row(7, [3, 5], [6, 0])), typed(row(7, [3, 5], [8, 0]))),
    "three cards lead a colour among four players": (
        "K5",
        typed(row(23, [3, 3, 1, 1], [6, 0, 2, 0])),
        typed(row(23, [3, 3, 1, 1], [4, 0, 4, 0])),
    ),
    "one card leads a colour between two players": (
        "K5",
        typed(row(23, [1, 7], [4, 4])),
        typed(row(23, [1, 7], [6, 4])),
    ),
    "four cards of four colours": ("K3:few", typed(row(2, [2, 6], [-4, 0])), typed(row(2, [1, 7], [-4, 0]))),
    "four cards of four colours among three": (
        "K3:few",
        typed(row(2, [2, 6, 0], [-4, 0, 0])),
        typed(row(2, [1, 7, 0], [-4, 0, 0])),
    ),
    "four cards of four colours in one trick": (
        "K3:few",
        typed(row(2, [1, 7, 0, 0], [-4, -4, 0, 0])),
        typed(row(2, [0, 8, 0, 0], [-4, 0, 0, 0])),
    ),
    "two tricks hold the eight": (
        "K3:eight",
        typed(row(6, [2, 2, 2, 2], [0, 4, 4, 4])),
        typed(row(6, [1, 3, 2, 2], [0, 4, 4, 4])),
    ),
    "nobody without tricks has one of the eight": (
        "K3:none",
        typed(row(6, [1, 7], [0, 0])),
        typed(row(6, [0, 8], [0, 0])),
    ),
    "one trick more by scroll 11": (
        "I6:one",
        after(row(12, [4, 3, 0, 0], scroll=(1, [11]), effective={1: 5})),
        after(row(12, [4, 3, 0, 0], scroll=(1, [11]), effective={1: 6})),
    ),
    "one trick less by scroll 11": (
        "I6:one",
        after(row(12, [4, 3, 0, 0], scroll=(1, [11]), effective={1: 3})),
        after(row(12, [4, 3, 0, 0], scroll=(1, [11]), effective={1: 2})),
    ),
    "scroll 11 changes its owner's count alone": (
        "I6:effective",
        after(row(12, [4, 3, 0, 0], scroll=(1, [11]), effective={1: 5})),
        after(row(12, [4, 3, 0, 0], scroll=(1, [11]), effective={2: 5})),
    ),
    "five tricks by scroll 12": (
        "I6:five",
        after(row(25, [3, 5, 0, 0], scroll=(1, [12]), effective={1: 5})),
        after(row(25, [3, 5, 0, 0], scroll=(1, [12]), effective={1: 6})),
    ),
    "no resources under scroll 6": (
        "I5:none",
        after(row(25, [4, 4, 0, 0], scroll=(1, [6]), choices=["none"] * 4)),
        after(row(25, [4, 4, 0, 0], scroll=(1, [6]), choices=["none", "none", "none", "C2"])),
    ),
    "eight of a colour among four players": (
        "K6",
        typed(row(3, [2, 2, 2, 2], [2, 2, 2, 2])),
        typed(row(3, [2, 2, 2, 2], [2, 2, 2, 0])),
    ),
    "eight of a colour between two": (
        "K6:most",
        typed(row(3, [4, 4], [4, 4])),
        typed(row(3, [4, 4], [5, 4])),
    ),
}


def errors(sheet: Sheet) -> set[str]:
    """Return the cases of the errors."""
    return {key for key, severity in keys(sheet) if severity == "error"}


@pytest.mark.parametrize("name", EDGES)
def test_value_at_the_edge_accepted_and_next_refused(name: str) -> None:
    code, inside, beyond = EDGES[name]
    assert errors(inside) == set()
    assert code in errors(beyond)
