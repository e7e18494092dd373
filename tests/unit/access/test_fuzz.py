"""Every address of the site, pages and API, with what nobody meant: no answer is a failure of ours.

Long digits, NUL, an address to go on to that is none, words where a number is wanted. The gate asks each field with
three of the values in turn; ``FOSSATO_FUZZ=all`` with every one.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.access import matrix
from tests.unit.access.fuzz import Fuzz
from tests.unit.access.world import World, build

pytestmark = pytest.mark.django_db

PATTERNS = {str(pattern.name): pattern for pattern in matrix.addresses()}


@pytest.fixture(scope="module")
def world(one_world: None) -> World:
    return build()


@pytest.mark.parametrize("name", sorted(PATTERNS))
def test_no_request_is_answered_by_a_failure(world: World, name: str, record_property: Any) -> None:
    fuzz = Fuzz(world, PATTERNS[name])
    fuzz.everything()
    counted = ", ".join(f"{status}: {count}" for status, count in sorted(fuzz.statuses.items()))
    record_property("counts", f"{fuzz.statuses.total()} requests ({counted})")
    assert fuzz.failed == []


@pytest.mark.parametrize("name", ["home", "login", "ranking", "event", "api_event"])
def test_no_cookie_is_answered_by_a_failure(world: World, name: str) -> None:
    fuzz = Fuzz(world, PATTERNS[name])
    fuzz.cookies()
    assert fuzz.failed == []
