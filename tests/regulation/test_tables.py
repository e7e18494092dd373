"""Tables of four and three (art. 1.5): REQ-701 to REQ-706, EX-01 to EX-10, EX-46, EX-47."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.refusals import refuses
from tournament.core.messages import sentence
from tournament.regulation import draws
from tournament.regulation import seating as tables
from tournament.regulation.refusals import ImpossibleTables
from tournament.regulation.standings import places_in_order, standings, tied_groups
from tournament.regulation.validity import Continuation, continuation, planned_rounds

DOCUMENT = Path(__file__).parents[2] / "docs" / "rules" / "regulation.md"


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        pytest.param(12, [4, 4, 4], id="EX-01"),
        pytest.param(13, [4, 3, 3, 3], id="EX-02"),
        pytest.param(14, [4, 4, 3, 3], id="EX-03"),
        pytest.param(15, [4, 4, 4, 3], id="EX-04"),
        pytest.param(16, [4, 4, 4, 4], id="EX-05"),
        pytest.param(17, [4, 4, 3, 3, 3], id="EX-06-17"),
        pytest.param(24, [4] * 6, id="EX-06-24"),
        pytest.param(97, [4] * 22 + [3] * 3, id="EX-06-97"),
        pytest.param(100, [4] * 25, id="EX-06-100"),
        pytest.param(3, [3], id="EX-07-3"),
        pytest.param(4, [4], id="EX-07-4"),
        pytest.param(6, [3, 3], id="EX-07-6"),
        pytest.param(7, [4, 3], id="EX-07-7"),
        pytest.param(9, [3, 3, 3], id="EX-07-9"),
        pytest.param(10, [4, 3, 3], id="EX-07-10"),
        pytest.param(11, [4, 4, 3], id="EX-07-11"),
    ],
)
def test_table_sizes(players: int, sizes: list[int]) -> None:
    assert tables.table_sizes(players) == sizes


@pytest.mark.parametrize("players", [1, 2, 5, 0, -1, -4])
def test_table_sizes_impossible(players: int) -> None:
    """EX-07: no tables for 0, 1, 2 and 5 players."""
    with pytest.raises(ImpossibleTables) as excinfo:
        tables.table_sizes(players)
    assert excinfo.value.players == players
    assert excinfo.value.article == "1.5"
    assert "4 e da 3" in sentence(excinfo.value, "it")


def test_table_sizes_as_printed() -> None:
    """REQ-702: every number from 1 to 100 as the analysis prints it."""
    text = DOCUMENT.read_text(encoding="utf-8")
    printed = {int(n): (int(a), int(b)) for n, a, b in re.findall(r"\b(\d+): (\d+)\+(\d+) \|", text)}
    assert sorted(printed) == [n for n in range(3, 101) if n != 5]
    for players, (fours, threes) in printed.items():
        assert tables.table_sizes(players) == [4] * fours + [3] * threes


@given(st.integers(min_value=6, max_value=100_000))
def test_table_sizes_most_fours(players: int) -> None:
    """REQ-701, REQ-702, REQ-704: fours first, every player seated, and no partition with more tables of four."""
    sizes = tables.table_sizes(players)
    assert sum(sizes) == players
    assert sizes == sorted(sizes, reverse=True)
    assert set(sizes) <= {3, 4}
    fours = sizes.count(4)
    assert all((players - 4 * more) % 3 or 4 * more > players for more in range(fours + 1, fours + 4))


def test_swiss_of_13() -> None:
    """EX-08, REQ-703, REQ-704: the first four together, then three by three."""
    order = [f"p{place}" for place in range(1, 14)]
    formed = tables.swiss_tables(order)
    assert [set(table) for table in formed] == [
        {"p1", "p2", "p3", "p4"},
        {"p5", "p6", "p7"},
        {"p8", "p9", "p10"},
        {"p11", "p12", "p13"},
    ]


@given(st.integers(min_value=6, max_value=400))
def test_swiss_keeps_order(players: int) -> None:
    """REQ-703: only the order counts; the tables joined again are the standings."""
    formed = tables.swiss_tables(range(players))
    assert [player for table in formed for player in table] == list(range(players))
    assert [len(table) for table in formed] == tables.table_sizes(players)


def test_same_player_twice_refused() -> None:
    with refuses("SAME_PLAYER_TWICE"):
        tables.swiss_tables(["a", "b", "c", "a"])


def _first_round(sizes: list[int]) -> list[dict[str, int]]:
    return [places_in_order(f"{kind}{table}" for kind in "WSTF"[:size]) for table, size in enumerate(sizes, start=1)]


def _drawn_lots(rounds: list[list[dict[str, int]]], seed: int) -> dict[str, int]:
    chance = random.Random(seed)
    lots: dict[str, int] = {}
    for group in tied_groups(rounds):
        order = list(group)
        chance.shuffle(order)
        lots.update(draws.lots_by_order(order))
    return lots


def _kinds(table: list[str]) -> str:
    return "".join(sorted(player[0] for player in table))


@pytest.mark.parametrize("seed", range(5))
def test_second_round_of_12(seed: int) -> None:
    """EX-09, REQ-705: 3 W + 1 S; 2 S + 2 T; 1 T + 3 F, whatever the lots."""
    rounds = [_first_round([4, 4, 4])]
    order = [row.player for row in standings(rounds, lots=_drawn_lots(rounds, seed))]
    assert [_kinds(table) for table in tables.swiss_tables(order)] == ["SWWW", "SSTT", "FFFT"]


@pytest.mark.parametrize("seed", range(5))
def test_second_round_of_13(seed: int) -> None:
    """EX-10, REQ-705: four W; three S; 1 S + 2 T; 2 T and the only fourth."""
    rounds = [_first_round([4, 3, 3, 3])]
    order = [row.player for row in standings(rounds, lots=_drawn_lots(rounds, seed))]
    assert [_kinds(table) for table in tables.swiss_tables(order)] == ["WWWW", "SSS", "STT", "FTT"]


def test_two_of_sixteen_leave() -> None:
    """EX-46, REQ-706, AMB-12, AMB-01: 14 go on at [4,4,3,3], rounds stay 3, leavers stay in the standings."""
    first = _first_round([4, 4, 4, 4])
    lots = _drawn_lots([first], 1)
    table = standings([first], lots=lots)
    assert len(table) == 16
    leavers = {"W1", "F3"}
    present = [row.player for row in table if row.player not in leavers]
    assert [len(table_players) for table_players in tables.swiss_tables(present)] == [4, 4, 3, 3]
    assert planned_rounds(16).rounds == 3
    second = [places_in_order(table) for table in tables.swiss_tables(present)]
    after = standings([first, second], lots=_drawn_lots([first, second], 2), players=[row.player for row in table])
    assert {row.player for row in after} >= leavers
    assert next(row for row in after if row.player == "W1").wins == 1


def test_one_of_twelve_leaves() -> None:
    """EX-47, REQ-405: 11 go on at [4,4,3]; the event goes on."""
    assert tables.table_sizes(11) == [4, 4, 3]
    assert continuation(11, 1) is Continuation.NEXT_ROUND


@pytest.mark.parametrize(
    ("present", "played", "then"),
    [
        (7, 1, Continuation.NEXT_ROUND),
        (6, 1, Continuation.NEXT_ROUND),
        (5, 1, Continuation.VOID),
        (5, 2, Continuation.STANDINGS_ARE_DEFINITIVE),
        (2, 2, Continuation.STANDINGS_ARE_DEFINITIVE),
        (1, 0, Continuation.VOID),
        (0, 3, Continuation.STANDINGS_ARE_DEFINITIVE),
    ],
)
def test_too_many_leave(present: int, played: int, then: Continuation) -> None:
    """AMB-12, REQ-706: no tables of 2 or 5; two rounds played make the last standings definitive, else void."""
    assert continuation(present, played) is then
