"""Numbers of the check-in page: who is there, who is expected, and what could be drawn with those present."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from tournament.core.preconditions import regulation_of
from tournament.models import Entry, Event
from tournament.regulation import parameters as regulation
from tournament.regulation import validity
from tournament.regulation.points import Fascia
from tournament.regulation.refused import Refused
from tournament.regulation.seating import table_sizes

#: States of an entry that counts as present.
PRESENT = (Entry.State.CHECKED_IN, Entry.State.PLAYING)


@dataclass(frozen=True, slots=True)
class CheckInNumbers:
    """Numbers of an open check-in.

    Arguments:
        unsure: how many of those expected have not said whether they still come after the start moved.
        hidden, unasked: how many of those present keep their name private, and how many were not asked.
        minimum: players that the declared fascia takes, 0 if the event has no minimum.
        sizes: of the tables with those present, empty if there are none; rounds: before the final.
    """

    total: int
    present: int
    unsure: int
    hidden: int
    unasked: int
    minimum: int
    sizes: tuple[int, ...]
    rounds: int

    @property
    def absent(self) -> int:
        return self.total - self.present

    @property
    def missing(self) -> int:
        """Return how many are missing to the minimum."""
        return max(0, self.minimum - self.present)

    @property
    def fours(self) -> int:
        return self.sizes.count(4)

    @property
    def threes(self) -> int:
        return self.sizes.count(3)


def check_in_numbers(event: Event, entries: Collection[Entry]) -> CheckInNumbers:
    """Return the numbers of an open check-in, from all entries with their people. Runs no query."""
    rules = regulation_of(event)
    here = [entry for entry in entries if entry.state in PRESENT]
    present = len(here)
    has_minimum = event.needs_least_players and not event.is_national_final
    return CheckInNumbers(
        total=len(entries),
        present=present,
        unsure=sum(entry.state not in PRESENT and entry.still_comes is False for entry in entries),
        hidden=sum(not entry.shows_name for entry in here),
        unasked=sum(entry.name_answer is None for entry in here),
        minimum=rules.minimum_players.get(Fascia(event.fascia_declared), 0) if has_minimum else 0,
        sizes=_sizes(present),
        rounds=_rounds(event, present, rules),
    )


def _sizes(present: int) -> tuple[int, ...]:
    try:
        return tuple(table_sizes(present))
    except Refused:
        return ()


def _rounds(event: Event, present: int, rules: regulation.Regulation) -> int:
    """Return the rounds before the final; 0 if the organiser's number is refused."""
    try:
        return validity.planned_rounds(
            present,
            override=event.rounds_override,
            reason=event.rounds_reason,
            national=event.is_national_final,
            regulation=rules,
        ).rounds
    except Refused:
        return 0
