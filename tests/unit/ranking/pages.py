"""What the tests of the pages share: a browser of somebody, a page as text, counted queries."""

from __future__ import annotations

from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.unit.tournament.web.conftest import text_of, told

__all__ = ["queries_of", "signed_in", "text_of", "told"]


def signed_in(user: Any) -> Client:
    """The browser of a user."""
    client = Client()
    client.force_login(user)
    return client


def queries_of(client: Client, name: str, *args: object, query: str = "") -> int:
    """How many queries a page takes."""
    with CaptureQueriesContext(connection) as caught:
        assert client.get(reverse(name, args=args) + query).status_code == 200
    return len(caught)
