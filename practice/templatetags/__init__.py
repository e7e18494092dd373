"""Template tags of the own games."""
