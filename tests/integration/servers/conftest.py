"""What tests with servers of their own share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.integration.servers.postgres import throwaway_postgres


@pytest.fixture
def own_postgres() -> Iterator[str]:
    """A database that is filled here and nowhere else."""
    with throwaway_postgres() as url:
        yield url
