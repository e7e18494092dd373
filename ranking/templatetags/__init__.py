"""Template tags of the national ranking."""
