"""Send one request to a user-supplied URL, protected against server-side request forgery (SSRF).

The name is resolved once, every address it has must be public, and the connection goes to the very address that was
checked. Redirects are not followed. Silence, slowness and endless responses are cut off.
"""

from __future__ import annotations

import http.client
import ipaddress
import re
import socket
import ssl
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings

from tournament.webhooks.errors import (
    CertificateWrong,
    ConnectionBroken,
    ConnectionRefused,
    DeliveryFailed,
    NameUnknown,
    Redirected,
    StatusWrong,
    TooSlow,
    WebhookAddressWrong,
    WebhookPrivate,
    WebhookScheme,
    WebhookUserinfo,
)

#: Maximum duration of an attempt, as a multiple of the timeout for silence: a slow response cannot block a worker.
TOTAL_TIMEOUT_FACTOR = 3
#: Bytes of a response that are read; they are discarded.
MAX_RESPONSE_BYTES = 64 * 1024

Address = tuple[int, str]
_HOST = re.compile(r"[a-z0-9._-]+|[0-9a-f:.]+")
_NAT64 = ipaddress.ip_network("64:ff9b::/96")


@dataclass(frozen=True, slots=True)
class Target:
    """The parts of a URL. ``path`` includes the query."""

    secure: bool
    host: str
    port: int
    path: str


def parse_target(url: str) -> Target:
    """Parse a URL and check what can be checked without the network.

    Errors: WebhookAddressWrong, WebhookScheme, WebhookUserinfo; WebhookPrivate if the host is a private IP address.
    """
    try:
        parts = urlsplit(url)
        port = parts.port
        host = (parts.hostname or "").encode("idna").decode()
    except (ValueError, UnicodeError) as wrong:
        raise WebhookAddressWrong from wrong
    allowed = ("https", "http") if settings.FOSSATO_WEBHOOK_HTTP else ("https",)
    if parts.scheme not in allowed:
        raise WebhookScheme if "://" in url else WebhookAddressWrong
    if "@" in parts.netloc:
        raise WebhookUserinfo
    odd = any(not "!" <= letter <= "~" for letter in parts.path + parts.query)
    if not _HOST.fullmatch(host) or port == 0 or parts.fragment or odd:
        raise WebhookAddressWrong
    try:
        number = ipaddress.ip_address(host)
    except ValueError:
        pass
    else:
        _require_public(host, str(number))
    secure = parts.scheme == "https"
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(secure=secure, host=host, port=port or (443 if secure else 80), path=path)


def is_public(number: str) -> bool:
    """Return whether an IP address is public; one that embeds another (6to4, NAT64, Teredo) is not."""
    address = ipaddress.ip_address(number.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            address = address.ipv4_mapped
        elif address.sixtofour is not None or address.teredo is not None or address in _NAT64:
            return False
    return address.is_global and not address.is_multicast and not address.is_reserved


def _require_public(host: str, number: str) -> None:
    if not settings.FOSSATO_WEBHOOK_PRIVATE and not is_public(number):
        raise WebhookPrivate(host=host)


def resolve(target: Target) -> list[Address]:
    """Return the addresses to connect to, in order. Errors: NameUnknown; WebhookPrivate if any of them is private."""
    try:
        address_infos = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as unknown:
        raise NameUnknown(host=target.host) from unknown
    for *_facts, address in address_infos:
        _require_public(target.host, str(address[0]))
    return [(int(family), str(address[0])) for family, *_facts, address in address_infos]


class PinnedHTTPConnection(http.client.HTTPConnection):
    """Connection pinned to the checked addresses, whatever the name resolves to by now."""

    def __init__(self, target: Target, addresses: list[Address]) -> None:
        super().__init__(target.host, target.port, timeout=settings.FOSSATO_WEBHOOK_SECONDS)
        self._target, self._addresses = target, addresses
        self.default_port = 443 if target.secure else 80

    def connect(self) -> None:
        self.sock = self._open_socket()
        if self._target.secure:
            context = ssl.create_default_context()
            self.sock = context.wrap_socket(self.sock, server_hostname=self._target.host)

    def _open_socket(self) -> socket.socket:
        """Connect to the first address that accepts. Errors: OSError of the last."""
        for remaining, (family, number) in enumerate(self._addresses, start=1 - len(self._addresses)):
            reached = socket.socket(family, socket.SOCK_STREAM)
            reached.settimeout(settings.FOSSATO_WEBHOOK_SECONDS)
            try:
                reached.connect((number, self._target.port))
            except OSError:
                reached.close()
                if remaining == 0:
                    raise
            else:
                return reached
        raise OSError

    def cut(self) -> None:
        """Shut the connection down while another thread reads from it."""
        if isinstance(self.sock, socket.socket):
            # It may be closed already.
            with suppress(OSError):
                socket.socket.shutdown(self.sock, socket.SHUT_RDWR)


def post(url: str, body: bytes, headers: Mapping[str, str]) -> int:
    """Send a body once.

    Returns: the status, from 200 to 299.
    Errors: DeliveryFailed with its reason; WebhookAddressWrong, WebhookScheme, WebhookUserinfo.
    """
    status, _content = _request("POST", url, body, headers)
    return status


def get(url: str) -> bytes:
    """Fetch a small document once: at most MAX_RESPONSE_BYTES of it. Errors: as :func:`post`."""
    _status, content = _request("GET", url, None, {"Accept": "application/json"})
    return content


def _request(method: str, url: str, body: bytes | None, headers: Mapping[str, str]) -> tuple[int, bytes]:
    """Send a request once, and return the status, from 200 to 299, with the start of the response's body."""
    target = parse_target(url)
    connection = PinnedHTTPConnection(target, resolve(target))
    is_late = threading.Event()

    def time_is_up() -> None:
        is_late.set()
        connection.cut()

    timer = threading.Timer(TOTAL_TIMEOUT_FACTOR * settings.FOSSATO_WEBHOOK_SECONDS, time_is_up)
    timer.daemon = True
    timer.start()
    try:
        status, content = _send_request(connection, target, method, body, headers, is_late)
    except (OSError, http.client.HTTPException) as error:
        raise _classify_error(error, target, is_late.is_set()) from error
    finally:
        timer.cancel()
        connection.close()
    if 300 <= status < 400:
        raise Redirected(host=target.host, status=status)
    if not 200 <= status < 300:
        raise StatusWrong(host=target.host, status=status)
    return status, content


def _send_request(
    connection: PinnedHTTPConnection,
    target: Target,
    method: str,
    body: bytes | None,
    headers: Mapping[str, str],
    late: threading.Event,
) -> tuple[int, bytes]:
    connection.request(method, target.path, body=body, headers=dict(headers))
    answer = connection.getresponse()
    if late.is_set():
        # Truncated headers look like complete headers.
        raise TimeoutError
    bytes_left, parts = MAX_RESPONSE_BYTES, []
    with suppress(OSError, http.client.HTTPException):
        # The status is already known: an error in the rest of the response does not change it.
        while bytes_left and (part := answer.read1(min(bytes_left, 8192))):
            bytes_left -= len(part)
            parts.append(part)
    return answer.status, b"".join(parts)


def _classify_error(error: Exception, target: Target, late: bool) -> DeliveryFailed:
    host = target.host
    if late or isinstance(error, TimeoutError):
        return TooSlow(host=host)
    if isinstance(error, ssl.SSLError):
        return CertificateWrong(host=host)
    if isinstance(error, ConnectionResetError | BrokenPipeError | http.client.HTTPException):
        return ConnectionBroken(host=host)
    return ConnectionRefused(host=host)
