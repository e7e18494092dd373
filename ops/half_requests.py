"""End connections that send half a request, at no cost to the server.

In production nginx does this first; the laptop of an event has none. uvicorn ends what is idle between two requests,
but waits without end for the rest of one, and its command line takes no protocol of one's own: hence the methods of its
class are wrapped.
"""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections import Counter
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from django.conf import settings
from uvicorn.protocols.http.h11_impl import H11Protocol

#: Seconds for the whole body of a request; a photo from a slow phone takes a minute.
BODY_SECONDS = 600.0
#: Connections of one address at a time: 300 phones of a hall with a stream and a page each, and as many again.
MOST_BY_ADDRESS = 1200

_open: Counter[str] = Counter()


class _Patience:
    """Bytes still awaited on one connection, and the timer that ends it."""

    def __init__(self, protocol: Any) -> None:
        self._protocol = protocol
        self._awaited = ""
        self._since = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def renew(self) -> None:
        """Look at what is awaited after some data: the head as a whole and each piece of a body have their seconds."""
        awaited = self._still_awaited()
        if awaited == self._awaited == "head":
            return
        self.stop()
        if awaited != self._awaited:
            self._awaited, self._since = awaited, time.monotonic()
        if awaited:
            self._wait()

    def _wait(self) -> None:
        left = BODY_SECONDS - (time.monotonic() - self._since)
        seconds = min(settings.FOSSATO_HALF_SENT_SECONDS, max(0.0, left))
        self._timer = self._protocol.loop.call_later(seconds, self._end)

    def _end(self) -> None:
        """End the connection, unless this server is the one that reads nothing just now."""
        if self._protocol.flow.read_paused:
            self._since = time.monotonic()
            self._wait()
        else:
            self._protocol.transport.close()

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _still_awaited(self) -> str:
        cycle = self._protocol.cycle
        if cycle is not None and not cycle.response_complete:
            return "body" if cycle.more_body else ""
        # Between two requests uvicorn has a timer of its own.
        return "" if self._protocol.timeout_keep_alive_task is not None else "head"


def _address(protocol: Any) -> str:
    """Return the address of the other side, empty for the proxy of this machine, through which everybody comes."""
    host = protocol.client[0] if protocol.client else ""
    try:
        return "" if ipaddress.ip_address(host).is_loopback else host
    except ValueError:
        return ""


def bound_half_requests() -> None:
    """Bound the connections of the server that runs this process, whichever parser of HTTP uvicorn takes."""
    _bound(H11Protocol)
    # Installed in production only; its class has the same attributes.
    if find_spec("httptools"):
        _bound(import_module("uvicorn.protocols.http.httptools_impl").HttpToolsProtocol)


def _bound(protocol: type[Any]) -> None:
    on_connection, on_data, on_end = protocol.connection_made, protocol.data_received, protocol.connection_lost

    def connection_made(self: Any, transport: Any) -> None:
        on_connection(self, transport)
        self.fossato_patience = _Patience(self)
        _open[_address(self)] += 1
        if _address(self) and _open[_address(self)] > MOST_BY_ADDRESS:
            transport.abort()
            return
        self.fossato_patience.renew()

    def data_received(self: Any, data: bytes) -> None:
        on_data(self, data)
        self.fossato_patience.renew()

    def connection_lost(self: Any, exc: Exception | None) -> None:
        self.fossato_patience.stop()
        _open[_address(self)] -= 1
        if not _open[_address(self)]:
            del _open[_address(self)]
        on_end(self, exc)

    for method in (connection_made, data_received, connection_lost):
        setattr(protocol, method.__name__, method)
