"""Checks of the site through the proxy: its certificate, a page, a static file."""

from __future__ import annotations

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
from django.urls import reverse

TIMEOUT_SECONDS = 10
#: Days before the certificate's end at which a warning is due.
MIN_CERTIFICATE_DAYS = 14
#: Statuses of a proxy that cannot reach the server behind it.
BAD_GATEWAY_STATUSES = (502, 504)
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
    yield from _check_pages()


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


def _check_pages() -> Iterator[CheckMessage]:
    """Request a page that reads the database, then a file that the proxy itself should serve."""
    status = _status(reverse("account_login"))
    if status in BAD_GATEWAY_STATUSES:
        yield Error(f"The site answers {status}: nginx does not reach the server", "sudo systemctl status fossato-web")
        return
    if status != 200:
        yield Error(f"The sign-in page answers {status}", "journalctl -u fossato-web -o cat | tail")
        return
    yield Info("site")
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
