"""Rank history: how ranks in the Ranking changed from event to event."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, QuerySet

from ranking.models import LedgerEntry
from ranking.national.selectors import Standing
from ranking.national.sums import FIGURES
from ranking.rules.national import Figures
from tournament.models import Entry, Event, Season

#: Number of the last events covered by a rank history: the most that any chart shows.
MAX_EVENTS = 12


#: Primary keys of events, or the query that returns them.
_Keys = Collection[int] | QuerySet[Event, Any]


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
        results: per person the result of each of them, None where the person did not play or hides the name.
        hidden: per person the number of these events where the person hides the name.
        most: the most half points that one of them gave.
    """

    events: list[tuple[str, date]]
    ranks: dict[int, list[int]]
    results: dict[int, list[EventResult | None]]
    most: int = 0
    hidden: dict[int, int] = field(default_factory=dict)

    def places_gained(self, person: int) -> int | None:
        """Return how many places a person gained with the last event (negative: lost); None for a new one."""
        ranks = self.ranks.get(person, [])
        return ranks[-2] - ranks[-1] if len(ranks) > 1 else None

    def events_for_person(self, person: int) -> list[tuple[str, date]]:
        """Return the events that belong to the ranks of a person, one each."""
        return self.events[len(self.events) - len(self.ranks.get(person, [])) :]


class CountedEvent(NamedTuple):
    """An event that counts in a season's Ranking, the club that held it, and whether a player left before its end."""

    pk: int
    name: str
    last_day: date
    slug: str
    city: str
    organiser: int
    organiser_name: str
    was_left: bool


def _counting(season: Season) -> QuerySet[Event]:
    """Return the events that count: those with an entry that is not reversed.

    With the season SQLite searches by season and event; without it, it would choose the index of the reversals.
    """
    reversals = LedgerEntry.objects.filter(reverses=OuterRef("pk"))
    entries = LedgerEntry.objects.filter(season=OuterRef("season"), event=OuterRef("pk"), reverses=None)
    return Event.objects.filter(Exists(entries.filter(~Exists(reversals))), season=season)


def counted_events(season: Season) -> list[CountedEvent]:
    """Return the events whose entries count, by date (art. 1.6). Runs one query."""
    left = Entry.objects.filter(event=OuterRef("pk"), state=Entry.State.LEFT, final_place__isnull=False)
    left = left.exclude(final_place__decided_by="final")
    events = _counting(season).annotate(was_left=Exists(left)).order_by("last_day", "pk")
    fields = ("pk", "name", "last_day", "slug", "city", "organiser_id", "organiser__name", "was_left")
    return list(map(CountedEvent._make, events.values_list(*fields)))


@dataclass(frozen=True, slots=True)
class _EventRows:
    """Results of one event by surviving record: figures and places."""

    event: int
    name: str
    last_day: date
    figures: dict[int, Figures] = field(default_factory=dict)
    places: dict[int, int] = field(default_factory=dict)


def _rows_by_event(events: _Keys, canonical_ids: Mapping[int, int]) -> list[_EventRows]:
    """Return what each event gave per person, by the surviving record of merged ones; events by date. One query."""
    by_event: dict[int, _EventRows] = {}
    entries = LedgerEntry.objects.filter(event__in=events).order_by("event__last_day", "event_id", "pk")
    event_columns = ("event_id", "event__name", "event__last_day")
    rows = list(entries.values_list("pk", "reverses_id", *event_columns, "person_id", "place", *FIGURES))
    undone = {reverses for _, reverses, *_ in rows}
    for pk, reverses, event, name, day, person, place, *figures in rows:
        if reverses is None and pk not in undone:
            player = canonical_ids.get(person, person)
            of_event = by_event.setdefault(event, _EventRows(event, name, day))
            of_event.figures[player] = tuple(figures)
            of_event.places[player] = place
    return list(by_event.values())


def hidden_results(events: Collection[int], people: Collection[int]) -> set[tuple[int, int]]:
    """Return the events where a person hides the name, as pairs of event and person (art. 1.6). Runs one query."""
    entries = Entry.objects.filter(event__in=events, person__in=people, consent=False)
    return set(entries.values_list("event_id", "person_id"))


def rank_history(
    standing: Standing,
    people: Collection[int],
    events: Sequence[CountedEvent] | None = None,
    *,
    last: int = MAX_EVENTS,
    hidden: Collection[tuple[int, int]] | None = None,
) -> RankHistory:
    """Return the rank history of some people, with lots only after the very last event (art. 1.6).

    Runs one query, and another without ``hidden``. A history names no event where the person hides the name: neither as
    a result nor as the first one.

    Arguments:
        people: primary keys of surviving records.
        events: as :func:`counted_events`, where the caller has read them; otherwise the last ones are found here.
        last: how many of them.
        hidden: as :func:`hidden_results`, where the caller knows them.
    """
    if events is None:
        newest_first = _counting(standing.season).order_by("-last_day", "-pk")
        shown: _Keys = newest_first.values("pk")[:last]
    else:
        shown = [event.pk for event in events[-last:]]
    rows = _rows_by_event(shown, standing.totals.canonical_ids) if people else []
    ranks_by_person = standing.ranking.in_time(people, [event.figures for event in rows], standing.totals.events)
    for person, ranks in ranks_by_person.items():
        ranks[-1] = standing.ranking[standing.ranking.place_of(person)].rank
    keys = [event.event for event in rows]
    if hidden is None:
        hidden = hidden_results(keys, people) if people else ()
    for person, ranks in ranks_by_person.items():
        while ranks and (keys[-len(ranks)], person) in hidden:
            del ranks[0]
    results = {
        person: [
            EventResult(event.places[person], event.figures[person][0])
            if person in event.places and (key, person) not in hidden
            else None
            for key, event in zip(keys, rows, strict=True)
        ]
        for person in people
    }
    most = max((figures[0] for event in rows for figures in event.figures.values()), default=0)
    names = [(event.name, event.last_day) for event in rows]
    counts = Counter(person for event, person in hidden if event in keys)
    return RankHistory(names, ranks_by_person, results, most, dict(counts))
