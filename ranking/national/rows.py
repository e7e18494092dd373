"""The rows of the Ranking's page, computed lazily for the slice and order that the page shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import QuerySet

from ranking.national.rank_history import CountedEvent, EventResult, rank_history
from ranking.national.selectors import RankingEntry, Standing, ranking_entries
from tournament.core.collation import Key, collation_key
from tournament.models import Person

#: Index of each sortable column among the figures.
FIELDS = {"entry__half_points": 0, "entry__wins": 1, "entry__seconds": 3}


#: Figures of an entry that decide between equal points, in their order (art. 1.6).
DECIDING = ("wins", "ordinary_wins", "seconds", "thirds")


@dataclass(frozen=True, slots=True)
class Decision:
    """Figure that separates a row from the next one of equal points (art. 1.6).

    Arguments:
        figure: one of ``DECIDING``.
        mine, theirs: the figure of this row and of the next one.
        next_name: of the next row's player, None if the user may not see it.
    """

    figure: str
    mine: int
    theirs: int
    next_name: str | None


@dataclass(frozen=True, slots=True)
class RankingLine:
    """A row of the Ranking's page.

    Arguments:
        entry: the ranking entry.
        results: of the season's last events in order of time, None where the player did not play; empty without a name.
        most: the most half points that one of these events gave.
        moved: places gained with the last event, None for a new or nameless row.
        equal: whether it is tied with the row above.
        lot: whether a lot will have to be drawn for it.
        decision: what separates it from the next row, None if points do, or nothing.
        gap: half points that the first row not called is behind, on the last row called.
        cut_text: label of the cut line below it, on the last row called.
        game: slug of the season's game.
    """

    entry: RankingEntry
    results: list[EventResult | None] = field(default_factory=list)
    most: int = 0
    moved: int | None = None
    equal: bool = False
    lot: bool = False
    decision: Decision | None = None
    gap: int = 0
    cut_text: str = ""
    game: str = ""


class RankingLines:
    """Rows of a Ranking as a table needs them: countable, sliceable, sortable (AMB-19, AMB-20).

    Arguments:
        standing: the Ranking.
        shown: the people whose names the user may see.
        events: those that count (``ranking.national.rank_history``), for the rank history.
        viewer: the user, None for the public.
        indices: positions of the rows in the Ranking, from 0; all by default.
        cut_text: label of the cut line below the last row called; empty if it is not drawn.
    """

    def __init__(
        self,
        standing: Standing,
        shown: QuerySet[Person],
        events: Sequence[CountedEvent],
        viewer: Any = None,
        *,
        indices: Sequence[int] | None = None,
        cut_text: str = "",
    ) -> None:
        self.standing, self.shown, self.events = standing, shown, events
        self.viewer, self.cut_text = viewer, cut_text
        self.indices: Sequence[int] = range(len(standing.ranking)) if indices is None else indices
        self._crossing = set(standing.open_lots)

    def count(self) -> int:
        """Return the number of rows."""
        return len(self.indices)

    def __len__(self) -> int:
        return len(self.indices)

    def __iter__(self) -> Iterator[RankingLine]:
        return iter(self[:])

    def __getitem__(self, rows: slice) -> list[RankingLine]:
        """Return the rows of a slice with their changes of rank. Runs at most five queries for any number of rows."""
        indices = self.indices[rows]
        ranking, season = self.standing.ranking, self.standing.season
        # A row's decision names the row after it, which may be on another page.
        needed = sorted({*indices, *(index + 1 for index in indices if index + 1 < len(ranking))})
        entries = dict(zip(needed, ranking_entries(self.standing, needed, self.viewer), strict=True))
        people = [entries[index].person_id for index in indices]
        moves = rank_history(self.standing, [pk for pk in people if pk is not None], self.events)
        lines = []
        for index in indices:
            entry, following = entries[index], entries.get(index + 1)
            person = entry.person_id or 0
            cut = bool(self.cut_text) and index == season.finalists - 1 and following is not None
            lines.append(
                RankingLine(
                    entry=entry,
                    results=moves.results.get(person, []),
                    most=moves.most,
                    moved=moves.places_gained(person),
                    equal=index > 0 and ranking[index - 1].rank == entry.rank,
                    lot=ranking[index].player in self._crossing,
                    decision=_decision(entry, following),
                    gap=entry.half_points - following.half_points if cut and following else 0,
                    game=season.game,
                    cut_text=self.cut_text if cut else "",
                )
            )
        return lines

    def order_by(self, *fields: str) -> RankingLines:
        """Return the same rows sorted by fields of the line, the most significant first; ``-`` reverses one.

        The sort is stable: ties stay in the order of the Ranking. Raises KeyError for a field that cannot be sorted by.
        """
        indices = list(self.indices)
        for name in reversed(fields):
            indices.sort(key=self._keys(name.lstrip("-")), reverse=name.startswith("-"))
        return RankingLines(
            self.standing, self.shown, self.events, self.viewer, indices=indices, cut_text=self.cut_text
        )

    def _keys(self, name: str) -> Any:
        """Return the sort key of a field, a function of the row's index."""
        ranking, totals = self.standing.ranking, self.standing.totals
        if name == "entry__rank":
            return lambda index: index
        if name == "entry__events":
            return lambda index: totals.events[ranking.player(index)]
        if name in ("name", "entry__city"):
            texts, nameless = self._texts(name), collation_key(NAMELESS if name == "name" else "")
            return lambda index: texts.get(ranking.player(index), nameless)
        figure_index = FIELDS[name]
        return lambda index: totals.sums[ranking.player(index)][figure_index]

    def _texts(self, name: str) -> dict[int, Key]:
        """Return the sort keys of a text field by person, for the people whose name is shown. Runs one query."""
        people = self.shown.values_list("pk", "first_name", "last_name", "city")
        if name == "name":
            return {pk: collation_key(f"{first_name} {last_name}") for pk, first_name, last_name, _ in people}
        return {pk: collation_key(city) for pk, *_, city in people}


def _decision(entry: RankingEntry, following: RankingEntry | None) -> Decision | None:
    """Return what separates a row from the next one; None if it is not one of their other figures."""
    if following is None or entry.decided_by not in DECIDING:
        return None
    mine, theirs = getattr(entry, entry.decided_by), getattr(following, entry.decided_by)
    # The last row's reason is that of the row before it.
    return Decision(entry.decided_by, mine, theirs, following.name) if mine > theirs else None


#: Sorts players without a name last by name; by city they come first, like those without a city.
NAMELESS = "\uffff"
