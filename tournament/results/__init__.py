"""Standings, tie-breaks and conclusion of an event."""
