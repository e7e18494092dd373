"""The visitors of the Ranking's pages."""

from __future__ import annotations

import pytest
from django.test import Client

from tests import factories as make


@pytest.fixture
def referent() -> Client:
    """The National Referent's browser; the user is ``client.user``."""
    client = Client()
    client.user = make.make_user(referent=True)
    client.force_login(client.user)
    return client


@pytest.fixture
def anybody() -> Client:
    """A browser that nobody signed in with."""
    return Client()
