"""Rounds, clock, confirmations and help requests."""
