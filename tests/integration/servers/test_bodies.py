"""A body far too large ends the connection; one that comes in pieces is answered."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_django import DjangoDbBlocker

from tests.database import copy_migrated
from tests.integration.servers.prefork import prefork
from tests.integration.servers.site import clean_environment

PATIENCE = 30.0
HEAD = b"POST /partite/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/plain\r\nContent-Length: 100\r\n\r\n"


@pytest.fixture(scope="module", params=["h11", "httptools"])
def port(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, django_db_blocker: DjangoDbBlocker
) -> Iterator[int]:
    """Start a server with the parser of a laptop (h11) or of production, and return its port."""
    folder: Path = tmp_path_factory.mktemp("bodies")
    with django_db_blocker.unblock():
        copy_migrated(folder / "bodies.sqlite3")
    settings = clean_environment(
        DJANGO_SETTINGS_MODULE="config.settings.embedded",
        FOSSATO_SQLITE=str(folder / "bodies.sqlite3"),
        FOSSATO_MEDIA=str(folder / "media"),
        FOSSATO_TEST_HTTP=request.param,
    )
    with prefork(settings, port_groups=(0,)) as server:
        yield server.ports[0]


def _sent(port: int, *pieces: bytes) -> socket.socket:
    line = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
    for piece in pieces:
        line.sendall(piece)
    return line


def test_body_that_comes_in_pieces_is_answered(port: int) -> None:
    with _sent(port, HEAD, *(b"x" * 10 for _piece in range(10))) as line:
        assert line.recv(12) == b"HTTP/1.1 403"


def test_body_of_a_declared_gigabyte_is_refused_unread(port: int) -> None:
    head = HEAD.replace(b"Content-Length: 100", b"Content-Length: 1000000000")
    with _sent(port, head) as line:
        answer = b""
        while piece := line.recv(4096):
            answer += piece
    assert answer.startswith(b"HTTP/1.1 413")
    assert "Il file è troppo grande".encode() in answer


def test_body_without_a_size_is_cut_off_at_the_bound(port: int) -> None:
    head = HEAD.replace(b"Content-Length: 100", b"Transfer-Encoding: chunked")
    piece = b"100000\r\n" + b"x" * 0x100000 + b"\r\n"
    with _sent(port, head) as line, pytest.raises((BrokenPipeError, ConnectionResetError)):
        line.sendall(piece * 200)
