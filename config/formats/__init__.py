"""Formats of dates that are not Django’s own."""
