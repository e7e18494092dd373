"""Seasons played before this site: their Ranking and final, from a file (art. 1.6, 1.7)."""
