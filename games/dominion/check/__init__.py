"""Checks of Dominion score sheets."""
