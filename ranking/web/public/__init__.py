"""Ranking pages for everybody."""
