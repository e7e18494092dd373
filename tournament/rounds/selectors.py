"""Read rounds with their tables, seats and standings, in a fixed number of queries."""

from __future__ import annotations

from django.db.models import Prefetch, QuerySet

from tournament.draws.selectors import round_scope
from tournament.models import Draw, Event, Round, Seat, Sheet, StandingRow, Table
from tournament.regulation import standings
from tournament.results.selectors import known_lots, ordinary_results, players_of


def seats_with_people() -> QuerySet[Seat]:
    """Return seats in playing order, with entries and people."""
    return Seat.objects.select_related("entry__person").order_by("position")


def event_rounds(event: Event) -> QuerySet[Round]:
    """Return the rounds of an event with tables, seats and people. Four queries."""
    tables = Table.objects.order_by("number").prefetch_related(Prefetch("seats", seats_with_people()))
    return Round.objects.filter(event=event).order_by("number").prefetch_related(Prefetch("tables", tables))


def round_tables(round_: Round) -> QuerySet[Table]:
    """Return the tables of a round with seats, people and sheets, newest first. Four queries."""
    return (
        Table.objects.filter(round=round_)
        .select_related("round__event")
        .order_by("number")
        .prefetch_related(
            Prefetch("seats", seats_with_people()),
            Prefetch("sheets", Sheet.objects.select_related("entered_by", "confirmed_by").order_by("-version")),
        )
    )


def round_standings(round_: Round) -> QuerySet[StandingRow]:
    """Return the standings frozen after a round, with people. One query."""
    return StandingRow.objects.filter(round=round_).select_related("entry__person").order_by("position")


def open_tables(round_: Round) -> list[int]:
    """Return the numbers of the tables of a round without a confirmed result."""
    open_ones = Table.objects.filter(round=round_).exclude(state=Table.State.CONFIRMED)
    return list(open_ones.order_by("number").values_list("number", flat=True))


def lots_needed(round_: Round) -> list[list[str]]:
    """Art. 1.5: return the groups of players equal on everything that need lots when this round is closed.

    Returns: groups of player ids; none for the final, before all tables are confirmed, or if lots are drawn already.
    """
    if round_.is_final or open_tables(round_):
        return []
    players = players_of(round_.event)
    groups = standings.tied_groups(ordinary_results(round_.event, round_.number), players=list(players))
    drawn_lots = known_lots(round_.event, Draw.Purpose.STANDINGS_LOTS, round_scope(round_), groups)
    return [group for group in groups if not set(group) <= set(drawn_lots)]
