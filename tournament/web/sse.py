"""What every stream of news has in common: its heartbeat, its end, its headers, the server's time."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator

from django.http import HttpResponse, StreamingHttpResponse

#: Seconds of silence after which the server says that it is there, and what time it is.
HEARTBEAT = 15.0
#: Seconds after which a stream ends; the browser comes back by itself.
STREAM_SECONDS = 1800.0
#: Milliseconds after which the browser comes back.
RETRY = 2000


def now() -> int:
    """Milliseconds since 1970 by the server's clock."""
    return int(time.time() * 1000)


def told(kind: str, data: object = "", mark: str = "") -> str:
    """A message of a stream.

    Arguments:
        data: one line; the server's time where nothing is given.
        mark: comes back in ``Last-Event-ID``.
    """
    begins = f"id: {mark}\n" if mark else ""
    return f"{begins}event: {kind}\ndata: {data or now()}\n\n"


def hello() -> str:
    """The first words of a stream: when to come back, and what time it is."""
    return f"retry: {RETRY}\n{told('time')}"


def with_time(response: HttpResponse) -> HttpResponse:
    """Tells the server's time in ``Fossato-Now``, in milliseconds since 1970."""
    response["Fossato-Now"] = str(now())
    return response


def streamed(messages: AsyncIterator[str]) -> StreamingHttpResponse:
    """The stream as an answer that nobody keeps and no proxy holds back."""
    response = StreamingHttpResponse(messages, content_type="text/event-stream")
    response["Cache-Control"] = "no-cache"
    response["X-Accel-Buffering"] = "no"
    return response
