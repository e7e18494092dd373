"""The end of a season: its final Ranking is published as a numbered, signed document (art. 1.6)."""
