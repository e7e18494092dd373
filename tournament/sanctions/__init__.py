"""Suspensions of players, and what sanctions of the register prevent."""
