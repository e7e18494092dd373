"""Draws: commitment, seed, outcome."""
