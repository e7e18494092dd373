"""Events in the states from which a walk begins, and the users acting in them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tests import factories as make
from tests import reporting
from tournament.models import Event, Person, Season


@dataclass(frozen=True, slots=True)
class Cast:
    """The users: an organiser, a referee, the Referent; and people who are in no event yet, two of them with a card."""

    organiser: Any
    referee: Any
    referent: Any
    people: tuple[Person, ...]


def _small(season: Season) -> Event:
    """Create seven players, outside the championship (AMB-13): tables of four and three, and soon too few."""
    event = make.check_in_event(players=7, season=season)
    return make.lifecycle.event_make_unofficial(event=event, reason="pochi", by=None)


def _played_to_the_last(season: Season) -> Event:
    return make.played_event(players=12, rounds_played=2, season=season)


#: By name, a function that brings an event there.
STAGES: dict[str, Callable[[Season], Event]] = {
    "announced": lambda season: make.announced_event(season=season),
    "check-in of 13": lambda season: make.check_in_event(players=13, season=season),
    "check-in of 7": _small,
    "round 1 drawn": lambda season: make.drawn_event(season=season, start=False),
    "round 1 running": lambda season: make.drawn_event(season=season),
    "round 1 closed": lambda season: make.played_event(season=season),
    "rounds over": _played_to_the_last,
    "final running": lambda season: make.final_event(season=season),
    "concluded": lambda season: reporting.complete(make.concluded_event(season=season)),
    "reported": lambda season: reporting.reported_event(season=season),
    "homologated": lambda season: reporting.homologated_event(season=season),
}


def make_cast() -> Cast:
    """Create accounts and people, once for all walks."""
    organiser, referee, referent = make.make_user(), make.make_user(), make.make_user(referent=True)
    carded = [make.make_person(card_number=f"MANI-{number}") for number in range(2)]
    return Cast(organiser, referee, referent, (*carded, *make.make_people(2)))


def make_stages(cast: Cast, names: Sequence[str]) -> dict[str, int]:
    """Create an event for each of these stages, in a season of its own; return the primary keys by name."""
    event_pks = {}
    for name in names:
        event = STAGES[name](make.make_season())
        make.grant(event, cast.organiser)
        make.grant(event, cast.referee, "referee")
        event_pks[name] = event.pk
    return event_pks
