"""Words for the number of tables of each size."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from tournament.core.formatting import table_sizes


@pytest.mark.parametrize(
    ("fours", "threes", "italian", "english"),
    [
        (7, 1, "7 tavoli da 4 e 1 da 3", "7 tables of 4 and 1 of 3"),
        (1, 3, "1 tavolo da 4 e 3 da 3", "1 table of 4 and 3 of 3"),
        (4, 0, "4 tavoli da 4", "4 tables of 4"),
        (0, 1, "1 tavolo da 3", "1 table of 3"),
        (0, 0, "", ""),
    ],
)
def test_table_sizes(fours: int, threes: int, italian: str, english: str) -> None:
    for language, words in (("it", italian), ("en", english)):
        with override(language):
            assert table_sizes(fours, threes) == words
