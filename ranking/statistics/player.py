"""Figures of one player's games: places, seats, table sizes, cards, opponents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ranking.statistics.figures import Figures, Share, distribution, mean
from ranking.statistics.games import Game, Opponent

#: A card is listed from this number of games with it in the kingdom.
FEWEST_CARD_GAMES = 8


@dataclass(slots=True)
class HeadToHead:
    """The games against one opponent, or against all whose names are not shown (``person`` None)."""

    person: int | None
    name: str
    games: int = 0
    ahead: int = 0
    behind: int = 0


@dataclass(frozen=True, slots=True)
class PlayerStatistics:
    """The figures of a player's games.

    Arguments:
        places: the number of games by place at the table, from 1 to the last one.
        expected_wins: the wins that an equal share at every table gives.
        points_games, mean_points, everybodys_points: games whose points are known, their mean, the mean of all players
            of the season.
        card_games: games of events that hold the kingdom.
    """

    games: Sequence[Game]
    wins: int
    expected_wins: float
    places: dict[int, int]
    seats: list[Share]
    sizes: list[Share]
    points_games: int
    mean_points: float | None
    everybodys_points: float | None
    card_games: int
    cards: list[Share]


def _seat_share(figures: Figures, size: int, seat: int) -> float:
    """Return the share of tables of a size that everybody on a seat won; an equal part if none are stored."""
    tables = figures.get(f"size:{size}", 0)
    return figures.get(f"win:{size}:{seat}", 0) / tables if tables else 1 / size


def _share(key: int | str, games: Sequence[Game], expected: Iterable[float]) -> Share:
    return Share(key, len(games), sum(game.won for game in games), sum(expected) / len(games))


def _by_seat(games: Sequence[Game], figures: Figures) -> list[Share]:
    by_seat = {seat: [game for game in games if game.seat == seat] for seat in sorted({game.seat for game in games})}
    return [
        _share(seat, played, [_seat_share(figures, game.size, seat) for game in played])
        for seat, played in by_seat.items()
    ]


def _by_size(games: Sequence[Game]) -> list[Share]:
    sizes = sorted({game.size for game in games}, reverse=True)
    by_size = {size: [game for game in games if game.size == size] for size in sizes}
    return [_share(size, played, [1 / size] * len(played)) for size, played in by_size.items()]


def _by_card(games: Sequence[Game]) -> list[Share]:
    played: dict[str, list[Game]] = {}
    for game in games:
        for card in game.cards:
            played.setdefault(card, []).append(game)
    shares = [
        _share(card, with_card, [1 / game.size for game in with_card])
        for card, with_card in played.items()
        if len(with_card) >= FEWEST_CARD_GAMES
    ]
    return sorted(shares, key=lambda share: (-share.share, -share.games, str(share.key)))


def _meet(row: HeadToHead, game: Game, opponent: Opponent) -> None:
    row.games += 1
    row.ahead += game.place < opponent.place
    row.behind += game.place > opponent.place


def head_to_head(games: Iterable[Game]) -> tuple[list[HeadToHead], HeadToHead]:
    """Return the games against each named opponent, most games first, and against all others together."""
    rows: dict[int, HeadToHead] = {}
    unnamed = HeadToHead(None, "")
    for game in games:
        for opponent in game.opponents:
            if opponent.person is None:
                _meet(unnamed, game, opponent)
            else:
                row = rows.setdefault(opponent.person, HeadToHead(opponent.person, opponent.name))
                _meet(row, game, opponent)
    return sorted(rows.values(), key=lambda row: (-row.games, -row.ahead, row.name)), unnamed


def longest_row(games: Iterable[Game]) -> int:
    """Return the largest number of games won one after the other."""
    longest = current = 0
    for game in games:
        current = current + 1 if game.won else 0
        longest = max(longest, current)
    return longest


def player_statistics(games: Sequence[Game], season_figures: Mapping[str, int]) -> PlayerStatistics:
    """Return the figures of a player's games.

    Arguments:
        games: oldest first, as ``ranking.statistics.games.player_games``.
        season_figures: those of all players of the season.
    """
    figures = dict(season_figures)
    counts = Counter(game.place for game in games)
    points = Counter(game.points for game in games if game.points is not None)
    return PlayerStatistics(
        games=games,
        wins=counts[1],
        expected_wins=sum(1 / game.size for game in games),
        places={place: counts[place] for place in range(1, max((game.size for game in games), default=0) + 1)},
        seats=_by_seat(games, figures),
        sizes=_by_size(games),
        points_games=sum(points.values()),
        mean_points=mean(points),
        everybodys_points=mean(distribution(figures, "points")),
        card_games=sum(bool(game.cards) for game in games),
        cards=_by_card(games),
    )
