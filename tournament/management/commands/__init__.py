"""Commands of the tournament."""
