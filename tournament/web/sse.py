"""Server-sent events shared by all streams: heartbeat, maximum duration, response headers, server time."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import AsyncIterator
from typing import Final

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse

from tournament.live.single_flight import database_sync_to_async

#: Seconds without a message after which a heartbeat with the server time is sent.
HEARTBEAT_SECONDS = 15.0
#: Seconds after which a stream ends; the browser reconnects.
STREAM_SECONDS = 1800.0
#: Milliseconds after which the browser reconnects.
RETRY_MS = 2000
#: Streams that one process keeps open, and those of one network address, which a hall of 300 phones shares.
MOST_STREAMS: Final = 2000
MOST_BY_ADDRESS: Final = 600
#: Open streams of this process by network address.
_open: Counter[str] = Counter()


def now_ms() -> int:
    """Return the server time in milliseconds since 1970."""
    return int(time.time() * 1000)


def sse_message(kind: str, data: object = "", mark: str = "") -> str:
    """Return one server-sent event.

    Arguments:
        kind: name of the event.
        data: one line; the server time if empty.
        mark: id of the event, which the browser sends back in ``Last-Event-ID``.
    """
    begins = f"id: {mark}\n" if mark else ""
    return f"{begins}event: {kind}\ndata: {data or now_ms()}\n\n"


def sse_preamble() -> str:
    """Return the first message of a stream: reconnection delay and server time."""
    return f"retry: {RETRY_MS}\n{sse_message('time')}"


def with_time(response: HttpResponse) -> HttpResponse:
    """Add the header ``Fossato-Now``: the server time in milliseconds since 1970."""
    response["Fossato-Now"] = str(now_ms())
    return response


async def _counted(address: str, messages: AsyncIterator[str]) -> AsyncIterator[str]:
    """Yield the messages of a stream, which counts as open until its end.

    The first message is asked for after all middleware: what that opened for session and account is given back here,
    else a stream without database work of its own would hold a connection until its end.
    """
    _open[address] += 1
    try:
        await database_sync_to_async(lambda: None)
        async for message in messages:
            yield message
    finally:
        _open[address] -= 1
        if not _open[address]:
            del _open[address]


def sse_response(request: HttpRequest, messages: AsyncIterator[str]) -> HttpResponse | StreamingHttpResponse:
    """Return a streaming response that is neither cached nor buffered by a proxy.

    204 beyond the streams that one address or one process may have open: the browser then polls.
    """
    address = str(request.META.get("REMOTE_ADDR", ""))
    if _open.get(address, 0) >= MOST_BY_ADDRESS or _open.total() >= MOST_STREAMS:
        return HttpResponse(status=204)
    response = StreamingHttpResponse(_counted(address, messages), content_type="text/event-stream")
    response["Cache-Control"] = "no-cache"
    response["X-Accel-Buffering"] = "no"
    return response
