"""Checks of a planned event against the regulation, and the facts that the next event takes over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.core.dates import date_words
from tournament.models import Event, Season
from tournament.regulation import parameters as regulation
from tournament.regulation.parameters import TABLE_SIZE
from tournament.regulation.points import Fascia
from tournament.regulation_versions.selectors import version_for_event, version_in_force

#: Facts of an event that the next one of its club usually shares; not those that want a reason.
SHARED = (
    *("city", "venue", "starts_at", "fascia_declared", "capacity", "price", "price_covers", "payment_url"),
    *("entry_mode", "answer_hours", "language", "card_names", "description"),
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


def facts_of_event(event: Event) -> dict[str, Any]:
    """Return the facts of an event that the next one of its club starts from."""
    facts = {name: getattr(event, name) for name in SHARED}
    return {**facts, "organiser": event.organiser_id, "game_options": event.game_options}
