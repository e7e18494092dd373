"""Streams that signal to a participant's page, a public page and the desk that they are stale, without any content.

An event carries a digest; the page compares it and requests itself again if it differs. Therefore a stream that is
intercepted discloses nothing, and a link revoked during the stream gives no access to data.
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable

from django.contrib.auth.decorators import login_not_required
from django.core.handlers.asgi import ASGIRequest
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.views.decorators.http import require_safe

from tournament.access.links import link_resolve
from tournament.access.refusals import LinkRefused
from tournament.live.board_cache import find_event
from tournament.live.event_digest import EventDigest, event_digests
from tournament.live.hub import hub
from tournament.live.single_flight import database_sync_to_async
from tournament.models import PrivateLink
from tournament.web import sse as streams
from tournament.web.common import get_event_or_404
from tournament.web.phone import table_link as link


async def stream(event_id: int, mark_of: Callable[[EventDigest], str], known: str) -> AsyncIterator[str]:
    """Yield the server-sent events of one audience, each with the server time.

    ``news`` carries the new digest as ``id``, ``time`` is the heartbeat, ``over`` ends the stream once nothing of the
    event changes any more.

    Arguments:
        mark_of: selects the audience's digest.
        known: digest that the page has; empty if none.
    """
    ends = time.monotonic() + streams.STREAM_SECONDS
    with hub().listening(event_id) as listener:
        yield streams.sse_preamble()
        while time.monotonic() < ends:
            event_digest = await event_digests.aget(event_id)
            if event_digest is None:
                return
            audience_digest = mark_of(event_digest)
            if audience_digest != known:
                known = audience_digest
                yield streams.sse_message("news", mark=audience_digest)
            if event_digest.is_over:
                yield streams.sse_message("over")
                return
            if not await listener.wait(streams.HEARTBEAT_SECONDS):
                yield streams.sse_message("time")


def _stream_or_empty(request: HttpRequest, event_id: int, mark_of: Callable[[EventDigest], str]) -> HttpResponseBase:
    """Return the stream; 204 if the server cannot stream (WSGI), and the page polls instead."""
    if not isinstance(request, ASGIRequest):
        return HttpResponse(status=204)
    known_digest = request.headers.get("Last-Event-ID") or request.GET.get("da", "")
    return streams.sse_response(request, stream(event_id, mark_of, known_digest))


@login_not_required
@require_safe
async def player_news(request: HttpRequest, token: str) -> HttpResponseBase:
    """Stream the changes that concern a participant's page."""

    def opened() -> PrivateLink | HttpResponse:
        try:
            return link_resolve(token, PrivateLink.Kind.PARTICIPANT)
        except LinkRefused as refusal:
            return link.render_link_error(request, refusal)

    link_or_error = await database_sync_to_async(opened)
    if isinstance(link_or_error, HttpResponse):
        return link_or_error
    entry_id = link_or_error.entry_id or 0
    return _stream_or_empty(
        request, link_or_error.event_id, lambda event_digest: event_digest.for_participant(entry_id)
    )


@login_not_required
@require_safe
async def event_news(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Stream the changes that everybody sees: rounds, their clock, the state of the event."""
    event = await database_sync_to_async(lambda: find_event(slug))
    if event is None:
        raise Http404
    return _stream_or_empty(request, event.pk, lambda event_digest: event_digest.hall)


@require_safe
async def desk_news(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Stream the changes that concern the desk and the referees: help requests, sheets, departures, the clock."""
    event = await database_sync_to_async(lambda: get_event_or_404(request, slug, "tournament.enter_sheet"))
    return _stream_or_empty(request, event.pk, lambda event_digest: event_digest.desk)
