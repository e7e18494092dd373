"""What the pages of the desk need to keep themselves up to date, and what they show of calls for help."""

from __future__ import annotations

from typing import Any

from tournament.draws.requests import open_request
from tournament.live.announcements import desk_news
from tournament.live.event_digest import pulses
from tournament.models import Event
from tournament.rounds.participation import leaving, open_calls


def desk_known(event: Event) -> str:
    """The mark that a page of the desk shows, to be asked before its facts are read; empty where none is at hand."""
    pulse = pulses.at_hand(event.pk)
    return pulse.desk if pulse else ""


def calls_facts(event: Event) -> dict[str, Any]:
    """What the part of the desk about requests, help and departures shows, and what it says: three queries, and three
    more while a request about a draw waits."""
    calls, leaves, asked = list(open_calls(event)), list(leaving(event)), open_request(event)
    return {"calls": calls, "leaving": leaves, "asked": asked, "news": desk_news(calls, leaves, asked)}
