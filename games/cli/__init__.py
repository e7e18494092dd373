"""Command line interface of the games."""
