"""The bounds of Megalomania: for each the sheet that breaks it alone, and the legal one beside it.

Sheets still being typed hold nothing but what the bound looks at.
"""

from __future__ import annotations

from tests.unit.games.megalomania import sheet_bounds_rows, sheet_bounds_scores

BOUNDS = [*sheet_bounds_rows.BOUNDS, *sheet_bounds_scores.BOUNDS]
