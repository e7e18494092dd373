"""Megalomania: a trick-taking game of 12 rounds for 2 to 4 players, or two pairs."""
