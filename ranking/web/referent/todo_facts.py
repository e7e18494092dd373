"""What the Referent's list says about a thing that waits, by kind: the facts on which it is decided."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.contrib.auth.models import User

from ranking.homologation.selectors import QueueItem, authorisation_queue, checked_queue, waiting_moves
from ranking.national.season import minimum_players
from tournament.entries.error_reports import error_reports_for_referent
from tournament.events.selectors import concurrent_events_by_hall
from tournament.federation.selectors import OpenRequest, open_requests
from tournament.models import ConsentPaper, ErrorReport, Event, EventMove
from tournament.records.selectors import papers_waiting
from tournament.regulation import parameters as regulation


@dataclass(frozen=True, slots=True)
class Announced:
    """An event to authorise (art. 1.2).

    Arguments:
        minimum: players that its Fascia needs; None for the national final.
        same_hall: the organiser's other events in the same hall on a shared day.
        notice, needed: days from the announcement to the event, and how many its version asks for (AMB-47).
    """

    event: Event
    minimum: int | None
    same_hall: list[Event]
    notice: int
    needed: int


def _announced(user: User) -> dict[str, Announced]:
    events = list(authorisation_queue())
    halls = concurrent_events_by_hall(events)
    rows = {}
    for event in events:
        needed = regulation.get(event.regulation).readings.notice_days
        notice = needed if event.announced_on is None else (event.first_day - event.announced_on).days
        rows[event.slug] = Announced(event, minimum_players(event), halls[event.pk], notice, needed)
    return rows


def _moves(user: User) -> dict[str, EventMove]:
    return {str(move.pk): move for move in waiting_moves()}


def _reported(user: User) -> dict[str, QueueItem]:
    return {item.event.slug: item for item in checked_queue(user)}


def _organiser_requests(user: User) -> dict[str, OpenRequest]:
    return {str(row.request.pk): row for row in open_requests()}


def _papers(user: User) -> dict[str, ConsentPaper]:
    return {str(paper.pk): paper for paper in papers_waiting()}


def _error_reports(user: User) -> dict[str, list[ErrorReport]]:
    reports: dict[str, list[ErrorReport]] = defaultdict(list)
    for report in error_reports_for_referent():
        reports[report.entry.event.slug].append(report)
    return reports


#: Reads the facts of everything of a kind that waits, by the key of the thing.
FACTS: Final[dict[str, Callable[[User], Mapping[str, Any]]]] = {
    "authorisation": _announced,
    "move": _moves,
    "homologation": _reported,
    "organiser_request": _organiser_requests,
    "organiser_answer": _organiser_requests,
    "consent": _papers,
    "error_of_report": _error_reports,
}
