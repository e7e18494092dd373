"""Read the unofficial ratings of players, on the scale that pages show."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from ranking.models import PlayerRating
from ranking.national.selectors import people_shown
from ranking.statistics.games import Game
from tournament.core.collation import name_order

#: The shown scale: points for one of the model, and what is added, so that a player without games starts at 1500.
SCALE, ZERO = 40, 500
#: Fewer games than this tell little of a player.
FEW_RATED_GAMES = 12


@dataclass(frozen=True, slots=True)
class RatedEvent:
    """The rating of a player after an event.

    Arguments:
        season: key of the season.
        event, slug, day: name, short name and last day of the event.
        rating: on the shown scale.
        margin: the true strength lies within this of the rating in 95 of 100 cases (two standard deviations).
        games: the number of games that it rests on.
        pending: whether an earlier event was decided and a job has not counted this one again yet.
    """

    season: int
    event: str
    slug: str
    day: date
    rating: int
    margin: int
    games: int
    pending: bool = False

    @property
    def few(self) -> bool:
        return self.games < FEW_RATED_GAMES


@dataclass(frozen=True, slots=True)
class ListedRating:
    """The newest rating of a player.

    Arguments:
        person, name: key and name of the player's record.
        day: last day of the event after which it holds.
        rating, margin, games: as of ``RatedEvent``.
    """

    person: int
    name: str
    day: date
    rating: int
    margin: int
    games: int


def _shown(mu: float, sigma: float) -> tuple[int, int]:
    """Return a rating and its margin on the shown scale."""
    return round(ZERO + SCALE * mu), round(SCALE * 2 * sigma)


def newest_ratings(game: str) -> list[ListedRating]:
    """Return the newest rating of everybody who agreed to be shown, by name. Runs one query.

    A player who hides the name in an event is listed with the rating before it, as the player's own page shows it.

    Arguments:
        game: slug of the game.
    """
    rows = PlayerRating.objects.filter(entry__event__game=game, entry__person__in=people_shown().values("pk"))
    rows = rows.exclude(entry__consent=False).order_by("entry__event__last_day", "entry__event_id")
    record = ("entry__person", "entry__person__last_name", "entry__person__first_name")
    columns = rows.values_list(*record, "entry__event__last_day", "mu", "sigma", "games")
    # Later events replace earlier ones.
    newest = {row[0]: row for row in columns.iterator(chunk_size=5000)}
    in_order = sorted(newest.values(), key=lambda row: (name_order(row[1], row[2]), row[0]))
    return [
        ListedRating(person, f"{first} {last}", day, *_shown(mu, sigma), games)
        for person, last, first, day, mu, sigma, games in in_order
    ]


def player_rating(games: Iterable[Game]) -> list[RatedEvent]:
    """Return the ratings of a player after each event of some games, in their order; all games count in a rating."""
    last_games = {game.slug: game for game in games}
    return [
        RatedEvent(
            *(game.season, game.event, game.slug, game.day),
            *_shown(game.rating.mu, game.rating.sigma),
            games=game.rating.games,
            pending=game.rating_pending,
        )
        for game in last_games.values()
        if game.rating is not None
    ]
