"""Pages of the national referent."""
