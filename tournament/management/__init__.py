"""Management of the tournament."""
