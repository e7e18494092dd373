"""Test one POST to an external URL: what is refused, aborted, or counted as delivered."""

from __future__ import annotations

import http.client
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.integration.servers.ports import free_port
from tests.integration.servers.receiver import Receiver, certificate_for_localhost
from tournament.webhooks.errors import (
    CertificateWrong,
    ConnectionBroken,
    ConnectionRefused,
    NameUnknown,
    Redirected,
    StatusWrong,
    TooSlow,
    WebhookAddressWrong,
    WebhookPrivate,
    WebhookRefused,
    WebhookScheme,
    WebhookUserinfo,
)
from tournament.webhooks.http import MAX_RESPONSE_BYTES, is_public, parse_target, post


def test_post_sends_body_and_headers_unchanged(other: Receiver) -> None:
    assert post(other.url, b'{"a":1}', {"Content-Type": "application/json", "X-Fossato-Kind": "test"}) == 204
    (request,) = other.heard
    assert (request.path, request.body) == ("/avvisi?da=fossato", b'{"a":1}')
    assert request.headers["X-Fossato-Kind"] == "test"
    assert request.headers["Host"] == f"127.0.0.1:{other.port}"


@pytest.mark.parametrize(
    ("url", "error"),
    [
        ("http://example.org/", WebhookScheme),
        ("ftp://example.org/", WebhookScheme),
        ("file:///etc/passwd", WebhookScheme),
        ("javascript:alert(1)", WebhookAddressWrong),
        ("example.org", WebhookAddressWrong),
        ("https://", WebhookAddressWrong),
        ("https://example.org:99999/", WebhookAddressWrong),
        ("https://example.org:0/", WebhookAddressWrong),
        ("https://example.org/#parte", WebhookAddressWrong),
        ("https://example.org/a b", WebhookAddressWrong),
        ("https://example.org/\r\nX: 1", WebhookAddressWrong),
        ("https://exa mple.org/", WebhookAddressWrong),
        ("https://[::1/", WebhookAddressWrong),
        ("https://" + "a" * 70 + ".org/", WebhookAddressWrong),
        ("https://anna:segreto@example.org/", WebhookUserinfo),
        ("https://127.0.0.1/", WebhookPrivate),
        ("https://[::1]/", WebhookPrivate),
        ("https://169.254.169.254/latest/meta-data/", WebhookPrivate),
    ],
)
def test_target_of_refused_url(settings: Any, url: str, error: type[WebhookRefused]) -> None:
    settings.FOSSATO_WEBHOOK_HTTP = False
    settings.FOSSATO_WEBHOOK_PRIVATE = False
    with pytest.raises(error):
        parse_target(url)


@pytest.mark.parametrize(
    ("url", "host", "port", "path"),
    [
        ("https://example.org", "example.org", 443, "/"),
        ("https://EXAMPLE.org:8443/a?b=c", "example.org", 8443, "/a?b=c"),
        ("http://example.org/a", "example.org", 80, "/a"),
        ("https://però.example/", "xn--per-ena.example", 443, "/"),
        ("https://[2606:4700::1]/", "2606:4700::1", 443, "/"),
    ],
)
def test_target_of_splits_the_url(url: str, host: str, port: int, path: str) -> None:
    target = parse_target(url)
    assert (target.host, target.port, target.path) == (host, port, path)
    assert target.secure == url.startswith("https")


@pytest.mark.parametrize(
    "number",
    [
        *("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0"),
        *("224.0.0.1", "255.255.255.255", "192.0.2.1", "240.0.0.1"),
        *("::1", "::", "fe80::1%eth0", "fc00::1", "fd12::1", "ff02::1", "2001:db8::1"),
        # Addresses that embed another address.
        *("::ffff:127.0.0.1", "::ffff:10.0.0.1", "2002:7f00:1::", "64:ff9b::7f00:1", "2001:0:4136:e378::"),
    ],
)
def test_is_public_false_for_non_public_addresses(number: str) -> None:
    assert not is_public(number)


@pytest.mark.parametrize("number", ["1.1.1.1", "93.184.216.34", "2606:4700::1111", "::ffff:1.1.1.1"])
def test_is_public_true_for_public_addresses(number: str) -> None:
    assert is_public(number)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_post_to_a_private_address_is_refused_before_sending(settings: Any, other: Receiver, host: str) -> None:
    settings.FOSSATO_WEBHOOK_PRIVATE = False
    with pytest.raises(WebhookPrivate):
        post(f"http://{host}:{other.port}/", b"{}", {})
    assert other.heard == []


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_post_does_not_follow_redirects(other: Receiver, status: int) -> None:
    other.answers = [status]
    with pytest.raises(Redirected) as refused:
        post(other.url, b"{}", {})
    assert refused.value.status == status
    assert len(other.heard) == 1


@pytest.mark.parametrize("status", [400, 404, 410, 500, 503])
def test_post_unsuccessful_status_is_an_error(other: Receiver, status: int) -> None:
    other.answers = [status]
    with pytest.raises(StatusWrong) as refused:
        post(other.url, b"{}", {})
    assert refused.value.status == status


def _silent(other: Receiver) -> Callable[[Any], None]:
    return lambda handler: other.done.wait(20) and None


def _dripping(other: Receiver) -> Callable[[Any], None]:
    """Return an answer that sends headers endlessly, each within the time limit."""

    def answer(handler: Any) -> None:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\n")
        while not other.done.wait(0.05):
            handler.wfile.write(b"X-Ancora: si\r\n")

    return answer


def _rude(handler: Any) -> None:
    handler.wfile.write(b"+OK POP3 ready\r\n")


@pytest.mark.parametrize("kind", [_silent, _dripping])
def test_post_slow_answer_is_aborted(other: Receiver, kind: Callable[..., Any]) -> None:
    other.answers = [kind(other)]
    with pytest.raises(TooSlow):
        post(other.url, b"{}", {})


def test_post_answer_that_is_not_http_is_an_error(other: Receiver) -> None:
    other.answers = [_rude]
    with pytest.raises(ConnectionBroken):
        post(other.url, b"{}", {})


def test_post_reads_an_endless_answer_to_a_limit(other: Receiver) -> None:
    written = []

    def endless(handler: Any) -> None:
        handler.send_response(200)
        handler.end_headers()
        while not other.done.is_set():
            written.append(handler.wfile.write(b"x" * 65536))

    other.answers = [endless]
    assert post(other.url, b"{}", {}) == 200
    assert MAX_RESPONSE_BYTES == 65536


def test_post_connection_refused() -> None:
    with pytest.raises(ConnectionRefused):
        post(f"http://127.0.0.1:{free_port()}/", b"{}", {})


def test_post_unknown_host_name() -> None:
    with pytest.raises(NameUnknown):
        post("https://fossato.invalid/", b"{}", {})


def test_connection_uses_the_verified_address(other: Receiver) -> None:
    from tournament.webhooks.http import PinnedHTTPConnection

    target = parse_target(f"http://fossato.invalid:{other.port}/altrove")
    connection = PinnedHTTPConnection(target, [(socket.AF_INET, "127.0.0.1")])
    connection.request("POST", target.path, body=b"{}")
    assert connection.getresponse().status == 204
    connection.close()
    assert other.heard[0].headers["Host"] == f"fossato.invalid:{other.port}"
    assert isinstance(connection, http.client.HTTPConnection)


# ---------------------------------------------------------------- TLS


@pytest.fixture
def certified(tmp_path: Path, other: Receiver, monkeypatch: pytest.MonkeyPatch) -> int:
    """Return the port of the receiver, now with TLS and a trusted certificate for ``localhost``."""
    context, certificate = certificate_for_localhost(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", certificate)
    other.secure(context)
    return other.port


def test_post_valid_certificate_is_accepted(certified: int, other: Receiver) -> None:
    assert post(f"https://localhost:{certified}/avvisi", b"{}", {}) == 204
    assert other.heard[0].headers["Host"] == f"localhost:{certified}"


def test_post_certificate_of_another_name_is_refused(certified: int, other: Receiver) -> None:
    with pytest.raises(CertificateWrong):
        post(f"https://127.0.0.1:{certified}/avvisi", b"{}", {})
    assert other.heard == []


def test_post_unsigned_certificate_is_refused(certified: int, other: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SSL_CERT_FILE")
    with pytest.raises(CertificateWrong):
        post(f"https://localhost:{certified}/avvisi", b"{}", {})
    assert other.heard == []
