"""Tests of the games alone, without the card packs of a database."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games import packs


@pytest.fixture(autouse=True)
def without_sources() -> Iterator[None]:
    """Provide only the packs shipped with the games, unless a test adds a source."""
    before = packs.sources()
    for source in before:
        packs.remove_source(source)
    yield
    for source in packs.sources():
        packs.remove_source(source)
    for source in before:
        packs.add_source(source)
