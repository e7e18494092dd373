"""The codes of the rounds' scores and evidence: beyond and just inside."""

from __future__ import annotations

from tests.unit.games.megalomania.sheet_cases import WARNING, Case, picks
from tests.unit.games.megalomania.sheet_samples import row, typed

TAKE = picks("C4 C4 C4 C4")

TRICKS = [
    Case("I6", typed(row(1, [3, 3, 2, 1])), typed(row(1, [3, 3, 2, 0])), "rounds[0].players", 8),
    Case("I6", typed(row(12, [4, 4])), typed(row(12, [3, 4])), "rounds[0].players", 7),
    Case("I6", typed(row(24, [2, 2, 1])), typed(row(24, [2, 1, 1])), "rounds[0].players", 4),
    Case("I6:seat", typed(row(15, [7, 0])), typed(row(15, [6, 0])), "rounds[0].players[0].tricks", 6),
    Case(
        "I6:effective",
        typed(row(1, [3, 3, 2, 0], effective={1: 3})),
        typed(TAKE, row(1, [4, 3, 1, 0], scroll=(1, [11]), effective={1: 3})),
        "rounds[0].players[0].effective",
    ),
    Case(
        "I6:effective",
        typed(TAKE, row(1, [4, 3, 1, 0], scroll=(1, [11]), effective={2: 4})),
        typed(TAKE, row(1, [4, 3, 1, 0], scroll=(2, [11]), effective={2: 4})),
    ),
    Case(
        "I6:five",
        typed(TAKE, row(1, [4, 3, 1, 0], scroll=(1, [12]), effective={1: 4})),
        typed(TAKE, row(1, [4, 3, 1, 0], scroll=(1, [12]), effective={1: 5})),
        "rounds[1].players[0].effective",
        5,
    ),
    Case(
        "I6:one",
        typed(TAKE, row(1, [4, 3, 1, 0], scroll=(1, [11]), effective={1: 2})),
        typed(TAKE, row(1, [4, 3, 1, 0], scroll=(1, [11]), effective={1: 5})),
    ),
    Case("P1", typed(row(2, [4, 4], printed=4)), typed(row(2, [4, 4], printed=-3)), "rounds[0].printed", "-"),
    Case("P1", typed(row(1, [4, 4], printed=0)), typed(row(1, [4, 4], printed=2)), "rounds[0].printed", "+"),
    Case("P1:variable", typed(row(3, [4, 4], printed=4)), typed(row(3, [4, 4])), "rounds[0].printed"),
]

BY_TRICKS = [
    Case("K1", typed(row(1, [3, 3, 2, 0], [4, 0, 0, 0])), typed(row(1, [3, 3, 2, 0], [4, 4, 0, 0])), bound=4),
    Case("K1", typed(row(5, [4, 4], [0, 4])), typed(row(5, [4, 4], [4, 4])), "rounds[0].players[0].points", 4),
    Case("K1", typed(row(12, [3, 4], [0, 0])), typed(row(12, [3, 4], [-4, 0])), bound=-4),
    Case("K1", typed(row(13, [1, 1, 4], [4, 0, 0])), typed(row(13, [1, 1, 4], [4, 4, 0]))),
    Case("K1", typed(row(14, [2, 4], [0, 4])), typed(row(14, [2, 4], [4, 0]))),
    Case("K1", typed(row(15, [3, 3], [4, 0])), typed(row(15, [3, 3], [0, 0])), bound=0),
    Case("K1", typed(row(16, [3, 5], [-4, -4])), typed(row(16, [3, 5], [0, -4]))),
    Case("K1", typed(row(17, [2, 6], [0, -4])), typed(row(17, [2, 6], [-4, 0]))),
    Case("K1", typed(row(18, [2, 6], [2, 5])), typed(row(18, [2, 6], [2, 6])), bound=6),
    Case("K1", typed(row(20, [3, 2, 2, 1], [4, 0, 0, 0])), typed(row(20, [3, 2, 2, 1], [4, 0, 4, 0]))),
    Case("K1", typed(row(21, [2, 2, 2, 2], [-4, 0, -4, 0])), typed(row(21, [2, 2, 2, 2], [0, 0, 0, 0]))),
    Case("K1", typed(row(22, [1, 5], [4, 0])), typed(row(22, [1, 5], [0, 4]))),
    Case("K1", typed(row(24, [0, 4], [0, 0])), typed(row(24, [0, 4], [4, 0]))),
    Case("K1", typed(row(25, [0, 8], [0, 8])), typed(row(25, [0, 8], [0, -8])), bound=-8),
    Case("K1", typed(row(1, [3, 5], [6, 0])), typed(row(1, [3, 5], [6, 0], printed=6)), bound=4),
    Case(
        "K1",
        typed(TAKE, row(1, [3, 3, 2, 0], [4, 4, 0, 0], scroll=(1, [3]))),
        typed(TAKE, row(1, [3, 3, 2, 0], [8, 4, 0, 0], scroll=(1, [3]))),
        bound=8,
    ),
    Case(
        "K1",
        typed(TAKE, row(1, [5, 3, 0, 0], [4, 4, 0, 0], scroll=(1, [11]))),
        typed(TAKE, row(1, [4, 3, 1, 0], [4, 4, 0, 0], scroll=(1, [11]))),
        bound=0,
    ),
    Case(
        "K1",
        typed(TAKE, row(1, [4, 3, 1, 0], [4, 4, 0, 0], scroll=(1, [11]), effective={1: 4})),
        typed(TAKE, row(1, [4, 3, 1, 0], [4, 4, 0, 0], scroll=(1, [11]), effective={1: 3})),
    ),
    Case(
        "K1",
        typed(TAKE, row(25, [8, 0, 0, 0], [-8, 0, 0, 0], scroll=(1, [12]))),
        typed(TAKE, row(25, [8, 0, 0, 0], [-5, 0, 0, 0], scroll=(1, [12]))),
        bound=-5,
    ),
    Case(
        "K1",
        typed(TAKE, row(12, [2, 3, 2, 0], [-4, 0, 0, 0], scroll=(1, [7, 12]))),
        typed(TAKE, row(12, [2, 3, 2, 0], [-4, -4, 0, 0], scroll=(1, [7, 12]))),
    ),
]

_FEW = row(1, [3, 5], [3, 0])
del _FEW["printed"]
_FEW_RIGHT = {**_FEW, "printed": 3}
_EIGHT = row(8, [4, 4], [3, 0])
del _EIGHT["printed"]
ASSUMED = [
    Case("K2", typed(_EIGHT), typed({**_EIGHT, "printed": 3}), "rounds[0].players[0].points", 4, WARNING),
    Case("K1", typed(_FEW), typed(_FEW_RIGHT), "rounds[0].players[0].points", 4, WARNING),
    Case(
        "K4", typed(row(11, [5, 3, 0, 0], [0, 4, 0, 0])), typed(row(11, [4, 4, 0, 0], [0, 4, 0, 0])), severity=WARNING
    ),
    Case("K4:never", typed(row(11, [0, 8, 0, 0], [4, 4, 0, 0])), typed(row(11, [2, 6, 0, 0], [4, 4, 0, 0])), bound=0),
    Case(
        "K4:few",
        typed(row(11, [1, 7, 0, 0], [4, 4, 0, 0])),
        typed(row(11, [2, 6, 0, 0], [4, 4, 0, 0])),
        bound=60,
        severity=WARNING,
    ),
    Case("K4:few", typed(row(11, [2, 6], [4, 4])), typed(row(11, [3, 5], [4, 4])), bound=60, severity=WARNING),
    Case(
        "K4:many",
        typed(row(11, [2, 2, 2, 2], [4] * 4)),
        typed(row(11, [2, 2, 2, 2], [4, 4, 4, 0])),
        bound=3,
        severity=WARNING,
    ),
    Case(
        "K6:most",
        typed(row(7, [7, 1, 0, 0], [14, 0, 0, 0])),
        typed(row(7, [7, 1, 0, 0], [12, 0, 0, 0])),
        bound=12,
        severity=WARNING,
    ),
    Case(
        "E3",
        typed(row(11, [1, 7, 0, 0], evidence={"value": [61, None, None, None]})),
        typed(row(11, [1, 7, 0, 0], evidence={"value": [60, None, None, None]})),
        "rounds[0].players[0].value",
        60,
        WARNING,
    ),
    Case(
        "E3:never",
        typed(row(11, [0, 8], evidence={"value": [1, None]})),
        typed(row(11, [0, 8], evidence={"value": [0, None]})),
    ),
    Case(
        "E3",
        typed(row(11, [2, 6, 0, 0], evidence={"value": [113, None, None, None]})),
        typed(row(11, [2, 6, 0, 0], evidence={"value": [112, None, None, None]})),
        "rounds[0].players[0].value",
        112,
        WARNING,
    ),
    Case(
        "E3:all",
        typed(row(11, [2, 2, 2, 2], evidence={"value": [64, 64, 64, 65]})),
        typed(row(11, [2, 2, 2, 2], evidence={"value": [64, 64, 64, 64]})),
        "rounds[0].players",
        256,
        WARNING,
    ),
]

CARDS = [
    Case(
        "K2", typed(row(8, [4, 4, 0, 0], [3, 0, 0, 0])), typed(row(8, [4, 4, 0, 0], [3, 0, 0, 0], printed=3)), bound=4
    ),
    Case("K2", typed(row(2, [4, 4], [-4, -8])), typed(row(2, [4, 4], [-4, 0])), "rounds[0].players[1].points", -4),
    Case(
        "K2",
        typed(TAKE, row(8, [4, 4, 0, 0], [4, 8, 0, 0], scroll=(1, [3]))),
        typed(TAKE, row(8, [4, 4, 0, 0], [8, 4, 0, 0], scroll=(1, [3]))),
    ),
    Case("K3:few", typed(row(8, [0, 8, 0, 0], [4, 4, 0, 0])), typed(row(8, [1, 7, 0, 0], [4, 4, 0, 0]))),
    Case("K3:few", typed(row(2, [1, 7], [-4, -4])), typed(row(2, [2, 6], [-4, -4]))),
    Case(
        "K3:all",
        typed(row(2, [1, 7, 0, 0], [0, 0, 0, 0])),
        typed(row(2, [2, 6, 0, 0], [0, 0, 0, 0])),
    ),
    Case("K3:none", typed(row(6, [0, 8], [0, 0])), typed(row(6, [0, 8], [4, 0]))),
    Case("K3:eight", typed(row(6, [1, 7, 0, 0], [0, 4, 4, 4])), typed(row(6, [2, 6, 0, 0], [0, 4, 4, 4])), bound=2),
    Case("K5", typed(row(3, [0, 8], [1, 7])), typed(row(3, [1, 7], [1, 7])), "rounds[0].players[0].points"),
    Case("K5", typed(row(9, [1, 7], [-3, -5])), typed(row(9, [1, 7], [-2, -5]))),
    Case("K5", typed(row(7, [3, 5], [3, 0])), typed(row(7, [3, 5], [4, 0]))),
    Case("K5", typed(row(7, [1, 7], [4, 0])), typed(row(7, [2, 6], [4, 0]))),
    Case("K5", typed(row(19, [1, 7], [3, 0])), typed(row(19, [1, 7], [2, 0]))),
    Case("K5", typed(row(23, [1, 7, 0, 0], [4, 6, 0, 0])), typed(row(23, [2, 6, 0, 0], [2, 6, 0, 0]))),
    Case("K5", typed(row(23, [1, 7], [6, 4])), typed(row(23, [1, 7], [4, 4]))),
    Case("K6", typed(row(3, [4, 4, 0, 0], [4, 2, 0, 0])), typed(row(3, [4, 4, 0, 0], [4, 4, 0, 0])), bound=8),
    Case("K6", typed(row(3, [4, 4, 0, 0], [8, 4, 0, 0])), typed(row(3, [4, 4, 0, 0], [8, 0, 0, 0])), bound=8),
    Case(
        "K6",
        typed(row(3, [4, 4, 0, 0], [4, 3, 0, 0])),
        typed(row(3, [4, 4, 0, 0], [4, 4, 0, 0])),
        bound=8,
    ),
    Case("K6", typed(row(19, [4, 4, 0, 0], [4, 3, 0, 0])), typed(row(19, [4, 4, 0, 0], [4, 4, 0, 0])), bound=8),
    Case(
        "K6",
        typed(row(10, [4, 4, 0, 0], [-4, -3, 0, 0])),
        typed(row(10, [4, 4, 0, 0], [-4, -4, 0, 0])),
        bound=-8,
    ),
    Case("K6:most", typed(row(4, [4, 4], [8, 4])), typed(row(4, [4, 4], [8, 0])), bound=8),
    Case("K6:most", typed(row(4, [4, 4], [5, 4])), typed(row(4, [4, 4], [4, 4])), bound=8),
    Case("K6:most", typed(row(23, [4, 4], [6, 4])), typed(row(23, [4, 4], [4, 4])), bound=8),
    Case("K6:led", typed(row(23, [4, 4], [4, 0])), typed(row(23, [4, 4], [4, 2])), "rounds[0].players"),
    Case("K6:most", typed(row(7, [8, 1], [16, 2])), typed(row(7, [8, 0], [16, 0])), bound=16),
    Case(
        "K6",
        typed(TAKE, row(3, [4, 4, 0, 0], [8, 0, 0, 0], scroll=(1, [3]))),
        typed(TAKE, row(3, [4, 4, 0, 0], [8, 4, 0, 0], scroll=(1, [3]))),
    ),
    Case("I10", typed(row(3, [4, 4], [9, 0])), typed(row(3, [4, 4], [8, 0])), bound=8),
    Case("I10", typed(row(9, [8, 0], [-9, 0])), typed(row(9, [8, 0], [-8, 0]))),
    Case(
        "I10",
        typed(picks("C4 C4"), row(7, [8, 0], [34, 0], scroll=(1, [3]))),
        typed(picks("C4 C4"), row(7, [8, 0], [32, 0], scroll=(1, [3]))),
    ),
    Case(
        "I10:even",
        typed(picks("C4 C4"), row(3, [4, 4], [7, 0], scroll=(1, [3]))),
        typed(picks("C4 C4"), row(3, [4, 4], [8, 0], scroll=(1, [3]))),
    ),
]


def _counts(*counts: int) -> dict[str, int]:
    return dict(zip(("black", "red", "yellow", "blue"), counts, strict=True))


_TWO = [_counts(1, 2, 3, 2), _counts(2, 2, 3, 1)]
EVIDENCE = [
    Case(
        "E1",
        typed(row(3, [4, 4], [3, 1], evidence={"colours": _TWO})),
        typed(row(3, [4, 4], [2, 1], evidence={"colours": _TWO})),
        "rounds[0].players[0].points",
        2,
    ),
    Case(
        "E1",
        typed(row(23, [4, 4], [2, 0], evidence={"colours": _TWO})),
        typed(row(23, [4, 4], [2, 2], evidence={"colours": _TWO})),
        "rounds[0].players[1].points",
        2,
    ),
    Case(
        "E1",
        typed(row(7, [4, 4], [2, 2], evidence={"low_tricks": [2, 1]})),
        typed(row(7, [4, 4], [4, 2], evidence={"low_tricks": [2, 1]})),
        bound=4,
    ),
    Case(
        "E1",
        typed(row(19, [4, 4], [2, 2], evidence={"dwarves_sorcerers": [2, 1]})),
        typed(row(19, [4, 4], [2, 1], evidence={"dwarves_sorcerers": [2, 1]})),
    ),
    Case(
        "E1:met",
        typed(row(11, [4, 4], [0, 0], evidence={"value": [80, 79]})),
        typed(row(11, [4, 4], [4, 0], evidence={"value": [80, 79]})),
    ),
    Case(
        "E1:not",
        typed(row(6, [4, 4], [4, 4], evidence={"dwarves_sorcerers": [1, 0]})),
        typed(row(6, [4, 4], [0, 4], evidence={"dwarves_sorcerers": [1, 0]})),
    ),
    Case(
        "E1:not",
        typed(row(8, [4, 4], [4, 4], evidence={"four_colours": [True, False]})),
        typed(row(8, [4, 4], [4, 0], evidence={"four_colours": [True, False]})),
    ),
    Case(
        "E2:mission",
        typed(row(3, [4, 4], evidence={"low_tricks": [1, 0]})),
        typed(row(7, [4, 4], evidence={"low_tricks": [1, 0]})),
        "rounds[0].players[0].low_tricks",
    ),
    Case(
        "E2:cards",
        typed(row(3, [5, 3], evidence={"colours": _TWO})),
        typed(row(3, [4, 4], evidence={"colours": _TWO})),
        "rounds[0].players[0].colours",
        10,
    ),
    Case(
        "E2:colour",
        typed(row(3, [4, 4], evidence={"colours": [_counts(8, 0, 0, 0), _counts(1, 3, 2, 2)]})),
        typed(row(3, [4, 4], evidence={"colours": [_counts(7, 1, 0, 0), _counts(1, 3, 2, 2)]})),
        "rounds[0].players",
        8,
    ),
    Case(
        "E2:colour",
        typed(row(3, [4, 4], evidence={"colours": [{"blue": 8}, {"blue": 1}]})),
        typed(row(3, [4, 4], evidence={"colours": [{"blue": 8}, {"blue": 0}]})),
        "rounds[0].players",
        8,
    ),
    Case(
        "E1",
        typed(row(3, [4, 4], [3, 1], evidence={"colours": [{"blue": 2}, None]})),
        typed(row(3, [4, 4], [2, 1], evidence={"colours": [{"blue": 2}, None]})),
        "rounds[0].players[0].points",
        2,
    ),
    Case(
        "E2:cards",
        typed(row(9, [1, 3], evidence={"colours": [{"red": 2, "blue": 1}, None]})),
        typed(row(9, [1, 3], evidence={"colours": [{"red": 1, "blue": 1}, None]})),
        "rounds[0].players[0].colours",
        2,
    ),
    Case(
        "E2:kind",
        typed(row(19, [2, 2, 2, 2], evidence={"dwarves_sorcerers": [2, 2, 2, 1]})),
        typed(row(19, [2, 2, 2, 2], evidence={"dwarves_sorcerers": [2, 2, 2, 2]})),
        bound=8,
    ),
    Case(
        "E2:most",
        typed(row(7, [1, 7], evidence={"low_tricks": [2, 0]})),
        typed(row(7, [1, 7], evidence={"low_tricks": [1, 0]})),
        bound=1,
    ),
]
