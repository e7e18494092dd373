"""Short names of addresses keep every European letter."""

from __future__ import annotations

import pytest

from tournament.core.slugs import slug_of


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("Łódź, 2026", "lodz-2026"),
        ("Coppa di Straße Ørsted", "coppa-di-strasse-orsted"),
        ("Æbler þing", "aebler-thing"),
        ("Forlì È già", "forli-e-gia"),
        ("«…»", ""),
    ],
)
def test_slug_of(text: str, slug: str) -> None:
    assert slug_of(text) == slug
