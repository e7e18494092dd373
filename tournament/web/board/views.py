"""The wall: a page for the projector that keeps itself up to date, its facts, and the news that wakes it.

Everybody may look; everybody sees the same: what is published, names as on the public page of the event.
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator

from django.contrib.auth.decorators import login_not_required
from django.core.handlers.asgi import ASGIRequest
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from tournament.live.board_cache import Snapshot, as_json, facts_of, find_event, snapshots, version_of
from tournament.live.hub import hub
from tournament.pages.board import board as board_of
from tournament.web import sse as streams


def _language() -> str:
    return (get_language() or "it")[:2]


@login_not_required
@require_safe
def board(request: HttpRequest, slug: str) -> HttpResponse:
    """The wall as a whole page, made afresh: it is right without a script too."""
    event = find_event(slug)
    if event is None:
        raise Http404
    wall = board_of(event)
    context = {"event": event, "board": wall, "version": version_of(facts_of(wall)), "now": streams.now()}
    response = render(request, "web/board/board.html", context)
    response["Cache-Control"] = "no-cache"
    return response


def _conditional(request: HttpRequest, snapshot: Snapshot, content: str, content_type: str) -> HttpResponseBase:
    """The content, or 304 where the visitor has it; with the server's time either way."""
    etag = quote_etag(f"{snapshot.version}-{_language()}")
    response = HttpResponse(content, content_type=content_type, headers={"ETag": etag})
    answer = get_conditional_response(request, etag=etag, response=response) or response
    answer["Cache-Control"] = "no-cache"
    answer["Fossato-Version"] = snapshot.version
    answer["Fossato-Now"] = str(streams.now())
    return answer


def _snapshot(slug: str) -> Snapshot:
    found = snapshots.get(slug, _language())
    if found is None:
        raise Http404
    return found


@login_not_required
@require_safe
def board_part(request: HttpRequest, slug: str) -> HttpResponseBase:
    """What stands on the wall, without the page round it."""
    snapshot = _snapshot(slug)
    return _conditional(request, snapshot, snapshot.html, "text/html; charset=utf-8")


@login_not_required
@require_safe
def board_json(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The facts on the wall. The header ``Fossato-Now`` is the server's time in milliseconds since 1970."""
    snapshot = _snapshot(slug)
    content = as_json({"version": snapshot.version, "is_over": snapshot.is_over, **snapshot.facts})
    return _conditional(request, snapshot, content, "application/json")


def _news(snapshot: Snapshot) -> str:
    """The new wall itself: a hall that hears of it and then asks for it would ask all at once."""
    return streams.told("board", f'{{"now": {streams.now()}, "html": {snapshot.html_json}}}', snapshot.version)


async def stream(slug: str, language: str, known: str) -> AsyncIterator[str]:
    """Server-sent events of an event's wall, each with the server's time: ``board`` with the wall when it looks
    different from the version that the visitor has, ``time`` when nothing happened for a while, ``over`` at the end.

    Arguments:
        known: the version that the visitor shows; empty where none.
    """
    ends = time.monotonic() + streams.STREAM_SECONDS
    first = await snapshots.aget(slug, language)
    if first is None:
        return
    with hub().listening(first.event_id) as listener:
        yield streams.hello()
        while time.monotonic() < ends:
            snapshot = await snapshots.aget(slug, language)
            if snapshot is None:
                return
            if snapshot.version != known:
                known = snapshot.version
                yield _news(snapshot)
            if snapshot.is_over:
                yield streams.told("over")
                return
            if not await listener.wait(streams.HEARTBEAT):
                yield streams.told("time")


@login_not_required
@require_safe
async def board_events(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The stream of the wall's news. Where the server cannot stream (WSGI) it says so with 204 and the page polls."""
    if not isinstance(request, ASGIRequest):
        return HttpResponse(status=204)
    language = _language()
    if await snapshots.aget(slug, language) is None:
        raise Http404
    known = request.headers.get("Last-Event-ID") or request.GET.get("da", "")
    return streams.streamed(stream(slug, language, known))
