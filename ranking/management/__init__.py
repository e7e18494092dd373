"""Management of the ranking."""
