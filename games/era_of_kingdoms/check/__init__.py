"""Checks of Era of Kingdoms score sheets."""
