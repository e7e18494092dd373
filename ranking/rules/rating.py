"""An unofficial rating of players from the places at their tables; no article of the regulation asks for it.

Plackett and Luce's model of an order of several players, with the Bayesian updates of R. C. Weng and C.-J. Lin, "A
Bayesian Approximation Method for Online Ranking" (Journal of Machine Learning Research 12, 2011, algorithm 4). The
parameters are the usual ones of that algorithm, so that other programs for it compute the same numbers.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

#: Strength and uncertainty (a standard deviation) of a player without games.
MU, SIGMA = 25.0, 25.0 / 3
#: How much the result of one game varies, and how much uncertainty time adds before each game.
BETA, TAU = SIGMA / 2, 25.0 / 300
#: The smallest part of the variance that one game leaves.
KAPPA = 0.0001
#: Decimals that are kept after each game, so that every computer carries the same numbers on.
DECIMALS = 9


@dataclass(frozen=True, slots=True)
class Rating:
    """Estimate of a player's strength.

    Arguments:
        mu: the estimate.
        sigma: its standard deviation.
        games: the number of games that it rests on.
    """

    mu: float = MU
    sigma: float = SIGMA
    games: int = 0


def _variance(rating: Rating) -> float:
    """Return the variance before a game: what is known gets a little older."""
    return rating.sigma**2 + TAU**2


def rate_table(ratings: Sequence[Rating]) -> list[Rating]:
    """Return the ratings after a game.

    Arguments:
        ratings: before the game, in order of place, the winner first; every place is taken once.
    """
    variances = [_variance(rating) for rating in ratings]
    scale = math.sqrt(sum(variances) + len(ratings) * BETA**2)
    strengths = [math.exp(rating.mu / scale) for rating in ratings]
    # The winner comes before everybody, the second before everybody but the winner, and so on.
    left = [sum(strengths[place:]) for place in range(len(ratings))]
    rated = []
    for place, (rating, variance, strength) in enumerate(zip(ratings, variances, strengths, strict=True)):
        chances = [strength / left[earlier] for earlier in range(place + 1)]
        surprise = 1 - sum(chances)
        information = sum(chance * (1 - chance) for chance in chances)
        part = 1 - math.sqrt(variance) / scale * variance / scale**2 * information
        rated.append(
            Rating(
                mu=round(rating.mu + variance / scale * surprise, DECIMALS),
                sigma=round(math.sqrt(variance * max(part, KAPPA)), DECIMALS),
                games=rating.games + 1,
            )
        )
    return rated
