"""Checks of Megalomania score sheets."""
