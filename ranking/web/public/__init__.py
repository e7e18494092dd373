"""Public pages of the Ranking."""
