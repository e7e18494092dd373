"""Fetch one small document over HTTPS from an address that the operator has set, within a time and a size.

The certificate is verified, redirects are not followed; silence, slowness and endless answers are cut off.
"""

from __future__ import annotations

import http.client
import socket
import ssl
import threading
import time
from contextlib import suppress
from urllib.parse import urlsplit

#: Bytes of an answer that are read; the rest is left.
MAX_BYTES = 64 * 1024
#: Hosts that may be asked without encryption: a relay on this machine.
LOCAL_HOSTS = frozenset({"127.0.0.1", "::1", "localhost"})


class FetchFailed(Exception):
    """The document did not come: the message says why."""


def fetch(url: str, *, seconds: float = 5.0) -> bytes:
    """Return the first MAX_BYTES of the document at an address.

    Arguments:
        url: begins with https://; http:// only for a host of LOCAL_HOSTS.
        seconds: for the whole exchange.

    Errors: FetchFailed.
    """
    parts = urlsplit(url)
    host = parts.hostname or ""
    if not host or (parts.scheme != "https" and not (parts.scheme == "http" and host in LOCAL_HOSTS)):
        raise FetchFailed(f"{url} does not begin with https://")
    connection: http.client.HTTPConnection
    if parts.scheme == "https":
        connection = http.client.HTTPSConnection(
            host, parts.port, timeout=seconds, context=ssl.create_default_context()
        )
    else:
        connection = http.client.HTTPConnection(host, parts.port, timeout=seconds)
    is_late = threading.Event()
    begun = time.monotonic()
    timer: threading.Timer | None = None
    try:
        connection.connect()
        # The connection forgets its socket once the answer's head has come and the answer has no length.
        left = max(0.0, seconds - (time.monotonic() - begun))
        timer = threading.Timer(left, _cut, (connection.sock, is_late))
        timer.daemon = True
        timer.start()
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        connection.request("GET", path, headers={"Accept": "application/json"})
        answer = connection.getresponse()
        content = answer.read(MAX_BYTES)
    except (OSError, http.client.HTTPException) as error:
        raise FetchFailed(f"{host}: {type(error).__name__} {error}".strip()) from error
    finally:
        if timer is not None:
            timer.cancel()
        connection.close()
    if is_late.is_set():
        # An answer that was cut off looks like a complete one.
        raise FetchFailed(f"{host} did not answer within {seconds:g} s")
    if answer.status != http.client.OK:
        raise FetchFailed(f"{host} answered {answer.status}")
    return content


def _cut(line: socket.socket, is_late: threading.Event) -> None:
    """Shut a connection down while another thread reads from it."""
    is_late.set()
    # It may be closed already.
    with suppress(OSError):
        socket.socket.shutdown(line, socket.SHUT_RDWR)
