"""Keep the statistics of seasons: each homologation adds its event, each revocation takes it away again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.db.models.fields.json import KT

from ranking.models import EventStatistics, SeasonStatistics
from ranking.national.sums import ledger_sums
from ranking.statistics.figures import Figures, SeatResult, TableResult, add, count_event
from tournament.models import Event, Round, Season, Seat, Sheet

#: Number of events read at once by a rebuild; it bounds the memory needed for long seasons.
CHUNK = 50


@dataclass(slots=True)
class _Played:
    """Sources of an event's figures: cards by round, seats by table, round of each table, ends of games."""

    cards: dict[int, list[str]] = field(default_factory=dict)
    seats: dict[int, list[SeatResult]] = field(default_factory=dict)
    round_of: dict[int, int] = field(default_factory=dict)
    open_tables: set[int] = field(default_factory=set)


def _seats(events: Sequence[int]) -> Iterator[tuple[int, int, int, int, int | None, Any]]:
    rows = Seat.objects.filter(round__event__in=events).order_by("table_id", "position")
    columns = ("round__event_id", "round_id", "table_id", "position", "place", "values")
    yield from rows.values_list(*columns).iterator(chunk_size=5000)


def count_events(events: Sequence[int]) -> dict[int, Figures]:
    """Return the figures of events by their keys, counted from their tables alone. Runs three queries."""
    played = {event: _Played() for event in events}
    rounds = Round.objects.filter(event__in=events).order_by("event_id", "number")
    for pk, event, setup in rounds.values_list("pk", "event_id", "setup"):
        played[event].cards[pk] = list(setup.get("drawn", ()))
    for event, game_round, table, position, place, values in _seats(events):
        content = played[event]
        content.round_of[table] = game_round
        if place is None:
            content.open_tables.add(table)
        else:
            content.seats.setdefault(table, []).append(SeatResult(position, place, values))
    sheets = Sheet.objects.filter(table__round__event__in=events, state=Sheet.State.CONFIRMED).order_by()
    ends: dict[int, str] = dict(sheets.annotate(end=KT("data__end")).values_list("table_id", "end"))
    return {
        event: count_event(
            [
                TableResult(seats, content.cards[content.round_of[table]], ends.get(table) or "")
                for table, seats in content.seats.items()
                if table not in content.open_tables
            ],
            [cards for cards in content.cards.values() if cards],
        )
        for event, content in played.items()
    }


def _locked_season(season_id: int) -> SeasonStatistics:
    """Return the locked statistics of a season, created where there are none."""
    row, _ = SeasonStatistics.objects.select_for_update().get_or_create(season_id=season_id)
    return row


def _save_sum(row: SeasonStatistics, change: Figures, *, sign: int) -> None:
    row.figures = add(row.figures, change, sign=sign)
    row.events += sign
    row.save(update_fields=["figures", "events"])


@transaction.atomic
def statistics_add(*, event: Event) -> None:
    """Add an event that was just homologated to the statistics of its season. The event is locked by the caller."""
    figures = count_events([event.pk])[event.pk]
    season = _locked_season(event.season_id)
    EventStatistics.objects.create(event=event, figures=figures)
    _save_sum(season, figures, sign=1)


@transaction.atomic
def statistics_remove(*, event: Event) -> None:
    """Take an event away from the statistics of its season; no-op if it has none. The event is locked by the caller."""
    season = _locked_season(event.season_id)
    row = EventStatistics.objects.filter(event=event).first()
    if row is not None:
        _save_sum(season, row.figures, sign=-1)
        row.delete()


@dataclass(frozen=True, slots=True)
class Rebuild:
    """The result of a rebuild: the number of events counted, and what differed: slugs of events and of the season."""

    events: int
    differences: list[str]


def _chunks(season: Season) -> Iterator[tuple[dict[int, str], dict[int, Figures]]]:
    """Yield the homologated events of a season with their figures, some at a time: slugs and figures by key."""
    events = Event.objects.filter(season=season, state=Event.State.HOMOLOGATED).order_by("pk")
    slugs = dict(events.values_list("pk", "slug"))
    keys = list(slugs)
    for start in range(0, len(keys), CHUNK):
        chunk = keys[start : start + CHUNK]
        yield {key: slugs[key] for key in chunk}, count_events(chunk)


@transaction.atomic
def statistics_rebuild(*, season: Season, repair: bool = True) -> Rebuild:
    """Count a season again from its tables and its ledger, compare with what is stored, and store the difference.

    Arguments:
        repair: whether what differs is stored; otherwise it is only reported.
    """
    # The events are locked before the season, as in ``event_homologate``, to avoid a deadlock.
    list(Event.objects.select_for_update().filter(season=season).order_by("pk").values_list("pk"))
    row = _locked_season(season.pk)
    rows = EventStatistics.objects.filter(event__season=season)
    stored: dict[int, Figures] = dict(rows.values_list("event_id", "figures"))
    total: Figures = {}
    differences: list[str] = []
    events = 0
    for slugs, counted in _chunks(season):
        events += len(counted)
        wrong = [key for key in counted if stored.pop(key, None) != counted[key]]
        for figures in counted.values():
            total = add(total, figures)
        differences += [slugs[key] for key in wrong]
        if repair:
            rows.filter(event__in=wrong).delete()
            EventStatistics.objects.bulk_create(EventStatistics(event_id=key, figures=counted[key]) for key in wrong)
    # What is left belongs to events that are not homologated any more.
    differences += list(Event.objects.filter(pk__in=stored).values_list("slug", flat=True))
    sums = ledger_sums(season.pk)
    if (row.figures, row.events, row.sums) != (total, events, sums):
        differences.append(season.slug)
    if repair:
        rows.filter(event__in=stored).delete()
        row.figures, row.events, row.sums = total, events, sums
        row.save(update_fields=["figures", "events", "sums"])
    return Rebuild(events, differences)
