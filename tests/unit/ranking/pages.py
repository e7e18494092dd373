"""Helpers shared by the page tests: a signed-in client, the text of a response, counted queries."""

from __future__ import annotations

from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.unit.tournament.web.conftest import shown_messages, text_of

__all__ = ["queries_of", "shown_messages", "signed_in", "text_of"]


def signed_in(user: Any) -> Client:
    """Return a client signed in as the user."""
    client = Client()
    client.force_login(user)
    return client


def queries_of(client: Client, name: str, *args: object, query: str = "") -> int:
    """Return the number of queries of a GET on the named URL."""
    with CaptureQueriesContext(connection) as caught:
        assert client.get(reverse(name, args=args) + query).status_code == 200
    return len(caught)
