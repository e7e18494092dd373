"""Fuzz every address of the site, pages and API: no response may be an internal error.

Long numbers, NUL, invalid redirect targets, words where a number is expected: in every field of every address alone,
some values of each kind, so that each value is tried in many fields.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.access import matrix
from tests.unit.access.fuzz import Fuzz
from tests.unit.access.world import World, build

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.soak(
        gate="tests/unit/access/test_matrix.py::test_each_role_gets_listed_response_with_security_headers"
    ),
]

PATTERNS = {str(pattern.name): pattern for pattern in matrix.addresses()}


@pytest.fixture(scope="module")
def world(one_world: None) -> World:
    return build()


@pytest.mark.parametrize("name", sorted(PATTERNS))
def test_fuzzed_requests_without_server_error(world: World, name: str, record_property: Any) -> None:
    fuzz = Fuzz(world, PATTERNS[name])
    fuzz.everything()
    counted = ", ".join(f"{status}: {count}" for status, count in sorted(fuzz.statuses.items()))
    record_property("counts", f"{fuzz.statuses.total()} requests ({counted})")
    assert fuzz.failed == []


@pytest.mark.parametrize("name", ["home", "account_login", "ranking", "event", "api_event"])
def test_fuzzed_cookies_without_server_error(world: World, name: str) -> None:
    fuzz = Fuzz(world, PATTERNS[name])
    fuzz.cookies()
    assert fuzz.failed == []
