"""Context of the desk's live part: the digest that it knows, and the open help requests."""

from __future__ import annotations

from typing import Any

from tournament.draws.requests import open_request
from tournament.live.announcements import desk_announcements
from tournament.live.event_digest import event_digests
from tournament.models import Event
from tournament.rounds.participation import leaving, open_calls


def known_desk_digest(event: Event) -> str:
    """Return the digest that a page of the desk has, empty if none is cached.

    Call it before reading the data of the page, so that a later change makes the page stale.
    """
    pulse = event_digests.peek(event.pk)
    return pulse.desk if pulse else ""


def help_request_context(event: Event) -> dict[str, Any]:
    """Return the context of the desk's part about draw requests, help requests and departures, with its announcements.

    Runs three queries, and three more while a request about a draw is open.
    """
    calls, leaves, draw_request = list(open_calls(event)), list(leaving(event)), open_request(event)
    return {
        "calls": calls,
        "leaving": leaves,
        "draw_request": draw_request,
        "news": desk_announcements(calls, leaves, draw_request),
    }
