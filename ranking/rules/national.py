"""Art. 1.6 and 1.7: the national ranking and the qualification for the national final, as pure functions."""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import sub
from typing import Generic, TypeVar, overload

from tournament.regulation.parameters import CURRENT, Fascia, Regulation
from tournament.regulation.points import event_points
from tournament.regulation.refused import Refused
from tournament.regulation.standings import TableResult, Tally, tallies

P = TypeVar("P", bound=Hashable)

POINTS, LOT, EQUAL = "points", "lot", "equal"


@dataclass(frozen=True, slots=True)
class LedgerLine(Generic[P]):
    """Art. 1.6: the result of one player in one homologated event.

    Arguments:
        player: who played.
        half_points: multiplied points, in half points.
        tally: wins, seconds and thirds, never multiplied.
    """

    player: P
    half_points: int
    tally: Tally


@dataclass(frozen=True, slots=True)
class RankingRow(Generic[P]):
    """One row of the national ranking.

    Arguments:
        rank: from 1; shared by tied players unless a lot was drawn among them.
        player: who holds the rank.
        half_points: the total, in half points.
        tally: the sum of all events.
        decided_by: what separates this row from the next one (for the last row, from the previous one): ``"points"``,
            ``"wins"``, ``"ordinary_wins"``, ``"seconds"``, ``"thirds"``, ``"lot"``, or ``"equal"`` for nothing; empty
            for a single row.
        tied: how many players are tied on every criterion, 1 for a player tied with nobody.
        lot: the rank drawn among the tied players; None if none was drawn.
    """

    rank: int
    player: P
    half_points: int
    tally: Tally
    decided_by: str
    tied: int
    lot: int | None = None


def event_lines(
    places: Sequence[P],
    fascia: Fascia,
    rounds: Iterable[Iterable[TableResult[P]]],
    final: TableResult[P] | None,
    *,
    homologated: bool,
    national: bool = False,
    left: Collection[P] = (),
    regulation: Regulation = CURRENT,
) -> list[LedgerLine[P]]:
    """Art. 1.6: return what an event adds to the ranking (REQ-608, REQ-1402 to REQ-1405, REQ-505, AMB-30, AMB-31).

    Arguments:
        places: players from first to last.
        fascia: the effective one.
        rounds, final: the results of the tables, as in ``tournament.regulation.standings.tallies``.
        homologated: if False the event gives nothing.
        national: the national final gives nothing (REQ-1507, AMB-36).
        left: who was not present any more at the end (AMB-31).
    """
    if not homologated or national:
        return []
    counted = tallies(rounds, players=places, final=final, regulation=regulation)
    return [
        LedgerLine(row.player, row.multiplied, counted[row.player])
        for row in event_points(places, fascia, left=left, regulation=regulation)
    ]


#: The sums of a player's events: half points, wins, wins before finals, seconds, thirds.
Figures = tuple[int, ...]
#: The names of the figures, in the order in which they decide (REQ-1404 to REQ-1406).
CHAIN = (POINTS, *(name for name, _ in Tally().chain))


class Ranking(Sequence[RankingRow[P]]):
    """Art. 1.6: the national ranking of the given sums, with rows computed on access.

    Sorted by the sum of all points, then wins, ordinary wins, seconds, thirds; players tied on all share a rank
    (REQ-1401, REQ-1404, REQ-1405, REQ-1406, AMB-20, AMB-26).

    Arguments:
        sums: per player the figures in the order of CHAIN.
        lots: drawn among the players tied across the line, 1 first; none elsewhere.
        line: how many players are called; None if the ranking qualifies for nothing yet.

    Raises LOT_NOT_NEEDED; LOTS_NOT_A_PERMUTATION.
    """

    def __init__(
        self, sums: Mapping[P, Figures], *, lots: Mapping[P, int] | None = None, line: int | None = None
    ) -> None:
        self._sums = sums
        # Sorting is stable, also with ``reverse``: tied players stay in the order of their text.
        self._order = sorted(sorted(sums, key=str), key=sums.__getitem__, reverse=True)
        self._rising = [sums[player] for player in reversed(self._order)]
        self._drawn = dict(lots or {})
        low, high = self._across(line) if line is not None else (0, 0)
        _check_lots(self._drawn, self._order[low:high])
        if self._drawn:
            self._order[low:high] = sorted(self._order[low:high], key=self._drawn.__getitem__)

    def __len__(self) -> int:
        return len(self._order)

    @overload
    def __getitem__(self, at: int) -> RankingRow[P]: ...
    @overload
    def __getitem__(self, at: slice) -> list[RankingRow[P]]: ...
    def __getitem__(self, at: int | slice) -> RankingRow[P] | list[RankingRow[P]]:
        if isinstance(at, slice):
            return [self._row(index) for index in range(*at.indices(len(self)))]
        return self._row(range(len(self))[at])

    def player(self, index: int) -> P:
        """Return the player at a position in the ranking, from 0."""
        return self._order[index]

    def place_of(self, player: P) -> int:
        """Return a player's position in the ranking, from 0.

        Raises KeyError for a player who is not ranked.
        """
        return self._order.index(player, *self._group(self._sums[player]))

    def across(self, line: int) -> list[P]:
        """Art. 1.6, 1.7: return the players tied across the qualification line, who need a lot (REQ-1406, AMB-20).

        They come in the order of their text, which are the draw's inputs; none if the line divides no tie.
        """
        low, high = self._across(line)
        return self._order[low:high]

    def in_time(
        self, who: Iterable[P], events: Sequence[Mapping[P, Figures]], counted: Mapping[P, int]
    ) -> dict[P, list[int]]:
        """Art. 1.6: return the ranks of some players after each of the last events, without lots.

        The result equals :func:`ranking` of the lines up to each event, but is computed by subtracting the events from
        the sums one by one, each in time proportional to its own players.

        Arguments:
            who: players whose ranks are returned.
            events: the last ones in their order, each with the figures that it gave.
            counted: number of events in each player's sums.

        Returns the ranks of each of ``who``, oldest first, from the first of those events after which there is one.
        """
        rising, current_sums, events_left = list(self._rising), dict(self._sums), dict(counted)
        ranks_by_player: dict[P, list[int]] = {player: [] for player in who}
        for event in reversed(events):
            for player, ranks in ranks_by_player.items():
                if player in current_sums:
                    ranks.append(len(rising) - bisect_right(rising, current_sums[player]) + 1)
            for player, figures in event.items():
                del rising[bisect_left(rising, current_sums[player])]
                events_left[player] -= 1
                if not events_left[player]:
                    del current_sums[player]
                    continue
                current_sums[player] = tuple(map(sub, current_sums[player], figures))
                insort(rising, current_sums[player])
        return {player: ranks[::-1] for player, ranks in ranks_by_player.items() if ranks}

    def _group(self, figures: Figures) -> tuple[int, int]:
        """Return the range of positions (start, end) with these figures."""
        return len(self) - bisect_right(self._rising, figures), len(self) - bisect_left(self._rising, figures)

    def _across(self, line: int) -> tuple[int, int]:
        if not 0 < line < len(self):
            return 0, 0
        low, high = self._group(self._sums[self._order[line]])
        return (low, high) if low < line else (0, 0)

    def _row(self, index: int) -> RankingRow[P]:
        player = self._order[index]
        points, *tally = self._sums[player]
        low, high = self._group(self._sums[player])
        lot = self._drawn.get(player)
        rank = (index if lot is not None else low) + 1
        return RankingRow(rank, player, points, Tally(*tally), self._deciding_criterion(index), high - low, lot)

    def _deciding_criterion(self, index: int) -> str:
        """Return what separates a row from the next one, the last from the previous one; empty for a single row."""
        above = min(index, len(self) - 2)
        if above < 0:
            return ""
        upper, lower = self._order[above], self._order[above + 1]
        pairs = zip(CHAIN, self._sums[upper], self._sums[lower], strict=True)
        criterion = next((name for name, left, right in pairs if left != right), EQUAL)
        return LOT if criterion == EQUAL and upper in self._drawn else criterion


def _check_lots(drawn: Mapping[P, int], crossing: Sequence[P]) -> None:
    """Check that lots are drawn among exactly the players tied across the line.

    Raises LOT_NOT_NEEDED; LOTS_NOT_A_PERMUTATION.
    """
    among = set(crossing)
    idle = tuple(player for player in drawn if player not in among)
    if idle:
        raise Refused("LOT_NOT_NEEDED", who=idle)
    if drawn and {drawn.get(player) for player in crossing} != set(range(1, len(crossing) + 1)):
        numbers = tuple(drawn.get(player) for player in crossing)
        raise Refused("LOTS_NOT_A_PERMUTATION", who=tuple(crossing), lots=numbers, size=len(crossing))
