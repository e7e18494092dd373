"""The bounds of Era of Kingdoms: for each the sheet that breaks it alone, and the legal one beside it.

Sheets still being typed hold nothing but what the bound looks at.
"""

from __future__ import annotations

from tests.unit.games.era_of_kingdoms import sheet_bounds_cards, sheet_bounds_numbers

BOUNDS = [*sheet_bounds_numbers.BOUNDS, *sheet_bounds_cards.BOUNDS]
