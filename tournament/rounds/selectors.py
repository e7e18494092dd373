"""Read rounds with their tables, seats and standings, in a fixed number of queries."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Prefetch, QuerySet

from tournament.draws.selectors import round_scope
from tournament.models import Draw, Event, Round, Seat, Sheet, StandingRow, Table
from tournament.regulation import standings
from tournament.results.selectors import known_lots, players_of, standings_facts


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


def lots_needed(round_: Round, *, is_complete: bool = False) -> list[list[str]]:
    """Art. 1.5: return the groups of players equal on everything that need lots when this round is closed.

    Arguments:
        is_complete: the caller has read already that all tables are confirmed.
    Returns: groups of player ids; none for the final, before all tables are confirmed, or if lots are drawn already.
    """
    if round_.is_final or (not is_complete and open_tables(round_)):
        return []
    players = players_of(round_.event)
    groups = standings.tied_groups(**standings_facts(round_.event, round_.number, players))
    drawn_lots = known_lots(round_.event, Draw.Purpose.STANDINGS_LOTS, round_scope(round_), groups)
    return [group for group in groups if not set(group) <= set(drawn_lots)]


@dataclass(frozen=True, slots=True)
class ClockExtension:
    """Time given to the clock of a round beyond its limit: which round, how many minutes, and the stated reason."""

    round: int
    minutes: int
    reason: str


#: Verbs of the history that give a running clock more time.
_LONGER = ("clock_extend", "clock_restart")


def clock_extensions(event: Event) -> list[ClockExtension]:
    """Art. 1.5: return each time at which a clock was given more minutes or restarted, in order. One query.

    Rounds that were undone are left out.
    """
    fields = ("id", "number", "history_date", "clock_ends_at", "clock_left", "history_verb", "history_change_reason")
    rows = Round.history.filter(event=event, id__in=event.round_set.values("pk")).order_by("number", "history_id")
    extensions: list[ClockExtension] = []
    clock_before: dict[int, tuple[datetime | None, int | None]] = {}
    for pk, number, moment, ends_at, seconds_left, verb, reason in rows.values_list(*fields):
        ended = _clock_end(moment, *clock_before.get(pk, (None, None)))
        ends = _clock_end(moment, ends_at, seconds_left)
        if verb in _LONGER and ended is not None and ends is not None:
            minutes = round((ends - max(ended, moment)).total_seconds() / 60)
            extensions += [ClockExtension(number, minutes, reason or "")] if minutes > 0 else []
        clock_before[pk] = (ends_at, seconds_left)
    return extensions


def _clock_end(moment: datetime, ends_at: datetime | None, seconds_left: int | None) -> datetime | None:
    """Return when a clock ends that runs, or would run if it were resumed at a moment; None without a limit."""
    return ends_at if seconds_left is None else moment + timedelta(seconds=seconds_left)
