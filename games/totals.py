"""Totals of many games: what a simulation keeps of each, so that its memory does not grow with their number."""

from __future__ import annotations

from collections.abc import Sequence

#: Parts of one victory: shared by two to six winners it still is a whole number of them.
VICTORY = 60


class Totals:
    """Totals over games of the same seats, in whole numbers: parts added in any order give the same totals.

    Arguments:
        players: number of seats.

    Attributes:
        games: how many. turns, points: sums per seat. wins: per seat, in parts of a victory.
        ends: games by the reason of their end.
    """

    def __init__(self, players: int) -> None:
        self.games = 0
        self.turns = [0] * players
        self.points = [0] * players
        self.wins = [0] * players
        self.ends: dict[str, int] = {}

    def add_game(self, places: Sequence[int], points: Sequence[int], turns: Sequence[int], end: str) -> None:
        """Count one game, given per seat."""
        self.games += 1
        self.ends[end] = self.ends.get(end, 0) + 1
        share = VICTORY // (places.count(1) or 1)
        for seat, place in enumerate(places):
            self.turns[seat] += turns[seat]
            self.points[seat] += points[seat]
            self.wins[seat] += share if place == 1 else 0

    def add(self, other: Totals) -> None:
        """Add the totals of other games of the same seats."""
        self.games += other.games
        self.turns = [mine + its for mine, its in zip(self.turns, other.turns, strict=True)]
        self.points = [mine + its for mine, its in zip(self.points, other.points, strict=True)]
        self.wins = [mine + its for mine, its in zip(self.wins, other.wins, strict=True)]
        for end, games in other.ends.items():
            self.ends[end] = self.ends.get(end, 0) + games
