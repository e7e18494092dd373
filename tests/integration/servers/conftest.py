"""Shared fixtures of tests with servers of their own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.integration.servers.postgres import throwaway_postgres


@pytest.fixture
def own_postgres() -> Iterator[str]:
    """Create a migrated database on a server of the test's own."""
    with throwaway_postgres(migrated=True) as url:
        yield url
