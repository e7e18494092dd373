"""What tests of browsers, commands and servers share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.integration.in_flight import InFlight


@pytest.fixture(scope="session")
def in_flight() -> Iterator[InFlight]:
    """Count the requests that the live server has begun to answer."""
    counted = InFlight()
    with counted.listening():
        yield counted
