"""Data of an event's page before its day: places, minimum, map."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from tournament.entries.selectors import Queue
from tournament.models import Event
from tournament.regulation import parameters as regulation


@dataclass(frozen=True, slots=True)
class Upcoming:
    """Facts by which a visitor decides whether to come to an event that has not begun.

    Arguments:
        free: places neither taken nor held; None without a limit.
        waiting: players on the waiting list.
        minimum: players needed for the Ranking (art. 1.3); None for the national final.
        numbers: the event's version of the regulation.
    """

    free: int | None
    waiting: int
    minimum: int | None
    numbers: regulation.Regulation


def upcoming(event: Event, players: int, queue: Queue) -> Upcoming | None:
    """Return the data of an event before its day; None once it has begun or if it is void. Runs no query."""
    if event.state not in (Event.State.ANNOUNCED, Event.State.AUTHORISED, Event.State.CHECK_IN):
        return None
    numbers = regulation.get(event.regulation)
    minimum = None if event.is_national_final else numbers.minimum_players[regulation.Fascia(event.fascia_declared)]
    free = None if event.capacity is None else max(0, event.capacity - players - queue.held)
    return Upcoming(free, queue.waiting, minimum, numbers)


def map_url(event: Event) -> str:
    """Return the address of a search for the venue on OpenStreetMap."""
    return f"https://www.openstreetmap.org/search?{urlencode({'query': f'{event.venue}, {event.city}'})}"
