"""Standings and final (art. 1.5): REQ-1201 to REQ-1306, AMB-02 to AMB-04, AMB-32, AMB-33, AMB-43, EX-27 to EX-31."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.refusals import refuses
from tournament.regulation.final import final_places, finalists
from tournament.regulation.parameters import CURRENT, AfterThirds
from tournament.regulation.points import Fascia, half_points
from tournament.regulation.refusals import FinalistsMismatch, LotMissing
from tournament.regulation.seating import swiss_tables
from tournament.regulation.standings import Tally, places_in_order, standings, tallies, tied_groups


def _rounds(counts: dict[str, tuple[int, int, int]]) -> list[list[dict[str, int]]]:
    """Build rounds whose places add up to the given wins, seconds and thirds: one table per player and round."""
    played = max(map(sum, counts.values()))
    lists = {
        player: [1] * wins + [2] * seconds + [3] * thirds + [4] * (played - wins - seconds - thirds)
        for player, (wins, seconds, thirds) in counts.items()
    }
    return [[{player: places[number]} for player, places in lists.items()] for number in range(played)]


EX_27 = {"A": (1, 1, 0), "B": (1, 0, 2), "C": (2, 0, 0), "D": (1, 1, 0), "E": (0, 3, 0)}


@pytest.mark.parametrize(("lots", "order"), [({"A": 1, "D": 2}, "CADBE"), ({"A": 2, "D": 1}, "CDABE")])
def test_standings_wins_seconds_thirds_lot(lots: dict[str, int], order: str) -> None:
    """EX-27, REQ-1201, REQ-1202, REQ-1204, AMB-04: C, then A and D by lot, B, E."""
    table = standings(_rounds(EX_27), lots=lots)
    assert "".join(row.player for row in table) == order
    assert [row.position for row in table] == [1, 2, 3, 4, 5]
    assert [row.decided_by for row in table] == ["wins", "lot", "seconds", "wins", "wins"]
    assert [row.tied for row in table] == [1, 2, 2, 1, 1]
    assert [row.lot for row in table] == [None, 1, 2, None, None]


def test_standings_lots() -> None:
    """REQ-1204, AMB-37: required where all is equal, refused elsewhere, only complete permutations."""
    with pytest.raises(LotMissing) as missing:
        standings(_rounds(EX_27))
    assert missing.value.groups == (("A", "D"),)
    assert tied_groups(_rounds(EX_27)) == [["A", "D"]]
    with refuses("LOT_NOT_NEEDED") as idle:
        standings(_rounds(EX_27), lots={"A": 1, "D": 2, "E": 1})
    assert idle.value.who == ("E",)
    for lots in ({"A": 1}, {"A": 1, "D": 1}, {"A": 2, "D": 3}):
        with refuses("LOTS_NOT_A_PERMUTATION"):
            standings(_rounds(EX_27), lots=lots)


@pytest.mark.rule("AMB-04")
def test_sum_of_the_table_points_orders_equals_before_the_lot_where_the_version_says_so() -> None:
    """A and D have as many places of each kind; with equal sums they draw lots as in 2.0, which counts no points."""
    by_points = replace(CURRENT, readings=replace(CURRENT.readings, after_thirds=AfterThirds.TABLE_POINTS))
    points = {"A": 60, "D": 71, "E": 90}
    assert tied_groups(_rounds(EX_27), regulation=by_points, points=points) == []
    rows = standings(_rounds(EX_27), regulation=by_points, points=points)
    assert [(row.player, row.table_points) for row in rows] == [("C", 0), ("D", 71), ("A", 60), ("B", 0), ("E", 90)]
    assert [row.decided_by for row in rows] == ["wins", "table_points", "seconds", "wins", "wins"]
    assert [row.tied for row in rows] == [1] * 5
    assert finalists(rows, regulation=by_points) == ["C", "D", "A", "B"]
    equal = {"A": 60, "D": 60}
    assert tied_groups(_rounds(EX_27), regulation=by_points, points=equal) == [["A", "D"]]
    drawn = standings(_rounds(EX_27), lots={"A": 2, "D": 1}, regulation=by_points, points=equal)
    assert [(row.player, row.decided_by) for row in drawn[1:3]] == [("D", "lot"), ("A", "seconds")]
    assert tied_groups(_rounds(EX_27), points=points) == [["A", "D"]]
    plain = standings(_rounds(EX_27), lots={"A": 1, "D": 2}, points=points)
    assert [(row.player, row.table_points) for row in plain[1:3]] == [("A", None), ("D", None)]


def test_places_in_order_numbers_the_players_from_1() -> None:
    assert places_in_order("bca") == {"b": 1, "c": 2, "a": 3}


def test_standings_unknown_players_refused() -> None:
    with refuses("UNKNOWN_PLAYER"):
        standings([[places_in_order("abx")]], players=["a", "b", "c"])


@given(st.integers(min_value=12, max_value=40), st.randoms(use_true_random=False))
def test_standings_independent_of_input_order(players: int, chance: random.Random) -> None:
    """REQ-1201: the same standings whatever the order of tables and players, every player once."""
    names = [f"p{number:02}" for number in range(players)]
    rounds = []
    for _ in range(2):
        chance.shuffle(names)
        rounds.append([places_in_order(table) for table in swiss_tables(names)])
    lots = {player: lot for group in tied_groups(rounds) for lot, player in enumerate(group, start=1)}
    first = standings(rounds, lots=lots, players=names)
    mixed = [[dict(reversed(table.items())) for table in reversed(tables)] for tables in rounds]
    chance.shuffle(names)
    assert standings(mixed, lots=lots, players=names) == first
    assert {row.player for row in first} == set(names)
    keys = [(-row.wins, -row.seconds, -row.thirds, row.lot or 0) for row in first]
    assert keys == sorted(keys)


def test_first_two_criteria_equal_before_final() -> None:
    """REQ-1203, AMB-03: PV and wins of the ordinary phase differ only by a final's win."""
    rounds = [[places_in_order("abcd")]]
    ordinary = tallies(rounds)
    assert all(tally.wins == tally.ordinary_wins for tally in ordinary.values())
    after = tallies(rounds, final=places_in_order("bacd"))
    assert after["b"] == Tally(wins=1, ordinary_wins=0, seconds=1, thirds=0)
    assert after["a"] == Tally(wins=1, ordinary_wins=1, seconds=1, thirds=0)
    assert after["a"].key < after["b"].key


@pytest.mark.parametrize("more", [False, True])
def test_fourth_seat_of_14_by_lot(more: bool) -> None:
    """EX-28: after two rounds of 14 seats 1 to 3 are fixed and the fourth needs a lot among all 1/0/1."""
    counts = {"a": (2, 0, 0), "b": (1, 1, 0), "c": (1, 1, 0), "d": (1, 0, 1), "e": (1, 0, 1)}
    if more:
        counts["f"] = (1, 0, 1)
    last = sorted(player for player, count in counts.items() if count == (1, 0, 1))
    groups = tied_groups(_rounds(counts))
    assert groups == [["b", "c"], last]
    lots = {"b": 2, "c": 1, **{player: lot for lot, player in enumerate(reversed(last), start=1)}}
    assert finalists(standings(_rounds(counts), lots=lots)) == ["a", "c", "b", last[-1]]


def test_places_after_final() -> None:
    """EX-29, REQ-1301, REQ-1302, REQ-1303, REQ-1304, AMB-02: D, B, A, C, E, ...: the leader is third."""
    assert finalists("ABCDEF") == list("ABCD")
    assert final_places("ABCDEF", "DBAC") == list("DBACEF")


def test_leader_last_in_final() -> None:
    """EX-30, REQ-1305, AMB-20, AMB-43: fourth, 3 points in fascia I, still three wins for the ranking."""
    rounds = [[{"A": 1}], [{"A": 1}], [{"A": 1}]]
    assert final_places("ABCDE", "BCDA").index("A") + 1 == 4
    assert half_points(4, Fascia.I) == 6
    counted = tallies(rounds, players="ABCD", final=places_in_order("BCDA"))
    assert (counted["A"].wins, counted["A"].ordinary_wins) == (3, 3)
    assert (counted["B"].wins, counted["B"].ordinary_wins) == (1, 0)


def test_finalist_withdraws() -> None:
    """EX-31, REQ-1306, AMB-32: C leaves: the final is A B D E, C is fifth, F sixth."""
    assert finalists("ABCDEFG", left={"C"}) == list("ABDE")
    assert final_places("ABCDEFG", "EADB", left={"C"}) == list("EADBCFG")


def test_three_or_fewer_finalists() -> None:
    """AMB-33: three play and the fourth place goes to the next; with fewer the standings are the result."""
    assert finalists("ABCDEF", left=set("BEF")) == list("ACD")
    assert final_places("ABCDEF", "DCA", left=set("BEF")) == list("DCABEF")
    assert finalists("ABCDEF", left=set("BDEF")) == []
    assert final_places("ABCDEF", None, left=set("BDEF")) == list("ABCDEF")


@pytest.mark.parametrize("final", ["ABCE", "ABC", "ABCDE", "AABC", ""])
def test_final_of_others_refused(final: str) -> None:
    """REQ-1301: only the first four, each once."""
    with pytest.raises(FinalistsMismatch) as excinfo:
        final_places("ABCDE", final)
    assert excinfo.value.expected == tuple("ABCD")
