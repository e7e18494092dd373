"""The Ranking row by row, and the ranks after the last events: what ``ranking`` gives of the same lines (art. 1.6)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ranking.rules.national import LedgerLine, Ranking, across_line, ranking
from tournament.regulation.standings import Tally

PLAYERS = "abcdefgh"
#: Small numbers, so that many are equal.
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
def test_req_1401_rows_asked_for_one_by_one_are_those_of_the_whole(events: Events, line: int) -> None:
    """REQ-1401, REQ-1406: with the lots of those whom the line divides too."""
    crossing = across_line(_lines(events), line)
    lots = {player: lot for lot, player in enumerate(reversed(crossing), start=1)}
    whole = ranking(_lines(events), lots=lots, line=line)
    found = Ranking(_sums(events), lots=lots, line=line)
    assert list(found) == whole
    assert [found[found.place_of(row.player)] for row in whole] == whole
    assert [found.player(index) for index in range(len(found))] == [row.player for row in whole]
    assert found[1:3] == whole[1:3]
    assert found.across(line) == sorted(crossing, key=lambda player: lots[player])


@pytest.mark.rule("REQ-1401")
@given(EVENTS, st.integers(1, 8))
def test_req_1401_the_ranks_after_the_last_events_are_those_of_the_lines_up_to_each(events: Events, last: int) -> None:
    """REQ-1401: taking events back from the sums gives what adding them up gives, also for who was not there yet."""
    counted = {player: sum(player in event for event in events) for player in PLAYERS}
    found = Ranking(_sums(events)).in_time(PLAYERS, events[-last:], counted)
    bound: dict[str, list[int]] = {}
    for upto in range(max(0, len(events) - last), len(events)):
        for row in ranking(_lines(events[: upto + 1])):
            bound.setdefault(row.player, []).append(row.rank)
    assert found == bound


def test_who_has_no_place_has_no_row() -> None:
    found = Ranking({"a": (1, 0, 0, 0, 0)})
    with pytest.raises(KeyError):
        found.place_of("b")
    with pytest.raises(IndexError):
        found[1]
    assert (found[-1].rank, len(found), list(Ranking[str]({}))) == (1, 1, [])
