"""Fixtures of the webhook tests: a local receiver, and settings that allow sending to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.integration.servers.receiver import Receiver, receiver


@pytest.fixture(autouse=True)
def reachable(settings: Any, tmp_path: Any) -> None:
    settings.FOSSATO_WEBHOOK_PRIVATE = True
    settings.FOSSATO_WEBHOOK_SECONDS = 0.3
    settings.FOSSATO_SITE_URL = "https://fossato.example.org/"
    settings.MEDIA_ROOT = tmp_path


@pytest.fixture
def committed(django_capture_on_commit_callbacks: Callable[..., Any]) -> Callable[..., Any]:
    """Return a context manager that runs the on-commit callbacks, as the end of a request does."""
    return lambda: django_capture_on_commit_callbacks(execute=True)


@pytest.fixture
def other() -> Iterator[Receiver]:
    with receiver() as new_receiver:
        yield new_receiver
