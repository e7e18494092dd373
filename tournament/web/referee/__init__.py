"""Pages of the referee."""
