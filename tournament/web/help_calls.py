"""Context of the desk's live part: the digest that it knows, and the open help requests."""

from __future__ import annotations

from typing import Any

from tournament.draws.selectors import open_press
from tournament.live.announcements import desk_announcements
from tournament.live.event_digest import event_digests
from tournament.models import Event
from tournament.pages.desk import DeskNumbers, desk_numbers
from tournament.rounds.participation import leaving, open_calls


def known_desk_digest(event: Event) -> str:
    """Return the digest that a page of the desk has, empty if none is cached.

    Call it before reading the data of the page, so that a later change makes the page stale.
    """
    pulse = event_digests.peek(event.pk)
    return pulse.desk if pulse else ""


def help_request_context(event: Event, numbers: DeskNumbers | None = None) -> dict[str, Any]:
    """Return the context of the desk's part about an open draw, help requests and departures.

    The announcements of all of them are part of it.

    Runs one query for each list that is not empty, and one for the numbers.

    Arguments:
        numbers: of the desk, if they are read already.
    """
    numbers = numbers or desk_numbers(event)
    calls = list(open_calls(event)) if numbers.has_calls else []
    leaves = list(leaving(event)) if numbers.has_leaving else []
    open_draw = open_press(event) if numbers.has_open_draw else None
    return {
        "calls": calls,
        "leaving": leaves,
        "news": desk_announcements(calls, leaves, open_draw),
    }
