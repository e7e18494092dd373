"""The result of a table (art. 1.5): REQ-1101 to REQ-1110, AMB-05, AMB-24, AMB-35 to AMB-42, EX-17 to EX-26, EX-50."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import registry
from games.findings import has_errors
from games.game import Criterion
from tests.refusals import refuses
from tournament.core.messages import sentence
from tournament.regulation.refusals import CriterionMissing, LotMissing
from tournament.regulation.standings import places_in_order, standings
from tournament.regulation.table_result import DOMINION_CHAIN, rank_table, tied_groups


@dataclass(frozen=True, slots=True)
class TableRow:
    """A player's numbers on the score sheet of Dominion, and the drawn lot."""

    points: int
    turns: int | None = None
    gold: int | None = None
    coins: int | None = None
    actions: int | None = None
    lot: int | None = None
    abandoned: bool = False


def _row(text: str, lot: int | None = None) -> TableRow:
    points, turns, gold, coins, actions = (int(number) for number in text.split("/"))
    return TableRow(points, turns, gold, coins, actions, lot)


def _ranked(*rows: TableRow) -> tuple[str, list[str]]:
    places = rank_table(rows)
    return "".join("ABCD"[place.index] for place in places), [place.decided_by for place in places]


@pytest.mark.parametrize(
    ("rows", "order", "why"),
    [
        pytest.param(["40/18/2/20/3", "40/17/2/20/3"], "BA", ["turns", "turns"], id="EX-17"),
        pytest.param(["30/20/5/40/6", "30/20/3/48/9"], "AB", ["gold", "gold"], id="EX-18"),
        pytest.param(["30/20/4/48/3", "30/20/4/35/9"], "AB", ["coins", "coins"], id="EX-19"),
        pytest.param(["30/20/4/40/15", "30/20/4/40/13"], "AB", ["actions", "actions"], id="EX-20"),
        pytest.param(
            ["33/24/5/36/4", "33/24/5/36/6", "33/24/2/33/4", "31/24/4/33/5"],
            "BACD",
            ["actions", "gold", "points", "points"],
            id="EX-22",
        ),
        pytest.param(
            ["25/20/1/9/1", "36/20/1/9/1", "25/19/1/9/1", "10/19/1/9/1"],
            "BCAD",
            ["points", "turns", "points", "points"],
            id="EX-23",
        ),
        pytest.param(["-7/9/0/9/0", "12/9/0/9/0", "-3/9/0/9/0", "0/9/0/9/0"], "BDCA", ["points"] * 4, id="EX-24"),
    ],
)
def test_chain(rows: list[str], order: str, why: list[str]) -> None:
    """Decide every place lexicographically by the chain.

    REQ-1101, REQ-1102, REQ-1103, REQ-1104, REQ-1105, REQ-1107, REQ-1109, AMB-05, AMB-42.
    """
    assert _ranked(*map(_row, rows)) == (order, why)


def test_tie_closed_by_lot() -> None:
    """EX-21, REQ-1106: equal on everything: refused without a lot; the lower lot is first."""
    with pytest.raises(LotMissing) as excinfo:
        rank_table([_row("9/9/1/9/1"), _row("9/9/1/9/1"), _row("8/9/1/9/1")])
    assert excinfo.value.groups == ((0, 1),)
    assert "1, 2" in sentence(excinfo.value, "it")
    assert _ranked(_row("9/9/1/9/1", 2), _row("9/9/1/9/1", 1)) == ("BA", ["lot", "lot"])


def test_lot_without_tie_refused() -> None:
    """EX-21: a lot is refused where a to d decide."""
    with refuses("LOT_NOT_NEEDED") as excinfo:
        rank_table([_row("9/9/1/9/1", 1), _row("9/8/1/9/1", 2), _row("8/9/1/9/1")])
    assert sorted(excinfo.value.who) == [1, 2]


@pytest.mark.parametrize("lots", [(1, None), (1, 1), (0, 1), (1, 3), (2, 3)])
def test_lots_not_permutation_refused(lots: tuple[int | None, int | None]) -> None:
    """AMB-37: partial, repeated and out of range lots are refused."""
    with refuses("LOTS_NOT_A_PERMUTATION"):
        rank_table([_row("9/9/1/9/1", lots[0]), _row("9/9/1/9/1", lots[1])])


def test_tie_of_three() -> None:
    """EX-25, AMB-37, REQ-1108, AMB-24: a permutation of three gives places 1, 2, 3 and one winner; nobody shares."""
    lots = (3, 1, 2)
    rows = [_row("20/20/1/9/1", lot) for lot in lots]
    places = rank_table(rows)
    assert [(place.index, place.place) for place in places] == [(1, 1), (2, 2), (0, 3)]
    assert sum(row.wins for row in standings([[{place.index: place.place for place in places}]])) == 1
    assert tied_groups([_row("20/20/1/9/1")] * 3) == [[0, 1, 2]]


def test_one_win_per_table() -> None:
    """REQ-1101, AMB-11: a table of three is worth the same as one of four; the last of three counts as a third."""
    table = standings(
        [[places_in_order("abcd"), places_in_order("efg")]],
        lots={"a": 1, "e": 2, "b": 1, "f": 2, "c": 1, "g": 2},
    )
    counts = {row.player: (row.wins, row.seconds, row.thirds) for row in table}
    assert counts == {
        **dict.fromkeys("ae", (1, 0, 0)),
        **dict.fromkeys("bf", (0, 1, 0)),
        **dict.fromkeys("cg", (0, 0, 1)),
        "d": (0, 0, 0),
    }


def test_abandoning_player_last() -> None:
    """AMB-35: whatever the points; the others keep their chain."""
    rows = [TableRow(50, 3, abandoned=True), TableRow(10, 9), TableRow(20, 9)]
    places = rank_table(rows)
    assert [place.index for place in places] == [2, 1, 0]
    assert [place.decided_by for place in places] == ["points", "abandoned", "abandoned"]


def test_criteria_needed_only_for_ties() -> None:
    """REQ-1107: points alone may do; a tie without its criterion is refused, naming row and criterion."""
    assert [place.index for place in rank_table([{"points": 3}, {"points": 5}, {"points": 4}])] == [1, 2, 0]
    with pytest.raises(CriterionMissing) as excinfo:
        rank_table([{"points": 3, "turns": 9}, {"points": 3, "turns": None}])
    assert (excinfo.value.row, excinfo.value.criterion) == (1, "turns")


def test_chain_of_another_game() -> None:
    rows = [{"points": 5, "lost": 3}, {"points": 5, "lost": 1}]
    places = rank_table(rows, (Criterion("points"), Criterion("lost", fewer_is_better=True)))
    assert [(place.index, place.decided_by) for place in places] == [(1, "lost"), (0, "lost")]


SMALL = st.integers(min_value=0, max_value=2)
ROWS = st.lists(st.tuples(SMALL, SMALL, SMALL, SMALL, SMALL), min_size=1, max_size=4)


@given(ROWS)
def test_order_equals_sort(numbers: list[tuple[int, ...]]) -> None:
    """REQ-1107: (PT down, turns up, Gold down, coins down, Actions down, lot); decided_by is the first difference."""
    names = [criterion.name for criterion in DOMINION_CHAIN]
    rows: list[dict[str, Any]] = [dict(zip(names, row, strict=True)) for row in numbers]
    for group in tied_groups(rows):
        for lot, index in enumerate(reversed(group), start=1):
            rows[index]["lot"] = lot

    def key(row: dict[str, Any]) -> tuple[int, ...]:
        return (-row["points"], row["turns"], -row["gold"], -row["coins"], -row["actions"], row.get("lot") or 0)

    places = rank_table(rows)
    assert [place.index for place in places] == sorted(range(len(rows)), key=lambda index: key(rows[index]))
    assert [place.place for place in places] == list(range(1, len(rows) + 1))
    for above, below in itertools.pairwise(places):
        upper, two = rows[above.index], rows[below.index]
        assert above.decided_by == next((name for name in names if upper[name] != two[name]), "lot")


def _sheet(turns: list[int], ended_by: int, end: str) -> dict[str, Any]:
    kingdom = ["cellar", "market", "militia", "mine", "moat", "remodel", "smithy", "village", "woodcutter", "workshop"]
    seats = [
        {"points": 20 + seat, "turns": turn, "gold": 3, "coins": 25, "actions": 4} for seat, turn in enumerate(turns)
    ]
    return {"kingdom": kingdom, "tournament": True, "end": end, "ended_by": ended_by, "seats": seats}


def _turn_errors(sheet: dict[str, Any]) -> set[str]:
    check = registry.get("dominion").check(sheet, players=len(sheet["seats"]))
    return {finding.code for finding in check.findings if finding.is_error and finding.code in ("T1", "T2")}


@pytest.mark.parametrize(
    ("turns", "ended_by", "codes"),
    [
        ([20, 20, 19, 19], 2, set()),
        ([19, 20, 19, 19], 2, {"T1"}),
        ([20, 20, 20, 20], 3, {"T2"}),
        ([20, 20, 20, 20], 4, set()),
    ],
)
def test_turn_counts_follow_seats(turns: list[int], ended_by: int, codes: set[str]) -> None:
    """EX-26, REQ-903, AMB-40, AMB-42: turns go round the form, so nobody has more than the seat before."""
    assert _turn_errors(_sheet(turns, ended_by, "provinces")) & codes == codes
    assert bool(_turn_errors(_sheet(turns, ended_by, "provinces"))) == bool(codes)


def test_time_out() -> None:
    """EX-50, REQ-906, AMB-06: the turn at the bell is completed; no end condition is required."""
    sheet = _sheet([15, 15, 15, 14], 3, "time")
    check = registry.get("dominion").check(sheet, players=4)
    assert not has_errors(check.findings)
    assert _turn_errors(_sheet([15, 15, 14, 14], 3, "time")) == {"T2"}


def test_owned_cards_counted_in_every_zone() -> None:
    """Count Gold, the value of the treasures and the Actions of a deck; the Gardens are no Action.

    REQ-1103 to REQ-1105, REQ-1110, AMB-38, AMB-39.
    """
    deck = {"copper": 7, "estate": 3, "silver": 4, "gold": 2, "province": 4, "moat": 1, "militia": 2, "gardens": 1}
    sheet = _sheet([20, 20, 19, 19], 2, "provinces")
    sheet["kingdom"][-1] = "gardens"
    sheet["seats"][0] = {"turns": 20, "deck": deck}
    row = registry.get("dominion").check(sheet, players=4).rows[0]
    assert {name: row[name] for name in ("points", "gold", "coins", "actions")} == {
        "points": 3 + 4 * 6 + 2,
        "gold": 2,
        "coins": 7 + 4 * 2 + 2 * 3,
        "actions": 3,
    }
