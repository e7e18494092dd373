"""Fixtures of the API tests: a client with a token, or without one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from tests import factories as make
from tournament.access.api_tokens import token_issue
from tournament.models import Event, EventRole, Table

API = "/api/v1"


class Program:
    """Send requests to the API as a program does: JSON in and out, no cookies.

    Arguments:
        token: sent with every request; none if empty.
    """

    def __init__(self, token: str = "", user: Any = None) -> None:
        self.token, self.user = token, user
        self.client = Client(enforce_csrf_checks=True)

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """Return the response to a request; underscores in header names become hyphens."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.token:
            named.setdefault("Authorization", f"Bearer {self.token}")
        address = path if path.startswith("/api/") else API + path
        sent = {} if body is None else {"data": body, "content_type": "application/json"}
        return self.client.generic(method, address, headers=named, **_as_generic(sent))

    def get(self, path: str, **headers: str) -> Any:
        """Send a GET."""
        return self.ask("GET", path, **headers)

    def post(self, path: str, body: Any, **headers: str) -> Any:
        """Send a POST of JSON; text and bytes are sent unchanged."""
        return self.ask("POST", path, body, **headers)


def _as_generic(sent: Mapping[str, Any]) -> dict[str, Any]:
    import json

    if not sent:
        return {}
    data = sent["data"]
    return {**sent, "data": data if isinstance(data, str | bytes) else json.dumps(data)}


@pytest.fixture(autouse=True)
def _nobody_counted_before() -> None:
    """Clear the request counts of other tests."""
    cache.clear()


@pytest.fixture
def anybody() -> Program:
    """Return a program without a token."""
    return Program()


@pytest.fixture
def program() -> Callable[..., Program]:
    """Return a function that makes a program with the token of a user with a role: ``program("referee", event)``."""

    def make_program(role: str = "", event: Event | None = None, *, scopes: Sequence[str] = ("results",)) -> Program:
        user = make.make_user(referent=role == "referent")
        if role in EventRole.Role.values and event is not None:
            make.grant(event, user, EventRole.Role(role))
        return Program(token_issue(user=user, name="prova", days=30, scopes=scopes)[1], user)

    return make_program


@pytest.fixture
def event() -> Event:
    """Return an event with round 1 drawn and no results."""
    return make.drawn_event()


@pytest.fixture
def table(event: Event) -> Table:
    """Return the first table of the event."""
    return make.tables_of(make.last_round(event))[0]


@pytest.fixture
def referee(program: Callable[..., Program], event: Event) -> Program:
    """Return a program with the token of a referee of the event."""
    return program("referee", event)


def table_path(event: Event, number: int = 1, table: int = 1, act: str = "") -> str:
    """Return the path of a table in the API."""
    return f"/events/{event.slug}/rounds/{number}/tables/{table}{act}"
