"""Entries of players and their check-in."""
