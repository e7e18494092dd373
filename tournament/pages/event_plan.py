"""Checks of a planned event against the regulation, and the values that a new one starts with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.core.dates import date_words
from tournament.events.fields import Again, repeated
from tournament.models import Event, Organiser, Season
from tournament.regulation import parameters as regulation
from tournament.regulation.parameters import TABLE_SIZE
from tournament.regulation.points import Fascia
from tournament.regulation_versions.selectors import version_for_event, version_in_force

#: Places of a hall that nothing is known about: six tables.
PLACES = 24
#: States of events that took place, or will.
_HELD = (
    *(Event.State.AUTHORISED, Event.State.CHECK_IN, Event.State.RUNNING, Event.State.CONCLUDED, Event.State.REPORTED),
    Event.State.HOMOLOGATED,
)


@dataclass(frozen=True, slots=True)
class PlanCheck:
    """A sentence about the plan: whether it is met, is not, or is still to be done (None)."""

    met: bool | None
    words: str


def plan_checks(facts: Mapping[str, Any]) -> list[PlanCheck]:
    """Return what articles 1.2, 1.3 and 1.5 ask of a planned event.

    Arguments:
        facts: what is known so far of ``season``, ``fascia_declared``, ``capacity``, ``first_day`` and ``last_day``.
    """
    season: Season | None = facts.get("season")
    first_day = facts.get("first_day")
    numbers = regulation.get(version_for_event(season, first_day)) if season else version_in_force(first_day)
    checks = [*_players(facts, numbers), _rounds(numbers)]
    if season is not None:
        checks.append(_days(facts, season))
    words = _("Before players enter: the announcement on the Forum and the Referent’s authorisation (art. 1.2).")
    return [*checks, PlanCheck(None, words)]


def _players(facts: Mapping[str, Any], numbers: regulation.Regulation) -> list[PlanCheck]:
    declared = facts.get("fascia_declared")
    if declared not in [str(fascia) for fascia in numbers.declarable]:
        return []
    minimum = numbers.minimum_players[Fascia(declared)]
    words = _("Fascia %(fascia)s: at least %(n)s players seated in round 1 (art. 1.3).")
    checks = [PlanCheck(True, words % {"fascia": declared, "n": minimum})]
    places = facts.get("capacity")
    if places is None:
        return checks
    if places < minimum:
        words = ngettext(
            "%(n)s place is less than the %(minimum)s players needed: no points for the Ranking.",
            "%(n)s places are fewer than the %(minimum)s players needed: no points for the Ranking.",
            places,
        )
        return [*checks, PlanCheck(False, words % {"n": places, "minimum": minimum})]
    tables = -(-places // TABLE_SIZE)
    words = _("%(n)s places are enough: up to %(tables)s tables of %(size)s.")
    return [*checks, PlanCheck(True, words % {"n": places, "tables": tables, "size": TABLE_SIZE})]


def _rounds(numbers: regulation.Regulation) -> PlanCheck:
    words = _("Below %(n)s players %(few)s rounds and the final, from %(n)s on %(many)s rounds (art. 1.5).")
    facts = {"n": numbers.rounds_threshold, "few": numbers.rounds_minimum, "many": numbers.rounds_maximum}
    return PlanCheck(True, words % facts)


def _days(facts: Mapping[str, Any], season: Season) -> PlanCheck:
    window = {"first": date_words(season.first_day, "j F Y"), "last": date_words(season.last_day, "j F Y")}
    first, last = facts.get("first_day"), facts.get("last_day") or facts.get("first_day")
    if first is None or last is None:
        return PlanCheck(None, _("The season lasts from %(first)s to %(last)s.") % window)
    if last < first:
        return PlanCheck(False, _("The last day is before the first."))
    if season.first_day <= first and last <= season.last_day:
        return PlanCheck(True, _("The day is inside the season, which ends on %(last)s.") % window)
    return PlanCheck(False, _("The day is outside the season: it lasts from %(first)s to %(last)s.") % window)


@dataclass(frozen=True, slots=True)
class NewEventDefaults:
    """Values that the form of a new event starts with.

    Arguments:
        initial: of its fields.
        repeated: facts without a field that are taken over from the event which is repeated.
        repeats: name of that event, if any.
        is_of_club: whether the place is the club's usual one.
        seasons: keys of the seasons that are not over.
    """

    initial: Mapping[str, Any]
    repeated: Mapping[str, Any] = field(default_factory=dict)
    repeats: str = ""
    is_of_club: bool = False
    seasons: Sequence[int] = ()


def _open_seasons() -> list[int]:
    seasons = Season.objects.filter(last_day__gte=timezone.localdate()).order_by("first_day")
    return list(seasons.values_list("pk", flat=True))


def _usual_event(organisers: Sequence[Organiser]) -> Event | None:
    """Return the last event that the clubs held or will hold in a hall of their own: no draft, no fair."""
    events = Event.objects.filter(
        organiser__in=organisers, is_national_final=False, fascia_declared=Event.Fascia.I, state__in=_HELD
    )
    return events.select_related("organiser").order_by("-first_day", "-pk").first()


def defaults_for_clubs(organisers: Sequence[Organiser]) -> NewEventDefaults:
    """Return the values for a new event of somebody's clubs: organiser, place, hour and places as the last time."""
    usual = _usual_event(organisers)
    club = organisers[0] if len(organisers) == 1 else usual.organiser if usual is not None else None
    place = (club.place if club is not None else "") or (usual.place if usual is not None else "")
    facts = {
        "organiser": club.pk if club is not None else None,
        "place": place,
        "starts_at": usual.starts_at if usual is not None else None,
        "capacity": (usual.capacity if usual is not None else None) or PLACES,
    }
    return NewEventDefaults(facts, is_of_club=bool(place), seasons=_open_seasons())


def defaults_from_event(event: Event) -> NewEventDefaults:
    """Return the values for an event like another one; neither name nor day, and no number of places of a fair."""
    facts = {**defaults_for_clubs([event.organiser]).initial}
    if event.state != Event.State.DRAFT and event.fascia_declared == Event.Fascia.I:
        facts["capacity"] = event.capacity
    facts |= {"place": event.place, "starts_at": event.starts_at}
    facts |= repeated(event, Again.OFFERED)
    return NewEventDefaults(facts, repeated(event, Again.TAKEN), event.name, seasons=_open_seasons())
