"""Expect a refusal by its code."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tournament.regulation.refusal_codes import Code
from tournament.regulation.refused import Refused


@contextmanager
def refuses(code: Code, match: str | None = None) -> Iterator[pytest.ExceptionInfo[Refused]]:
    """Expect that the block is refused with this code. Arguments: match: a pattern of the English message."""
    with pytest.raises(Refused, match=match) as caught:
        yield caught
    assert caught.value.code == code
