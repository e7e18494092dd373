"""Dominion, first edition: the cards, the engine, the score sheet and its checks."""
