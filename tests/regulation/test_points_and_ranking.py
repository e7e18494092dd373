"""Test the ranking points and the ranking (art. 1.4, 1.6).

REQ-501, REQ-505, REQ-608, REQ-1401 to REQ-1406, REQ-1408, REQ-1507,
AMB-20, AMB-26, AMB-29 to AMB-31, AMB-36, EX-32 to EX-37.
"""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

from ranking.rules.national import LedgerLine, event_lines
from tests.refusals import refuses
from tests.regulation.full_ranking import across_line, ranking
from tournament.regulation.points import Fascia, event_points, half_points, multiplier
from tournament.regulation.reporting import compare_points
from tournament.regulation.standings import Tally, places_in_order
from tournament.regulation.validity import check_fascia

DOCUMENT = Path(__file__).parents[2] / "docs" / "rules" / "regulation.md"


@pytest.mark.parametrize(
    ("fascia", "points"),
    [(Fascia.I, "3 2 2 1.5 1.5 1"), (Fascia.II, "6 4 4 3 3 2"), (Fascia.III, "12 8 8 6 6 4")],
)
def test_points_at_band_edges(fascia: Fascia, points: str) -> None:
    """EX-32, REQ-1402, REQ-1403: places 4, 5, 10, 11, 20, 21."""
    assert [Fraction(half_points(place, fascia), 2) for place in (4, 5, 10, 11, 20, 21)] == list(
        map(Fraction, points.split())
    )


def test_points_as_printed() -> None:
    """REQ-1402, REQ-1403, REQ-1408, AMB-29: places 1 to 40 of the analysis; all whole half-points."""
    text = DOCUMENT.read_text(encoding="utf-8").partition("Points of every place")[2].partition("Totals handed")[0]
    printed = re.findall(r"\| (\d+) \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) (?=\|)", text)
    assert sorted(int(row[0]) for row in printed) == list(range(1, 41))
    for place, *points in printed:
        for fascia, value in zip(Fascia, points, strict=True):
            assert Fraction(half_points(int(place), fascia), 2) == Fraction(value)
    assert half_points(5000, Fascia.I) == 2


@pytest.mark.parametrize("place", [0, -1])
def test_points_unknown_place(place: int) -> None:
    with refuses("PLACE_OUT_OF_RANGE"):
        half_points(place, Fascia.I)


@pytest.mark.parametrize(("players", "total"), [(12, "40"), (13, "41.5"), (16, "46"), (24, "56"), (40, "72")])
def test_points_sums(players: int, total: str) -> None:
    """EX-33, REQ-501, REQ-601: the sum of one event's points, times 1, 2 and 4."""
    for fascia, times in ((Fascia.I, 1), (Fascia.II, 2), (Fascia.III, 4)):
        assert multiplier(fascia) == times
        rows = event_points(range(players), fascia)
        assert Fraction(sum(row.ordinary for row in rows), 2) == Fraction(total)
        assert Fraction(sum(row.multiplied for row in rows), 2) == Fraction(total) * times


def test_points_closed_forms() -> None:
    """REQ-1402: 37 + 1.5 (n - 10) from 11 to 20, 52 + (n - 20) from 21."""
    for players in range(11, 200):
        total = Fraction(sum(half_points(place, Fascia.I) for place in range(1, players + 1)), 2)
        assert total == (37 + Fraction(3, 2) * (players - 10) if players <= 20 else 52 + (players - 20))


def test_points_promoted_fascia_i_of_40() -> None:
    """EX-35, REQ-504: the winner 20, places 21 to 40 two each, 144 in all."""
    assert check_fascia(Fascia.I, Fascia.II, 40) is Fascia.II
    points = [Fraction(row.multiplied, 2) for row in event_points(range(40), Fascia.II)]
    assert points[0] == 20
    assert set(points[20:]) == {2}
    assert sum(points) == 144


def _line(player: str, points: str, *tally: int) -> LedgerLine[str]:
    return LedgerLine(player, int(2 * Fraction(points)), Tally(*tally))


def test_ranking_total() -> None:
    """EX-36, REQ-1401, REQ-1404, AMB-26: 10 (I) + 6 (III, 11th) + 3 (II, 11th) = 19, no cap."""
    lines = [
        LedgerLine("x", half_points(1, Fascia.I), Tally(wins=3, ordinary_wins=2)),
        LedgerLine("x", half_points(11, Fascia.III), Tally(seconds=1)),
        LedgerLine("x", half_points(11, Fascia.II), Tally(thirds=2)),
    ]
    (row,) = ranking(lines)
    assert Fraction(row.half_points, 2) == 19
    assert row.tally == Tally(3, 2, 1, 2)


def test_ranking_equal_totals() -> None:
    """EX-37, REQ-1405, REQ-1406, AMB-20: wins, then ordinary wins, seconds, thirds, then equal rank."""
    lines = [
        _line("points", "11"),
        _line("wins", "10", 4, 2),
        _line("ordinary", "10", 3, 3),
        _line("final", "10", 3, 2, 2, 0),
        _line("seconds", "10", 3, 2, 1, 1),
        _line("thirds", "10", 3, 2, 1, 0),
        _line("equal", "10", 3, 2, 1, 0),
        _line("last", "9", 9, 9, 9, 9),
    ]
    rows = ranking(reversed(lines))
    assert [row.player for row in rows] == ["points", "wins", "ordinary", "final", "seconds", "equal", "thirds", "last"]
    assert [row.rank for row in rows] == [1, 2, 3, 4, 5, 6, 6, 8]
    assert [row.decided_by for row in rows] == (
        ["points", "wins", "ordinary_wins", "seconds", "thirds", "equal", "points", "points"]
    )
    assert [row.tied for row in rows] == [1, 1, 1, 1, 1, 2, 2, 1]


def test_ranking_lot_only_across_line() -> None:
    """REQ-1406, AMB-20: a lot where the tie crosses the qualification line, and nowhere else."""
    lines = [_line("a", "9"), _line("b", "8"), _line("c", "8"), _line("d", "7"), _line("e", "7")]
    assert across_line(lines, 1) == []
    assert across_line(lines, 2) == ["b", "c"]
    assert across_line(lines, 3) == []
    assert across_line(lines, 9) == []
    assert [(row.player, row.rank) for row in ranking(lines, line=2)][1:3] == [("b", 2), ("c", 2)]
    rows = ranking(lines, lots={"c": 1, "b": 2}, line=2)
    assert [(row.player, row.rank) for row in rows] == [("a", 1), ("c", 2), ("b", 3), ("d", 4), ("e", 4)]
    assert [row.decided_by for row in rows] == ["points", "lot", "points", "equal", "equal"]
    with refuses("LOT_NOT_NEEDED"):
        ranking(lines, lots={"d": 1, "e": 2}, line=2)
    with refuses("LOTS_NOT_A_PERMUTATION"):
        ranking(lines, lots={"b": 1}, line=2)


ROUNDS = [[places_in_order("abcd")], [places_in_order("badc")]]
PLACES = ["d", "c", "b", "a"]
FINAL = places_in_order(PLACES)


def test_contribution_of_event() -> None:
    """REQ-505, REQ-608, REQ-1305, AMB-30, AMB-31: multiplied points, wins never; the final's win counts."""
    lines = {line.player: line for line in event_lines(PLACES, Fascia.III, ROUNDS, FINAL, homologated=True)}
    assert lines["d"] == LedgerLine("d", 80, Tally(wins=1, ordinary_wins=0, seconds=0, thirds=1))
    assert lines["a"] == LedgerLine("a", 24, Tally(wins=1, ordinary_wins=1, seconds=1, thirds=0))
    assert [line.half_points for line in lines.values()] == [80, 56, 40, 24]


def test_contribution_none() -> None:
    """REQ-608, REQ-1507, AMB-36: events not homologated, and the national final."""
    assert event_lines(PLACES, Fascia.I, ROUNDS, FINAL, homologated=False) == []
    assert event_lines(PLACES, Fascia.I, ROUNDS, FINAL, homologated=True, national=True) == []


def test_reported_points_differ() -> None:
    """EX-43, REQ-605, REQ-606: 27 for 28 in fascia III is shown with the right number and its place."""
    places = ["a", "b", "c"]
    reported = {"a": 80, "b": 54, "c": 40}
    (difference,) = compare_points(reported, places, Fascia.III)
    assert (difference.path, difference.value, difference.bound) == ("points[1]", 54, 56)
    assert difference.is_error
    assert compare_points({**reported, "b": 56}, places, Fascia.III) == []
    assert [f.value for f in compare_points({"a": 80, "b": 56}, places, Fascia.III)] == [None]
