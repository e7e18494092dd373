"""Generated requests: none causes an internal error, and every response conforms to the description.

10,000 in all.
"""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

import pytest

from tests.unit.api.asking import MODES, ask, operations
from tests.unit.api.conftest import ApiWorld

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.soak(gate="tests/unit/api/test_examples.py::test_examples_answered_as_documented"),
]

CASES = 10_000
OPERATIONS = operations()


@pytest.mark.parametrize("operation", OPERATIONS)
def test_generated_requests_without_server_error(api_world: ApiWorld, operation: str, record_property: Any) -> None:
    each = math.ceil(CASES / (len(OPERATIONS) * len(MODES)))
    statuses: Counter[int] = Counter()
    for mode in MODES:
        statuses += ask(api_world, operation, mode, each)
    assert sum(statuses.values()) >= each
    assert max(statuses) < 500
    summary = ", ".join(f"{status}: {count}" for status, count in sorted(statuses.items()))
    record_property("counts", f"{operation}: {sum(statuses.values())} requests ({summary})")
