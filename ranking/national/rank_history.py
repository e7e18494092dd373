"""Rank history: how ranks in the Ranking changed from event to event."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from django.db.models import Count

from ranking.models import LedgerEntry
from ranking.national.selectors import FIGURES, Standing
from ranking.rules.national import Figures
from tournament.models import Event, Season

#: Number of the last events covered by a rank history: the most that any chart shows.
MAX_EVENTS = 12


@dataclass(frozen=True, slots=True)
class EventResult:
    """Result of a player in one event: place and multiplied half points."""

    place: int
    half_points: int


@dataclass(frozen=True, slots=True)
class RankHistory:
    """The ranks of some players after each of the last events of a season, by date.

    Arguments:
        events: name and last day of each, oldest first.
        ranks: per person the rank after each of them, from the first event after which the person had one.
        results: per person the result of each of them, None where the person did not play.
        most: the most half points that one of them gave.
    """

    events: list[tuple[str, date]]
    ranks: dict[int, list[int]]
    results: dict[int, list[EventResult | None]]
    most: int = 0

    def places_gained(self, person: int) -> int | None:
        """Return how many places a person gained with the last event (negative: lost); None for a new one."""
        ranks = self.ranks.get(person, [])
        return ranks[-2] - ranks[-1] if len(ranks) > 1 else None

    def events_for_person(self, person: int) -> list[tuple[str, date]]:
        """Return the events that belong to the ranks of a person, one each."""
        return self.events[len(self.events) - len(self.ranks.get(person, [])) :]


@dataclass(frozen=True, slots=True)
class CountedEvent:
    """An event that counts in a season's Ranking, and the club that held it."""

    pk: int
    name: str
    last_day: date
    slug: str
    city: str
    organiser: int
    organiser_name: str


def counted_events(season: Season) -> list[CountedEvent]:
    """Return the events whose entries count, by date (art. 1.6). Runs one query.

    Subtracts the reversals instead of filtering on ``reverses``, for which SQLite would choose the wrong index.
    """
    entries = LedgerEntry.objects.filter(season=season).order_by().values("event")
    counted_entries = entries.annotate(counted=Count("pk") - 2 * Count("reverses")).filter(counted__gt=0)
    events = Event.objects.filter(pk__in=counted_entries.values("event")).order_by("last_day", "pk")
    fields = ("pk", "name", "last_day", "slug", "city", "organiser_id", "organiser__name")
    return [CountedEvent(*row) for row in events.values_list(*fields)]


@dataclass(frozen=True, slots=True)
class _EventRows:
    """Results of one event by surviving record: figures and places."""

    figures: dict[int, Figures] = field(default_factory=dict)
    places: dict[int, int] = field(default_factory=dict)


def _rows_by_event(events: Sequence[CountedEvent], canonical_ids: Mapping[int, int]) -> list[_EventRows]:
    """Return what each event gave per person, by the surviving record of merged ones."""
    rows_by_event = {event.pk: _EventRows() for event in events}
    entries = LedgerEntry.objects.filter(event__in=rows_by_event).order_by("pk")
    rows = list(entries.values_list("pk", "reverses_id", "event_id", "person_id", "place", *FIGURES))
    undone = {reverses for _, reverses, *_ in rows}
    for pk, reverses, event, person, place, *figures in rows:
        if reverses is None and pk not in undone:
            player = canonical_ids.get(person, person)
            rows_by_event[event].figures[player] = tuple(figures)
            rows_by_event[event].places[player] = place
    return [rows_by_event[event.pk] for event in events]


def rank_history(
    standing: Standing, people: Collection[int], events: Sequence[CountedEvent], *, last: int = MAX_EVENTS
) -> RankHistory:
    """Return the rank history of some people, with lots only after the very last event (art. 1.6). Runs one query.

    Arguments:
        people: primary keys of surviving records.
        events: as :func:`counting_events`.
        last: how many of them.
    """
    shown_events = events[-last:] if people else []
    rows = _rows_by_event(shown_events, standing.totals.canonical_ids) if shown_events else []
    ranks_by_person = standing.ranking.in_time(people, [event.figures for event in rows], standing.totals.events)
    for person, ranks in ranks_by_person.items():
        ranks[-1] = standing.ranking[standing.ranking.place_of(person)].rank
    results = {
        person: [
            EventResult(event.places[person], event.figures[person][0]) if person in event.places else None
            for event in rows
        ]
        for person in people
    }
    most = max((figures[0] for event in rows for figures in event.figures.values()), default=0)
    return RankHistory([(event.name, event.last_day) for event in shown_events], ranks_by_person, results, most)
