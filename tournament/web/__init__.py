"""Pages of the tournament, one package per audience."""
