"""Shared fixtures of tests with servers of their own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.integration.servers.postgres import throwaway_postgres


@pytest.fixture
def own_postgres() -> Iterator[str]:
    """Create a database for one test module only."""
    with throwaway_postgres() as url:
        yield url
