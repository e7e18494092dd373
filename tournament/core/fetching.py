"""Ask an address outside over HTTPS, within a time and a size: fetch one small document, or deliver one.

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
    """The exchange did not succeed: the message says why.

    Attributes:
        status: that the host answered with; 0 if no whole answer came.
    """

    def __init__(self, reason: str, *, status: int = 0) -> None:
        super().__init__(reason)
        self.status = status


def fetch(url: str, *, seconds: float = 5.0) -> bytes:
    """Return the first MAX_BYTES of the document at an address.

    Arguments:
        url: begins with https://; http:// only for a host of LOCAL_HOSTS.
        seconds: for the whole exchange.

    Errors: FetchFailed.
    """
    return _exchange("GET", url, {"Accept": "application/json"}, None, seconds, (http.client.OK,))


def post(url: str, content: bytes, headers: dict[str, str], *, seconds: float = 5.0) -> None:
    """Deliver a document to an address, which answers 200, 201 or 202.

    Arguments: as of ``fetch``. Errors: FetchFailed.
    """
    taken = (http.client.OK, http.client.CREATED, http.client.ACCEPTED)
    _exchange("POST", url, headers, content, seconds, taken)


def _exchange(
    method: str, url: str, headers: dict[str, str], sent: bytes | None, seconds: float, expected: tuple[int, ...]
) -> bytes:
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
        connection.request(method, path, body=sent, headers=headers)
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
    if answer.status not in expected:
        raise FetchFailed(f"{host} answered {answer.status}", status=answer.status)
    return content


def _cut(line: socket.socket, is_late: threading.Event) -> None:
    """Shut a connection down while another thread reads from it."""
    is_late.set()
    # It may be closed already.
    with suppress(OSError):
        socket.socket.shutdown(line, socket.SHUT_RDWR)
