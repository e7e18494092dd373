"""Pages of the Ranking and of the National Referent."""
