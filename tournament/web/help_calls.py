"""Context of the desk's live part: the digest that it knows, and the open help requests."""

from __future__ import annotations

from typing import Any

from tournament.draws.requests import open_request
from tournament.live.announcements import desk_news
from tournament.live.event_digest import pulses
from tournament.models import Event
from tournament.rounds.participation import leaving, open_calls


def desk_known(event: Event) -> str:
    """Return the digest that a page of the desk has, empty if none is cached.

    Call it before reading the data of the page, so that a later change makes the page stale.
    """
    pulse = pulses.at_hand(event.pk)
    return pulse.desk if pulse else ""


def calls_facts(event: Event) -> dict[str, Any]:
    """Return the context of the desk's part about draw requests, help requests and departures, with its announcements.

    Runs three queries, and three more while a request about a draw is open.
    """
    calls, leaves, draw_request = list(open_calls(event)), list(leaving(event)), open_request(event)
    return {"calls": calls, "leaving": leaves, "asked": draw_request, "news": desk_news(calls, leaves, draw_request)}
