"""The Ranking row by row, and the ranks after the last events: equal to ``ranking`` of the same lines (art. 1.6)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ranking.rules.national import LedgerLine, Ranking
from tests.regulation.full_ranking import across_line, ranking
from tournament.regulation.standings import Tally

PLAYERS = "abcdefgh"
#: Small numbers, so that ties are frequent.
FIGURES = st.tuples(*[st.integers(0, 2)] * 5)
EVENTS = st.lists(st.dictionaries(st.sampled_from(PLAYERS), FIGURES, min_size=1), max_size=8)

Events = list[dict[str, tuple[int, ...]]]


def _lines(events: Events) -> list[LedgerLine[str]]:
    return [LedgerLine(player, half, Tally(*tally)) for event in events for player, (half, *tally) in event.items()]


def _sums(events: Events) -> dict[str, tuple[int, ...]]:
    sums: dict[str, tuple[int, ...]] = {}
    for event in events:
        for player, figures in event.items():
            sums[player] = tuple(map(sum, zip(sums.get(player, (0,) * 5), figures, strict=True)))
    return sums


@pytest.mark.rule("REQ-1401")
@given(EVENTS, st.integers(0, 9))
def test_req_1401_single_rows_equal_full_ranking(events: Events, line: int) -> None:
    """REQ-1401, REQ-1406: including the lots of players tied across the line."""
    crossing = across_line(_lines(events), line)
    lots = {player: lot for lot, player in enumerate(reversed(crossing), start=1)}
    full_ranking = ranking(_lines(events), lots=lots, line=line)
    lazy_ranking = Ranking(_sums(events), lots=lots, line=line)
    assert list(lazy_ranking) == full_ranking
    assert [lazy_ranking[lazy_ranking.place_of(row.player)] for row in full_ranking] == full_ranking
    assert [lazy_ranking.player(index) for index in range(len(lazy_ranking))] == [row.player for row in full_ranking]
    assert lazy_ranking[1:3] == full_ranking[1:3]
    assert lazy_ranking.across(line) == sorted(crossing, key=lambda player: lots[player])


@pytest.mark.rule("REQ-1401")
@given(EVENTS, st.integers(1, 8))
def test_req_1401_ranks_in_time_equal_rankings_of_earlier_lines(events: Events, last: int) -> None:
    """REQ-1401: subtracting events from the sums equals adding them up, also for players without earlier events."""
    counted = {player: sum(player in event for event in events) for player in PLAYERS}
    ranks = Ranking(_sums(events)).in_time(PLAYERS, events[-last:], counted)
    bound: dict[str, list[int]] = {}
    for upto in range(max(0, len(events) - last), len(events)):
        for row in ranking(_lines(events[: upto + 1])):
            bound.setdefault(row.player, []).append(row.rank)
    assert ranks == bound


def test_ranking_without_place_has_no_row() -> None:
    ranking_of_one = Ranking({"a": (1, 0, 0, 0, 0)})
    with pytest.raises(KeyError):
        ranking_of_one.place_of("b")
    with pytest.raises(IndexError):
        ranking_of_one[1]
    assert (ranking_of_one[-1].rank, len(ranking_of_one), list(Ranking[str]({}))) == (1, 1, [])
