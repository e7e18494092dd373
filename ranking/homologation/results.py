"""Compute the results of events from their tables alone (articles 1.4 and 1.6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import cast

from django.db.models import OuterRef, Subquery

from ranking.rules.national import Figures, event_lines
from tournament.core.preconditions import regulation_of
from tournament.models import Entry, Event, Round, Seat, StandingRow
from tournament.regulation.final import places_as_played
from tournament.regulation.points import Fascia


@dataclass(slots=True)
class _EventResults:
    """An event's results by person.

    Arguments:
        rounds: places by round and table. final: places in the final, if it was played.
        order: the definitive standings. left: who was not present any more at the end.
    """

    rounds: dict[int, dict[int, dict[int, int]]] = field(default_factory=dict)
    final: dict[int, int] | None = None
    order: list[int] = field(default_factory=list)
    left: set[int] = field(default_factory=set)


def _load_results(events: Sequence[Event]) -> dict[int, _EventResults]:
    """Return the results and the last ordinary standings of the events, by person. Runs two queries in total."""
    results = {event.pk: _EventResults() for event in events}
    seats = (
        Seat.objects.filter(round__event__in=events, place__isnull=False)
        .values_list("round__event_id", "round__number", "round__is_final", "table_id", "entry__person_id", "place")
        .order_by("round__event_id", "round__number", "table__number", "place")
    )
    for event, number, is_final, table, person, stored_place in seats:
        played, place = results[event], cast("int", stored_place)
        if is_final:
            played.final = (played.final or {}) | {person: place}
        else:
            played.rounds.setdefault(number, {}).setdefault(table, {})[person] = place
    later = Round.objects.filter(event=OuterRef("round__event"), is_final=False).order_by("-number")
    rows = (
        StandingRow.objects.filter(round__event__in=events, round=Subquery(later.values("pk")[:1]))
        .values_list("round__event_id", "entry__person_id", "entry__state")
        .order_by("round__event_id", "position")
    )
    for event, person, state in rows:
        results[event].order.append(person)
        if state == Entry.State.LEFT:
            results[event].left.add(person)
    return results


def event_results(events: Sequence[Event]) -> dict[int, dict[int, tuple[int, Figures]]]:
    """Return place and figures per event and person, computed from the tables alone (REQ-1402 to REQ-1405, AMB-31)."""
    played = _load_results(events)
    return {event.pk: _compute_results(event, played[event.pk]) for event in events}


def _compute_results(event: Event, played: _EventResults) -> dict[int, tuple[int, Figures]]:
    final, rules = played.final, regulation_of(event)
    finished = sorted(final, key=lambda person: final[person]) if final else []
    places = places_as_played(played.order, finished, left=played.left, regulation=rules)
    lines = event_lines(
        places,
        Fascia(event.fascia_effective),
        [list(tables.values()) for _, tables in sorted(played.rounds.items())],
        final,
        homologated=True,
        national=event.is_national_final,
        left=played.left - set(finished),
        regulation=rules,
    )
    return {
        line.player: (
            place,
            (line.half_points, line.tally.wins, line.tally.ordinary_wins, line.tally.seconds, line.tally.thirds),
        )
        for place, line in enumerate(lines, start=1)
    }
