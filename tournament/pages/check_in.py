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
        minimum: players that the declared fascia takes, 0 if the event has no minimum.
        sizes: of the tables with those present, empty if there are none; rounds: before the final.
    """

    total: int
    present: int
    unsure: int
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
    def scale(self) -> int:
        """Return the number of players at the right end of the bar."""
        return max(self.total, self.minimum, 1)

    @property
    def present_percent(self) -> int:
        return 100 * self.present // self.scale

    @property
    def minimum_percent(self) -> int:
        return 100 * self.minimum // self.scale

    @property
    def fours(self) -> int:
        return self.sizes.count(4)

    @property
    def threes(self) -> int:
        return self.sizes.count(3)


def check_in_numbers(event: Event, entries: Collection[tuple[str, bool | None]]) -> CheckInNumbers:
    """Return the numbers of an open check-in. Runs no query.

    Arguments:
        entries: state, and whether the player said that they still come, of every entry.
    """
    rules = regulation_of(event)
    present = sum(state in PRESENT for state, _comes in entries)
    has_minimum = event.needs_least_players and not event.is_national_final
    return CheckInNumbers(
        total=len(entries),
        present=present,
        unsure=sum(state not in PRESENT and comes is False for state, comes in entries),
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
