"""The desk while an event collects its entries: how many of how many, who asks, who is in."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from tournament.core.collation import by_name
from tournament.core.preconditions import regulation_of
from tournament.delivery.waiting import Waiting, waiting_in
from tournament.events.lifecycle import is_before_eve
from tournament.events.waiting_list import requests_in
from tournament.models import Entry, EntryRequest, Event
from tournament.people.selectors import event_entries
from tournament.regulation.points import Fascia

#: The kind of waiting things that the page lists itself, with their decision.
_REQUESTS = "entry"


@dataclass(frozen=True, slots=True)
class CollectPage:
    """An authorised event before its check-in.

    Arguments:
        entries: by name; pending: requests that wait for the desk; queued: how many wait for a place.
        waiting: what else waits for the organisers.
        minimum: players that the declared fascia takes, 0 if the event has no minimum.
        days: until the event, negative once it has passed.
        is_eve: whether the check-in is what comes now.
    """

    entries: list[Entry]
    pending: list[EntryRequest]
    queued: int
    waiting: list[Waiting]
    capacity: int | None
    minimum: int
    days: int
    is_eve: bool

    @property
    def count(self) -> int:
        return len(self.entries)

    @property
    def missing(self) -> int:
        """Return how many are missing to the minimum."""
        return max(0, self.minimum - self.count)

    @property
    def with_name(self) -> int:
        return sum(entry.shows_name for entry in self.entries)

    @property
    def scale(self) -> int:
        """Return the number of players at the right end of the bar."""
        return max(self.capacity or 0, self.count, self.minimum, 1)

    @property
    def percent(self) -> int:
        return 100 * self.count // self.scale

    @property
    def minimum_percent(self) -> int:
        return 100 * self.minimum // self.scale


def collect_page(event: Event, today: date) -> CollectPage:
    """Return the page of an authorised event. A fixed number of queries."""
    requests = requests_in(event, EntryRequest.State.PENDING, EntryRequest.State.WAITING, EntryRequest.State.PROMOTED)
    pending = [row for row in requests if row.state == EntryRequest.State.PENDING]
    has_minimum = event.needs_least_players and not event.is_national_final
    minimum = regulation_of(event).minimum_players.get(Fascia(event.fascia_declared), 0) if has_minimum else 0
    return CollectPage(
        entries=by_name(event_entries(event)),
        pending=pending,
        queued=len(requests) - len(pending),
        waiting=[thing for thing in waiting_in(event) if thing.kind != _REQUESTS],
        capacity=event.capacity,
        minimum=minimum,
        days=(event.first_day - today) // timedelta(days=1),
        is_eve=not is_before_eve(event),
    )
