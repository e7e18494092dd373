"""Versions of the card packs of the games."""
