"""Check of Dominion score sheets."""
