"""Italian formats."""
