"""Tests of the games alone, without the card packs of a database."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games import packs


@pytest.fixture(autouse=True)
def without_sources() -> Iterator[None]:
    """Provide only the packs shipped with the games, unless a test adds a source."""
    before = packs.SOURCES[:]
    packs.SOURCES.clear()
    yield
    packs.SOURCES[:] = before
