"""Memberships of players in clubs, by season."""
