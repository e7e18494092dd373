"""The bounds of Dominion: for each the sheet that breaks it alone, and the legal one beside it."""

from __future__ import annotations

from tests.unit.games.dominion import sheet_bounds_decks, sheet_bounds_numbers

BOUNDS = [*sheet_bounds_numbers.BOUNDS, *sheet_bounds_decks.BOUNDS]
