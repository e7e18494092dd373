"""Dominion, first edition: cards, engine, score sheet and its checks."""
