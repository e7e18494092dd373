"""News for a participant's phone and for the desk: that there is something new to look at, never what.

A message carries a mark; the page compares, and asks for itself again where it differs. So a stream that somebody else
reads tells nothing, and a link that is revoked meanwhile gives nothing away.
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable

from django.contrib.auth.decorators import login_not_required
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.views.decorators.http import require_safe

from tournament.access.errors import LinkRefused
from tournament.access.links import link_resolve
from tournament.live.event_digest import Pulse, pulses
from tournament.live.hub import hub
from tournament.live.single_flight import alone
from tournament.models import PrivateLink
from tournament.web import sse as streams
from tournament.web.common import own_event
from tournament.web.phone import table_link as link


async def stream(event_id: int, mark_of: Callable[[Pulse], str], known: str) -> AsyncIterator[str]:
    """Server-sent events, each with the server's time: ``news`` with the new mark as ``id``, ``time`` when nothing
    happened for a while, ``over`` once nothing of the event changes any more.

    Arguments:
        known: the mark that the visitor has; empty where none.
    """
    ends = time.monotonic() + streams.STREAM_SECONDS
    with hub().listening(event_id) as listener:
        yield streams.hello()
        while time.monotonic() < ends:
            pulse = await pulses.aget(event_id)
            if pulse is None:
                return
            mark = mark_of(pulse)
            if mark != known:
                known = mark
                yield streams.told("news", mark=mark)
            if pulse.is_over:
                yield streams.told("over")
                return
            if not await listener.wait(streams.HEARTBEAT):
                yield streams.told("time")


def _answer(request: HttpRequest, event_id: int, mark_of: Callable[[Pulse], str]) -> HttpResponseBase:
    """The stream; 204 where the server cannot stream (WSGI), and the page asks by itself."""
    if not isinstance(request, ASGIRequest):
        return HttpResponse(status=204)
    known = request.headers.get("Last-Event-ID") or request.GET.get("da", "")
    return streams.streamed(stream(event_id, mark_of, known))


@login_not_required
@require_safe
async def player_news(request: HttpRequest, token: str) -> HttpResponseBase:
    """News of a participant's own page."""

    def opened() -> PrivateLink | HttpResponse:
        try:
            return link_resolve(token, PrivateLink.Kind.PARTICIPANT)
        except LinkRefused as refusal:
            return link.refused(request, refusal)

    found = await alone(opened)
    if isinstance(found, HttpResponse):
        return found
    entry_id = found.entry_id or 0
    return _answer(request, found.event_id, lambda pulse: pulse.of_player(entry_id))


@require_safe
async def desk_news(request: HttpRequest, slug: str) -> HttpResponseBase:
    """News of an event for who enters its results: calls for help, sheets, departures, the clock."""
    event = await alone(lambda: own_event(request, slug, "tournament.enter_sheet"))
    return _answer(request, event.pk, lambda pulse: pulse.desk)
