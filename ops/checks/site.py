"""Checks of the site through the proxy: certificate, redirect, health, a page, a stream, a static file."""

from __future__ import annotations

import http.client
import socket
import ssl
import urllib.error
import urllib.request
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urljoin, urlsplit

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.checks import CheckMessage, Error, Info, Warning
from django.db import DatabaseError
from django.urls import reverse

from tournament.events.selectors import listed_events

TIMEOUT_SECONDS = 10
#: Days before the certificate's end at which a warning is due.
MIN_CERTIFICATE_DAYS = 14
#: Statuses of a proxy that cannot reach the server behind it.
BAD_GATEWAY_STATUSES = (502, 504)
REDIRECTS = (301, 302, 307, 308)
STYLE = "fossato/css/site.css"


def site() -> Iterator[CheckMessage]:
    """Check that the site answers under its own name with a valid certificate, and serves a page and a static file."""
    address = urlsplit(settings.FOSSATO_SITE_URL)
    if address.scheme != "https" or not address.hostname:
        return
    try:
        expiry = _certificate_expiry(address.hostname, address.port or 443)
    except ssl.SSLCertVerificationError as problem:
        yield Error(
            f"The certificate of {address.hostname} does not hold: {problem.verify_message}", "deploy/README.md"
        )
        return
    except ConnectionRefusedError:
        yield Error(f"Nothing listens at {settings.FOSSATO_SITE_URL}", "sudo nginx -t && sudo systemctl start nginx")
        return
    except OSError as problem:
        yield Warning(
            f"{address.hostname} was not reached from here ({type(problem).__name__})",
            "Without nginx the phones do not reach the site: deploy/README.md",
        )
        return
    days = (datetime.fromtimestamp(expiry, UTC) - datetime.now(UTC)).days
    if days < MIN_CERTIFICATE_DAYS:
        yield Warning(f"The certificate of {address.hostname} ends in {days} days", "sudo certbot renew")
    else:
        yield Info(f"certificate, {days} days left")
    if address.port is None:
        yield from check_redirect(address.hostname)
    yield from _check_pages()


def check_redirect(host: str, port: int = 80) -> Iterator[CheckMessage]:
    """Check that a visitor without https is sent to it."""
    plain = http.client.HTTPConnection(host, port, timeout=TIMEOUT_SECONDS)
    try:
        plain.request("GET", "/", headers={"Host": host})
        answer = plain.getresponse()
    except OSError as problem:
        yield Warning(
            f"http://{host} does not answer ({type(problem).__name__})",
            "Who types the name without https finds nothing: deploy/nginx.conf listens on port 80 too",
        )
        return
    finally:
        plain.close()
    if answer.status not in REDIRECTS or not str(answer.headers["Location"]).startswith(f"https://{host}"):
        yield Error(f"http://{host} answers {answer.status}, not a redirect to https", "deploy/nginx.conf")
    else:
        yield Info("redirect to https")


def _certificate_expiry(host: str, port: int) -> float:
    context = ssl.create_default_context()
    with (
        socket.create_connection((host, port), timeout=TIMEOUT_SECONDS) as plain,
        context.wrap_socket(plain, server_hostname=host) as tls_socket,
    ):
        expiry: Any = (tls_socket.getpeercert() or {}).get("notAfter")
    return ssl.cert_time_to_seconds(expiry)


def _status(path: str) -> int | str:
    """Return the status of a response, or the kind of failure where there was none."""
    try:
        with urllib.request.urlopen(urljoin(settings.FOSSATO_SITE_URL, path), timeout=TIMEOUT_SECONDS) as response:
            return int(response.status)
    except urllib.error.HTTPError as problem:
        return problem.code
    except OSError as problem:
        return type(problem).__name__


def _check_stream() -> Iterator[CheckMessage]:
    """Check that the first message of a live board passes the proxy at once; nothing where no event is public."""
    try:
        slug = listed_events().values_list("slug", flat=True).first()
    except DatabaseError:
        # Another check reports the database.
        return
    if slug is None:
        return
    path = reverse("board_events", args=[slug])
    request = urllib.request.Request(urljoin(settings.FOSSATO_SITE_URL, path), headers={"Accept": "text/event-stream"})
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as response:
            begins = response.readline()
    except OSError as problem:
        yield Error(
            f"The stream of a live board does not come through ({type(problem).__name__})",
            "The proxy must not buffer it: deploy/nginx.conf, location of the streams",
        )
        return
    if begins.startswith(b"retry:"):
        yield Info("streams from outside")
    else:
        yield Warning("The server does not stream: pages ask every 10 s", "Run it with script/server --production")


def _check_pages() -> Iterator[CheckMessage]:
    """Request a page that reads the database, then a file that the proxy itself should serve."""
    status = _status(reverse("account_login"))
    if status in BAD_GATEWAY_STATUSES:
        todo = "sudo systemctl status 'fossato-web@*'"
        yield Error(f"The site answers {status}: nginx does not reach the server", todo)
        return
    if status != 200:
        yield Error(f"The sign-in page answers {status}", "journalctl -u 'fossato-web@*' -o cat | tail")
        return
    yield Info("site")
    status = _status(reverse("health_live"))
    if status != 200:
        yield Error(f"{reverse('health_live')} answers {status} from outside", "deploy/nginx.conf")
    else:
        yield Info("health from outside")
    yield from _check_stream()
    try:
        style = staticfiles_storage.url(STYLE)
    except ValueError:
        # The files are not collected, which another check reports.
        return
    status = _status(style)
    if status != 200:
        todo = "nginx must be able to read FOSSATO_STATIC, and its own file to name it: deploy/nginx.conf"
        yield Error(f"A static file answers {status}", todo)
    else:
        yield Info("static files from outside")
