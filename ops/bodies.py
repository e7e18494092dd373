"""Refuse a request with a body that no page takes: Django would write it to the disk as a whole before any view runs.

In production nginx refuses it first; ``script/server`` in a hall has none.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from django.template.loader import render_to_string

#: Bytes: a photo of 12 MB and the fields beside it.
MOST_BYTES = 13 * 1024 * 1024

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[MutableMapping[str, Any], Receive, Send], Awaitable[None]]


def bounded_bodies(application: Any) -> Application:
    """Return the application with bounded bodies; one that hides its size is cut off at the bound."""

    async def bounded(scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and _declared(scope) > MOST_BYTES:
            await _answer_too_large(send)
            return
        received = 0

        async def counted() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            return message if received <= MOST_BYTES else {"type": "http.disconnect"}

        await application(scope, counted, send)

    return bounded


def _declared(scope: MutableMapping[str, Any]) -> int:
    length = dict(scope["headers"]).get(b"content-length", b"0")
    return int(length) if length.isdigit() else 0


async def _answer_too_large(send: Send) -> None:
    """Answer without the body: uvicorn then closes the connection."""
    page = render_to_string("413.html").encode()
    headers = [
        (b"content-type", b"text/html; charset=utf-8"),
        (b"cache-control", b"no-store"),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": page})
