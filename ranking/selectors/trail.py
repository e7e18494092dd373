"""How the places of the Ranking moved in time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import groupby

from django.db.models import Count, Max

from ranking.rules import LedgerLine, RankingRow, across_line, ranking
from ranking.selectors.national import RankingEntry, drawn_orders, roots, standing_entries
from tournament.models import Season
from tournament.rules.standings import Tally


@dataclass(frozen=True, slots=True)
class Trail:
    """How the Ranking of a season moved: its homologated events in the order of their days.

    Arguments:
        events: name and last day of each; ranks: per person the rank after each event, from the first that counted;
        starts: per person the index of that first event; last: the rows after the last event.
    """

    events: list[tuple[str, date]]
    ranks: dict[int, list[int]]
    starts: dict[int, int]
    last: list[RankingRow[int]]

    @property
    def worst(self) -> int:
        return max((row.rank for row in self.last), default=0)

    def moved(self, person: int) -> int | None:
        """How many places a person won (or lost, negative) with the last event; None for who is new in it."""
        ranks = self.ranks.get(person, [])
        return ranks[-2] - ranks[-1] if len(ranks) > 1 else None


def trail(season: Season) -> Trail:
    """Art. 1.6: the Ranking after every homologated event, lots in the last one only: three queries."""
    kept = roots()
    rows = (
        standing_entries(season)
        .order_by("event__last_day", "event_id", "pk")
        .values_list(
            "event_id",
            "event__name",
            "event__last_day",
            "person_id",
            "half_points",
            "wins",
            "ordinary_wins",
            "seconds",
            "thirds",
        )
    )
    lines: list[LedgerLine[int]] = []
    found = Trail([], {}, {}, [])
    last: list[RankingRow[int]] = []
    orders = drawn_orders(season)
    for _, entries in groupby(rows, key=lambda row: row[0]):
        group = list(entries)
        found.events.append((group[0][1], group[0][2]))
        lines += [LedgerLine(kept.get(row[3], row[3]), row[4], Tally(*row[5:])) for row in group]
        last = ranking(lines)
        for row in last:
            found.starts.setdefault(row.player, len(found.events) - 1)
            found.ranks.setdefault(row.player, []).append(row.rank)
    crossing = across_line(lines, season.finalists)
    drawn = next((order for order in orders if crossing and sorted(order) == sorted(crossing)), [])
    if drawn:
        last = ranking(lines, lots={person: lot for lot, person in enumerate(drawn, start=1)}, line=season.finalists)
        for row in last:
            found.ranks[row.player][-1] = row.rank
    return Trail(found.events, found.ranks, found.starts, last)


@dataclass(frozen=True, slots=True)
class RankingLine:
    """A row of the Ranking's page.

    Arguments:
        entry: the row; person: its primary key where the visitor sees a name, else 0.
        places: the ranks in time; moved: places won with the last event, None for a new or nameless row.
        equal: whether it is equal on everything to the row above; lot: whether a lot will have to be drawn for it.
        cut_text: the words of the line of water under it, on the last row called.
    """

    entry: RankingEntry
    places: list[int] = field(default_factory=list)
    moved: int | None = None
    equal: bool = False
    lot: bool = False
    cut_text: str = ""

    @property
    def name(self) -> str:
        """For sorting: who has no name comes last."""
        return (self.entry.name or "\uffff").casefold()


def ranking_lines(rows: Sequence[RankingEntry], moves: Trail, finalists: int, cut_text: str) -> list[RankingLine]:
    """The rows of the Ranking with how they moved and where a lot is needed (AMB-20).

    Arguments:
        finalists: how many are called; cut_text: what the line under the last of them says.
    """
    crossing = rows[finalists - 1].rank if 0 < finalists < len(rows) else 0
    if crossing and rows[finalists].rank != crossing:
        crossing = 0
    lines = []
    for index, row in enumerate(rows):
        person = row.person_id or 0
        lines.append(
            RankingLine(
                entry=row,
                places=moves.ranks.get(person, []),
                moved=moves.moved(person),
                equal=index > 0 and rows[index - 1].rank == row.rank,
                lot=bool(crossing) and row.rank == crossing,
                cut_text=cut_text if index == finalists - 1 and index + 1 < len(rows) else "",
            )
        )
    return lines


def homologated_events(season: Season) -> tuple[int, date | None]:
    """How many events count in a season's Ranking, and the last day among them: one query."""
    found = standing_entries(season).order_by().aggregate(n=Count("event", distinct=True), day=Max("event__last_day"))
    return found["n"], found["day"]
