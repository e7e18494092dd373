"""Pages of the National Referent."""
