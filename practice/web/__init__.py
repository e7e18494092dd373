"""Pages of the own games."""
