"""Command line of the games."""
