"""Check of Megalomania score sheets."""
