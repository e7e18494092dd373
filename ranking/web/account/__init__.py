"""Pages of a signed-in player about their own games."""
