"""Commands of the ranking."""
