"""Test the parser of the numbers that forms send."""

from __future__ import annotations

import pytest

from tournament.core.numbers import whole_number


@pytest.mark.parametrize(
    ("text", "number"),
    [
        *(("0", 0), ("7", 7), ("007", 7), ("9" * 18, 10**18 - 1)),
        *(("9" * 19, -1), ("9" * 5000, -1), ("", -1), ("-1", -1), ("1.0", -1), (" 1", -1), ("²", -1), ("١٢", -1)),
    ],
    ids=lambda value: str(value)[:20],
)
def test_whole_number_accepts_only_plain_digits_that_fit_the_database(text: str, number: int) -> None:
    assert whole_number(text, missing=-1) == number
