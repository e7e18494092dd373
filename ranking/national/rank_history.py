"""How the places of the Ranking moved in time."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Count

from ranking.models import LedgerEntry
from ranking.national.selectors import FIGURES, Standing
from ranking.rules.national import Figures
from tournament.models import Event, Season

#: How many of the last events the ways in time go back: the most that any chart shows.
LAST = 12


@dataclass(frozen=True, slots=True)
class Trail:
    """How some players moved in the Ranking of a season with its last events, in the order of their days.

    Arguments:
        events: name and last day of each, oldest first; ranks: per person the rank after each of them, from the first
            after which the person had one.
    """

    events: list[tuple[str, date]]
    ranks: dict[int, list[int]]

    def moved(self, person: int) -> int | None:
        """How many places a person won (or lost, negative) with the last event; None for who is new in it."""
        ranks = self.ranks.get(person, [])
        return ranks[-2] - ranks[-1] if len(ranks) > 1 else None

    def events_of(self, person: int) -> list[tuple[str, date]]:
        """The events of a person's ranks, one each."""
        return self.events[len(self.events) - len(self.ranks.get(person, [])) :]


@dataclass(frozen=True, slots=True)
class Counting:
    """An event that counts in a season's Ranking."""

    pk: int
    name: str
    last_day: date


def counting_events(season: Season) -> list[Counting]:
    """Art. 1.6: the events of which entries count, in the order of their days: one query.

    Entries and reversals are told apart by counting: a condition on ``reverses`` would lead SQLite to the wrong index.
    """
    entries = LedgerEntry.objects.filter(season=season).order_by().values("event")
    kept = entries.annotate(counted=Count("pk") - 2 * Count("reverses")).filter(counted__gt=0)
    events = Event.objects.filter(pk__in=kept.values("event")).order_by("last_day", "pk")
    return [Counting(*row) for row in events.values_list("pk", "name", "last_day")]


def _given(events: Sequence[Counting], kept: Mapping[int, int]) -> list[dict[int, Figures]]:
    """What each event gave to whom: the entries that count, by the kept record."""
    found: dict[int, dict[int, Figures]] = {event.pk: {} for event in events}
    entries = LedgerEntry.objects.filter(event__in=found).order_by("pk")
    rows = list(entries.values_list("pk", "reverses_id", "event_id", "person_id", *FIGURES))
    undone = {reverses for _, reverses, *_ in rows}
    for pk, reverses, event, person, *figures in rows:
        if reverses is None and pk not in undone:
            found[event][kept.get(person, person)] = tuple(figures)
    return [found[event.pk] for event in events]


def trail(standing: Standing, people: Collection[int], events: Sequence[Counting], *, last: int = LAST) -> Trail:
    """Art. 1.6: the ranks of some people after the last events, lots in the very last one only: one query.

    Arguments:
        people: primary keys of kept records; events: as :func:`counting_events`; last: how many of them.
    """
    shown = events[-last:] if people else []
    given = _given(shown, standing.totals.kept) if shown else []
    found = standing.ranking.in_time(people, given, standing.totals.events)
    for person, ranks in found.items():
        ranks[-1] = standing.ranking[standing.ranking.place_of(person)].rank
    return Trail([(event.name, event.last_day) for event in shown], found)
