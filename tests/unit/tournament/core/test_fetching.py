"""Test one GET of a small document and one POST: what is refused, aborted, read, or taken."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.integration.servers.ports import free_port
from tests.integration.servers.receiver import Receiver, certificate_for_localhost, receiver
from tournament.core.fetching import MAX_BYTES, FetchFailed, fetch, post

DOCUMENT = b'{"round": 7}'


@pytest.fixture
def relay() -> Iterator[Receiver]:
    with receiver() as new_receiver:
        new_receiver.answer = _document
        yield new_receiver


def _document(handler: Any) -> None:
    handler.send_response(200)
    handler.send_header("Content-Length", str(len(DOCUMENT)))
    handler.end_headers()
    handler.wfile.write(DOCUMENT)


def test_fetch_returns_the_document(relay: Receiver) -> None:
    assert fetch(f"http://127.0.0.1:{relay.port}/public/7?a=b") == DOCUMENT
    (request,) = relay.heard
    assert request.path == "/public/7?a=b"
    assert request.headers["Host"] == f"127.0.0.1:{relay.port}"


@pytest.mark.parametrize(
    "url", ["http://example.org/", "ftp://example.org/", "file:///etc/passwd", "example.org", "https://", ""]
)
def test_fetch_of_an_address_without_https_is_refused(url: str) -> None:
    with pytest.raises(FetchFailed, match="https://"):
        fetch(url)


def test_post_delivers_the_document(relay: Receiver) -> None:
    relay.answer = 201
    post(relay.url, b"a sentence", {"TTL": "60"})
    (request,) = relay.heard
    assert (request.content, request.headers["TTL"]) == (b"a sentence", "60")


@pytest.mark.parametrize("status", [302, 410, 500])
def test_post_that_is_not_taken_says_with_which_status(relay: Receiver, status: int) -> None:
    relay.answer = status
    with pytest.raises(FetchFailed, match=str(status)) as failure:
        post(relay.url, b"a sentence", {})
    assert failure.value.status == status


@pytest.mark.parametrize("status", [204, 302, 404, 500])
def test_fetch_of_another_status_is_an_error_and_not_followed(relay: Receiver, status: int) -> None:
    relay.answer = status
    with pytest.raises(FetchFailed, match=str(status)):
        fetch(relay.url)
    assert len(relay.heard) == 1


def _silent(relay: Receiver) -> Callable[[Any], None]:
    return lambda handler: relay.done.wait(20) and None


def _dripping(relay: Receiver) -> Callable[[Any], None]:
    """Return an answer that sends headers endlessly, each within the time limit."""

    def answer(handler: Any) -> None:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\n")
        while not relay.done.wait(0.05):
            handler.wfile.write(b"X-Ancora: si\r\n")

    return answer


def _dripping_body(relay: Receiver) -> Callable[[Any], None]:
    """Return an answer whose document, without a length, comes a letter at a time."""

    def answer(handler: Any) -> None:
        handler.send_response(200)
        handler.end_headers()
        while not relay.done.wait(0.05):
            handler.wfile.write(b"7")

    return answer


@pytest.mark.parametrize("kind", [_silent, _dripping, _dripping_body])
def test_fetch_of_a_slow_answer_is_aborted(relay: Receiver, kind: Callable[..., Any]) -> None:
    relay.answer = kind(relay)
    with pytest.raises(FetchFailed):
        fetch(relay.url, seconds=0.3)


def test_fetch_of_an_answer_that_is_not_http_is_an_error(relay: Receiver) -> None:
    relay.answer = lambda handler: handler.wfile.write(b"+OK POP3 ready\r\n")
    with pytest.raises(FetchFailed):
        fetch(relay.url)


def test_fetch_reads_an_endless_answer_to_a_limit(relay: Receiver) -> None:
    def endless(handler: Any) -> None:
        handler.send_response(200)
        handler.end_headers()
        while not relay.done.is_set():
            handler.wfile.write(b"x" * 65536)

    relay.answer = endless
    assert len(fetch(relay.url)) == MAX_BYTES


@pytest.mark.parametrize("host", ["127.0.0.1", "fossato.invalid"])
def test_fetch_from_nobody_is_an_error(host: str) -> None:
    with pytest.raises(FetchFailed):
        fetch(f"https://{host}:{free_port()}/")


# ---------------------------------------------------------------- TLS


@pytest.fixture
def certified(tmp_path: Path, relay: Receiver, monkeypatch: pytest.MonkeyPatch) -> int:
    """Return the port of the relay, now with TLS and a trusted certificate for ``localhost``."""
    context, certificate = certificate_for_localhost(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", certificate)
    relay.secure(context)
    return relay.port


def test_fetch_with_a_valid_certificate(certified: int) -> None:
    assert fetch(f"https://localhost:{certified}/") == DOCUMENT


def test_fetch_with_the_certificate_of_another_name_is_refused(certified: int, relay: Receiver) -> None:
    with pytest.raises(FetchFailed, match="CERTIFICATE"):
        fetch(f"https://127.0.0.1:{certified}/")
    assert relay.heard == []


def test_fetch_with_an_unsigned_certificate_is_refused(
    certified: int, relay: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SSL_CERT_FILE")
    with pytest.raises(FetchFailed, match="CERTIFICATE"):
        fetch(f"https://localhost:{certified}/")
    assert relay.heard == []
