"""Test that an open stream holds no database connection."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.conf import settings
from django.core.asgi import get_asgi_application
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import Client
from django.urls import reverse

from tests import factories as make

pytestmark = pytest.mark.django_db(transaction=True)


async def _open_stream(path: str, cookie: str, opened: set[int]) -> int:
    """Return how many of the connections that a stream opened are open after its first message."""
    headers = [(b"host", b"testserver"), (b"cookie", cookie.encode())]
    scope: dict[str, Any] = {"type": "http", "http_version": "1.1", "method": "GET", "path": path}
    scope |= {"query_string": b"", "headers": headers, "client": ("127.0.0.1", 5), "server": ("testserver", 80)}
    stream = ApplicationCommunicator(get_asgi_application(), scope)
    await stream.send_input({"type": "http.request", "body": b""})
    assert (await stream.receive_output(20))["status"] == 200
    await stream.receive_output(20)
    held = len(opened)
    await stream.send_input({"type": "http.disconnect"})
    await stream.wait(5)
    return held


@pytest.mark.parametrize("name", ["board_events", "event_news", "desk_news"])
def test_stream_of_a_signed_in_account_holds_no_connection(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    event, user = make.check_in_event(players=4), make.make_user()
    make.grant(event, user)
    client = Client()
    client.force_login(user)
    cookie = f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"
    opened: set[int] = set()
    connect, close = BaseDatabaseWrapper.connect, BaseDatabaseWrapper.close

    def opens(self: BaseDatabaseWrapper) -> None:
        connect(self)
        opened.add(id(self))

    def closes(self: BaseDatabaseWrapper) -> None:
        close(self)
        opened.discard(id(self))

    monkeypatch.setattr(BaseDatabaseWrapper, "connect", opens)
    monkeypatch.setattr(BaseDatabaseWrapper, "close", closes)
    path = reverse(name, args=[event.slug])
    # The second stream finds the snapshot or digest in the cache.
    assert [asyncio.run(_open_stream(path, cookie, opened)) for _time in range(2)] == [0, 0]
