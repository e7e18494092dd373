"""Requests made up from the description: none is answered by a failure, and every answer is as described.

``FOSSATO_API_CASES`` says how many in all; ``bench/api.py`` asks 10,000.
"""

from __future__ import annotations

import math
import os
from collections import Counter
from typing import Any

import pytest

from tests.unit.api.asking import MODES, ask, operations
from tests.unit.api.conftest import ApiWorld

pytestmark = pytest.mark.django_db

CASES = int(os.environ.get("FOSSATO_API_CASES", "1000"))
OPERATIONS = operations()


@pytest.mark.parametrize("operation", OPERATIONS)
def test_no_request_is_answered_by_a_failure(api_world: ApiWorld, operation: str, record_property: Any) -> None:
    each = math.ceil(CASES / (len(OPERATIONS) * len(MODES)))
    statuses: Counter[int] = Counter()
    for mode in MODES:
        statuses += ask(api_world, operation, mode, each)
    assert sum(statuses.values()) >= each
    assert max(statuses) < 500
    told = ", ".join(f"{status}: {count}" for status, count in sorted(statuses.items()))
    record_property("counts", f"{operation}: {sum(statuses.values())} requests ({told})")
