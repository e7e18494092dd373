"""Data that the Referent reviews before deciding on a report, besides the recomputation (art. 1.4)."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from operator import add
from typing import Any

from ranking.homologation.results import event_results
from ranking.national.selectors import season_standing
from ranking.rules.national import Figures, Ranking
from tournament.core.messages import findings_for_page
from tournament.models import Event, FinalPlace, Person, Photo, Sheet, Table
from tournament.models.accounts import account_name
from tournament.pages.deciding_readings import DecidingReading, deciding_readings
from tournament.pages.event import place_half_points, public_rounds, round_title
from tournament.regulation.refused import Refused


@dataclass(frozen=True, slots=True)
class ForcedSheet:
    """A sheet confirmed despite errors: the table, who confirmed it and why, and the errors."""

    table: Table
    title: str
    reason: str
    by: str
    findings: list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Move:
    """A row of the Ranking as the event would change it.

    Arguments:
        before: the current rank, None if there is none.
        after: the rank with the event.
        half_points: points from the event, None for a player who did not take part.
        total: points with the event, in half points.
        enters, leaves: whether the event moves the player across the call-up line.
        last_called: whether the line is below this row.
    """

    person: Person
    before: int | None
    after: int
    half_points: int | None
    total: int
    enters: bool
    leaves: bool
    last_called: bool = False

    @property
    def up(self) -> int:
        """Return the places gained; negative for places lost, 0 for a new row."""
        return self.before - self.after if self.before is not None else 0

    @property
    def down(self) -> int:
        """Return the places lost."""
        return -self.up


@dataclass(frozen=True, slots=True)
class RankingChange:
    """The effect of homologating the event in its present fascia on the Ranking.

    Arguments:
        moves: all participants and all players moved across the call-up line, in the new order.
        tied: how many players are then tied across the line; 0 if the line divides no tie.
    """

    moves: list[Move]
    tied: int

    @property
    def enters(self) -> list[Move]:
        return [move for move in self.moves if move.enters]

    @property
    def leaves(self) -> list[Move]:
        return [move for move in self.moves if move.leaves]


def called_ranks(ranking: Ranking[int], line: int) -> set[int]:
    """Return the players above the line and those tied across it; a lot drawn later selects among the latter."""
    above = {ranking.player(index) for index in range(min(line, len(ranking)))}
    return above | set(ranking.across(line))


def ranking_change(event: Event) -> RankingChange | None:
    """Return how the Ranking of the season changes with a reported event. Runs seven queries.

    Returns None for the national final, for an unofficial event, and if the tables of the event give no result.
    """
    if event.is_national_final or not event.is_official or event.state != Event.State.REPORTED:
        return None
    try:
        results = event_results([event])[event.pk]
    except Refused:
        # The recomputation reports the error.
        return None
    standing = season_standing(event.season)
    canonical_ids = standing.totals.canonical_ids
    figures_given: dict[int, Figures] = {
        canonical_ids.get(person, person): figures for person, (_, figures) in results.items()
    }
    sums = dict(standing.totals.sums)
    for person, figures in figures_given.items():
        sums[person] = tuple(map(add, sums[person], figures)) if person in sums else figures
    old_ranking, new_ranking, line = standing.ranking, Ranking(sums), event.season.finalists
    called_before, called_after = called_ranks(old_ranking, line), called_ranks(new_ranking, line)
    # As long as all players are above the line, nobody crosses it.
    crossing = (called_before ^ called_after) if len(new_ranking) > line else set()
    shown_indices = [
        index
        for index in range(len(new_ranking))
        if new_ranking.player(index) in figures_given or new_ranking.player(index) in crossing
    ]
    people = Person.objects.in_bulk([new_ranking.player(index) for index in shown_indices])
    last_called_index = max((index for index in shown_indices if index < line), default=-1)
    moves = []
    for index in shown_indices:
        player, row = new_ranking.player(index), new_ranking[index]
        ranked = player in standing.totals.sums
        moves.append(
            Move(
                person=people[player],
                before=old_ranking[old_ranking.place_of(player)].rank if ranked else None,
                after=row.rank,
                half_points=figures_given[player][0] if player in figures_given else None,
                total=row.half_points,
                enters=player in crossing and player in called_after,
                leaves=player in crossing and player in called_before,
                last_called=index == last_called_index and len(new_ranking) > line,
            )
        )
    return RankingChange(moves, len(new_ranking.across(line)))


@dataclass(frozen=True, slots=True)
class Review:
    """Data of a report's page besides its checks.

    Arguments:
        photos: of the event and of its tables.
        places: final places with half points, None in the national final.
        total: sum of all half points.
        notes: tables with a note of the referee.
        forced: sheets confirmed despite errors.
        fascia: the one in which places and change are shown.
        readings: of the regulation that decided something in the event.
    """

    photos: list[Photo]
    places: list[tuple[FinalPlace, int | None]]
    total: int
    notes: list[tuple[str, Table]]
    forced: list[ForcedSheet]
    change: RankingChange | None
    fascia: str
    readings: list[DecidingReading]


def review(event: Event, fascia: str = "") -> Review:
    """Return the data of an event for the Referent's review.

    Runs at most seventeen queries for any number of players.

    Arguments:
        fascia: shows the points and the Ranking as this fascia would make them; by default the effective one.
    """
    event = copy(event)
    event.fascia_effective = fascia or event.fascia_effective
    rounds = public_rounds(event)
    places = FinalPlace.objects.filter(event=event).select_related("entry__person").order_by("place")
    lines = [(place, place_half_points(event, place)) for place in places]
    return Review(
        photos=list(Photo.objects.filter(event=event).select_related("table__round").order_by("table", "added_at")),
        places=lines,
        total=sum(points or 0 for _, points in lines),
        notes=[(round_title(one), table) for one in rounds for table in one.tables.all() if table.note],
        forced=forced_sheets(event),
        change=ranking_change(event),
        fascia=event.fascia_effective,
        readings=deciding_readings(event, rounds, [place for place, _ in lines], str),
    )


def forced_sheets(event: Event) -> list[ForcedSheet]:
    """Return the sheets confirmed despite errors, in the order of their tables. Runs one query."""
    sheets = (
        Sheet.objects.filter(table__round__event=event, state=Sheet.State.CONFIRMED)
        .exclude(forced_reason="")
        .select_related("table__round", "confirmed_by", "entered_by")
        .order_by("table__round__number", "table__number")
    )
    return [
        ForcedSheet(
            table=sheet.table,
            title=round_title(sheet.table.round),
            reason=sheet.forced_reason,
            by=_name(sheet),
            findings=findings_for_page(_errors(sheet), event),
        )
        for sheet in sheets
    ]


def _name(sheet: Sheet) -> str:
    user = sheet.confirmed_by
    return account_name(user) if user is not None else sheet.entered_name


def _errors(sheet: Sheet) -> list[Mapping[str, Any]]:
    return [finding for finding in sheet.findings if finding.get("severity") == "error"]
