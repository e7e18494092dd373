"""The public board for the projector: page, fragment, JSON and stream of updates.

No account is needed and everybody gets the same content: what is published, with names as on the event's public page.
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator

from django.contrib.auth.decorators import login_not_required
from django.core.handlers.asgi import ASGIRequest
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournament.core.preconditions import regulation_of
from tournament.live.board_cache import Snapshot, compute_version, find_event, serialize_board, snapshots, to_json
from tournament.live.hub import hub
from tournament.live.single_flight import database_sync_to_async
from tournament.models import Event
from tournament.pages.board import FINISHED_STATES
from tournament.pages.board import board as board_of
from tournament.pages.hall_names import hall_key, opens_hall
from tournament.web import sse as streams
from tournament.web.common import get_event_or_404
from tournament.web.requests import SignedInRequest
from tournament.web.shared import shared


def _language() -> str:
    return (get_language() or "it")[:2]


@login_not_required
@require_safe
@shared
def board(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the complete board, rendered for this request, so that it is correct without JavaScript.

    ``?tema=chiaro`` is for halls with so much light that a dark picture cannot be read.
    """
    event = find_event(slug)
    if event is None:
        raise Http404
    return _whole(request, event)


def _whole(request: HttpRequest, event: Event, key: str = "") -> HttpResponse:
    """Return the complete board; with the key of the hall everybody but minors is named."""
    board_context = board_of(event, in_hall=bool(key))
    context = {
        "key": key,
        "event": event,
        "board": board_context,
        "version": compute_version(serialize_board(board_context)),
        "now": streams.now_ms(),
        "time_out": regulation_of(event).readings.time_out,
        "theme": "light" if request.GET.get("tema") == "chiaro" else "dark",
    }
    return render(request, "web/board/board.html", context)


def _conditional(request: HttpRequest, snapshot: Snapshot, content: str, content_type: str) -> HttpResponseBase:
    """Return the content, or 304 if the ETag matches; both carry the server time."""
    etag = quote_etag(f"{snapshot.version}-{_language()}")
    response = HttpResponse(content, content_type=content_type, headers={"ETag": etag})
    answer = get_conditional_response(request, etag=etag, response=response) or response
    answer["Cache-Control"] = "no-cache"
    answer["Fossato-Version"] = snapshot.version
    answer["Fossato-Now"] = str(streams.now_ms())
    return answer


def _snapshot(slug: str, *, in_hall: bool = False) -> Snapshot:
    snapshot = snapshots.get(slug, _language(), in_hall=in_hall)
    if snapshot is None:
        raise Http404
    return snapshot


@login_not_required
@require_safe
def board_part(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Return the board as an HTML fragment."""
    snapshot = _snapshot(slug)
    return _conditional(request, snapshot, snapshot.html, "text/html; charset=utf-8")


@login_not_required
@require_safe
def board_json(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Return the data of the board as JSON.

    The header ``Fossato-Now`` is the server time in milliseconds since 1970.
    """
    snapshot = _snapshot(slug)
    content = to_json({"version": snapshot.version, "is_over": snapshot.is_over, **snapshot.facts})
    return _conditional(request, snapshot, content, "application/json")


def _news(snapshot: Snapshot) -> str:
    """Return the event ``board`` with the new content.

    The content is sent along, so that not every client requests it at the same moment.
    """
    return streams.sse_message(
        "board", f'{{"now": {streams.now_ms()}, "html": {snapshot.html_json}}}', snapshot.version
    )


async def stream(slug: str, language: str, known: str, *, in_hall: bool = False) -> AsyncIterator[str]:
    """Yield the server-sent events of a board, each with the server time.

    ``board`` carries the board when its version differs from the client's, ``time`` is the heartbeat, ``over`` ends the
    stream.

    Arguments:
        known: version that the client shows; empty if none.
        in_hall: whether everybody but minors is named.
    """
    ends = time.monotonic() + streams.STREAM_SECONDS
    first = await snapshots.aget(slug, language, in_hall=in_hall)
    if first is None:
        return
    with hub().listening(first.event_id) as listener:
        yield streams.sse_preamble()
        while time.monotonic() < ends:
            snapshot = await snapshots.aget(slug, language, in_hall=in_hall)
            if snapshot is None:
                return
            if snapshot.version != known:
                known = snapshot.version
                yield _news(snapshot)
            if snapshot.is_over:
                yield streams.sse_message("over")
                return
            if not await listener.wait(streams.HEARTBEAT_SECONDS):
                yield streams.sse_message("time")


@login_not_required
@require_safe
async def board_events(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Stream the updates of the board; 204 if the server cannot stream (WSGI), and the page polls instead."""
    if not isinstance(request, ASGIRequest):
        return HttpResponse(status=204)
    language = _language()
    if await snapshots.aget(slug, language) is None:
        raise Http404
    known_version = request.headers.get("Last-Event-ID") or request.GET.get("da", "")
    return streams.sse_response(request, stream(slug, language, known_version))


def _hall_event(slug: str, key: str) -> Event | None:
    """Return the event whose hall a key opens; None once the event is over. Raises Http404 for any other key."""
    event = find_event(slug)
    if event is None or not (opens_hall(event, key) or event.state in FINISHED_STATES):
        raise Http404
    return event if opens_hall(event, key) else None


@require_POST
def hall_open(request: SignedInRequest, slug: str) -> HttpResponse:
    """Open the board with names: its address holds the key, and ends with the event."""
    event = get_event_or_404(request, slug)
    return redirect("hall_board", slug, hall_key(event))


@login_not_required
@never_cache
@require_safe
def hall_board(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Show the board with everybody's name but minors'; after the event, the public one."""
    event = _hall_event(slug, key)
    return redirect("board", slug) if event is None else _whole(request, event, key)


@login_not_required
@never_cache
@require_safe
def hall_part(request: HttpRequest, slug: str, key: str) -> HttpResponseBase:
    """Return the board with names as an HTML fragment."""
    snapshot = _snapshot(slug, in_hall=_hall_event(slug, key) is not None)
    return _conditional(request, snapshot, snapshot.html, "text/html; charset=utf-8")


@login_not_required
@require_safe
async def hall_events(request: HttpRequest, slug: str, key: str) -> HttpResponseBase:
    """Stream the updates of the board with names; 204 if the server cannot stream."""
    if not isinstance(request, ASGIRequest):
        return HttpResponse(status=204)
    in_hall = await database_sync_to_async(lambda: _hall_event(slug, key)) is not None
    known_version = request.headers.get("Last-Event-ID") or request.GET.get("da", "")
    return streams.sse_response(request, stream(slug, _language(), known_version, in_hall=in_hall))
