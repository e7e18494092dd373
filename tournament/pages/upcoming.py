"""Data of an event's page before its day: places, minimum, map."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from tournament.entries.selectors import Queue
from tournament.models import Event
from tournament.regulation import parameters as regulation

#: Minutes between two rounds, for counting, sheets and the next draw: assumed, because the regulation is silent.
BETWEEN_ROUNDS = 20


@dataclass(frozen=True, slots=True)
class Hour:
    """A step of the day and the time at which it is expected."""

    label: str
    at: time


@dataclass(frozen=True, slots=True)
class Upcoming:
    """Facts by which a visitor decides whether to come to an event that has not begun.

    Arguments:
        free: places neither taken nor held; None without a limit.
        waiting: players on the waiting list.
        minimum: players needed for the Ranking (art. 1.3); None for the national final.
        numbers: the event's version of the regulation.
        hours: the expected times of the day; empty if the event has no time or lasts several days.
        between_rounds: minutes between two rounds, as these times assume.
    """

    free: int | None
    waiting: int
    minimum: int | None
    numbers: regulation.Regulation
    hours: list[Hour]
    between_rounds: int = BETWEEN_ROUNDS

    @property
    def ends_at(self) -> time | None:
        """Return when the final is expected to end, to the half hour; None if the hours are not known."""
        if not self.hours:
            return None
        last = datetime.combine(date.min, self.hours[-1].at)
        after = last + timedelta(minutes=self.numbers.minutes) if self.hours[-1].label == _("Final") else last
        rounded = after + timedelta(minutes=-after.minute % 30)
        return rounded.time() if rounded.date() == date.min else None


def upcoming(event: Event, players: int, queue: Queue) -> Upcoming | None:
    """Return the data of an event before its day; None once it has begun or if it is void. Runs no query."""
    if event.state not in (Event.State.ANNOUNCED, Event.State.AUTHORISED, Event.State.CHECK_IN):
        return None
    numbers = regulation.get(event.regulation)
    minimum = None if event.is_national_final else numbers.minimum_players[regulation.Fascia(event.fascia_declared)]
    free = None if event.capacity is None else max(0, event.capacity - players - queue.held)
    return Upcoming(free, queue.waiting, minimum, numbers, _hours(event, players, numbers))


def _hours(event: Event, players: int, numbers: regulation.Regulation) -> list[Hour]:
    """Return when each round, the final and the prizes are expected (art. 1.5), without a break for a meal.

    As many rounds as the organiser chose, else as the players of a full event have. Times are rounded up to 5 minutes,
    and a day that would go on after midnight has none.
    """
    if event.starts_at is None or event.first_day != event.last_day:
        return []
    full = max(players, event.capacity or 0)
    usual = numbers.rounds_minimum if full < numbers.rounds_threshold else numbers.rounds_maximum
    rounds = event.rounds_override or (numbers.national_rounds if event.is_national_final else usual)
    step = -(-(event.clock_minutes + BETWEEN_ROUNDS) // 5) * 5
    names = [_("Round %(number)s") % {"number": number} for number in range(1, rounds + 1)]
    names += [_("Final"), _("Prizes")] if event.final_has_clock else [_("Final")]
    start = datetime.combine(event.first_day, event.starts_at)
    moments = [start + timedelta(minutes=step * place) for place in range(len(names))]
    if moments[-1].date() != event.first_day:
        return []
    return [Hour(name, moment.time()) for name, moment in zip(names, moments, strict=True)]


def map_url(event: Event) -> str:
    """Return the address of a search on OpenStreetMap for the street, else for the venue."""
    where = f"{event.address or event.venue}, {event.city}"
    return f"https://www.openstreetmap.org/search?{urlencode({'query': where})}"
