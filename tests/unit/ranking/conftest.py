"""Fixtures of the Ranking tests: clients of the visitors, a media folder per test."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from tests import factories as make


@pytest.fixture(autouse=True)
def media(settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path


@pytest.fixture
def referent() -> Client:
    """Return a client signed in as the National Referent; the user is ``client.user``."""
    client = Client()
    client.user = make.make_user(referent=True)
    client.force_login(client.user)
    return client


@pytest.fixture
def anybody() -> Client:
    """Return a client without a session."""
    return Client()
